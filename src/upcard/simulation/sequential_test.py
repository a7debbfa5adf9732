"""An always-valid test of a mean: look as often as you like and stop when it is decided.

The interval is the empirical-Bernstein confidence sequence of S. R. Howard, A. Ramdas, J. McAuliffe and
J. Sekhon, "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49 (2021),
1055-1080, Theorem 4, with their gamma-exponential mixture as the boundary. It needs only bounded
observations whose range is known: with a probability of at least 1 - error the mean lies in the interval
after every number of observations at once. No normal approximation is made.

In Theorem 4 each observation may be compared with any guess made before it was seen. Here the guess is the
mean of the earlier batches, so that whole-number sums over a batch are enough.
"""

import math
from dataclasses import dataclass
from functools import lru_cache

FIRST, SECOND, EQUAL, OPEN = "first", "second", "equal within", "open"
"""Verdicts on a pair: the first is better, the second is, both are equal within the margin, or undecided."""

TIGHT_AT = 100.0
"""The intrinsic time, in squared widths of an observation's range, for which the boundary is tuned."""


@dataclass(frozen=True)
class Batch:
    """Whole-number sums over the observations since the last look."""

    count: int
    """Number of observations."""
    total: int
    squares: int
    """Sum of the observations and of their squares, in units of `scale`."""
    scale: int
    """The whole number that stands for an observation of 1."""

    def around(self, guess: float) -> float:
        """Return the sum of the squared distances of the observations from a guess."""
        x, x2 = self.total / self.scale, self.squares / (self.scale * self.scale)
        return max(0.0, x2 - 2 * guess * x + self.count * guess * guess)


@dataclass(frozen=True)
class ConfidenceSequence:
    """A confidence sequence for the mean of bounded observations, or of several kinds of them in turn.

    With several kinds, such as two line-ups that are played in turn, each kind has its own guess. When all
    kinds have been observed equally often, the interval is for the mean of their means.
    """

    width: float
    """Difference between the largest and the smallest possible observation."""
    error: float
    """The two-sided probability that the interval ever misses the mean."""
    counts: tuple[int, ...]
    """Observations so far, by kind."""
    totals: tuple[float, ...]
    """Their sums, by kind."""
    spread: float = 0.0
    """Sum of the squared distances from the guesses: the intrinsic time."""

    @staticmethod
    def start(width: float, error: float, kinds: int = 1) -> "ConfidenceSequence":
        """Start a sequence without observations."""
        return ConfidenceSequence(width, error, (0,) * kinds, (0.0,) * kinds)

    def after(self, batches: tuple[Batch, ...]) -> "ConfidenceSequence":
        """Return the sequence after one more batch of each kind."""
        guesses = [x / n if n else 0.0 for x, n in zip(self.totals, self.counts, strict=True)]
        return ConfidenceSequence(
            self.width,
            self.error,
            tuple(n + b.count for n, b in zip(self.counts, batches, strict=True)),
            tuple(x + b.total / b.scale for x, b in zip(self.totals, batches, strict=True)),
            self.spread + sum(b.around(g) for b, g in zip(batches, guesses, strict=True)),
        )

    @property
    def interval(self) -> tuple[float, float]:
        """Limits of the mean; they hold after all batches together with probability 1 - error."""
        n = sum(self.counts)
        if n == 0:
            return -math.inf, math.inf
        centre = math.fsum(self.totals) / n
        half = boundary(self.spread, self.error / 2, self.width) / n
        return centre - half, centre + half


def interval_verdict(low: float, high: float, margin: float) -> str:
    """Return the verdict on a difference from its interval: ``FIRST``, ``SECOND``, ``EQUAL`` or ``OPEN``."""
    if low > 0:
        return FIRST
    if high < 0:
        return SECOND
    return EQUAL if -margin <= low and high <= margin else OPEN


def boundary(spread: float, error: float, scale: float) -> float:
    """Return how far a sum can get from its mean at an intrinsic time, by the gamma-exponential mixture.

    `spread` is the intrinsic time, `error` the one-sided probability that the sum ever gets farther, and
    `scale` the scale of the sub-exponential bound: the width of an observation's range.
    """
    from scipy.optimize import brentq

    tuned = tuning(TIGHT_AT * scale * scale, error)
    wanted = -math.log(error)
    top = scale + math.sqrt(2 * wanted * (spread + tuned))
    while log_mixture(top, spread, scale, tuned) < wanted:
        top *= 2
    return float(
        brentq(lambda s: log_mixture(s, spread, scale, tuned) - wanted, 0.0, top, xtol=1e-9, rtol=1e-12)
    )


@lru_cache(maxsize=1024)
def tuning(spread: float, error: float) -> float:
    """Return the mixture's parameter that makes the boundary about tightest at an intrinsic time."""
    doubt = -math.log(2 * error)
    return spread / (2 * doubt + math.log1p(2 * doubt))


def log_mixture(total: float, spread: float, scale: float, tuned: float) -> float:
    """Return the logarithm of the mixture of the exponential supermartingales, which begins at 0.

    With u = 1 - c l, the martingale of l is exp(l s - v (-log u - c l) / c^2) for l in [0, 1/c); it is mixed
    over u with a gamma density of shape and rate tuned / c^2, cut off at 1. Here s is `total`, the sum less
    its mean; v is `spread`, the intrinsic time; c is `scale`; and `tuned` comes from :func:`tuning`.
    """
    c2 = scale * scale
    before, shape, rate = tuned / c2, (spread + tuned) / c2, (scale * total + spread + tuned) / c2
    return rate - before + _log_cut_gamma(shape, rate) - _log_cut_gamma(before, before)


def _log_cut_gamma(shape: float, rate: float) -> float:
    """Return the logarithm of the integral of u^(shape - 1) exp(-rate u) from 0 to 1."""
    from scipy.special import gammainc, gammaln

    return float(gammaln(shape) + math.log(gammainc(shape, rate)) - shape * math.log(rate))
