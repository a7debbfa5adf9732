"""What the chapter on L.A.M.A. computes without playing: intervals, and the best of many."""

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import sqrt
from random import Random

import numpy as np
import numpy.typing as npt

from upcard.games.lama import rules
from upcard.simulation.estimate import quantile, wilson
from upcard.simulation.simulation_result import LEVEL

Z = quantile(LEVEL)


def playable(hand: Sequence[int], top: int) -> Fraction:
    """The chance to draw a card that can be laid at once, where the hand has none.

    Parameters
    ----------
    hand : sequence of int
        The kinds of the cards in hand, from 0.
    top : int
        The kind of the top card.
    """
    fitting = {top, rules.after(top)}
    seen = [*hand, top]
    good = rules.COPIES * len(fitting) - sum(k in fitting for k in seen)
    return Fraction(good, rules.CARDS - len(seen))


def error(share: float, games: int) -> float:
    """The standard error of a share that was found in some games."""
    return sqrt(share * (1 - share) / games)


def plain_interval(share: float, games: int) -> tuple[float, float]:
    """The interval of the schoolbook: two standard errors, nearly, to both sides."""
    half = Z * error(share, games)
    return share - half, share + half


def interval(wins: int, games: int) -> tuple[float, float]:
    """The interval that Upcard prints, which holds also for few games."""
    return wilson(wins / games, games, Z)


def games_for(half: float, share: float) -> int:
    """How many games make the interval reach so far to both sides."""
    return int(np.ceil(Z**2 * share * (1 - share) / half**2))


def classes(chance: float, games: int, number: int, seed: int) -> list[int]:
    """How often each of some classes wins, if all play with the same known chance."""
    random = Random(seed)
    return [sum(random.random() < chance for _ in range(games)) for _ in range(number)]


def misses(chance: float, games: int, wins: Sequence[int]) -> int:
    """How many of their intervals do not hold the chance."""
    ends = [plain_interval(w / games, games) for w in wins]
    return sum(not low <= chance <= high for low, high in ends)


@lru_cache(maxsize=256)
def best_of(strategies: int, games: int, chance: float) -> float:
    """The share that the best of some equally good strategies shows in the mean.

    Parameters
    ----------
    strategies, games : int
        How many are tried, and the games of each.
    chance : float
        What each of them is worth.
    """
    return float(np.sum(1 - at_most(games, chance)[:-1] ** strategies)) / games


def at_most(games: int, chance: float) -> npt.NDArray[np.float64]:
    """The chance of at most 0, 1, ... wins, float64 array of shape (games + 1,).

    Parameters
    ----------
    games : int
        How many games.
    chance : float
        Of a win in each, neither 0 nor 1.
    """
    wins = np.arange(games + 1)
    factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, games + 1)))))
    ways = factorials[-1] - factorials - factorials[::-1]
    each = np.exp(ways + wins * np.log(chance) + wins[::-1] * np.log1p(-chance))
    return np.asarray(np.minimum(np.cumsum(each), 1.0), np.float64)


def false_alarms(tries: int) -> float:
    """The chance that at least one of some intervals misses what it should hold."""
    return 1 - LEVEL**tries
