"""What a review asks of who knows a game: what positions are worth, and what a player could know of it.

A file of this folder that is called after a game and ``_appraiser``, such as ``smallsum_appraiser``, knows
it from what was solved: ``appraiser(game)`` gives an :class:`Evaluator`, or None where nothing is solved with
these options. There is no list to keep. Such a file may also have ``judge(game, opponents, on_compile,
on_part)``: a :class:`Judge` of decisions against opponents whose strategies are known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from upcard.engine.state import PlainState

SeatWorths = tuple[Fraction, ...]
"""What something is worth to each seat, in the unit of the appraiser."""

SLIGHT = 1e-6
"""A loss up to this, beside what is sampled, is none: so far a solution itself may be off."""


@dataclass(frozen=True)
class DecisionPoint:
    """Where a decision is to be made."""

    state: PlainState
    """The state now, with everything that is hidden."""
    began: PlainState
    """The state when the round began, or the game if it has no rounds."""
    actions: Sequence[int]
    """What was done since."""

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return int(self.state.player)


@dataclass(frozen=True)
class ActionWorth:
    """What an action is worth to its player as far as he can know."""

    worth: Fraction
    """The mean of what follows, in the unit of the appraiser."""
    margin: float = 0.0
    """How far that may be off; 0 where it is not sampled."""
    words: str = ""
    """More about it, such as ``wins in 7 plies``; may be empty."""


def best_of(prospects: Mapping[int, ActionWorth], action: int) -> int:
    """The action that is worth most; what was done if it lost no more than a solution may be off."""
    top = max(prospects, key=lambda a: prospects[a].worth)
    return action if prospects[top].worth - prospects[action].worth <= SLIGHT else top


class Judge(Protocol):
    """Who knows what actions are worth against given opponents, if their player does his best."""

    unit: str
    """What worths count, such as ``chance to win``."""
    source: str
    """What they come from, as the end of "Judged by"."""

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth] | None:
        """Every legal action with what it is worth to the mover by what he knows, his opponents included.

        None where the opponents would not have played as they did.
        """
        ...


class Evaluator(Protocol):
    """Who knows what positions of a game are worth."""

    unit: str
    """What worths count, such as ``chance to win``."""
    source: str
    """What they come from, as the end of "Judged by"."""

    def is_sampled(self, s: PlainState) -> bool:
        """Whether what actions are worth in a state comes from a sample; else it is solved."""
        ...

    def before(self) -> SeatWorths:
        """What the match is worth before the first card is dealt."""
        ...

    def worth(self, s: PlainState) -> SeatWorths:
        """What a state is worth to who knows all its cards, if all go on as solved; its result at the end."""
        ...

    def after(self, s: PlainState, action: int) -> SeatWorths:
        """What a state is worth once an action is done, and before chance brings anything new."""
        ...

    def prospects(self, moment: DecisionPoint) -> Mapping[int, ActionWorth]:
        """Every legal action with what it is worth to the mover by what he knows."""
        ...

    def lesson(self, moment: DecisionPoint, known: Mapping[int, ActionWorth], action: int, best: int) -> str:
        """Why another action was better, as a sentence made of numbers; `known` are the prospects."""
        ...
