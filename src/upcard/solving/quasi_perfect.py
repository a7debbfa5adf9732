"""Equilibria that also play well after mistakes: limits of linear programs in which players tremble.

An equilibrium says nothing about decisions that it never reaches. So every sequence gets a minimum weight: a
small number to the power of the player's choices in it. Players then make every mistake now and then, and two
mistakes are rarer than one by a whole order. The limit of the equilibria of these games, as the small number
tends to 0, is a quasi-perfect equilibrium. At every information set, also where it never comes, it chooses a
best response to the other's play with these mistakes, so it is sequentially rational too. Its value is the
value of the game.

The minimum weights change only the right side and the objective of the linear program, never its matrix. So
every number of a corner is a power series in the small number. The corner is optimal for all small numbers if
the first coefficient that differs from 0 has the correct sign everywhere. HiGHS solves the program for a few
small numbers. If none of its corners passes this test, pivots lead from them to one that does.

Sources: P. B. Miltersen, T. B. Sørensen, "Computing a quasi-perfect equilibrium of a two-player game",
Economic Theory 42, 2010; G. Farina, N. Gatti, T. Sandholm, "Practical exact algorithm for trembling-hand
equilibrium refinements in games", NeurIPS 2018, for the test of a corner; G. B. Dantzig, A. Orden, P. Wolfe,
"The generalized simplex method", Pacific Journal of Mathematics 5, 1955, for pivots on series.
"""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import flint
import highspy
import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array
from scipy.sparse.linalg import splu

from upcard.engine.arrays import FloatArray, IntArray
from upcard.engine.errors import Failure
from upcard.engine.tree.stochastic_game import AnyIntArray
from upcard.solving.highs import Corner, corner_of, model_of, run

SMALL_NUMBERS = (0.03, 0.01, 0.003, 1e-3, 3e-4, 1e-4)
"""The small numbers for which programs are solved, until the corner is optimal for all smaller ones."""

SLIGHT = 1e-10
"""Coefficients in floating point that are nearer to 0 count as 0."""

PIVOT = 1e-7
"""Smallest element of a matrix on which to pivot."""

MOST_PIVOTS = 300
"""Maximum number of pivots from the corner for a small number."""

OnPart = Callable[[float], None]
# Power series in the small number: float64, or fractions as objects, of shape (series, coefficients).
PowerSeries = npt.NDArray[Any]


@dataclass(frozen=True)
class TremblingProgram:
    """The linear program of a game with minimum weights, laid out as ``LinearProgram`` says."""

    shape: tuple[int, int]
    """Numbers of rows and columns."""
    rows: npt.NDArray[Any]
    columns: npt.NDArray[Any]
    entries: npt.NDArray[Any]
    """The cells: float64, or whole numbers of any size as objects. Entries of the same cell are added."""
    plan_rows: int
    """Number of rows for the first player's plan."""
    first_powers: AnyIntArray
    second_powers: AnyIntArray
    """For each sequence of a player, the power of its minimum weight; with power 0 there is none."""

    @cached_property
    def is_exact(self) -> bool:
        """Whether entries are whole numbers, so that all results are fractions."""
        return self.entries.dtype == object

    @cached_property
    def terms(self) -> int:
        """Number of coefficients of a power series."""
        return 1 + max(int(x.max(initial=0)) for x in (self.first_powers, self.second_powers))

    @cached_property
    def matrix(self) -> csc_array:
        """The matrix in floating point."""
        return csc_array((self.entries.astype(np.float64), (self.rows, self.columns)), shape=self.shape)

    def lowest(self, powers: AnyIntArray) -> PowerSeries:
        """Return the minimum weights of some sequences as power series."""
        out = np.zeros((len(powers), self.terms), object if self.is_exact else np.float64)
        at = np.flatnonzero(powers)
        out[at, powers[at]] = 1
        return out

    def times(self, series: PowerSeries, *, by_column: bool) -> PowerSeries:
        """Return the product of the matrix with a series for each column, or for each row."""
        if not self.is_exact:
            return np.asarray((self.matrix if by_column else self.matrix.T) @ series)
        out = np.zeros((self.shape[0 if by_column else 1], self.terms), object)
        source, target = (self.columns, self.rows) if by_column else (self.rows, self.columns)
        np.add.at(out, target, self.entries[:, None] * series[source])
        return out

    @cached_property
    def least_weights(self) -> PowerSeries:
        """The minimum weight of each column, 0 for columns that are not sequences."""
        others = self.shape[1] - len(self.first_powers)
        return self.lowest(np.concatenate([self.first_powers, np.zeros(others, np.int64)]))

    @cached_property
    def objective(self) -> PowerSeries:
        """The objective: the value of the root, corrected for the second player's minimum weights."""
        least = self.lowest(np.concatenate([np.zeros(self.plan_rows, np.int64), self.second_powers]))
        out = -self.times(least, by_column=False)
        out[-1, 0] += 1
        return out


