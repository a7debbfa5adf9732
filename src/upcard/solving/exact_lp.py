"""Exact equilibria: the optimal corner of a linear program, computed in fractions and checked.

A corner of the polyhedron is the solution of as many linear equations as there are unknowns. A solver in
floating point finds these equations; whole numbers then give their exact solution. The solution is checked:
by duality it is an equilibrium if both plans respect all limits.

Source: D. Applegate, W. Cook, S. Dash, D. Espinoza, "Exact solutions to linear programming problems",
Operations Research Letters 35, 2007. FLINT solves the linear systems, with J. D. Dixon, "Exact solution of
linear equations using p-adic expansions", Numerische Mathematik 40, 1982.
"""

from collections.abc import Callable, Sequence
from fractions import Fraction

import flint
import numpy as np

from upcard.solving.highs import Corner
from upcard.solving.lp_program import LinearProgram


def exact_plan(
    sequences: int, lp: LinearProgram, corner: Corner, on_part: Callable[[float], None] | None = None
) -> list[Fraction] | None:
    """Return the realization weights of all sequences in a corner; None if it is not an equilibrium.

    `sequences` is the number of all sequences. `on_part` is called with the fraction that is done, before
    each of three long steps; it may raise ``KeyboardInterrupt``.
    """
    report = on_part or (lambda part: None)
    tight, basic = np.flatnonzero(corner.is_tight), np.flatnonzero(corner.is_basic)
    if len(tight) != len(basic) or not corner.is_tight[0] or not corner.is_basic[-1]:
        return None
    square = _square(lp, tight, basic)
    first = [0] * len(tight)
    first[0] = 1
    last = [0] * len(basic)
    last[-1] = 1
    report(0.0)
    weights = _solve(square, first)
    report(0.4)
    duals = _solve(square.transpose(), last)
    if weights is None or duals is None:
        return None
    columns = _spread(weights, basic, lp.shape[1])
    prices = _spread(duals, tight, lp.shape[0])
    report(0.8)
    if not _is_optimal(lp, columns, prices):
        return None
    plan = [Fraction(0)] * sequences
    for s, x in zip(lp.first_sequences.tolist(), columns, strict=False):
        plan[s] = x
    for s, x in zip(lp.second_sequences.tolist(), prices[lp.plan_rows :], strict=True):
        plan[s] = x
    return plan


def _square(lp: LinearProgram, tight: np.ndarray, basic: np.ndarray) -> flint.fmpz_mat:
    """Return the matrix of tight rows and basic columns."""
    row_at, column_at = (np.full(n, -1) for n in lp.shape)
    row_at[tight], column_at[basic] = np.arange(len(tight)), np.arange(len(basic))
    dense = flint.fmpz_mat(len(tight), len(basic))
    for r, c, x in zip(row_at[lp.rows].tolist(), column_at[lp.columns].tolist(), lp.entries, strict=True):
        if r >= 0 and c >= 0:
            dense[r, c] = x
    return dense


def _solve(square: flint.fmpz_mat, right: Sequence[int]) -> list[Fraction] | None:
    """Return the solution of a linear system; None if there is none, or more than one."""
    try:
        solution = square.solve(flint.fmpz_mat(len(right), 1, list(right)))
    except ZeroDivisionError:
        return None
    return [Fraction(int(x.p), int(x.q)) for x in solution.entries()]


def _spread(numbers: Sequence[Fraction], places: np.ndarray, length: int) -> list[Fraction]:
    out = [Fraction(0)] * length
    for i, x in zip(places.tolist(), numbers, strict=True):
        out[i] = x
    return out


def _is_optimal(lp: LinearProgram, columns: Sequence[Fraction], prices: Sequence[Fraction]) -> bool:
    """Return whether weights and prices satisfy all limits of the program and of its dual."""
    rows, worth = [Fraction(0)] * lp.shape[0], [Fraction(0)] * lp.shape[1]
    for r, c, x in zip(lp.rows.tolist(), lp.columns.tolist(), lp.entries, strict=True):
        rows[r] += x * columns[c]
        worth[c] += x * prices[r]
    count = len(lp.first_sequences)
    return (
        min(columns[:count]) >= 0
        and min(prices[lp.plan_rows :]) >= 0
        and rows[0] == 1
        and not any(rows[1 : lp.plan_rows])
        and max(rows[lp.plan_rows :]) <= 0
        and min(worth[:count]) >= 0
        and not any(worth[count:-1])
        and worth[-1] == 1
    )
