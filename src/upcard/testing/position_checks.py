"""Checks of every position of every game: turns, cards, payoffs, length.

Each check takes a :class:`~upcard.testing.random_walk.Walk` at a position and returns the number of checks.
It raises :class:`~upcard.testing.random_walk.ConformanceError` if its promise, the first line of its
docstring, is broken.
"""

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import product
from types import ModuleType
from typing import Any

from upcard.engine.chance import Stream
from upcard.engine.game_loop import FINISHED
from upcard.engine.legal_actions import can_list
from upcard.engine.state import PlainState, fields_of
from upcard.engine.wording import counted
from upcard.kit.cards import EMPTY, EVERYBODY, Field, Kind
from upcard.testing.random_walk import Walk, snapshot
from upcard.testing.zone_cells import cards, cards_in_line, lines, zones


def check_questions_change_nothing(walk: Walk) -> int:
    """Check that questions to the rules change nothing and draw no card."""
    rules = walk.game.rules
    if not walk.state.over:
        _call_on_copy(walk, rules.legal, [(a,) for a in range(rules.ACTIONS)])
        return 1
    _call_on_copy(walk, rules.score, [(p,) for p in walk.seats])
    measures = range(len(getattr(rules, "MEASURES", ())))
    if measures:
        _call_on_copy(walk, rules.measure, list(product(walk.seats, measures)))
    return 1


def _call_on_copy(walk: Walk, question: Callable[..., Any], arguments: Sequence[tuple[int, ...]]) -> None:
    """Call a function of the rules on a copy of the state, and check that the copy is unchanged."""
    s = walk.state.copy(chance=Stream(walk.game.rules))
    before = snapshot(s)
    with walk.works(check_questions_change_nothing, question.__name__):
        for x in arguments:
            question(s, *x)
    promise, name = "only start and apply to change a state", question.__name__
    if (s.at, s.step) != (before["at"], before["step"]):
        seen = f"{name} uses chance; only start and apply may call below or draw"
        raise walk.broken(check_questions_change_nothing, promise, seen)
    walk.compare(check_questions_change_nothing, promise, before, snapshot(s), f"{name} changes it: ")


def check_turn(walk: Walk) -> int:
    """Check that until the game is over, it is the turn of a seat that has a legal action."""
    _check_turn(walk, walk.state, "now")
    if not walk.state.over and not walk.match.legal():
        seen = f"seat {walk.match.player + 1} has none"
        results = [walk.game.rules.legal(walk.state, a) for a in range(walk.game.rules.ACTIONS)]
        raise walk.broken(check_turn, "at least one legal action", seen + _nothing("legal", results))
    return 1


def check_listed_actions(walk: Walk) -> int:
    """Check that the rules file lists exactly the legal actions, if it defines ``next_legal``."""
    rules = walk.game.rules
    if walk.state.over or not can_list(rules):
        return 0
    legal = [a for a in range(rules.ACTIONS) if rules.legal(walk.state, a)]
    for a in range(rules.ACTIONS + 1):
        wanted = next((x for x in legal if x >= a), rules.ACTIONS)
        listed = rules.next_legal(walk.state, a)
        if listed != wanted:
            raise walk.broken(check_listed_actions, f"next_legal(s, {a}) to be {wanted}", f"it is {listed!r}")
    return len(legal)


def _nothing(name: str, results: list[Any]) -> str:
    """Return a hint if a function of the rules returned None; otherwise an empty text."""
    return f"; {name} returns None; a return is missing" if None in results else ""


def _check_turn(walk: Walk, s: PlainState, when: str) -> None:
    if s.over not in (0, FINISHED):
        raise walk.broken(check_turn, "over to be 0 or 1", f"{when} it is {s.over}")
    if not s.over and s.player not in walk.seats:
        seats = f"a seat from 0 to {walk.game.players - 1} to be the player"
        raise walk.broken(check_turn, seats, f"{when} it is {s.player}")


def check_every_action(walk: Walk) -> int:
    """Check that every legal action can be done, and leads to a state that is as sound."""
    legal = walk.match.legal()
    for a in legal:
        s = walk.state.copy(chance=Stream(walk.game.rules))
        when = f"after {walk.action_words(a)}"
        with walk.trying(check_every_action, a):
            walk.game.rules.apply(s, a)
            _check_turn(walk, s, when)
            _check_zones(walk, s, when)
            _check_deck(walk, s, when)
    return len(legal)


def check_zones(walk: Walk) -> int:
    """Check that every zone holds as many cards as it can hold, none of them less than none."""
    _check_zones(walk, walk.state, "now")
    return 1