@dataclass(frozen=True)
class TremblingPlans:
    """Weights of both players' sequences as power series; the first coefficients are an equilibrium."""

    first: PowerSeries
    second: PowerSeries


@dataclass(frozen=True)
class _Tableau:
    """A corner with its numbers as power series; it is optimal if no `room` and no cost is negative.

    Variables of the program come first, then its rows.
    """

    tight: IntArray
    basic: IntArray
    columns: PowerSeries
    """The variables of the program."""
    prices: PowerSeries
    """The dual prices of all rows."""
    room: PowerSeries
    """For each variable and row: how far it is within its limit, and 0 if it is at its limit or has none. For
    equations, the size of their error, times -1."""
    costs: PowerSeries
    """For each variable and row at its limit: what each unit away from it costs, and 0 for equations. For
    variables without a limit, the size of this cost, times -1."""
    signs: FloatArray
    """-1 for what must move downwards to reduce a violation, else 1."""
    is_bound: npt.NDArray[np.bool_]
    """Variables that are not basic, and tight rows."""
    is_loose: npt.NDArray[np.bool_]
    """Variables without a limit."""
    is_fixed: npt.NDArray[np.bool_]
    """Rows that are equations."""
    factors: Any
    """The factors of the matrix of tight rows and basic columns; None in fractions."""


def tremble_powers(before: AnyIntArray, first: AnyIntArray, count: AnyIntArray, sequences: int) -> IntArray:
    """Return the power of each sequence's minimum weight: the number of real choices in it.

    The arrays are those of :class:`upcard.solving.sequence_form.SequenceForm`, or of a round.
    """
    powers = np.zeros(sequences, np.int64)
    for parent, begin, choices in zip(before.tolist(), first.tolist(), count.tolist(), strict=True):
        powers[begin : begin + choices] = powers[parent] + (choices > 1)
    return powers


def refined_corner(
    program: TremblingProgram,
    solver: highspy.Highs,
    basis: highspy.HighsBasis | None,
    title: str,
    last: Corner | None = None,
) -> tuple[Corner, TremblingPlans] | None:
    """Return a corner that is optimal with all small trembles, and its plans in floating point.

    The result is None if pivots find none from the corners for the small numbers. `basis` is where the solver
    begins, and `title` names the program in messages. `last` is such a corner for slightly different payoffs;
    it is usually optimal again, or nearly so, and no small numbers are needed.
    """
    result = None if last is None else _pivoted(program, last)
    if result is not None:
        return result
    first, near = len(program.first_powers), list[Corner]()
    model = model_of(program.matrix, program.plan_rows, first)
    for small in SMALL_NUMBERS:
        powers = small ** np.arange(program.terms)
        model.col_cost_ = program.objective @ powers
        least = (program.least_weights @ powers)[:first]
        model.col_lower_ = np.concatenate([least, np.asarray(model.col_lower_)[first:]])
        solver.passModel(model)
        if basis is not None:
            solver.setBasis(basis)
        try:
            run(solver, title)
        except Failure:
            continue
        basis = solver.getBasis()
        near.append(corner_of(basis))
        result = _pivoted(program, near[-1], may_violate=False)
        if result is not None:
            return result
    return next((x for x in (_pivoted(program, corner) for corner in reversed(near)) if x is not None), None)


def trembling_plans(
    program: TremblingProgram, corner: Corner, on_part: OnPart | None = None
) -> TremblingPlans | None:
    """Return the plans of a corner as power series; None if it is not optimal for all small trembles.

    All equations must be tight, and all variables without a limit basic. Then a corner stays optimal if the
    same number is added to all payoffs.

    `on_part` is called with the fraction that is done before each long step; it may raise
    ``KeyboardInterrupt``.
    """
    tableau = _tableau(program, corner, on_part or (lambda part: None))
    if tableau is None or _violation(tableau) is not None or _misplaced(tableau) is not None:
        return None
    return _plans(program, tableau)


def _plans(program: TremblingProgram, tableau: _Tableau) -> TremblingPlans:
    second = tableau.prices[program.plan_rows :] + program.lowest(program.second_powers)
    return TremblingPlans(tableau.columns[: len(program.first_powers)], second)


