"""Standings from the tables of a tournament: payoffs, ranks, weights of Nash averaging, alpha-rank masses."""

import math
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray
from upcard.simulation.estimate import Estimate, hedged, quantile
from upcard.simulation.ranking import alpha_rank, equilibria, holm, nash_average, two_sided
from upcard.simulation.sequential_test import FIRST, OPEN, SECOND
from upcard.simulation.student_t import student_quantile
from upcard.simulation.table_composition import TableTally, pairs_of

REDRAWN = 200
"""Number of payoff matrices that are drawn around the payoffs, for the ranges of weights and masses."""


@dataclass(frozen=True)
class PairPayoffs:
    """The payoffs of all pairs and the covariance of their errors.

    The errors are those of :func:`upcard.simulation.estimate.hedged`, so that none is 0. Arrays have an entry
    for each pair, in the order of :func:`upcard.simulation.table_composition.pairs_of`.
    """

    count: int
    """Number of strategies."""
    values: FloatArray
    """Payoff of every pair."""
    hedges: FloatArray
    """The payoffs with one more block for each strategy, in which it wins everything."""
    covariance: FloatArray
    """Covariance of the errors of `hedges`, of shape (pairs, pairs)."""
    freedom: int
    """Degrees of freedom of the errors: one less than the blocks of the shortest table, which is a safe
    choice for estimates from several tables."""
    limits: list[tuple[float, float]]
    """The least and the greatest possible payoff of every pair."""

    @property
    def matrix(self) -> FloatArray:
        """The payoffs as an antisymmetric matrix of shape (count, count)."""
        return as_matrix(self.count, self.values)

    @property
    def contrasts(self) -> FloatArray:
        """Matrix that turns payoffs into means against the field, of shape (count, pairs)."""
        rows = np.zeros((self.count, len(self.values)))
        for k, (i, j) in enumerate(pairs_of(self.count)):
            rows[i, k], rows[j, k] = 1, -1
        return rows / (self.count - 1)

    def errors(self, rows: FloatArray) -> FloatArray:
        """Return the standard errors of linear combinations of payoffs, one per row of coefficients."""
        return np.asarray(np.sqrt(np.maximum(((rows @ self.covariance) * rows).sum(axis=1), 0)), np.float64)


def as_matrix(count: int, values: FloatArray) -> FloatArray:
    """Return payoffs of pairs as an antisymmetric matrix of shape (count, count)."""
    matrix = np.zeros((count, count))
    for (i, j), x in zip(pairs_of(count), values, strict=True):
        matrix[i, j], matrix[j, i] = x, -x
    return matrix


def payoffs_of(tallies: list[TableTally], count: int) -> PairPayoffs:
    """Return the payoff of every pair: the mean difference of their win shares over their tables.

    At a table it is the difference between the mean win shares of an entrant of each strategy. Tables share
    no cards, so their errors are independent; within a table the errors of several pairs are correlated.
    Every table must have two blocks or more, and every pair of the `count` strategies a table.
    """
    number = {pair: k for k, pair in enumerate(pairs_of(count))}
    values, hedges, tables = (np.zeros(len(number)) for _ in range(3))
    ends, covariance = np.zeros((len(number), 2)), np.zeros((len(number), len(number)))
    for t in tallies:
        more = t.hedged
        among = [(i, j) for i in range(len(t.who)) for j in range(i + 1, len(t.who))]
        where = [number[t.who[i], t.who[j]] for i, j in among]
        signs = np.array([[(s == i) - (s == j) for s in range(len(t.who))] for i, j in among], np.float64)
        values[where] += signs @ t.shares
        hedges[where] += signs @ more.shares
        ends[where] += [t.ends(t.who[i], t.who[j]) for i, j in among]
        tables[where] += 1
        covariance[np.ix_(where, where)] += signs @ more.covariance @ signs.T
    return PairPayoffs(
        count,
        values / tables,
        hedges / tables,
        covariance / np.outer(tables, tables),
        min(t.blocks for t in tallies) - 1,
        [(float(low), float(high)) for low, high in ends / tables[:, None]],
    )