def _check_zones(walk: Walk, s: PlainState, when: str) -> None:
    for f in zones(walk.game.rules):
        for _, line in lines(f, s):
            wrong = _zone_fault(f, line)
            if wrong:
                raise walk.broken(check_zones, wrong, f"{when} {f.name} holds {line}")


def _zone_fault(f: Field, line: list[int]) -> str:
    """Return what the line of a zone should be, or an empty text if it is sound."""
    if f.kind is Kind.COUNTS and min(line) < 0:
        return f"counts of 0 or more in {f.name}"
    if f.kind is Kind.SLOT and min(line) < EMPTY:
        return f"a card or {EMPTY} in {f.name}"
    if f.kind is Kind.ROW and not 0 <= line[0] < len(line):
        return f"0 to {len(line) - 1} cards in {f.name}"
    if f.kind is Kind.ROW and min(cards_in_line(f, line), default=0) < 0:
        return f"cards from 0 in {f.name}"
    return ""


def check_deck(walk: Walk) -> int:
    """Check that no card is lost and none is doubled."""
    _check_deck(walk, walk.state, "now")
    return 1


def _check_deck(walk: Walk, s: PlainState, when: str) -> None:
    there = cards(walk.game, s)
    if there != walk.deck:
        lost, new = walk.deck - there, there - walk.deck
        rules = walk.game.rules
        parts = (_cards_text(rules, "lost", lost), _cards_text(rules, "too many", new))
        seen = " and ".join(x for x in parts if x)
        raise walk.broken(check_deck, "the cards of the first deal", f"{when} {seen}")


def _cards_text(rules: ModuleType, what: str, which: Counter[int]) -> str:
    named = (f"{n} of {rules.card_text(k)}" for k, n in sorted(which.items()))
    return f"{what}: {', '.join(named)}" if which else ""


def check_payoffs(walk: Walk) -> int:
    """Check that scores are whole numbers within the declared payoffs, and add up to 0 where claimed."""
    if not walk.match.is_over:
        return 0
    header, scores = walk.game.rules.GAME, [walk.game.rules.score(walk.state, p) for p in walk.seats]
    low, high = header.payoffs
    if not all(isinstance(x, int) and low <= x <= high for x in scores):
        seen = f"scores {scores}{_nothing('score', scores)}"
        raise walk.broken(check_payoffs, f"whole numbers from {low} to {high}", seen)
    if header.zero_sum and sum(scores) != 0:
        raise walk.broken(check_payoffs, "scores that add up to 0", f"scores {scores}")
    return len(scores)


def check_length(walk: Walk) -> int:
    """Check that no game has more decisions than the declared longest one."""
    longest = walk.game.rules.GAME.longest
    if longest and (walk.state.turns > longest or (walk.state.turns == longest and not walk.state.over)):
        seen = f"{walk.state.turns} and the game {'is' if walk.state.over else 'is not'} over"
        raise walk.broken(check_length, f"at most {counted(longest, 'decision')}", seen)
    return 1 if longest else 0


def check_perfect_information(walk: Walk) -> int:
    """Check that in a game of perfect information nothing is hidden and chance only deals."""
    if not walk.game.rules.GAME.perfect_information:
        return 0
    hidden = [f.name for f in fields_of(walk.game.rules) if f.sight is not EVERYBODY]
    if hidden:
        raise walk.broken(check_perfect_information, "every field seen by everybody", f"hidden: {hidden}")
    dealt = len(walk.game.match(walk.seed, walk.number).chance.history)
    if len(walk.match.chance.history) > dealt:
        seen = f"{counted(len(walk.match.chance.history) - dealt, 'outcome')} after a decision"
        raise walk.broken(check_perfect_information, "no chance after the deal", seen)
    return 1


def check_measures(walk: Walk) -> int:
    """Check that measures are whole numbers; a share is of games 0 or 1, and otherwise at most its whole."""
    declared = getattr(walk.game.rules, "MEASURES", ())
    if not walk.match.is_over:
        return 0
    of_game = {m.name: _measured(walk, 0, i) for i, m in enumerate(declared) if m.per_game}
    for p in walk.seats:
        for i, m in enumerate(declared):
            x = _measured(walk, p, i)
            most = of_game[m.of] if m.of else 1
            if m.share and not 0 <= x <= most:
                seen = f"{m.name} of seat {p + 1} is {x}"
                raise walk.broken(check_measures, f"a share from 0 to {most}", seen)
    return len(declared) * walk.game.players


def _measured(walk: Walk, p: int, i: int) -> int:
    x = walk.game.rules.measure(walk.state, p, i)
    if not isinstance(x, int):
        raise walk.broken(check_measures, "a whole number", f"measure {i} of seat {p + 1} is {x!r}")
    return x