def _tableau(
    program: TremblingProgram, corner: Corner, on_part: OnPart = lambda part: None
) -> _Tableau | None:
    """Return the numbers of a corner; None if its equations have no solution, or several."""
    (rows, width), count = program.shape, len(program.first_powers)
    tight, basic = np.flatnonzero(corner.is_tight), np.flatnonzero(corner.is_basic)
    if len(tight) != len(basic):
        return None
    number = np.arange(width + rows)
    is_loose = (number >= count) & (number < width)
    is_fixed = (number >= width) & (number < width + program.plan_rows)
    is_bound = np.concatenate([~corner.is_basic, corner.is_tight])
    columns = np.where(corner.is_basic[:, None], 0, program.least_weights)
    right = -program.times(columns, by_column=True)[tight]
    right[tight == 0, 0] += 1
    solved = _solved(program, tight, basic, (right, program.objective[basic]), on_part)
    if solved is None:
        return None
    on_part(0.8)
    columns[basic], prices = solved[0], np.zeros((rows, program.terms), columns.dtype)
    prices[tight] = solved[1]
    room = np.concatenate([columns - program.least_weights, -program.times(columns, by_column=True)])
    room[width, 0] += 1
    costs = np.concatenate([program.times(prices, by_column=False) - program.objective, prices])
    room[is_bound | is_loose] = 0
    costs[~is_bound | is_fixed] = 0
    is_downward = np.zeros(len(number), np.bool_)
    for series, is_equal in ((room, is_fixed), (costs, is_loose)):
        is_upper = is_equal & _is_negative(-series)
        series[is_upper] *= -1
        is_downward |= is_upper
    return _Tableau(
        tight, basic, columns, prices, room, costs, np.where(is_downward, -1.0, 1.0),
        is_bound, is_loose, is_fixed, solved[2],
    )  # fmt: skip


def _violation(tableau: _Tableau) -> int | None:
    """Return the variable or row with the worst violation; None if all limits and costs are satisfied."""
    worst = _worst(tableau.room)
    return _worst(tableau.costs) if worst is None else worst


def _misplaced(tableau: _Tableau) -> int | None:
    """Return an equation that is not tight, or a variable without a limit that is not basic; or None."""
    places = np.flatnonzero(np.where(tableau.is_bound, tableau.is_loose, tableau.is_fixed))
    return int(places[0]) if len(places) else None


def _worst(series: PowerSeries) -> int | None:
    """Return the most negative series: its first coefficient has the lowest order, then the largest size."""
    bad = np.flatnonzero(_is_negative(series))
    order = _differs(series[bad]).argmax(axis=1)
    return int(bad[np.lexsort((series[bad, order], order))[0]]) if len(bad) else None


def _solved(
    program: TremblingProgram,
    tight: IntArray,
    basic: IntArray,
    sides: tuple[PowerSeries, PowerSeries],
    on_part: OnPart,
) -> tuple[PowerSeries, PowerSeries, Any] | None:
    """Solve the equations of a corner for its columns and for its prices; None if they have no solution.

    The third result has the factors of their matrix, if it is in floating point.
    """
    if not program.is_exact:
        try:
            factors = splu(csc_array(program.matrix[tight][:, basic]))
        except RuntimeError:
            return None
        return factors.solve(sides[0]), factors.solve(sides[1], trans="T"), factors
    row_at, column_at = (np.full(n, -1) for n in program.shape)
    row_at[tight], column_at[basic] = np.arange(len(tight)), np.arange(len(basic))
    square = flint.fmpz_mat(len(tight), len(basic))
    cells = zip(
        row_at[program.rows].tolist(), column_at[program.columns].tolist(), program.entries, strict=True
    )
    for r, c, x in cells:
        if r >= 0 and c >= 0:
            square[r, c] += x
    try:
        on_part(0.0)
        weights = _exactly(square, sides[0])
        on_part(0.4)
        return weights, _exactly(square.transpose(), sides[1]), None
    except ZeroDivisionError:
        return None


def _exactly(square: flint.fmpz_mat, right: PowerSeries) -> PowerSeries:
    solution = square.solve(flint.fmpz_mat(*right.shape, [int(x) for x in right.ravel()]))
    fractions = [Fraction(int(x.p), int(x.q)) for x in solution.entries()]
    return np.array(fractions, object).reshape(right.shape)


