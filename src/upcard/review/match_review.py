"""The review of a match: for every decision what it was worth and what it cost, and what chance brought.

The sum of all changes is the result. With W a seat's worth before an action, W' once it is done, W'' when
chance has brought what it brings then, and *loss* what the player's best action was worth more by what he
could know: his skill changes by -loss, the other's by as much the other way. W'' - W' is luck of the draw,
and what is left of W' - W luck of what was hidden. Nobody plays with more than no loss, and to players who
lose nothing luck is fair. Source of the idea: M. Zinkevich, M. Bowling, N. Bard, M. Kan, D. Billings,
"Optimal unbiased estimators for evaluating agent performance", AAAI 2006.
"""

import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from upcard.engine.game import Game, Match
from upcard.engine.heuristics import round_counter
from upcard.engine.state import PlainState
from upcard.review.evaluator_contract import (
    SLIGHT,
    ActionWorth,
    DecisionPoint,
    Evaluator,
    SeatWorths,
    best_of,
)


@dataclass(frozen=True)
class Decision:
    """One decision of a match."""

    number: int
    """Which action of the match it was, from 1."""
    seat: int
    """Whose decision it was, from 0."""
    action: int
    """What he did."""
    words: str
    """The same in words."""
    prospects: dict[int, tuple[str, ActionWorth]]
    """Every legal action with its words and what it was worth to him by what he knew."""
    loss: Fraction
    """By how much the best of them was worth more, 0 or more."""
    margin: float
    """How far the loss may be off; 0 where nothing is sampled."""
    skill: SeatWorths
    hidden: SeatWorths
    drawn: SeatWorths
    """By seat, the change by skill, by luck of what was hidden, and by luck of the draw after it."""
    lesson: str
    """Why another action was better, of a mistake; else empty."""

    @property
    def best(self) -> int:
        """The action that was worth most; what was done if it lost no more than a solution may be off."""
        return best_of({a: x for a, (_, x) in self.prospects.items()}, self.action)


@dataclass(frozen=True)
class Review:
    """A match that was gone over."""

    match: Match
    """What was played, with its actions."""
    unit: str
    source: str
    """What worths count, and what they come from."""
    start: SeatWorths
    """What the match was worth to each seat before the first card."""
    deal: SeatWorths
    """What the first deal changed."""
    decisions: tuple[Decision, ...]
    """All decisions that were judged, in their order."""

    @property
    def missing(self) -> int:
        """How many decisions at the end were not judged, because the time was over."""
        return len(self.match.actions) - len(self.decisions)

    @property
    def result(self) -> SeatWorths:
        """What the match came to, or is worth as it stands after the last decision that was judged."""
        parts = (self.start, self.luck(), self.skill(), self.gifts())
        return tuple(sum(x, Fraction(0)) for x in zip(*parts, strict=True))

    def luck(self) -> SeatWorths:
        """By seat, the sum of all luck: of the draw and of what was hidden."""
        return tuple(
            self.deal[p] + sum((d.hidden[p] + d.drawn[p] for d in self.decisions), Fraction(0))
            for p in range(len(self.deal))
        )

    def skill(self) -> SeatWorths:
        """By seat, what his own decisions lost, 0 or less."""
        return self._by_skill(lambda d, p: d.seat == p)

    def gifts(self) -> SeatWorths:
        """By seat, what the others' decisions gave him."""
        return self._by_skill(lambda d, p: d.seat != p)

    def _by_skill(self, counts: Callable[[Decision, int], bool]) -> SeatWorths:
        """By seat, the sum of what those decisions changed by skill that count for it."""
        seats = range(len(self.deal))
        return tuple(sum((d.skill[p] for d in self.decisions if counts(d, p)), Fraction(0)) for p in seats)

    def course(self) -> list[SeatWorths]:
        """What the match was worth by seat: before the first card, after the deal, after each decision."""
        found = [self.start, _plus(self.start, self.deal)]
        for d in self.decisions:
            found.append(_plus(found[-1], d.skill, d.hidden, d.drawn))
        return found

    def mistakes(self) -> list[Decision]:
        """The decisions that lost more than they may be off, the worst first."""
        return sorted((d for d in self.decisions if d.lesson), key=lambda d: (-d.loss, d.number))


