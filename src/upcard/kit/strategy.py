"""Parts of a strategy file: its declaration, and the functions a strategy may use.

A strategy file defines ``STRATEGY`` and one function ``choose(v, ...)``. It gets the view of its seat and its
parameters, in the order of their declaration, and returns an action. Hidden cells of the view are ``HIDDEN``.
The function is plain Python in the compilable subset.

A strategy that *searches* tries actions on an imagined table: a state that agrees with everything its seat
sees, with the hidden cards dealt again at random. ``scratch(v)`` makes room for one, ``imagine(v, world)``
deals it, and ``turn``, ``allowed``, ``act``, ``chance`` and ``share`` play on it. Numbers are stored in
tables from ``memory``, ``fractions`` and ``short_fractions``. If some views need no search, a function
``knows(v)`` of the file says which; there the strategy answers at once. A strategy that knows from the first
decision on is listed among the solutions.
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
    """Number that tunes a strategy, with its range."""

    name: str
    """Its name, as in ``--strategy folding:A=5``, and the name of the argument of ``choose``."""
    default: float
    low: float
    high: float
    """Its default and its bounds, both included."""
    words: str
    """Its effect."""
    whole: bool = False
    """Whether only whole numbers make sense: a count, a threshold, a switch of 0 and 1."""


@dataclass(frozen=True)
class Strategy:
    """Description of a strategy, and its claims."""

    name: str
    """As typed on a command line."""
    games: tuple[str, ...]
    """The games it plays; empty for every game."""
    words: str
    """Its behaviour, in one line."""
    source: str
    """Its origin."""
    is_random: bool = False
    """Whether the same view can lead to different actions; this claim is tested."""
    parameters: tuple[Parameter, ...] = ()
    """The numbers that tune it, at most eight."""
    quick: str = ""
    """For a strategy that searches: parameters that make it fast enough for the conformance suite, such as
    ``"playouts=4"``. Empty for one that does not search."""
    title: str = ""
    """Its name where people choose an opponent; by default `name` in words."""
    title_searching: str = ""
    """Its name in views where it searches, if ``knows`` says where it does not; by default `title`."""


def legal(v: State, a: int) -> bool:
    """Return whether action `a` is legal in the view of the player to move, by the rules of the game."""
    verdict: bool = v.chance.rules.legal(v, a)
    return verdict


def scratch(v: State) -> Any:
    """Return room for one imagined table; it is empty before :func:`imagine`."""
    return v.chance.scratch()


def imagine(v: State, world: Any) -> None:
    """Deal an imagined table that agrees with view `v` into `world`, which is modified.

    `world` comes from :func:`scratch`. This moves the random stream of the view's seat.
    """
    world.imagine(v)


def turn(world: Any) -> int:
    """Return the seat to move on an imagined table; -1 when there is nothing more to try.

    That is when the game is over, or when a new round begins and the rules file says what everybody may
    expect there.
    """
    seat: int = world.turn()
    return seat


def allowed(world: Any, a: int) -> bool:
    """Return whether action `a` is legal now on an imagined table."""
    verdict: bool = world.allowed(a)
    return verdict


def act(world: Any, a: int) -> None:
    """Carry out action `a` on an imagined table, which is modified."""
    world.act(a)


def share(world: Any, p: int) -> float:
    """Return seat `p`'s part of the win, 0 to 1, on an imagined table.

    At the start of a new round it is what the rules file expects; else the game counts as it stands.
    """
    part: float = world.share(p)
    return part


def lean(world: Any, a: int) -> int:
    """Return the weight of action `a` for a sensible player, relative to the others; 0 if it is not legal.

    The rules file gives it as a whole number; without ``lean`` there, all legal actions count 1.
    """
    weight: int = world.lean(a)
    return weight


def chance(world: Any, n: int) -> int:
    """Return a random whole number from 0 to n - 1 from the stream of an imagined table."""
    outcome: int = world.chance(n)
    return outcome


def memory(n: int) -> Any:
    """Return a table of `n` whole numbers, all 0."""
    return [0] * n


def fractions(n: int) -> Any:
    """Return a table of `n` fractions, all 0."""
    return [0.0] * n


def short_fractions(n: int) -> Any:
    """Return a table of `n` fractions of 32 bits, all 0: long sums take half the time."""
    return np.zeros(n, np.float32)
