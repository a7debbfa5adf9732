"""Review of a match in stages: first the costliest mistakes of some seats, last the split of luck and skill.

Every judgement is that of :func:`upcard.review.match_review.review`, only in another order, so the finished
review is the same. Sampled decisions first get the smallest sample. Then the one whose loss may be largest
gets its next sample, until no other decision can be among the costliest. A decision counts as a mistake only
when its judgement is final, so the order of work changes no verdict.
"""

import time
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import IntEnum

from upcard.engine.game import Match
from upcard.review.evaluator_contract import ActionWorth, Evaluator, JudgementLook, SeatWorths, SteppedJudge
from upcard.review.match_review import (
    Decision,
    Review,
    assembled,
    judge_played,
    judged,
    moments_of,
    source_and_rule,
    terms_of,
)

COSTLIEST = 3
"""Number of mistakes that a review shows first."""


class ReviewStage(IntEnum):
    """The stages of a review, in order."""

    COSTLIEST = 0
    """The costliest mistakes of the viewer's seats."""
    POSITIONS = 1
    """The value of every position."""
    DECISIONS = 2
    """The decisions of all seats."""
    LUCK = 3
    """The split of every change into skill and luck."""
    FINISHED = 4


@dataclass
class ReviewState:
    """The results of an unfinished review, by the numbers of decisions, from 1."""

    known: dict[int, Mapping[int, ActionWorth]] = field(default_factory=dict)
    """Final judgements: the values of all legal actions."""
    looks: dict[int, JudgementLook] = field(default_factory=dict)
    """Judgements that need more tables."""
    worths: dict[int, SeatWorths] = field(default_factory=dict)
    """The value to each seat after this number of actions, from 0."""
    decisions: dict[int, Decision] = field(default_factory=dict)
    """Judged decisions with luck and skill."""


class StagedReview:
    """A review of a match that can be interrupted after every step; the match is not modified."""

    def __init__(self, match: Match, evaluator: Evaluator) -> None:
        self.match, self.evaluator = match, evaluator
        self.terms = terms_of(match, evaluator)
        self.positions = list(moments_of(match))
        self.moments = self.positions[: len(match.actions)]
        self.state = ReviewState()

    def advance(self, viewers: Sequence[Collection[int]], seconds: float) -> ReviewStage:
        """Compute for some time, at least one step, and return the stage that was reached.

        `viewers` has the seats of each viewer; their costliest mistakes come first, viewer by viewer. Also
        stops whenever a stage ends.
        """
        until, stage = time.monotonic() + seconds, None
        for now in self._steps(viewers):
            stage = now if stage is None else stage
            if now is not stage or time.monotonic() >= until:
                return now
        return ReviewStage.FINISHED

    def _steps(self, viewers: Sequence[Collection[int]]) -> Iterator[ReviewStage]:
        """Compute one thing after another; yield the current stage after each of them."""
        state, numbers = self.state, range(1, len(self.moments) + 1)
        for seats in viewers:
            for n in [n for n in self._numbers(seats) if n not in state.known and n not in state.looks]:
                self._judge_further(n)
                yield ReviewStage.COSTLIEST
            while n := self.most_promising(seats):
                self._judge_further(n)
                yield ReviewStage.COSTLIEST
        for n in range(len(self.positions)):
            if n not in state.worths:
                state.worths[n] = self.evaluator.worth(self.positions[n].state)
                yield ReviewStage.POSITIONS
        for n in numbers:
            while n not in state.known:
                self._judge_further(n)
                yield ReviewStage.DECISIONS
        for n in numbers:
            if n not in state.decisions:
                state.decisions[n] = self._decision(n)
                yield ReviewStage.LUCK

    def _numbers(self, seats: Collection[int]) -> list[int]:
        """Return the numbers of the decisions of some seats."""
        return [n for n, moment in enumerate(self.moments, 1) if moment.mover in seats]

    def _judge_further(self, n: int) -> None:
        """Judge a decision, or add the next sample to its judgement."""
        moment, action, threshold = self.moments[n - 1], self.match.actions[n - 1], self.terms.threshold
        if not isinstance(self.evaluator, SteppedJudge):
            self.state.known[n] = judge_played(self.evaluator, moment, action, threshold)
            return
        look = self.evaluator.look_at_played(moment, action, threshold, self.state.looks.pop(n, None))
        if look.is_last:
            self.state.known[n] = look.known
        else:
            self.state.looks[n] = look

    def _decision(self, n: int) -> Decision:
        """Return a judged decision with luck and skill."""
        state, moment, action = self.state, self.moments[n - 1], self.match.actions[n - 1]
        worths = state.worths[n - 1], self.evaluator.after(moment.state, action), state.worths[n]
        return judged(self.match.game, moment, state.known[n], action, n, self.evaluator, worths, self.terms)

    def mistakes(self, seats: Collection[int]) -> list[int]:
        """Return the numbers of the known mistakes of some seats, the worst first."""
        known = self.state.known
        wrong = [n for n in self._numbers(seats) if n in known and self.is_mistake(n)]
        return sorted(wrong, key=lambda n: (-self._loss(n, known)[0], n))

    def is_mistake(self, n: int) -> bool:
        """Return whether a judged decision is a mistake."""
        return self.terms.is_mistake(self.state.known[n], self.match.actions[n - 1])

    def most_promising(self, seats: Collection[int]) -> int:
        """Return the unfinished decision that may be among the costliest of some seats; 0 if none may be.

        It is the one whose loss may be largest, by the possible error of its sample.
        """
        costliest = self.mistakes(seats)[:COSTLIEST]
        floor = self._loss(costliest[-1], self.state.known)[0] if len(costliest) == COSTLIEST else 0.0
        highest, mine = self.highest_losses(), self._numbers(seats)
        n = max((n for n in mine if n in highest), key=lambda n: highest[n], default=0)
        return n if n and highest[n] > floor else 0

    def highest_losses(self) -> dict[int, float]:
        """Return the highest possible loss of every unfinished decision, by its number."""
        looks = {n: look.known for n, look in self.state.looks.items()}
        return {n: sum(self._loss(n, looks)) for n in looks}

    def _loss(self, n: int, known: Mapping[int, Mapping[int, ActionWorth]]) -> tuple[float, float]:
        """Return the loss of a decision and its possible error, by these values."""
        loss, margin = self.terms.loss(known[n], self.match.actions[n - 1])
        return float(loss), margin

    def progress(self, stage: ReviewStage) -> int:
        """Return how many decisions or positions of the match are done in a stage."""
        state = self.state
        if stage is ReviewStage.COSTLIEST:
            return len(state.known) + len(state.looks)
        if stage is ReviewStage.POSITIONS:
            return max(0, len(state.worths) - 1)
        return len(state.known if stage is ReviewStage.DECISIONS else state.decisions)

    def lesson(self, n: int) -> str:
        """Return why another action was better in a decision that is a mistake, as a sentence."""
        known, moment = self.state.known[n], self.moments[n - 1]
        best = max(known, key=lambda a: known[a].worth)
        return self.evaluator.lesson(moment, known, self.match.actions[n - 1], best)

    def source_and_rule(self) -> tuple[str, str]:
        """Return the method of the review, and its rule for mistakes if simulation judges any."""
        return source_and_rule(self.evaluator, self.terms)

    def review(self) -> Review:
        """Return the finished review."""
        state = self.state
        decisions = [state.decisions[n] for n in range(1, len(self.moments) + 1)]
        return assembled(self.match, self.evaluator, self.terms, state.worths[0], decisions)
