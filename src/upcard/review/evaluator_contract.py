"""What a review asks of who knows a game: what positions are worth, and what a player could know of it.

A file of this folder that is called after a game and ``_appraiser``, such as ``smallsum_appraiser``, knows
it from what was solved: ``appraiser(game)`` gives an :class:`Appraiser`, or None where nothing is solved with
these options. There is no list to keep. Such a file may also have ``judge(game, opponents, on_compile,
on_part)``: a :class:`Judge` of decisions against opponents whose strategies are known.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Protocol

from upcard.engine.state import PlainState

Worths = tuple[Fraction, ...]
"""What something is worth to each seat, in the unit of the appraiser."""

SLIGHT = 1e-6
"""A loss up to this, beside what is sampled, is none: so far a solution itself may be off."""


@dataclass(frozen=True)
class Moment:
    """Where a decision is to be made.

    Parameters
    ----------
    state : PlainState
        The state now, with everything that is hidden.
    began : PlainState
        The state when the round began, or the game if it has no rounds.
    actions : sequence of int
        What was done since.
    """

    state: PlainState
    began: PlainState
    actions: Sequence[int]

    @property
    def mover(self) -> int:
        """The seat whose turn it is."""
        return int(self.state.player)


@dataclass(frozen=True)
class Prospect:
    """What an action is worth to its player as far as he can know.

    Parameters
    ----------
    worth : Fraction
        The mean of what follows, in the unit of the appraiser.
    margin : float
        How far that may be off; 0 where it is not sampled.
    words : str
        More about it, such as ``wins in 7 plies``; may be empty.
    """

    worth: Fraction
    margin: float = 0.0
    words: str = ""


def best_of(prospects: Mapping[int, Prospect], action: int) -> int:
    """The action that is worth most; what was done if it lost no more than a solution may be off."""
    top = max(prospects, key=lambda a: prospects[a].worth)
    return action if prospects[top].worth - prospects[action].worth <= SLIGHT else top


class Judge(Protocol):
    """Who knows what actions are worth against given opponents, if their player does his best.

    Attributes
    ----------
    unit : str
        What worths count, such as ``chance to win``.
    source : str
        What they come from, as the end of "Judged by".
    """

    unit: str
    source: str

    def prospects(self, moment: Moment) -> Mapping[int, Prospect] | None:
        """Every legal action with what it is worth to the mover by what he knows, his opponents included.

        None where the opponents would not have played as they did.
        """
        ...


class Appraiser(Protocol):
    """Who knows what positions of a game are worth.

    Attributes
    ----------
    unit : str
        What worths count, such as ``chance to win``.
    source : str
        What they come from, as the end of "Judged by".
    """

    unit: str
    source: str

    def is_sampled(self, s: PlainState) -> bool:
        """Whether what actions are worth in a state comes from a sample; else it is solved."""
        ...

    def before(self) -> Worths:
        """What the match is worth before the first card is dealt."""
        ...

    def worth(self, s: PlainState) -> Worths:
        """What a state is worth to who knows all its cards, if all go on as solved; its result at the end."""
        ...

    def after(self, s: PlainState, action: int) -> Worths:
        """What a state is worth once an action is done, and before chance brings anything new."""
        ...

    def prospects(self, moment: Moment) -> Mapping[int, Prospect]:
        """Every legal action with what it is worth to the mover by what he knows."""
        ...

    def lesson(self, moment: Moment, known: Mapping[int, Prospect], action: int, best: int) -> str:
        """Why another action was better, as a sentence made of numbers; `known` are the prospects."""
        ...
