"""Judgement of decisions against the actual opponents of a match, if their strategies are known.

The best play against an opponent who errs often differs from the best play against everybody. Luck and skill
are computed for the latter, so this judgement stands beside them and changes no sum.
"""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from upcard.engine.errors import UpcardError
from upcard.engine.game import Match
from upcard.review.evaluator_contract import SLIGHT, ActionWorth, DecisionPoint, Judge, best_of
from upcard.review.match_review import decision_points
from upcard.review.opponents import Opponents

Judges = Callable[[Opponents], Iterable[Callable[[], Judge | None]]]
"""Returns possible judges against some opponents, the most exact first; each is made when it is needed."""

TOO_LATE = "Time ran out before all decisions were judged against these opponents."
UNLIKELY = "They would not have played this way."


@dataclass(frozen=True)
class OpponentDecision:
    """A decision against the actual opponents of the match."""

    prospects: dict[int, ActionWorth]
    """Every legal action with its value against them, by what the player knew."""
    action: int
    """The action that was played."""

    @property
    def best(self) -> int:
        """The best action; the action that was played if it is as good."""
        return best_of(self.prospects, self.action)

    @property
    def is_mistake(self) -> bool:
        """Whether the loss exceeds its possible error."""
        return self.loss > self.margin + SLIGHT

    @property
    def loss(self) -> Fraction:
        """How much more the best action was worth."""
        return self.prospects[self.best].worth - self.prospects[self.action].worth

    @property
    def margin(self) -> float:
        """Possible error of the loss; 0 if nothing is sampled."""
        return self.prospects[self.best].margin + self.prospects[self.action].margin if self.loss else 0.0


@dataclass(frozen=True)
class SeatMatchup:
    """One seat and the opponents that it met."""

    opponents: Opponents
    unit: str
    source: str
    """The unit of values, and the method that computed them; empty if nothing is known."""
    why_not: str
    """Why a decision was not judged, as a sentence; empty if all were."""
    decisions: dict[int, OpponentDecision]
    """The decisions of the seat that were judged, by their number from 1."""

    @property
    def lost(self) -> Fraction:
        """Sum of the losses of the seat against these opponents."""
        return sum((d.loss for d in self.decisions.values()), Fraction(0))

    @property
    def mistakes(self) -> int:
        """Number of mistakes."""
        return sum(d.is_mistake for d in self.decisions.values())


def judge_opponents(
    match: Match,
    opponents: Sequence[Opponents],
    judges: Judges,
    seconds: float | None = None,
    on_step: Callable[[str, float], None] | None = None,
) -> tuple[SeatMatchup, ...]:
    """Judge the decisions of every seat against its opponents; the match is not modified.

    The judges are for instance those of :func:`upcard.review.evaluator_registry.judges_for`. After `seconds`,
    no further decision is judged. `on_step` is called before every decision with a description and the
    fraction that is done.
    """
    until = None if seconds is None else time.monotonic() + seconds
    known = [x for x in opponents if not x.why_not]
    moments = list(decision_points(match)) if known else []

    def report(number: int) -> bool:
        if on_step:
            on_step(f"decision {number} against these opponents", number / len(moments))
        return until is None or time.monotonic() < until

    return tuple(
        SeatMatchup(x, "", "", x.why_not, {}) if x.why_not else _meeting(x, moments, judges, report)
        for x in opponents
    )


def _meeting(
    met: Opponents,
    moments: Sequence[tuple[DecisionPoint, int]],
    judges: Judges,
    report: Callable[[int], bool],
) -> SeatMatchup:
    """Return the decisions of one seat, by the first judge that can evaluate them."""
    decisions = [(i, moment, a) for i, (moment, a) in enumerate(moments, 1) if moment.mover == met.seat]
    why = "there is no method for it"
    for make in judges(met):
        if decisions and not report(decisions[0][0]):  # making a judge may take long too
            return SeatMatchup(met, "", "", TOO_LATE, {})
        try:
            judge = make()
            if judge is not None:
                return _judged(met, decisions, judge, report)
        except UpcardError as fault:
            why = str(fault)
    return SeatMatchup(met, "", "", f"The best play against them could not be computed: {why}.", {})


def _judged(
    met: Opponents,
    decisions: Sequence[tuple[int, DecisionPoint, int]],
    judge: Judge,
    report: Callable[[int], bool],
) -> SeatMatchup:
    """Return the decisions of one seat by one judge, until time runs out."""
    judged, why_not = {}, ""
    for i, moment, action in decisions:
        if not report(i):
            why_not = TOO_LATE
            break
        prospects = judge.prospects(moment)
        if prospects is None:
            why_not = UNLIKELY
        else:
            judged[i] = OpponentDecision(dict(prospects), action)
    return SeatMatchup(met, judge.unit, judge.source, why_not, judged)
