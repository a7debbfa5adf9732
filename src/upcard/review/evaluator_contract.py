"""Interface of evaluators, which compute the values of positions and actions for a review.

The file ``evaluator.py`` in the folder of a game evaluates it by a solution: ``appraiser(game)`` returns an
:class:`Evaluator`, or None if nothing is solved with these options. It may also define ``judge(game,
opponents, on_compile, on_part)``, which returns a :class:`Judge` of decisions against known strategies.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from upcard.engine.state import PlainState
from upcard.engine.wording import signed

SeatWorths = tuple[Fraction, ...]
"""A value for each seat, in the unit of the evaluator."""

SLIGHT = 1e-6
"""Losses up to this, apart from sampling, are none: a solution itself may be off by as much."""


@dataclass(frozen=True)
class DecisionPoint:
    """A position in which a decision is to be made."""

    state: PlainState
    """The current state, with everything that is hidden."""
    began: PlainState
    """The state at the start of the round, or of the game if it has no rounds."""
    actions: Sequence[int]
    """The actions since then."""

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return int(self.state.player)


@dataclass(frozen=True)
class ActionWorth:
    """Value of an action to its player, by what they can know."""

    worth: Fraction
    """The mean result, in the unit of the evaluator."""
    margin: float = 0.0
    """Possible error; 0 if it is not sampled."""
    words: str = ""
    """A remark, such as ``wins in 7 plies``; may be empty."""


def best_of(prospects: Mapping[int, ActionWorth], action: int) -> int:
    """Return the best action, or the action that was played if it lost no more than a solution may be off."""
    top = max(prospects, key=lambda a: prospects[a].worth)
    return action if prospects[top].worth - prospects[action].worth <= SLIGHT else top


def improvement_text(unit: str, words: str, played: ActionWorth, best: ActionWorth) -> str:
    """Return how much the best action would have improved the result, as a sentence without its full stop."""
    before, after = float(played.worth), float(best.worth)
    if unit.startswith("chance"):
        return f"{words!r} would have raised the {unit} from {100 * before:.1f} % to {100 * after:.1f} %"
    quantity = f"expected {'score' if unit == 'points' else unit}"
    return f"{words!r} would have raised the {quantity} from {signed(before, 3)} to {signed(after, 3)}"


class Judge(Protocol):
    """Computes values of actions against known opponents, if the player plays the best response."""

    unit: str
    """Unit of values, such as ``chance to win``."""
    source: str
    """The method, as the end of "Judged by"."""

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth] | None:
        """Return the value of every action to the mover; None if the opponents would not play like this."""


class Evaluator(Judge, Protocol):
    """Computes values of positions of a game."""

    def is_sampled(self, s: PlainState) -> bool:
        """Return whether the values of actions in a state are sampled; otherwise they are solved."""

    def before(self) -> SeatWorths:
        """Return the value of the match before the first card is dealt."""

    def worth(self, s: PlainState) -> SeatWorths:
        """Return the value of a state with all cards known if everybody plays the solution."""

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """Return the value of a state after an action, before chance brings anything new."""

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Return the value of every legal action to the mover, by what they know."""

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Return why another action was better, as a sentence with numbers; `known` are the prospects."""
