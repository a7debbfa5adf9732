"""Interface of evaluators, which compute the values of positions and actions for a review.

The file ``evaluator.py`` in the folder of a game defines ``evaluator_of(game)``, which returns an
:class:`Evaluator`, or None if it cannot evaluate the game with these options. It may also define
``judge(game, opponents, on_compile, on_part)``, which returns a :class:`Judge` of decisions against known
strategies, or None. A function ``exact_judgement(game)`` may return sentences that say how to get an exact
judgement of a game without an evaluator, or an empty text.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol, runtime_checkable

from upcard.engine.arrays import FloatArray
from upcard.engine.state import PlainState
from upcard.engine.wording import signed
from upcard.review.mistake_rule import CLEAR

SeatWorths = tuple[Fraction, ...]
"""One value for each seat, in the unit of the evaluator."""

SLIGHT = 1e-5
"""Losses up to this count as 0: solutions have errors up to 1.5e-6 where they themselves never come."""


@dataclass(frozen=True)
class DecisionPoint:
    """A position in which a player has to decide."""

    state: PlainState
    """The current state, including hidden cards."""
    began: PlainState
    """The state at the start of the round, or of the game if it has no rounds."""
    actions: Sequence[int]
    """The actions since ``began``."""

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return int(self.state.player)


@dataclass(frozen=True)
class ActionWorth:
    """Value of an action to its player, from what they can know."""

    worth: Fraction
    """The expected result, in the unit of the evaluator."""
    margin: float = 0.0
    """Possible error of the value, other than by sampling; 0 if there is none."""
    words: str = ""
    """A remark, such as ``wins in 7 plies``; may be empty."""
    standard_error: float = 0.0
    """Standard error of the difference from the best action at the same sample; 0 if nothing is sampled."""
    is_best_known: bool = False
    """Whether the best known strategy may play it too, so that a simulation cannot call it a mistake."""
    is_rough: bool = False
    """Whether a small sample was enough to judge the decision; a larger one would make the error smaller."""

    def possible_error(self, threshold: float) -> float:
        """Return the margin and the sampling error of `threshold` standard errors together."""
        return self.margin + threshold * self.standard_error


def loss_margin(prospects: Mapping[int, ActionWorth], action: int, best: int, threshold: float) -> float:
    """Return the possible error of the loss by `action`, with `threshold` standard errors of sampling."""
    return prospects[action].possible_error(threshold) + prospects[best].possible_error(threshold)


def is_clear_loss(played: ActionWorth, loss: Fraction, margin: float) -> bool:
    """Return whether a loss counts as a mistake: it is at least ``CLEAR`` times its possible error `margin`.

    A loss that exceeds its error in a small sample is clear too, since more samples would halve the error.
    """
    return loss > (margin if played.is_rough else CLEAR * margin) + SLIGHT


def best_of(prospects: Mapping[int, ActionWorth], action: int) -> int:
    """Return the best action; if `action` is at most ``SLIGHT`` worse, return `action`."""
    top = max(prospects, key=lambda a: prospects[a].worth)
    return action if prospects[top].worth - prospects[action].worth <= SLIGHT else top


def improvement_text(unit: str, words: str, played: ActionWorth, best: ActionWorth) -> str:
    """Return how much the best action would have improved the result, as a sentence without a full stop."""
    before, after = float(played.worth), float(best.worth)
    if unit.startswith(("chance", "share")):
        return f"{words!r} would have raised the {unit} from {100 * before:.1f} % to {100 * after:.1f} %"
    quantity = f"expected {'score' if unit == 'points' else unit}"
    return f"{words!r} would have raised the {quantity} from {signed(before, 3)} to {signed(after, 3)}"


def is_comparison(lesson: str) -> bool:
    """Return whether a lesson only compares both values, as :func:`improvement_text` does."""
    return " would have raised the " in lesson


class Judge(Protocol):
    """Judge of actions against known opponents: their values if the player then plays well against them."""

    unit: str
    """Unit of values, such as ``chance to win``."""
    source: str
    """The method, in words that can follow "Judged by"."""

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth] | None:
        """Return the values of all legal actions; None if the opponents would not have played this way."""


@runtime_checkable
class SampledJudge(Protocol):
    """Judge that estimates some decisions by sampling, and can sample more where it matters."""

    source_of_review: str
    """The method where played actions are judged, in words that can follow "Judged by"."""
    has_strategy: bool
    """Whether play continues by a strategy, whose own actions do not count as mistakes."""
    advice: str
    """How to get an exact judgement, as sentences; empty if there is none."""

    def prospects_of_played(
        self, moment: DecisionPoint, action: int, threshold: float
    ) -> Mapping[int, ActionWorth]:
        """Return the values of all legal actions, more exactly if the loss of `action` is near a threshold.

        `threshold` is the number of standard errors that a loss must exceed to count as a mistake.
        """


@dataclass(frozen=True)
class JudgementLook:
    """The values of the actions of one decision after some sampled tables."""

    results: FloatArray
    """The result of every action at each table so far, float64 of shape (tables, actions)."""
    known: Mapping[int, ActionWorth]
    """The value of every legal action."""
    is_last: bool
    """Whether the judgement is final; otherwise it needs more tables."""


@runtime_checkable
class SteppedJudge(SampledJudge, Protocol):
    """Sampled judge whose judgement of a played action can be interrupted after each sample."""

    def look_at_played(
        self, moment: DecisionPoint, action: int, threshold: float, before: JudgementLook | None = None
    ) -> JudgementLook:
        """Return the values at more tables than `before`; the last look is the result of a judgement."""


class Evaluator(Judge, Protocol):
    """Evaluator of positions and actions of a game."""

    def is_sampled(self, s: PlainState) -> bool:
        """Return whether the values of actions in a state are estimated by sampling."""

    def before(self) -> SeatWorths:
        """Return the value of the match to each seat, before the first card is dealt."""

    def worth(self, s: PlainState) -> SeatWorths:
        """Return the value of a state to each seat, with all cards known, if everybody plays the solution."""

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return the value of a state to each seat after an action, before the outcome of chance is known."""

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the value of every legal action to the player to move, from what they know."""

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return why `best` was better than `action`, as a sentence; `known` is the result of `prospects`."""
