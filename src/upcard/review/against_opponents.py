"""The same decisions judged against the very opponents of the match, where it is known how they play.

What is best against somebody who errs is often not what is best against everybody; luck and skill are parted
by the latter, so this stands beside them and changes no sum.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction

from upcard.engine.errors import UpcardError
from upcard.engine.game import Match
from upcard.review.evaluator_contract import SLIGHT, ActionWorth, DecisionPoint, Judge, best_of
from upcard.review.match_review import decision_points
from upcard.review.opponents import Opponents

Judges = Callable[[Opponents], Iterable[Callable[[], Judge | None]]]
"""Who may judge decisions against some opponents, the most exact first; each is called when needed."""

TOO_LATE = "The time was over before all decisions were judged against these opponents."
UNLIKELY = "They would not have played so."


@dataclass(frozen=True)
class OpponentDecision:
    """A decision against the very opponents of the match."""

    prospects: dict[int, ActionWorth]
    """Every legal action with what it was worth against them by what its player knew."""
    action: int
    """What he did."""
    best: int
    """What was worth most; what he did among equals."""
    is_mistake: bool
    """Whether the loss is more than it may be off."""

    @property
    def loss(self) -> Fraction:
        """By how much the best action was worth more than what was done."""
        return self.prospects[self.best].worth - self.prospects[self.action].worth

    @property
    def margin(self) -> float:
        """How far the loss may be off; 0 where nothing is sampled."""
        return self.prospects[self.best].margin + self.prospects[self.action].margin if self.loss else 0.0


@dataclass(frozen=True)
class SeatMatchup:
    """One seat and the opponents that it met."""

    opponents: Opponents
    """Who they were."""
    unit: str
    source: str
    """What worths against them count, and what they come from; empty where nothing is known."""
    why_not: str
    """Why a decision was not judged, as a sentence; empty if all were."""
    decisions: dict[int, OpponentDecision]
    """The decisions of the seat that were judged, by their number from 1."""

    @property
    def lost(self) -> Fraction:
        """What the decisions of the seat lost against these opponents."""
        return sum((d.loss for d in self.decisions.values()), Fraction(0))

    @property
    def mistakes(self) -> int:
        """How many of them were mistakes."""
        return sum(d.is_mistake for d in self.decisions.values())


def judge_opponents(
    match: Match,
    opponents: Sequence[Opponents],
    judges: Judges,
    seconds: float | None = None,
    on_step: Callable[[str, float], None] | None = None,
) -> tuple[SeatMatchup, ...]:
    """Judge the decisions of every seat against whom it met.

    Parameters
    ----------
    match : Match
        What was played; it stays as it is.
    opponents : sequence of Opponents
        Whom every seat met.
    judges : function
        Who judges, such as :func:`upcard.review.evaluator_registry.judges_for`.
    seconds : float, optional
        When that time is over no further decision is judged.
    on_step : function, optional
        Called before every decision with what is done and which fraction of all.
    """
    until = None if seconds is None else time.monotonic() + seconds
    known = [x for x in opponents if not x.why_not]
    moments = list(decision_points(match)) if known else []

    def tell(number: int) -> bool:
        if on_step:
            on_step(f"decision {number} against these opponents", number / len(moments))
        return until is None or time.monotonic() < until

    return tuple(
        SeatMatchup(x, "", "", x.why_not, {}) if x.why_not else _meeting(x, moments, judges, tell)
        for x in opponents
    )


def _meeting(
    met: Opponents,
    moments: Sequence[tuple[DecisionPoint, int]],
    judges: Judges,
    tell: Callable[[int], bool],
) -> SeatMatchup:
    """The decisions of one seat, by the first judge who can tell what they were worth."""
    own = [(i, moment, a) for i, (moment, a) in enumerate(moments, 1) if moment.mover == met.seat]
    why = "nobody can tell"
    for make in judges(met):
        if own and not tell(own[0][0]):  # to make a judge may take long too
            return SeatMatchup(met, "", "", TOO_LATE, {})
        try:
            judge = make()
            if judge is not None:
                return _judged(met, own, judge, tell)
        except UpcardError as fault:
            why = str(fault)
    return SeatMatchup(met, "", "", f"What was best against them could not be found out: {why}.", {})


def _judged(
    met: Opponents,
    own: Sequence[tuple[int, DecisionPoint, int]],
    judge: Judge,
    tell: Callable[[int], bool],
) -> SeatMatchup:
    """The decisions of one seat by one judge, until the time is over."""
    found, why_not = {}, ""
    for i, moment, action in own:
        if not tell(i):
            why_not = TOO_LATE
            break
        prospects = judge.prospects(moment)
        if prospects is None:
            why_not = UNLIKELY
        else:
            found[i] = _faced(dict(prospects), action)
    return SeatMatchup(met, judge.unit, judge.source, why_not, found)


def _faced(prospects: dict[int, ActionWorth], action: int) -> OpponentDecision:
    one = OpponentDecision(prospects, action, best_of(prospects, action), False)
    return replace(one, is_mistake=one.loss > one.margin + SLIGHT)