def review(
    match: Match,
    appraiser: Evaluator,
    on_step: Callable[[str, float], None] | None = None,
    seconds: float | None = None,
) -> Review:
    """Go over a match.

    Parameters
    ----------
    match : Match
        What was played; it stays as it is.
    appraiser : Evaluator
        Who knows what positions of this game are worth.
    on_step : function, optional
        Called after every decision with what was done and which fraction of all.
    seconds : float, optional
        When that time is over no further decision is judged; the first one always is.

    Returns
    -------
    Review
        With every decision so far.
    """
    until = None if seconds is None else time.monotonic() + seconds
    start, dealt = appraiser.before(), appraiser.worth(match.from_start().state)
    decisions = []
    for d in _decisions(match, dealt, appraiser):
        decisions.append(d)
        if on_step is not None:
            on_step(f"decision {d.number} of {len(match.actions)}", d.number / len(match.actions))
        if until is not None and time.monotonic() >= until:
            break
    return Review(match, appraiser.unit, appraiser.source, start, _minus(dealt, start), tuple(decisions))


def _decisions(match: Match, dealt: SeatWorths, appraiser: Evaluator) -> Iterator[Decision]:
    """Do every action again, and tell what it changed; `dealt` is what the first deal is worth."""
    now = dealt
    played = zip(pairwise(_moments(match)), match.actions, strict=True)
    for i, ((moment, following), action) in enumerate(played, 1):
        known, then = appraiser.prospects(moment), appraiser.after(moment.state, action)
        afterwards = appraiser.worth(following.state)
        yield _decision(match.game, moment, known, action, i, appraiser, (now, then, afterwards))
        now = afterwards


def decision_point(match: Match) -> DecisionPoint:
    """Where a match stands, for an appraiser; the match stays as it is."""
    return deque(_moments(match), maxlen=1).pop()


def decision_points(match: Match) -> Iterator[tuple[DecisionPoint, int]]:
    """Where every decision of a match was made, with what was done; the match stays as it is."""
    return zip(_moments(match), match.actions, strict=False)


def _moments(match: Match) -> Iterator[DecisionPoint]:
    """Where every decision of a match was made, and at last where the match stands."""
    again, round_of = match.from_start(), round_counter(match.game.rules)
    began, since = again.state.copy(), 0
    yield DecisionPoint(again.state.copy(), began, ())
    for i, action in enumerate(match.actions, 1):
        again.do(action)
        if round_of(again.state) != round_of(began):
            began, since = again.state.copy(), i
        yield DecisionPoint(again.state.copy(), began, match.actions[since:i])


def _decision(
    game: Game, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, number: int,
    appraiser: Evaluator, worths: tuple[SeatWorths, SeatWorths, SeatWorths],
) -> Decision:  # fmt: skip
    """What one action changed; `worths` are those before it, once it is done, and after chance."""
    me = moment.mover
    words = game.words(_view(game, moment.state), known)
    top = max(known, key=lambda a: known[a].worth)
    loss = known[top].worth - known[action].worth
    margin = known[top].margin + known[action].margin if loss else 0.0
    skill = tuple(-loss if p == me else loss / (game.players - 1) for p in range(game.players))
    before, then, afterwards = worths
    lesson = appraiser.lesson(moment, known, action, top) if loss > margin + SLIGHT else ""
    return Decision(
        number, me, action, words[action], {a: (words[a], known[a]) for a in known}, loss, margin,
        skill, _minus(_minus(then, before), skill), _minus(afterwards, then), lesson,
    )  # fmt: skip


def _view(game: Game, s: PlainState) -> PlainState:
    return game.view(s, int(s.player))


def _plus(*several: SeatWorths) -> SeatWorths:
    return tuple(sum(x, Fraction(0)) for x in zip(*several, strict=True))


def _minus(these: SeatWorths, those: SeatWorths) -> SeatWorths:
    return tuple(a - b for a, b in zip(these, those, strict=True))
