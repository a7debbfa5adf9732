"""Estimates with confidence intervals, from exact whole-number sums.

Sums over independent blocks are Python's whole numbers, and they become floats only in the last step. So the
same sums give the same digits everywhere.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from statistics import NormalDist
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Usage
from upcard.simulation.student_t import student_quantile


@dataclass(frozen=True)
class Estimate:
    """A number estimated by simulation, with its confidence interval."""

    value: float
    """The estimate."""
    low: float
    high: float
    """Ends of the confidence interval."""
    se: float
    """Standard error."""

    def items(self, name: str) -> dict[str, float]:
        """Return the four numbers by their keys: `name`, and `name` with ``_low``, ``_high`` and ``_se``."""
        return {name: self.value, f"{name}_low": self.low, f"{name}_high": self.high, f"{name}_se": self.se}

    def times(self, factor: float) -> "Estimate":
        """Return the estimate of the quantity times a factor above 0."""
        return Estimate(self.value * factor, self.low * factor, self.high * factor, self.se * factor)


def check_level(level: float) -> None:
    """Raise ``Usage`` unless a confidence level is between 0 and 1."""
    if not 0 < level < 1:
        raise Usage(
            f"the level of the intervals is {level}; expected a fraction between 0 and 1, such as 0.95"
        )


def quantile(level: float) -> float:
    """Return the normal quantile of a two-sided interval: 1.96 for the level 0.95."""
    return NormalDist().inv_cdf(0.5 + level / 2)


def wilson(share: float, n: float, z: float) -> tuple[float, float]:
    """Return the score interval of a proportion (E. B. Wilson, JASA 1927).

    `share` is the observed proportion, 0 to 1; `n` is the number of trials, perhaps an effective one, which
    need not be whole; `z` is the normal quantile. Without trials the interval is 0 to 1.
    """
    if n <= 0:
        return 0.0, 1.0
    shrink = 1 + z * z / n
    centre = (share + z * z / (2 * n)) / shrink
    half = z * math.sqrt(share * (1 - share) / n + z * z / (4 * n * n)) / shrink
    return max(0.0, min(share, centre - half)), min(1.0, max(share, centre + half))


def mean(total: int, squares: int, blocks: int, per_block: int, level: float, unit: int = 1) -> Estimate:
    """Estimate the mean of a quantity per game, with Student's interval; it is infinite for a single block.

    Parameters
    ----------
    total, squares : int
        Sum of the blocks' totals and of their squares.
    blocks : int
        Number of independent blocks.
    per_block : int
        Games in a block.
    level : float
        Confidence of the interval.
    unit : int
        The whole number that stands for a quantity of 1.
    """
    return _around(*_moments(total, squares, blocks, per_block * unit), blocks - 1, level)


def _moments(total: int, squares: int, blocks: int, scale: int) -> tuple[float, float]:
    """Return the mean per game and its standard error, which is infinite for a single block."""
    value = total / (blocks * scale)
    if blocks < 2:
        return value, math.inf
    spread = (squares * blocks - total * total) / (blocks * (blocks - 1))
    return value, math.sqrt(max(0.0, spread) / blocks) / scale


def _around(value: float, se: float, freedom: int, level: float) -> Estimate:
    half = student_quantile(level, freedom) * se if freedom > 0 else math.inf
    return Estimate(value, value - half, value + half, se)


def of_spread(values: npt.NDArray[np.float64], level: float) -> Estimate:
    """Estimate the mean of independent numbers, with Student's interval, infinite for a single number."""
    count = len(values)
    value = math.fsum(values) / count
    if count < 2:
        return Estimate(value, -math.inf, math.inf, math.inf)
    se = math.sqrt(math.fsum((values - value) ** 2) / (count - 1) / count)
    return _around(value, se, count - 1, level)


def hedged(value: float, hedge: float, se: float, freedom: int, level: float) -> Estimate:
    """Estimate the mean of bounded numbers, even if they are few or all equal.

    The spread of a few numbers says little: if the rare ones did not occur, it is 0. So the standard error is
    computed as if each extreme value had occurred once more, in the manner of A. Agresti and B. A. Coull (The
    American Statistician 52, 1998) for shares and of A. Agresti and Y. Min (Statistics in Medicine 24, 2005)
    for paired differences. Student's interval covers both the plain mean `value` and `hedge`, the mean with
    the extremes, since `hedge` alone lies too near to the middle, which adds up over many tables. `se` is the
    standard error of `hedge`, `freedom` the degrees of freedom: one less than the count of plain numbers.
    """
    half = student_quantile(level, freedom) * se
    return Estimate(value, min(value, hedge) - half, max(value, hedge) + half, se)


def hedged_mean(
    total: int, squares: int, blocks: int, per_block: int, level: float, unit: int, reach: int
) -> Estimate:
    """Estimate the mean per game of a paired difference, with the interval of :func:`hedged`.

    `reach` is the distance of the two extremes from 0, in whole numbers; other parameters are those of
    :func:`mean`. The interval is infinite for a single block.
    """
    if blocks < 2:
        return mean(total, squares, blocks, per_block, level, unit)
    hedge, se = _moments(total, squares + 2 * reach * reach, blocks + 2, per_block * unit)
    return hedged(total / (blocks * per_block * unit), hedge, se, blocks - 1, level)


