"""Checks of chance: every outcome that is offered is possible, and the same seed deals the same cards."""

import random
import sys
from collections.abc import Generator, Iterator
from itertools import islice
from types import ModuleType

from upcard.engine.chance import BELOW, DRAW, Recorder, Script, ScriptEnded, Stream
from upcard.engine.errors import Illegal
from upcard.engine.legal_actions import legal_actions_of
from upcard.engine.state import CheckedRow, PlainState, apply_action, canonical_key, fields_of
from upcard.engine.wording import nth
from upcard.kit.cards import NOBODY, Kind
from upcard.testing.position_checks import check_turn
from upcard.testing.random_walk import MOST_DECISIONS, Walk, snapshot
from upcard.testing.zone_cells import reordered, zones

MOST_QUESTIONS = 60

DEALS = 20
"""Number of deals, and of orders of a row, that are compared."""

BY_CHANCE = "cards out of a hidden row by draw(s, row), or by their names"


def check_questions(walk: Walk) -> int:
    """Check that whatever chance is asked has outcomes, each named once and each with a weight above 0."""
    number = 0
    for outcomes in islice(branchings(walk), MOST_QUESTIONS):
        number += 1
        names, weights = [x for x, _ in outcomes], [w for _, w in outcomes]
        if not outcomes or min(weights) < 1 or names != sorted(set(names)):
            seen = f"question {number} of a scripted game has (outcome, weight): {outcomes}"
            raise walk.broken(check_questions, "outcomes in increasing order with weights above 0", seen)
    return number


def branchings(walk: Walk, decisions: bool = False) -> Iterator[list[tuple[int, int]]]:
    """Play a game with chosen outcomes of chance; yield all possible outcomes, as (outcome, weight).

    With `decisions`, also yield the legal actions at decisions, all with weight 1.
    """
    rules = walk.game.rules
    s = walk.game.blank()
    action: int | None = None
    for _ in range(MOST_DECISIONS):
        s = yield from _scripted(walk, s, action)
        if s.over:
            return
        legal = [(a, 1) for a in legal_actions_of(rules, s)]
        if decisions:
            yield legal
        if not legal:
            after = "" if action is None else f" after {rules.action_text(walk.state, action)!r}"
            seen = f"in a scripted game seat {s.player + 1} has none{after}"
            raise walk.broken(check_turn, "at least one legal action", seen)
        action = walk.chances.choice(legal)[0]


def _scripted(
    walk: Walk, before: PlainState, action: int | None
) -> Generator[list[tuple[int, int]], None, PlainState]:
    """Return the state after an action, or after the deal if it is None; yield the outcomes of chance."""
    rules, script = walk.game.rules, list[int]()
    while True:
        s = before.copy(Script(rules, script))
        try:
            apply_action(rules, s, action)
        except ScriptEnded as question:
            yield question.outcomes
            names, weights = zip(*question.outcomes, strict=True)
            script += walk.chances.choices(names, weights)
        else:
            return s


def check_order(walk: Walk) -> int:
    """Check that the order of cards that nobody sees decides nothing: only chance does."""
    rules = walk.game.rules
    legal = walk.match.legal()
    for a in legal:
        first = walk.state.copy(Recorder(Stream(rules)))
        rules.apply(first, a)
        outcomes = [rules.card_text(x) if door == "draw" else str(x) for door, x in first.chance.history]
        second = reordered(walk.game, walk.state, walk.chances).copy(Script(rules, outcomes, is_full=True))
        rules.apply(second, a)
        if canonical_key(rules, first) != canonical_key(rules, second):
            seen = f"{walk.action_words(a)} leads elsewhere when hidden rows lie in another order"
            raise walk.broken(check_order, "the same cards drawn to lead to the same state", seen)
    return len(legal)


