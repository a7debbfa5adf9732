"""The linear program whose optimum is an equilibrium of a two-player constant-sum game.

The first player chooses a plan x, and the second player gives a best response. This is one linear program: it
maximizes the value at the root, where the value of every information set of the second player is at most the
value of each of its choices. The dual prices of these limits are the second player's plan. The program reads
the payoffs of the first player only, so the constant does not matter.

Source: D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person
games", Games and Economic Behavior 14, 1996, section 3. The solver is HiGHS, see
:mod:`upcard.solving.highs`.
"""

from dataclasses import dataclass
from math import lcm

import highspy
import numpy as np
from scipy.sparse import csc_array

from upcard.engine.arrays import FloatArray, IntArray
from upcard.solving.highs import Corner, corner_of, model_of, new_solver, run
from upcard.solving.sequence_form import SequenceForm, exact_payoffs


@dataclass(frozen=True)
class LinearProgram:
    """The linear program of a game: maximize the last column.

    Columns are the sequences of the first player, then the values of the second player's information sets,
    and last the value of the root. The first rows say that the first player's weights are a plan: row 0
    equals 1, the others equal 0. Then comes a row for each sequence of the second player, which is at most 0.
    """

    shape: tuple[int, int]
    """Numbers of rows and columns."""
    rows: IntArray
    columns: IntArray
    """Row and column of each non-zero cell of the matrix."""
    entries: tuple[int, ...]
    """Whole-number entries of these cells, of any size. Payoffs times chance are multiplied by `scale`."""
    scale: int
    """A common denominator of all payoffs times chance. The value of the program is multiplied by it."""
    first_sequences: IntArray
    second_sequences: IntArray
    """The sequences of the first and of the second player, the empty one first."""
    plan_rows: int
    """Number of rows for the first player's plan."""


@dataclass(frozen=True)
class Optimum(Corner):
    """The optimal corner, with its plan and value."""

    plan: FloatArray
    """The realization weights of both players, float64 of shape (sequences,), 0 or more."""
    value: float
    """Expected payoff of the first player."""


def linear_program(form: SequenceForm) -> LinearProgram:
    """Make the linear program of a constant-sum game of two players."""
    first, second = (_sequences(form, p) for p in (0, 1))
    place = np.zeros(form.sequences, np.int64)
    place[first], place[second] = np.arange(len(first)), np.arange(len(second))
    plan_rows = 1 + len(form.of(0))
    paid = exact_payoffs(form, 0)
    scale = lcm(*(x.denominator for x in paid.values()))
    cells = [(0, 0, 1)]
    for row, column, entry in _plan_cells(form, 0, place):
        cells.append((row, column, entry))
    for i, s, entry in _plan_cells(form, 1, place):
        cells.append((plan_rows + s, len(first) + i - 1, entry))
    root = len(first) + len(form.of(1))
    cells.append((plan_rows, root, 1))
    cells += [(plan_rows + int(place[t]), int(place[s]), -int(x * scale)) for (s, t), x in paid.items()]
    rows, columns = np.array([cell[:2] for cell in cells], np.int64).T
    entries = tuple(cell[2] for cell in cells)
    shape = (plan_rows + len(second), root + 1)
    return LinearProgram(shape, rows, columns, entries, scale, first, second, plan_rows)


def _sequences(form: SequenceForm, p: int) -> IntArray:
    """Return the sequences of a seat, the empty one first."""
    owner = np.concatenate([np.arange(form.players), np.repeat(form.owner, form.count)])
    return np.flatnonzero(owner == p)


def _plan_cells(form: SequenceForm, p: int, place: IntArray) -> list[tuple[int, int, int]]:
    """Return cells of each information set of a seat, rows from 1: 1 for its choices, -1 for its parent."""
    cells = []
    for row, i in enumerate(form.of(p).tolist(), 1):
        cells.append((row, int(place[form.before[i]]), -1))
        cells += [(row, int(place[s]), 1) for s in range(form.first[i], form.first[i] + form.count[i])]
    return cells


def optimum(form: SequenceForm, lp: LinearProgram) -> Optimum:
    """Solve the program; raise ``Failure`` if the solver finds no optimum."""
    solver = new_solver()
    solver.passModel(_model(lp))
    run(solver, f"the linear program of {form.tree.game.title}")
    solution, corner = solver.getSolution(), corner_of(solver.getBasis())
    plan = np.zeros(form.sequences)
    plan[lp.first_sequences] = np.maximum(solution.col_value[: len(lp.first_sequences)], 0)
    plan[lp.second_sequences] = np.abs(solution.row_dual[lp.plan_rows :])
    return Optimum(corner.is_basic, corner.is_tight, plan, solver.getInfo().objective_function_value)


def _model(lp: LinearProgram) -> highspy.HighsLp:
    """Return the program in the form that the solver reads, with payoffs in their original unit."""
    is_payoff = (lp.rows >= lp.plan_rows) & (lp.columns < len(lp.first_sequences))
    entries = [x / lp.scale if paid else x for x, paid in zip(lp.entries, is_payoff, strict=True)]
    matrix = csc_array((entries, (lp.rows, lp.columns)), shape=lp.shape)
    return model_of(matrix, lp.plan_rows, len(lp.first_sequences))
