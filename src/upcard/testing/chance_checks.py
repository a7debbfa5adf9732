"""Checks of chance: every outcome that is offered is possible, and the same seed deals the same cards."""

from collections.abc import Generator, Iterator
from itertools import islice

from upcard.engine.chance import Recorder, Script, ScriptEnded, Stream
from upcard.engine.state import PlainState, apply_action, canonical_key
from upcard.engine.wording import nth
from upcard.testing.position_checks import check_turn
from upcard.testing.random_walk import MOST_DECISIONS, Walk, snapshot
from upcard.testing.zone_cells import reordered

MOST_QUESTIONS = 60


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
        legal = [(a, 1) for a in range(rules.ACTIONS) if rules.legal(s, a)]
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