class MixedRow(CheckedRow):
    """Row of cards that changes its order once, when a rules file first looks at one of its cards.

    Reads of other modules, such as ``draw``, do not change it. `chances` makes the new order.
    """

    __slots__ = ("chances", "is_mixed", "names")

    def __init__(self, row: CheckedRow, names: dict[str, object], chances: random.Random) -> None:
        super().__init__(row.name, row.shape, row.cells, row.offset)
        self.names, self.chances, self.is_mixed = names, chances, False

    def __getitem__(self, i: int) -> int:
        """Return a cell; the first card that the rules file reads comes from another order of the row."""
        if i > 0 and not self.is_mixed and sys._getframe(1).f_globals is self.names:
            self.is_mixed = True
            cards = self.cells[1 : self.cells[0] + 1]
            self.chances.shuffle(cards)
            self.cells[1 : self.cells[0] + 1] = cards
        card: int = super().__getitem__(i)
        return card


def check_deal(walk: Walk) -> int:
    """Check that the deal takes cards out of a row that nobody sees by chance, and never by their place."""
    game, rules = walk.game, walk.game.rules
    chance = Recorder(Stream(rules))
    game.start(chance, walk.seed, walk.number)
    drawn = [rules.card_text(x) if door == DRAW else str(x) for door, x in chance.history]
    dealt = _cells(rules, game.start(Script(rules, drawn, is_full=True)))
    orders = [_dealt_from_mixed_rows(walk, drawn) for _ in range(DEALS)]
    possible = [_cells(rules, s) for s in orders if s is not None]
    if not possible:
        seen = "if a hidden row lies in another order, the same cards cannot be drawn"
        raise walk.broken(check_deal, BY_CHANCE, seen)
    changed = sorted({k for cells in possible for k, x in cells.items() if x != dealt[k]})
    if changed and any(door == BELOW for door, _ in chance.history):  # a shuffle by the rules file is sound
        deals = [_cells(rules, game.start(Stream(rules), walk.seed, i)) for i in range(DEALS)]
        changed = [k for k in changed if len({deal[k] for deal in deals}) == 1]
    if changed:
        hidden = {f.name for f in rules.STATE if f.sight is NOBODY}
        name = min(changed, key=lambda k: k[0] in hidden)[0]
        seen = f"{name} differs if a hidden row lies in another order"
        raise walk.broken(check_deal, BY_CHANCE, seen)
    return 1


def _dealt_from_mixed_rows(walk: Walk, drawn: list[str]) -> PlainState | None:
    """Return the deal with the same outcomes from rows in another order; None if it has no such cards."""
    rules = walk.game.rules
    s = walk.game.blank(chance=Script(rules, drawn, is_full=True))
    for f in zones(rules):
        if f.kind is Kind.ROW and f.sight is NOBODY and not f.per_seat:
            s.__dict__[f.name] = MixedRow(getattr(s, f.name), vars(rules), walk.chances)
    try:
        rules.start(s)
    except Illegal:
        return None
    return s


def _cells(rules: ModuleType, s: PlainState) -> dict[tuple[str, int], object]:
    """Return the cells of a state by field and place; the order of rows that nobody sees does not count."""
    names = ("player", "over", *(f.name for f in fields_of(rules)))
    parts = zip(names, canonical_key(rules, s), strict=True)
    several = ((name, part if type(part) is tuple else (part,)) for name, part in parts)
    return {(name, i): x for name, part in several for i, x in enumerate(part)}


def check_seed(walk: Walk) -> int:
    """Check that the same seed and actions lead to the same states."""
    again = walk.game.match(walk.seed, walk.number)
    _compare(walk, 0, snapshot(again.state))
    for i, a in enumerate(walk.actions, 1):
        again.do(a)
        _compare(walk, i, snapshot(again.state))
    return len(walk.history)


def _compare(walk: Walk, i: int, there: dict[str, object]) -> None:
    place = f"the {nth(i)} action" if i else "the deal"
    walk.compare(check_seed, f"the same state after {place}", walk.history[i], there)