def _pivoted(
    program: TremblingProgram, corner: Corner, *, may_violate: bool = True
) -> tuple[Corner, TremblingPlans] | None:
    """Pivot from a corner to one that is optimal for all small trembles; None if that does not succeed.

    Pivots are those of the dual simplex method until all limits are satisfied, then those of the primal one.
    Until then, negative costs count as 0, as if the objective were shifted a little. Unless `may_violate`,
    only equations and variables without a limit are exchanged, in a corner that is optimal.
    """
    for _ in range(MOST_PIVOTS):
        tableau = _tableau(program, corner)
        if tableau is None:
            return None
        place = violation = _violation(tableau)
        if violation is None:
            place = _misplaced(tableau)
        elif not may_violate:
            return None
        if place is None:
            return corner, _plans(program, tableau)
        signs = (tableau.signs[place],) if violation is not None else (1.0, -1.0)
        partner = _leaving if tableau.is_bound[place] else _entering
        partners = (partner(program, tableau, place, sign) for sign in signs)
        other = next((x for x in partners if x is not None), None)
        if other is None:
            return None
        corner = _exchanged(corner, place, other)
    return None


def _leaving(program: TremblingProgram, tableau: _Tableau, place: int, sign: float) -> int | None:
    """Return what reaches its limit first while what is at `place` leaves its own limit."""
    (rows, width), matrix, tight = program.shape, program.matrix, tableau.tight
    pushed = np.zeros(width)
    if place < width:
        pushed[place] = sign
    right = -(matrix @ pushed) - sign * (np.arange(rows) == place - width)
    pushed[tableau.basic] = tableau.factors.solve(right[tight])
    speed = np.concatenate([-pushed, matrix @ pushed])
    speed[tableau.is_fixed] = abs(speed[tableau.is_fixed])
    return _first_at_limit(tableau.room, speed, (speed > PIVOT) & ~tableau.is_bound & ~tableau.is_loose)


def _entering(program: TremblingProgram, tableau: _Tableau, place: int, sign: float) -> int | None:
    """Return what leaves its limit at the least cost, so that what is at `place` reaches its own limit."""
    (rows, width), matrix, tight = program.shape, program.matrix, tableau.tight
    weights = np.zeros(rows)
    row = sign * (matrix.T @ (np.arange(rows) == place - width).astype(np.float64))
    unit = sign * (tableau.basic == place) if place < width else -row[tableau.basic]
    weights[tight] = tableau.factors.solve(np.asarray(unit, np.float64), trans="T")
    speed = np.concatenate([-(matrix.T @ weights) - (row if place >= width else 0), -weights])
    speed[tableau.is_loose] = abs(speed[tableau.is_loose])
    costs = np.where(_is_negative(tableau.costs)[:, None], 0, tableau.costs)
    return _first_at_limit(costs, speed, (speed > PIVOT) & tableau.is_bound & ~tableau.is_fixed)


def _first_at_limit(series: PowerSeries, speed: FloatArray, is_ready: npt.NDArray[np.bool_]) -> int | None:
    """Return where a series divided by its speed is least for all small numbers; None if none is ready."""
    ready = np.flatnonzero(is_ready)
    ratios = series[ready] / speed[ready, None]
    for term in range(series.shape[1]):
        if len(ready):
            is_least = ratios[:, term] <= ratios[:, term].min() + SLIGHT
            ready, ratios = ready[is_least], ratios[is_least]
    return int(ready[np.argmax(speed[ready])]) if len(ready) else None


def _exchanged(corner: Corner, one: int, other: int) -> Corner:
    """Return the corner in which two variables or rows exchange their parts."""
    is_basic, is_tight, width = corner.is_basic.copy(), corner.is_tight.copy(), len(corner.is_basic)
    for k in (one, other):
        if k < width:
            is_basic[k] ^= True
        else:
            is_tight[k - width] ^= True
    return Corner(is_basic, is_tight)


def _is_negative(series: PowerSeries) -> npt.NDArray[np.bool_]:
    """Return which series are negative for all small numbers: by their first coefficient other than 0."""
    differs = _differs(series)
    leading = np.take_along_axis(series, differs.argmax(axis=1)[:, None], axis=1)[:, 0]
    return np.asarray(differs.any(axis=1) & (leading < 0), np.bool_)


def _differs(series: PowerSeries) -> npt.NDArray[np.bool_]:
    slight = 0 if series.dtype == object else SLIGHT
    return np.asarray(abs(series) > slight, np.bool_)


def limit_strategy(weights: PowerSeries, count: AnyIntArray) -> PowerSeries:
    """Return the limits of the probabilities of all choices, of shape (choices,).

    `weights` has the weight of each choice, information set by information set, of shape (choices,
    coefficients), and `count` the number of choices of each set.
    """
    if not len(count):
        return weights[:, 0]
    begins = np.cumsum(count) - count
    leading = _differs(np.add.reduceat(weights, begins, axis=0)).argmax(axis=1)
    chosen = weights[np.arange(len(weights)), np.repeat(leading, count)]
    if weights.dtype != object:
        chosen = np.where(chosen > SLIGHT, chosen, 0.0)
    return np.asarray(chosen / np.repeat(np.add.reduceat(chosen, begins), count))