def estimates(payoffs: PairPayoffs, rows: FloatArray, level: float) -> list[Estimate]:
    """Return linear combinations of payoffs, each with its own interval, cut to the possible range."""
    parts = zip(rows @ payoffs.values, rows @ payoffs.hedges, payoffs.errors(rows), strict=True)
    hedges = [hedged(float(x), float(h), float(se), payoffs.freedom, level) for x, h, se in parts]
    return [
        Estimate(e.value, min(e.value, max(e.low, low)), max(e.value, min(e.high, high)), e.se)
        for e, (low, high) in zip(hedges, bounded(rows, payoffs.limits), strict=True)
    ]


def decided(payoffs: PairPayoffs, rows: FloatArray, level: float) -> list[str]:
    """Return a verdict on each of several differences, by Holm's method at the level for all together.

    Each difference is taken with or without the extra extreme blocks, whichever is nearer to 0.
    """
    both = np.array([rows @ payoffs.values, rows @ payoffs.hedges])
    sizes = np.where(both.min(axis=0) * both.max(axis=0) > 0, np.abs(both).min(axis=0), 0)
    tested = zip(sizes, payoffs.errors(rows), strict=True)
    rejected = holm([two_sided(float(x), float(se), payoffs.freedom) for x, se in tested], 1 - level)
    return [
        (FIRST if x > 0 else SECOND) if is_so else OPEN for x, is_so in zip(both[0], rejected, strict=True)
    ]


def gap_rows(payoffs: PairPayoffs) -> FloatArray:
    """Return the differences of means for all pairs as combinations of payoffs, of shape (pairs, pairs)."""
    rows = payoffs.contrasts
    return np.array([rows[i] - rows[j] for i, j in pairs_of(payoffs.count)])


def bounded(rows: FloatArray, limits: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """Return the range of each linear combination of payoffs, if every payoff is within its limits."""
    low, high = np.array(limits).T
    up, down = np.maximum(rows, 0), np.minimum(rows, 0)
    ends = zip(up @ low + down @ high, up @ high + down @ low, strict=True)
    return [(float(a), float(b)) for a, b in ends]


def ranks(count: int, verdicts: list[str]) -> list[int]:
    """Return the rank of each strategy: 1 plus the number of strategies that are shown to be better."""
    out = [1] * count
    for (i, j), v in zip(pairs_of(count), verdicts, strict=True):
        if v in (FIRST, SECOND):
            out[j if v == FIRST else i] += 1
    return out


def nash_weights(payoffs: PairPayoffs, drawn: list[FloatArray], level: float) -> list[Estimate]:
    """Return the weights of Nash averaging, with their ranges over the drawn matrices."""
    return _ranges(nash_average(payoffs.matrix), np.array(list(equilibria(drawn))), level)


def alpha_masses(payoffs: PairPayoffs, drawn: list[FloatArray], level: float) -> list[Estimate]:
    """Return the masses of alpha-rank, with their ranges over the drawn matrices."""
    return _ranges(alpha_rank(payoffs.matrix), np.array([alpha_rank(m) for m in drawn]), level)


def resampled_payoffs(payoffs: PairPayoffs, seed: int, level: float) -> list[FloatArray]:
    """Return ``REDRAWN`` payoff matrices, drawn from a normal distribution around the payoffs.

    Its standard deviations are the standard errors, made larger for few blocks, so that it covers Student's
    interval at the level.
    """
    rng = np.random.default_rng(seed)
    wider = student_quantile(level, payoffs.freedom) / quantile(level)
    sizes, axes = np.linalg.eigh(payoffs.covariance)
    noise = rng.standard_normal((REDRAWN, len(sizes))) * np.sqrt(np.maximum(sizes, 0)) * wider
    return [as_matrix(payoffs.count, payoffs.values + axes @ e) for e in noise]


def _ranges(values: FloatArray, drawn: npt.NDArray[np.float64], level: float) -> list[Estimate]:
    tail = (1 - level) / 2
    low, high = np.quantile(drawn, [tail, 1 - tail], axis=0)
    spread = drawn.std(axis=0, ddof=1)
    return [
        Estimate(float(x), float(min(a, x)), float(max(b, x)), float(sd) if math.isfinite(sd) else math.inf)
        for x, a, b, sd in zip(values, low, high, spread, strict=True)
    ]
