"""Parts of a strategy file: its declaration, and the functions a strategy may use.

A strategy file defines ``STRATEGY`` and one function ``choose(v, ...)``. It gets the view of its seat and its
parameters, in the order of their declaration, and returns an action. Hidden cells of the view are ``HIDDEN``.
The function is plain Python in the compilable subset.

A strategy that *searches* tries actions in a *world*: a state that agrees with everything its seat sees, with
the hidden cards dealt again at random. ``scratch(v)`` makes an empty world, ``imagine(v, world)`` deals the
cards, and ``turn``, ``allowed``, ``act``, ``chance`` and ``share`` play in it. Numbers are stored in tables
from ``memory``, ``fractions`` and ``short_fractions``. If some views need no search, a function ``knows(v)``
of the file returns True for them; there the strategy chooses at once. A strategy that needs no search from
the first decision on is listed among the solutions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
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
    "lists_legal",
    "memory",
    "next_allowed",
    "next_legal",
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
    """Declaration of a strategy: its name, its games, its parameters, and claims that are tested."""

    name: str
    """As typed on a command line."""
    games: tuple[str, ...]
    """The games it plays; empty for every game."""
    words: str
    """Its behaviour, in one line."""
    source: str
    """Where the strategy comes from."""
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
    """Its name in views where it searches, if the file has ``knows``; by default `title`."""
    best_for: Mapping[int, str] = field(default_factory=dict, hash=False)
    """The numbers of players for which it is the best known strategy of its games that does not search, each
    with its parameters, such as ``{2: "", 3: "t=7"}``. Reviews by simulation continue games with it."""


def legal(v: State, a: int) -> bool:
    """Return whether action `a` is legal in the view of the player to move, by the rules of the game."""
    verdict: bool = v.chance.rules.legal(v, a)
    return verdict


def next_legal(v: State, a: int) -> int:
    """Return the least legal action from `a` on in the view of the player to move; ``v.actions`` if none.

    All legal actions in order: ``a = next_legal(v, 0)``, then ``a = next_legal(v, a + 1)`` while ``a <
    v.actions``. If the rules file defines ``next_legal(s, a)``, the time follows from the number of legal
    actions, otherwise from that of all actions.
    """
    rules = v.chance.rules
    if lists_legal(v):
        listed: int = rules.next_legal(v, a)
        return listed
    while a < v.actions and not rules.legal(v, a):
        a += 1
    return a


def lists_legal(v: State) -> bool:
    """Return whether the rules file defines ``next_legal``."""
    return hasattr(v.chance.rules, "next_legal")


def scratch(v: State) -> Any:
    """Return a new world, which is empty until :func:`imagine` deals its cards."""
    return v.chance.scratch()


def imagine(v: State, world: Any) -> None:
    """Make `world` agree with view `v`, with the hidden cards dealt again at random.

    Modifies `world`, which comes from :func:`scratch`, and advances the random stream of the view's seat.
    """
    world.imagine(v)


def turn(world: Any) -> int:
    """Return the seat to move in a world; -1 when nothing can be tried any more.

    This is so when the game is over, or when a new round begins and the rules file has an ``outlook``.
    """
    seat: int = world.turn()
    return seat


def allowed(world: Any, a: int) -> bool:
    """Return whether action `a` is legal now in a world."""
    verdict: bool = world.allowed(a)
    return verdict


def next_allowed(world: Any, a: int) -> int:
    """Return the least action from `a` on that is legal now in a world; the number of actions if none."""
    action: int = world.next_allowed(a)
    return action


def act(world: Any, a: int) -> None:
    """Carry out action `a` in `world`, which is modified."""
    world.act(a)


def share(world: Any, p: int) -> float:
    """Return seat `p`'s share of the win, 0 to 1, in a world.

    At the start of a new round, the share is expected by ``outlook`` of the rules file. Otherwise the scores
    count as if the game ended now.
    """
    part: float = world.share(p)
    return part


def lean(world: Any, a: int) -> int:
    """Return the weight of action `a` for a sensible player, relative to the others; 0 if it is not legal.

    ``lean`` of the rules file returns the weight, a whole number; without it, every legal action weighs 1.
    """
    weight: int = world.lean(a)
    return weight


def chance(world: Any, n: int) -> int:
    """Return a random whole number from 0 to n - 1 from the random stream of a world."""
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
