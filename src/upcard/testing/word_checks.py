"""Checks of text: names, words, reasons, and records that read back."""

from types import ModuleType
from typing import Any

from upcard.engine.game import Match
from upcard.engine.record import parse_record, record_text, replay
from upcard.engine.registry import game_modules
from upcard.engine.state import canonical_key, fields_of
from upcard.engine.wording import counted
from upcard.kit.cards import Field, Kind
from upcard.testing.random_walk import Walk, snapshot


def check_card_names(walk: Walk) -> int:
    """Check that every card has a name of one word that no other card has."""
    names = {c: walk.game.rules.card_text(c) for c in sorted(walk.deck)}
    for c, name in names.items():
        if not isinstance(name, str) or name.split() != [name]:
            raise walk.broken(check_card_names, "one word", f"card {c} is called {name!r}")
        others = [d for d, n in names.items() if n.lower() == name.lower() and d != c]
        if others:
            raise walk.broken(check_card_names, "different names", f"cards {c} and {others[0]} are {name!r}")
    return len(names)


def check_action_words(walk: Walk) -> int:
    """Check that no two legal actions have the same words, and the words read back to their action."""
    action_of: dict[str, int] = {}
    for a, words in zip(walk.match.legal(), walk.match.choices(), strict=True):
        text = walk.game.rules.action_text(walk.match.view(walk.match.player), a)
        if not isinstance(text, str):
            raise walk.broken(check_action_words, "a text of action_text", f"of action {a} it gives {text!r}")
        if not words or " ".join(words.split()) != words:
            raise walk.broken(check_action_words, "words with single spaces", f"action {a} is {words!r}")
        if words.lower() in action_of:
            seen = f"actions {action_of[words.lower()]} and {a} are both {words!r}"
            raise walk.broken(check_action_words, "different words", seen)
        action_of[words.lower()] = a
    if action_of:
        words, a = walk.chances.choice(sorted(action_of.items()))
        back = walk.match.read(words)
        if back != a:
            seen = f"it is read as action {back}"
            raise walk.broken(check_action_words, f"{words!r} to mean action {a}", seen)
    return len(action_of)


def check_why(walk: Walk) -> int:
    """Check that there is a reason against every action that is not legal, and none against one that is."""
    why = getattr(walk.game.rules, "why", None)
    if why is None or walk.state.over:
        return 0
    v, legal = walk.match.view(walk.match.player), walk.match.legal()
    for a in range(walk.game.rules.ACTIONS):
        reason = why(v, a)
        if a in legal and reason != "":
            raise walk.broken(check_why, f"no reason against action {a}, which is legal", repr(reason))
        if a not in legal and not (isinstance(reason, str) and reason.strip()):
            raise walk.broken(check_why, f"a reason against action {a}, which is not legal", repr(reason))
    return int(walk.game.rules.ACTIONS)


def check_record(walk: Walk) -> int:
    """Check that a record reads back to the same match, with a seed or with every card that was dealt."""
    dealt = _dealt_match(walk)
    for match in (walk.match, dealt):
        text = record_text(match)
        _compare_text(walk, text, record_text(_again(walk, text)))
    other = _other_ends(walk.game.rules, walk.match, dealt)
    if other:
        raise walk.broken(check_record, "the same end from the cards that were dealt", other)
    return 2


def _other_ends(rules: ModuleType, first: Match, second: Match) -> str:
    """Return the fields in which the final states of two matches differ, in words; empty if none."""
    ends = zip(canonical_key(rules, first.state), canonical_key(rules, second.state), strict=True)
    fields: list[Field | None] = [None, None, *fields_of(rules)]
    names = ["player", "over", *(f.name for f in fields_of(rules))]
    return "; ".join(
        f"{name} is {y}, not {x}{_only_order(f, x, y)}"
        for name, f, (x, y) in zip(names, fields, ends, strict=True)
        if x != y
    )


def _only_order(f: Field | None, x: Any, y: Any) -> str:
    """Return advice if two rows hold the same cards in different orders; otherwise an empty text."""
    if f is None or f.kind is not Kind.ROW or list(map(sorted, x)) != list(map(sorted, y)):
        return ""
    return ", in another order; declare a row for NOBODY where cards are drawn out of it"


def _compare_text(walk: Walk, first: str, second: str) -> None:
    if first != second:
        pairs = zip(first.splitlines(), second.splitlines(), strict=False)
        line = next((f"{a!r} became {b!r}" for a, b in pairs if a != b), "lines are missing")
        raise walk.broken(check_record, "the same text after reading it back", line)


def _again(walk: Walk, text: str) -> Match:
    """Return the match of a record, also for a game that is not installed and so cannot be looked up."""
    record = parse_record(text)
    if game_modules().get(walk.game.name) is walk.game.rules:
        return replay(record)
    seats = tuple(record.seats[p + 1] for p in walk.seats)
    match = Match(walk.game, record.seed, record.number, tuple(record.dealt), seats)
    for _, _, words in record.actions:
        match.do(words)
    return match


def _dealt_match(walk: Walk) -> Match:
    """Return the same match with every outcome of chance fixed and no seed."""
    card_text = walk.game.rules.card_text
    dealt = tuple(card_text(x) if door == "draw" else str(x) for door, x in walk.match.chance.history)
    match = Match(walk.game, None, 0, dealt, ())
    for a in walk.actions:
        match.do(a)
    return match


def check_undo(walk: Walk) -> int:
    """Check that taking back some actions and doing them again leads to the same state."""
    count = walk.chances.randint(0, len(walk.actions))
    remaining = len(walk.actions) - count
    undone = counted(count, "action was", "actions were")
    walk.match.undo(count)
    back = f"the same state after {undone} taken back"
    walk.compare(check_undo, back, walk.history[remaining], snapshot(walk.state))
    for a in walk.actions[remaining:]:
        walk.match.do(a)
    walk.compare(check_undo, f"{back} and done again", walk.history[-1], snapshot(walk.state))
    return 1
