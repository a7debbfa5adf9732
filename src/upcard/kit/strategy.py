"""What a strategy file is written in: its declaration, and the doors a strategy may use.

A strategy file defines ``STRATEGY`` and one function ``choose(v, ...)`` that gets the view of its seat
and, in the order of their declaration, its parameters, and returns an action. Hidden cells of the view
are ``HIDDEN``. The function is plain Python in the compilable subset.

A strategy that *searches* tries things out on an imagined table: a state that agrees with everything its
seat sees, the hidden cards dealt again at random. ``scratch(v)`` makes room for one, ``imagine(v, world)``
deals it, and ``turn``, ``allowed``, ``act``, ``chance`` and ``share`` play on it. It may keep numbers in
tables from ``memory``, ``fractions`` and ``short_fractions``. If it need not search in some views, a function
``knows(v)`` of its file says in which; then people at a table are told at once what it would do. Where it
knows from the first decision on, it is listed among those that play a solution.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.kit.cards import State, below

__all__ = [
    "Parameter",
    "State",
    "Strategy",
    "act",
    "allowed",
    "below",
    "chance",
    "fractions",
    "imagine",
    "lean",
    "legal",
    "memory",
    "scratch",
    "share",
    "short_fractions",
    "turn",
]


@dataclass(frozen=True)
class Parameter:
    """A number that tunes a strategy, with the range it may take.

    Parameters
    ----------
    name : str
        Its name, as in ``--strategy folding:A=5``, and the name of the argument of ``choose``.
    default, low, high : float
        Its usual value and its bounds, both included.
    words : str
        What it does.
    whole : bool
        Whether only whole numbers make sense: a count, a threshold, a switch of 0 and 1.
    """

    name: str
    default: float
    low: float
    high: float
    words: str
    whole: bool = False


@dataclass(frozen=True)
class Strategy:
    """What a strategy is and what it claims.

    Parameters
    ----------
    name : str
        As typed on a command line.
    games : tuple of str
        The games it plays; empty for every game.
    words : str
        What it does, in one line.
    source : str
        Who said so.
    is_random : bool
        Whether the same view can lead to different actions; a claim that is tested.
    parameters : tuple of Parameter
        What can be tuned, at most eight numbers.
    quick : str
        For a strategy that searches: parameters that make it fast enough for the conformance suite, such as
        ``"playouts=4"``. Empty for one that does not search.
    title : str
        What people call it where they choose who they play against; its name in words if not given.
    title_searching : str
        What people call it where it searches, if it says with ``knows`` where it does not; else the same.
    """

    name: str
    games: tuple[str, ...]
    words: str
    source: str
    is_random: bool = False
    parameters: tuple[Parameter, ...] = ()
    quick: str = ""
    title: str = ""
    title_searching: str = ""


def legal(v: State, a: int) -> bool:
    """Whether action `a` is legal in the view of the player whose turn it is, by the rules of the game."""
    verdict: bool = v.chance.rules.legal(v, a)
    return verdict


def scratch(v: State) -> Any:
    """Room for one imagined table; nothing is on it before :func:`imagine`."""
    return v.chance.scratch()


def imagine(v: State, world: Any) -> None:
    """Deal an imagined table that agrees with view `v`; moves the random stream of its seat.

    Parameters
    ----------
    v : State
        The view.
    world : object
        From :func:`scratch`; modified in place.
    """
    world.imagine(v)


def turn(world: Any) -> int:
    """The seat whose turn it is on an imagined table; -1 when there is nothing more to try.

    That is when the game is over, or when a new round begins of a game whose rules file tells what everybody
    may expect there.
    """
    seat: int = world.turn()
    return seat


def allowed(world: Any, a: int) -> bool:
    """Whether action `a` is legal now on an imagined table."""
    verdict: bool = world.allowed(a)
    return verdict


def act(world: Any, a: int) -> None:
    """Do action `a` on an imagined table, modified in place."""
    world.act(a)


def share(world: Any, p: int) -> float:
    """Seat `p`'s part of the win, 0 to 1, on an imagined table.

    Where a new round begins it is what the rules file says he may expect; else the game counts as it stands.
    """
    part: float = world.share(p)
    return part


def lean(world: Any, a: int) -> int:
    """How likely a sensible player does action `a` now, against the others; 0 if it is not legal.

    The rules file tells, in whole numbers; where it says nothing, all legal actions count 1.
    """
    weight: int = world.lean(a)
    return weight


def chance(world: Any, n: int) -> int:
    """A fair whole number from 0 to n - 1 from the stream of an imagined table."""
    outcome: int = world.chance(n)
    return outcome


def memory(n: int) -> Any:
    """A table of `n` whole numbers, all 0."""
    return [0] * n


def fractions(n: int) -> Any:
    """A table of `n` fractions, all 0."""
    return [0.0] * n


def short_fractions(n: int) -> Any:
    """A table of `n` fractions of 32 bits, all 0: long sums take half the time."""
    return np.zeros(n, np.float32)
