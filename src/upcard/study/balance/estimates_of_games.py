"""Estimates of quantities of recorded games, with intervals that hold for dependent decisions of one game."""

import math
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.kernel import SHARE

LEVEL = 0.95
Z = estimate.quantile(LEVEL)

Numbers = npt.NDArray[Any]


def exact_sums(values: Numbers) -> tuple[int, int]:
    """Return the sum of whole numbers and of their squares, without overflow."""
    whole = values.astype(object)
    return int(whole.sum()), int((whole * whole).sum())


def win_share(wins: Numbers) -> Estimate:
    """Estimate a seat's share of the win from its parts of every game, as a simulation does."""
    return estimate.share(*exact_sums(wins), len(wins), 1, Z, unit=SHARE)


def mean_of(values: Numbers, unit: float = 1.0) -> Estimate:
    """Estimate the mean of whole numbers, one per game, in some unit."""
    return estimate.mean(*exact_sums(values), len(values), 1, LEVEL).times(unit)


def share_of(holds: Numbers) -> Estimate:
    """Estimate how often something holds, given for each game."""
    return estimate.share(*exact_sums(holds.astype(np.int64)), len(holds), 1, Z)


def ratio_of(x: Numbers, y: Numbers) -> Estimate:
    """Estimate the share X of Y, both counted by block; NaN, with the interval 0 to 1, if Y is 0."""
    total, squares = exact_sums(x)
    of_total, of_squares = exact_sums(y)
    cross = int((x.astype(object) * y.astype(object)).sum())
    return estimate.ratio(total, squares, cross, {"total": of_total, "squares": of_squares}, len(x), Z)


def part_of_wins(wins: Numbers, hands: Numbers) -> Estimate:
    """Estimate the share of the win of some hands, both by block; wins are counted in parts of ``SHARE``.

    If all hands win or none does, the interval is that of independent hands.
    """
    e = ratio_of(wins, hands * SHARE)
    if e.value not in (0.0, 1.0):
        return e
    return Estimate(e.value, *estimate.wilson(e.value, int(hands.sum()), Z), e.se)


def quotient_of(x: Numbers, y: Numbers) -> Estimate:
    """Estimate a mean X / Y, both summed by block, which need not be a share; NaN without data."""
    if not y.sum():
        return Estimate(math.nan, math.nan, math.nan, math.inf)
    return estimate.of_spread(estimate.ratio_parts(x, y), LEVEL)


def difference_of(x: Numbers, y: Numbers, v: Numbers, w: Numbers) -> Estimate:
    """Estimate X / Y - V / W, all summed by the same blocks; NaN without data."""
    if not (y.sum() and w.sum()):
        return Estimate(math.nan, math.nan, math.nan, math.inf)
    return estimate.of_spread(estimate.ratio_parts(x, y) - estimate.ratio_parts(v, w), LEVEL)


def quantile_of(values: Numbers, part: float) -> Estimate:
    """Estimate a quantile, with the interval between two order statistics (W. Conover, 1999, section 3.2)."""
    ordered = np.sort(values)
    count = len(ordered)
    half = NormalDist().inv_cdf(0.5 + LEVEL / 2) * math.sqrt(count * part * (1 - part))
    middle = ordered[min(count - 1, int(part * count))]
    low = ordered[max(0, math.floor(part * count - half))]
    high = ordered[min(count - 1, math.ceil(part * count + half))]
    return Estimate(float(middle), float(low), float(high), math.nan)


def by_block(values: Numbers, blocks: npt.NDArray[np.int64]) -> Numbers:
    """Return the sums over the games of each block; `values` has one number or row per game."""
    out = np.zeros((int(blocks[-1]) + 1, *values.shape[1:]), values.dtype)
    np.add.at(out, blocks, values)
    return out
