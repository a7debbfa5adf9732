"""Linear programs for HiGHS: settings, models, runs and corners.

Source: Q. Huangfu, J. Hall, "Parallelizing the dual revised simplex method", Mathematical Programming
Computation 10, 2018.
"""

from dataclasses import dataclass

import highspy
import numpy as np
import numpy.typing as npt
from scipy.sparse import csc_array

from upcard.engine.errors import Failure

TOLERANCE = 1e-10
"""Maximum violation of a row or of a dual price."""


@dataclass(frozen=True)
class Corner:
    """A corner of the polyhedron that a program describes."""

    is_basic: npt.NDArray[np.bool_]
    """The columns that may differ from 0 there."""
    is_tight: npt.NDArray[np.bool_]
    """The rows that hold with equality there; as many as there are basic columns."""


def corner_of(basis: highspy.HighsBasis) -> Corner:
    """Return the corner at which the solver ended."""
    basic = highspy.HighsBasisStatus.kBasic
    columns, rows = (np.array([x == basic for x in xs]) for xs in (basis.col_status, basis.row_status))
    return Corner(columns, ~rows)


def basis_of(corner: Corner) -> highspy.HighsBasis:
    """Return the basis of a corner, from which a solver can begin."""
    status = highspy.HighsBasisStatus
    basis = highspy.HighsBasis()
    basis.col_status = [status.kBasic if x else status.kLower for x in corner.is_basic]
    basis.row_status = [status.kUpper if x else status.kBasic for x in corner.is_tight]
    basis.valid, basis.alien, basis.was_alien = True, False, False
    return basis


def new_solver(**more: int) -> highspy.Highs:
    """Make a solver that uses the tolerance and prints nothing; `more` has further options by name."""
    solver = highspy.Highs.__new__(highspy.Highs)
    super(highspy.Highs, solver).__init__()  # since 1.16, that of Highs itself prints on standard output
    for option, setting in (
        ("output_flag", False),
        ("primal_feasibility_tolerance", TOLERANCE),
        ("dual_feasibility_tolerance", TOLERANCE),
        *more.items(),
    ):
        solver.setOptionValue(option, setting)
    return solver


def model_of(matrix: csc_array, plan_rows: int, first_sequences: int) -> highspy.HighsLp:
    """Return a program in the form that the solver reads: maximize the last column.

    The matrix is laid out as :class:`upcard.solving.lp_program.LinearProgram` says: `plan_rows` rows make the
    plan of the first player, and `first_sequences` columns are that player's sequences.
    """
    rows, columns = matrix.shape
    model = highspy.HighsLp()
    model.num_row_, model.num_col_ = rows, columns
    model.sense_ = highspy.ObjSense.kMaximize
    model.col_cost_ = np.eye(1, columns, columns - 1)[0]
    model.col_lower_ = np.where(np.arange(columns) < first_sequences, 0, -np.inf)
    model.col_upper_ = np.full(columns, np.inf)
    first = np.eye(1, rows)[0]
    model.row_lower_ = np.where(np.arange(rows) < plan_rows, first, -np.inf)
    model.row_upper_ = first
    model.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    model.a_matrix_.start_ = matrix.indptr
    model.a_matrix_.index_ = matrix.indices
    model.a_matrix_.value_ = matrix.data
    return model


def run(solver: highspy.Highs, what: str) -> None:
    """Run a solver with its program; raise ``Failure``, which names `what`, if no optimum is found."""
    solver.run()
    status = solver.getModelStatus()
    if status != highspy.HighsModelStatus.kOptimal:
        raise Failure(f"{what} was not solved: {solver.modelStatusToString(status)}")