def hedged_spread(values: npt.NDArray[np.float64], games: int, level: float) -> Estimate:
    """Estimate the mean of a paired difference over batches of games, with the interval of :func:`hedged`.

    `values`, of shape (batches,), are the mean differences of the batches, which have `games` games together.
    The extremes are two more games, not batches: 1 in either direction, or the largest distance of a batch
    from 0. With a single batch the interval is infinite.
    """
    plain = of_spread(values, level)
    if len(values) < 2:
        return plain
    reach, more = max(1.0, float(np.abs(values).max())), games + 2
    se = math.hypot(games * plain.se, math.sqrt(2) * reach) / more
    return hedged(plain.value, plain.value * games / more, se, len(values) - 1, level)


def limited(e: Estimate, most: float) -> Estimate:
    """Cut the interval of an estimate to -`most` .. `most`, where `most` is the largest possible value."""
    return Estimate(e.value, max(-most, e.low), min(most, e.high), e.se)


def ratio_parts(x: npt.NDArray[Any], y: npt.NDArray[Any]) -> npt.NDArray[np.float64]:
    """Return each block's part of r = X / Y, to first order: r + (x - r y) / mean(y).

    `x` and `y` are counts by block, of the same shape (blocks,), as is the result. The mean of the parts is
    the ratio, their spread gives its error, and parts of two ratios can be subtracted block by block. If all
    of `y` are 0, the ratio is NaN.
    """
    if not y.sum():
        return np.full(len(y), math.nan)
    r = x.sum() / y.sum()
    return np.asarray(r + (x - r * y) / y.mean(), np.float64)


def deviation(total: int, squares: int, games: int) -> float:
    """Return the standard deviation of a quantity over single games; NaN for fewer than two games."""
    if games < 2:
        return math.nan
    return math.sqrt(max(0, squares * games - total * total) / (games * (games - 1)))


def share(total: int, squares: int, blocks: int, per_block: int, z: float, unit: int = 1) -> Estimate:
    """Estimate a proportion, with Wilson's interval at the effective number of trials.

    If every block is one game with a yes-or-no result, the effective number is the number of games. Shared
    wins and seats that rotate over one deal make the standard error smaller, and so the interval shorter. `z`
    is the normal quantile; other parameters are those of :func:`mean`.
    """
    value, se = _moments(total, squares, blocks, per_block * unit)
    trials = blocks * per_block
    if per_block == 1 and unit == 1:
        se = math.sqrt(value * (1 - value) / trials)
        return Estimate(value, *wilson(value, trials, z), se)
    return _score_interval(value, se, trials, z)


def ratio(total: int, squares: int, cross: int, of: Mapping[str, int], blocks: int, z: float) -> Estimate:
    """Estimate the ratio of two counts, such as rounds won of rounds played.

    The error is that of the ratio estimator (W. G. Cochran, Sampling Techniques, 1977, section 2.11):
    blocks are independent, the rounds inside a block are not. `total`, `squares` and `cross` are sums over
    blocks of x, x squared and x y; `of` has ``"total"`` and ``"squares"`` of y; `z` is the normal quantile.
    If nothing was counted, the estimate is NaN, with the interval 0 to 1.
    """
    base = of["total"]
    if base == 0:
        return Estimate(math.nan, 0.0, 1.0, math.inf)
    value = total / base
    if blocks < 2:
        return Estimate(value, 0.0, 1.0, math.inf)
    # the sum of (x - r y)^2, times base^2 so that it is a whole number
    residual = squares * base * base - 2 * total * base * cross + total * total * of["squares"]
    se = math.sqrt(max(0, residual) / (base * base) * blocks / (blocks - 1)) / base
    return _score_interval(value, se, base, z)


def _score_interval(value: float, se: float, trials: int, z: float) -> Estimate:
    if not math.isfinite(se):
        return Estimate(value, 0.0, 1.0, se)
    effective = value * (1 - value) / (se * se) if se > 0 else trials
    return Estimate(value, *wilson(value, effective, z), se)


def share_difference(
    total: int, squares: int, blocks: int, per_block: int, level: float, unit: int
) -> Estimate:
    """Estimate the difference of two entrants' shares, paired block by block, as a payoff of a tournament.

    The interval is that of :func:`hedged`, with one more block in which the first entrant gets everything and
    one in which the second does, cut to -1 .. 1. `total` and `squares` are sums over the blocks of the
    differences and of their squares; other parameters are those of :func:`mean`.
    """
    return limited(hedged_mean(total, squares, blocks, per_block, level, unit, per_block * unit), 1.0)


def score_difference(total: int, squares: int, blocks: int, per_block: int, level: float) -> Estimate:
    """Estimate the difference of two mean scores, paired block by block, with Student's interval.

    If all blocks are equal, their spread of 0 does not mean that later blocks would be. Then the interval is
    that of :func:`hedged`, with one more block in either direction, as far from 0 as these are, but at least
    1. Parameters are those of :func:`share_difference`.
    """
    if blocks > 1 and squares * blocks == total * total:
        return hedged_mean(total, squares, blocks, per_block, level, 1, max(1, abs(total) // blocks))
    return mean(total, squares, blocks, per_block, level)
