"""The computed numbers of the chapter on L.A.M.A.: intervals, and the best of many strategies."""

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
    """Return the chance to draw a card that can be played on `top`, if no card in `hand` can be played."""
    fitting = {top, rules.after(top)}
    seen = [*hand, top]
    good = rules.COPIES * len(fitting) - sum(k in fitting for k in seen)
    return Fraction(good, rules.CARDS - len(seen))


def error(share: float, games: int) -> float:
    """Return the standard error of a share of games won."""
    return sqrt(share * (1 - share) / games)


def plain_interval(share: float, games: int) -> tuple[float, float]:
    """Return the ends of the textbook interval: about two standard errors to both sides."""
    half = Z * error(share, games)
    return share - half, share + half


def interval(wins: int, games: int) -> tuple[float, float]:
    """Return the ends of the interval that Upcard prints, which is reliable for few games too."""
    return wilson(wins / games, games, Z)


def games_for(half: float, share: float) -> int:
    """Return how many games are needed for an interval that extends by `half` to both sides."""
    return int(np.ceil(Z**2 * share * (1 - share) / half**2))


def classes(chance: float, games: int, number: int, seed: int) -> list[int]:
    """Return how many games each of `number` school classes wins if all win with the same chance."""
    random = Random(seed)
    return [sum(random.random() < chance for _ in range(games)) for _ in range(number)]


def misses(chance: float, games: int, wins: Sequence[int]) -> int:
    """Return how many of the classes' intervals do not contain the true chance."""
    ends = [plain_interval(w / games, games) for w in wins]
    return sum(not low <= chance <= high for low, high in ends)


@lru_cache(maxsize=256)
def best_of(strategies: int, games: int, chance: float) -> float:
    """Return the expected win share of the best of `strategies` equal strategies in `games` games each."""
    return float(np.sum(1 - at_most(games, chance)[:-1] ** strategies)) / games


def at_most(games: int, chance: float) -> npt.NDArray[np.float64]:
    """Return the chances of at most 0, 1, ... wins, float64 array of shape (games + 1,).

    `chance` is the chance to win one game, strictly between 0 and 1.
    """
    wins = np.arange(games + 1)
    factorials = np.concatenate(([0.0], np.cumsum(np.log(np.arange(1, games + 1)))))
    ways = factorials[-1] - factorials - factorials[::-1]
    each = np.exp(ways + wins * np.log(chance) + wins[::-1] * np.log1p(-chance))
    return np.asarray(np.minimum(np.cumsum(each), 1.0), np.float64)


def false_alarms(tries: int) -> float:
    """Return the chance that at least one of `tries` intervals misses its true value."""
    return 1 - LEVEL**tries
