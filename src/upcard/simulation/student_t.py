"""The quantile of Student's distribution, without scipy, whose import takes longer than many simulations."""

import math
from functools import lru_cache
from statistics import NormalDist

SERIES = 200
"""Degrees of freedom from which the expansion around the normal quantile has about ten exact digits."""


@lru_cache(maxsize=4096)
def student_quantile(level: float, freedom: int) -> float:
    """Return the quantile of a two-sided interval: 3.18 for the level 0.95 and three degrees of freedom."""
    z = NormalDist().inv_cdf(0.5 + level / 2)
    if freedom >= SERIES:
        return _expanded(z, freedom)
    low, high = z, 2 * z + 1
    while within(high, freedom) < level:
        low, high = high, 2 * high
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if within(middle, freedom) < level else (low, middle)
    return high


def within(t: float, freedom: int) -> float:
    """Return the probability of a value from -t to t, by the finite series for whole degrees of freedom.

    M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 1964, 26.7.3 and 26.7.4.
    """
    angle = math.atan2(t, math.sqrt(freedom))
    is_odd = freedom % 2
    square = math.cos(angle) ** 2
    term, total = (math.cos(angle) if is_odd else 1.0), 0.0
    for k in range(1 + is_odd, freedom, 2):
        total += term
        term *= square * k / (k + 1)
    total *= math.sin(angle)
    return 2 / math.pi * (angle + total) if is_odd else total


def _expanded(z: float, freedom: int) -> float:
    """Return the quantile by the expansion of R. A. Fisher and E. A. Cornish: 26.7.5 in the same book."""
    v, w = freedom, z * z
    return z * (
        1
        + (w + 1) / (4 * v)
        + (5 * w**2 + 16 * w + 3) / (96 * v**2)
        + (3 * w**3 + 19 * w**2 + 17 * w - 15) / (384 * v**3)
        + (79 * w**4 + 776 * w**3 + 1482 * w**2 - 1920 * w - 945) / (92160 * v**4)
    )
