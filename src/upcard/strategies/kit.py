"""What a strategy file is written in: its declaration, and the two doors a strategy may use.

A strategy file defines ``STRATEGY`` and one function ``choose(v, ...)`` that gets the view of its seat
and, in the order of their declaration, its parameters, and returns an action. Hidden cells of the view
are ``HIDDEN``. The function is plain Python in the compilable subset.
"""

from dataclasses import dataclass

from upcard.rules.cards import State, below

__all__ = ["Parameter", "State", "Strategy", "below", "legal"]


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
    """

    name: str
    games: tuple[str, ...]
    words: str
    source: str
    is_random: bool = False
    parameters: tuple[Parameter, ...] = ()


def legal(v: State, a: int) -> bool:
    """Whether action `a` is legal in the view of the player whose turn it is, by the rules of the game."""
    verdict: bool = v.chance.rules.legal(v, a)
    return verdict
