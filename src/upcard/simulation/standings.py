"""What the tables of a tournament say about its strategies: payoffs, ranks, equilibrium weights, masses."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.simulation.composition import Reals, Tally, pairs_of
from upcard.simulation.estimate import Estimate, quantile
from upcard.simulation.ranking import alpha_rank, equilibria, holm, nash_average, two_sided
from upcard.simulation.sequential import FIRST, OPEN, SECOND

REDRAWN = 200
"""How many matrices are drawn around the payoffs, to see how far weights and masses move with them."""


@dataclass(frozen=True)
class Payoffs:
    """The payoffs of all pairs and how their errors go together.

    Parameters
    ----------
    count : int
        Number of strategies.
    values : ndarray of shape (pairs,)
        In the order of :func:`upcard.simulation.composition.pairs_of`.
    covariance : ndarray of shape (pairs, pairs)
        Of their errors.
    """

    count: int
    values: Reals
    covariance: Reals

    @property
    def matrix(self) -> Reals:
        """The antisymmetric matrix of shape (count, count)."""
        return as_matrix(self.count, self.values)

    @property
    def contrasts(self) -> Reals:
        """How the means against the field follow from the payoffs, of shape (count, pairs)."""
        rows = np.zeros((self.count, len(self.values)))
        for k, (i, j) in enumerate(pairs_of(self.count)):
            rows[i, k], rows[j, k] = 1, -1
        return rows / (self.count - 1)


def as_matrix(count: int, values: Reals) -> Reals:
    """Payoffs of pairs as an antisymmetric matrix."""
    matrix = np.zeros((count, count))
    for (i, j), x in zip(pairs_of(count), values, strict=True):
        matrix[i, j], matrix[j, i] = x, -x
    return matrix


def payoffs_of(tallies: list[Tally], count: int) -> Payoffs:
    """The payoff of every pair: the mean, over the tables where both sit, of what the one wins more.

    At a table that is the difference of the mean win share of an entrant of each. Tables share no cards, so
    their errors are independent; within a table the errors of several pairs go together.

    Parameters
    ----------
    tallies : list of Tally
        Every table, each with two blocks or more; every pair has a table.
    count : int
        Number of strategies.
    """
    number = {pair: k for k, pair in enumerate(pairs_of(count))}
    values, tables = np.zeros(len(number)), np.zeros(len(number))
    covariance = np.zeros((len(number), len(number)))
    for t in tallies:
        among = [(i, j) for i in range(len(t.who)) for j in range(i + 1, len(t.who))]
        where = [number[t.who[i], t.who[j]] for i, j in among]
        signs = np.array([[(s == i) - (s == j) for s in range(len(t.who))] for i, j in among], np.float64)
        values[where] += signs @ t.shares
        tables[where] += 1
        covariance[np.ix_(where, where)] += signs @ t.covariance @ signs.T
    return Payoffs(count, values / tables, covariance / np.outer(tables, tables))


def estimates(values: Reals, covariance: Reals, level: float) -> list[Estimate]:
    """Normal estimates, each with an interval of its own level."""
    z = quantile(level)
    errors = np.sqrt(np.maximum(covariance.diagonal(), 0))
    return [
        Estimate(float(x), float(x - z * se), float(x + z * se), float(se))
        for x, se in zip(values, errors, strict=True)
    ]


def decided(found: list[Estimate], level: float) -> list[str]:
    """Who is better in each of several differences, by Holm's method at the level for all together."""
    rejected = holm([two_sided(e.value, e.se) for e in found], 1 - level)
    return [
        (FIRST if e.value > 0 else SECOND) if is_so else OPEN
        for e, is_so in zip(found, rejected, strict=True)
    ]


def gap_rows(payoffs: Payoffs) -> Reals:
    """How the difference of the means of each pair follows from the payoffs, of shape (pairs, pairs)."""
    rows = payoffs.contrasts
    return np.array([rows[i] - rows[j] for i, j in pairs_of(payoffs.count)])


def bounded(rows: Reals, limits: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """The ranges of linear combinations of payoffs that lie between limits, all of them at once."""
    low, high = np.array(limits).T
    up, down = np.maximum(rows, 0), np.minimum(rows, 0)
    ends = zip(up @ low + down @ high, up @ high + down @ low, strict=True)
    return [(float(a), float(b)) for a, b in ends]


def ranks(count: int, verdicts: list[str]) -> list[int]:
    """For each strategy 1 and one more for each that is decidedly better than it."""
    out = [1] * count
    for (i, j), v in zip(pairs_of(count), verdicts, strict=True):
        if v in (FIRST, SECOND):
            out[j if v == FIRST else i] += 1
    return out


def nash_weights(payoffs: Payoffs, drawn: list[Reals], level: float) -> list[Estimate]:
    """The weights of Nash averaging, with the range that the redrawn matrices give."""
    return _ranges(nash_average(payoffs.matrix), np.array(list(equilibria(drawn))), level)


def alpha_masses(payoffs: Payoffs, drawn: list[Reals], level: float) -> list[Estimate]:
    """The masses of alpha-rank, with the range that the redrawn matrices give."""
    return _ranges(alpha_rank(payoffs.matrix), np.array([alpha_rank(m) for m in drawn]), level)


def redrawn(payoffs: Payoffs, seed: int) -> list[Reals]:
    """``REDRAWN`` payoff matrices, drawn from the normal distribution of the errors around the payoffs."""
    rng = np.random.default_rng(seed)
    sizes, axes = np.linalg.eigh(payoffs.covariance)
    noise = rng.standard_normal((REDRAWN, len(sizes))) * np.sqrt(np.maximum(sizes, 0))
    return [as_matrix(payoffs.count, payoffs.values + axes @ e) for e in noise]


def _ranges(values: Reals, drawn: npt.NDArray[np.float64], level: float) -> list[Estimate]:
    tail = (1 - level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    spread = drawn.std(axis=0, ddof=1)
    return [
        Estimate(float(x), float(min(a, x)), float(max(b, x)), float(sd) if math.isfinite(sd) else math.inf)
        for x, a, b, sd in zip(values, low, high, spread, strict=True)
    ]
