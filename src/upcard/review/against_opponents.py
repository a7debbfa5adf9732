"""Judging decisions against the actual opponents of a match, if their strategies are known.

The best play against an opponent who makes mistakes often differs from the best play against everybody. Luck
and skill of a review are computed for the latter, so this judgement is shown beside them and changes no sum.
"""

import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from upcard.engine.errors import UpcardError
from upcard.engine.game import Match
from upcard.language.messages import marked
from upcard.review.evaluator_contract import (
    ActionWorth,
    DecisionPoint,
    Judge,
    SampledJudge,
    best_of,
    is_clear_loss,
    loss_margin,
)  # fmt: skip
from upcard.review.match_review import decision_points
from upcard.review.mistake_rule import LEAST_DEVIATIONS, comparisons_of, deviations
from upcard.review.opponents import Opponents

Judges = Callable[[Opponents], Iterable[Callable[[], Judge | None]]]
"""A function of opponents that yields functions that make a judge or None, the most exact one first."""

TOO_LATE = marked("Time ran out before all decisions were judged against these opponents.")
UNLIKELY = marked("They would not have played this way.")


@dataclass(frozen=True)
class OpponentDecision:
    """A decision, judged against the actual opponents of the match."""

    prospects: dict[int, ActionWorth]
    """The value of every legal action against these opponents, from what the player knew."""
    action: int
    """The action that was played."""
    threshold: float = LEAST_DEVIATIONS
    """The number of standard errors that the loss of a mistake exceeds, where it is sampled."""

    @property
    def best(self) -> int:
        """The best action; if the action that was played is as good, that one."""
        return best_of(self.prospects, self.action)

    @property
    def is_mistake(self) -> bool:
        """Whether the loss is clearly greater than its possible error."""
        return is_clear_loss(self.prospects[self.action], self.loss, self.margin)

    @property
    def proven_loss(self) -> Fraction:
        """The loss that counts: 0 if it is estimated by sampling, and no mistake."""
        is_sampled = any(x.standard_error for x in self.prospects.values())
        return self.loss if self.is_mistake or not is_sampled else Fraction(0)

    @property
    def loss(self) -> Fraction:
        """Value of the best action minus value of the action that was played."""
        return self.prospects[self.best].worth - self.prospects[self.action].worth

    @property
    def margin(self) -> float:
        """Possible error of the loss; 0 if it is exact."""
        return loss_margin(self.prospects, self.action, self.best, self.threshold) if self.loss else 0.0


@dataclass(frozen=True)
class SeatMatchup:
    """The judged decisions of one seat against its opponents."""

    opponents: Opponents
    unit: str
    """The unit of values; empty if nothing was judged."""
    source: str
    """The method that computed the values; empty if nothing was judged."""
    why_not: str
    """The reason why some decisions were not judged, as a sentence; empty if all were."""
    decisions: dict[int, OpponentDecision]
    """The judged decisions, by their number in the match, from 1."""

    @property
    def lost(self) -> Fraction:
        """Sum of the losses by the judged decisions; one that is sampled counts only if it is a mistake."""
        return sum((d.proven_loss for d in self.decisions.values()), Fraction(0))

    @property
    def mistakes(self) -> int:
        """Number of mistakes among the judged decisions."""
        return sum(d.is_mistake for d in self.decisions.values())


def judge_opponents(
    match: Match,
    opponents: Sequence[Opponents],
    judges: Judges,
    seconds: float | None = None,
    on_step: Callable[[str, float], None] | None = None,
) -> tuple[SeatMatchup, ...]:
    """Judge the decisions of each seat against its opponents; the match is not modified.

    `judges` usually comes from :func:`upcard.review.evaluator_registry.judges_for`. After `seconds`, no
    further decision is judged. `on_step` is called before each decision with a description and the fraction
    of the work that is done, 0 to 1. Returns one result for each entry of `opponents`.
    """
    until = None if seconds is None else time.monotonic() + seconds
    known = [x for x in opponents if not x.why_not]
    moments = list(decision_points(match)) if known else []
    threshold = deviations(comparisons_of(len(match.game.legal_actions(m.state)) for m, _ in moments))

    def report(number: int) -> bool:
        if on_step:
            on_step(f"decision {number} against these opponents", number / len(moments))
        return until is None or time.monotonic() < until

    return tuple(
        SeatMatchup(x, "", "", x.why_not, {})
        if x.why_not
        else _meeting(x, moments, judges, report, threshold)
        for x in opponents
    )


def _meeting(
    met: Opponents,
    moments: Sequence[tuple[DecisionPoint, int]],
    judges: Judges,
    report: Callable[[int], bool],
    threshold: float,
) -> SeatMatchup:
    """Return the decisions of one seat, judged by the first judge that can be made."""
    decisions = [(i, moment, a) for i, (moment, a) in enumerate(moments, 1) if moment.mover == met.seat]
    why = "there is no method for it"
    for make in judges(met):
        if decisions and not report(decisions[0][0]):  # because making a judge can take long too
            return SeatMatchup(met, "", "", TOO_LATE, {})
        try:
            judge = make()
            if judge is not None:
                return _judged(met, decisions, judge, report, threshold)
        except UpcardError as fault:
            why = str(fault)
    return SeatMatchup(met, "", "", f"The best play against them could not be computed: {why}.", {})


def _judged(
    met: Opponents,
    decisions: Sequence[tuple[int, DecisionPoint, int]],
    judge: Judge,
    report: Callable[[int], bool],
    threshold: float,
) -> SeatMatchup:
    """Return the decisions of one seat, judged by one judge until time runs out."""
    judged, why_not = {}, ""
    for i, moment, action in decisions:
        if not report(i):
            why_not = TOO_LATE
            break
        prospects: Mapping[int, ActionWorth] | None
        if isinstance(judge, SampledJudge):
            prospects = judge.prospects_of_played(moment, action, threshold)
        else:
            prospects = judge.prospects(moment)
        if prospects is None:
            why_not = UNLIKELY
        else:
            judged[i] = OpponentDecision(dict(prospects), action, threshold)
    source = judge.source
    if isinstance(judge, SampledJudge):
        source = (
            f"{judge.source_of_review}; a mistake lost more than {threshold:.1f} standard errors, and more "
            "than twice as many in the largest sample"
        )
    return SeatMatchup(met, judge.unit, source, why_not, judged)
