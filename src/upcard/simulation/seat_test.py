"""One test of whether all seats do equally well, with a stated chance of a false alarm.

If every game has exactly one winner and wins are compared, the test is exact: with equal seats the numbers
of wins are those of a fair die, so Pearson's statistic is compared with that of many throws of such a die. In
all other cases it is Hotelling's test (The generalization of Student's ratio, Annals of Mathematical
Statistics 2, 1931) of the differences between the seats, which allows for their dependence within a game.
"""

import math
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

THROWS = 9_999
"""Number of throws with which an exact test is compared; the smallest possible p-value is 1/10,000."""

TEST_STREAM = 0x7E57

EXACT, HOTELLING, UNTESTED = "exact", "Hotelling", "untested"


@dataclass(frozen=True)
class SeatTest:
    """The result of a test of all seats."""

    p_value: float
    """The chance of differences at least as large between equal seats; 1 if nothing could be tested."""
    method: str
    """``EXACT``, ``HOTELLING`` or ``UNTESTED``."""


def compare_seats(values: npt.NDArray[Any], seed: int = 0) -> SeatTest:
    """Test whether all seats have the same mean.

    Parameters
    ----------
    values : array of shape (games, seats)
        The result of every seat in every game: its part of the win, or its score.
    seed : int
        Seed of the throws of an exact test.
    """
    games, seats = values.shape
    if seats < 2 or games < 2:
        return SeatTest(1.0, UNTESTED)
    is_win = ((values == 0) | (values == 1)).all() and (values.sum(axis=1) == 1).all()
    return _exact(values.sum(axis=0), games, seats, seed) if is_win else _hotelling(values, games, seats)


def _exact(wins: npt.NDArray[Any], games: int, seats: int, seed: int) -> SeatTest:
    """Compare the numbers of wins with those of a fair die."""
    stream = np.random.Generator(np.random.PCG64([TEST_STREAM, seed]))
    thrown = stream.multinomial(games, [1 / seats] * seats, size=THROWS)
    statistic = float((wins.astype(np.int64) ** 2).sum())
    at_least = int(((thrown.astype(np.int64) ** 2).sum(axis=1) >= statistic).sum())
    return SeatTest((1 + at_least) / (1 + THROWS), EXACT)


def _hotelling(values: npt.NDArray[Any], games: int, seats: int) -> SeatTest:
    """Test the differences between the seats; one that never varies is judged as a row of coins."""
    differences = (values[:, 1:] - values[:, :1]).astype(np.float64)
    mean, spread = differences.mean(axis=0), np.atleast_2d(np.cov(differences, rowvar=False))
    rank = int(np.linalg.matrix_rank(spread))
    if games < seats:
        return SeatTest(1.0, UNTESTED)
    inverse = np.linalg.pinv(spread, hermitian=True)
    if not np.allclose(spread @ inverse @ mean, mean, atol=1e-9 + 1e-6 * float(np.abs(mean).max())):
        return SeatTest(2.0 ** (1 - games), HOTELLING)  # as often as a fair coin shows one side only
    if rank == 0:
        return SeatTest(1.0, HOTELLING)
    statistic = games * float(mean @ inverse @ mean)
    return SeatTest(upper_f(statistic * (games - rank) / (rank * (games - 1)), rank, games - rank), HOTELLING)


def upper_f(x: float, numerator: int, denominator: int) -> float:
    """Return the probability that a number with Fisher's F distribution is larger than `x`."""
    from scipy.special import fdtrc

    return float(fdtrc(numerator, denominator, x)) if math.isfinite(x) else 0.0
