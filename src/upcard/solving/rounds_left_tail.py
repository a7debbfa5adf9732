"""Values of a match with a high limit of rounds: how they approach those of the match without a limit.

The distance from the values without a limit shrinks by nearly the same factor with every further round left.
So far more rounds than a table has are described by a power of this factor, and by the square of that power
for the curvature. The error is measured: one more round is solved after some of these values, and the
differences are added up. They add up because a round does not enlarge errors.

Source: R. S. Varga, "Matrix Iterative Analysis", 1962, chapter 3 (the power of the largest eigenvalue).
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.engine.arrays import FloatArray

FITTED = 17
"""Number of the last rows of a table from which its tail is computed."""

WIDTH = 0.005
"""The factor is sought at most this far from that of the last two rows."""


@dataclass(frozen=True)
class Tail:
    """The values of the rounds of a match beyond the end of a table."""

    final: FloatArray
    """The values without a limit of rounds, float64 of shape (rounds,)."""
    ratio: float
    """The factor by which the distance from them changes with every further round left, -1 to 1."""
    distances: FloatArray
    """The parts of the distance at the end of the table that change by `ratio` and by its square, float64 of
    shape (2, rounds)."""
    error: float = 0.0
    """Error of the values by :func:`measured_error`: the differences that were measured, added up."""

    def at(self, beyond: int) -> FloatArray:
        """Return the values with `beyond` more rounds left than at the end of the table, shape (rounds,)."""
        power = self.ratio**beyond
        values: FloatArray = self.final + power * self.distances[0] + power**2 * self.distances[1]
        return values


def fitted_tail(values: FloatArray, final: FloatArray) -> Tail:
    """Return the tail of a table by least squares; its error is not measured yet.

    `values` are of shape (layers, rounds), at least ``FITTED`` layers, and `final` of shape (rounds,).
    """
    from scipy.optimize import minimize_scalar  # loads slowly, and a server seldom needs it

    rows = values[-FITTED:] - final
    beyond = np.arange(1 - len(rows), 1)

    def fit(ratio: float) -> tuple[FloatArray, float]:
        powers = np.stack([ratio**beyond, ratio ** (2 * beyond)], axis=1)
        distances: FloatArray = np.linalg.lstsq(powers, rows, rcond=None)[0].astype(np.float64)
        return distances, float(((powers @ distances - rows) ** 2).sum())

    near = float((rows[-1] @ rows[-2]) / (rows[-2] @ rows[-2]))
    best = minimize_scalar(
        lambda x: np.log(fit(x)[1] + 1e-300), bounds=(near - WIDTH, near + WIDTH), method="bounded",
        options={"xatol": 1e-12},
    )  # fmt: skip
    return Tail(final, float(best.x), fit(float(best.x))[0])


def measured_error(
    tail: Tail, one_more: Callable[[FloatArray], FloatArray], samples: Sequence[int], left: int
) -> float:
    """Return the error of a tail for up to `left` rounds beyond its table, from the differences at `samples`.

    `one_more` maps values to those with one more round left. Between two samples, the larger difference
    counts for every round; after the last one, it is assumed that differences do not grow.
    """
    differences = [float(np.abs(one_more(tail.at(n - 1)) - tail.at(n)).max()) for n in samples]
    ends = [*samples[1:], left]
    larger = [max(pair) for pair in zip(differences, [*differences[1:], 0.0], strict=True)]
    lengths = [end - begin for begin, end in zip(samples, ends, strict=True)]
    return sum(x * n for x, n in zip(larger, lengths, strict=True))
