"""HiGHS, as it is set up for all linear programs here."""

import os

import highspy
import numpy as np
import pytest
from scipy.sparse import csc_array

import upcard as uc
from upcard.engine.errors import Failure
from upcard.solving.highs import TOLERANCE, model_of, new_solver, run


def test_a_solver_keeps_within_the_tolerance_and_takes_more_options():
    solver = new_solver(threads=1)
    found = [solver.getOptionValue(x)[1] for x in ("threads", "output_flag", "primal_feasibility_tolerance")]
    assert found == [1, False, TOLERANCE]


def test_a_program_maximizes_its_last_column():
    # One plan, that weighs 1, and one answer, after which the value is 3 at the most.
    matrix = csc_array(np.array([[1, 0], [-3, 1]], float))
    solver = new_solver()
    solver.passModel(model_of(matrix, 1, 1))
    run(solver, "this program")
    assert solver.getInfo().objective_function_value == 3


def test_a_program_without_an_optimum_is_told_with_what_it_is():
    solver = new_solver()
    solver.passModel(model_of(csc_array(np.array([[1, 0]], float)), 1, 1))
    with pytest.raises(Failure, match=r"^this program was not solved: "):
        run(solver, "this program")


def test_a_solver_whose_setup_prints_prints_nothing(monkeypatch, capfd):
    """The one of Python's Highs does so since 1.16, before any option can be set."""

    def prints(self):
        os.write(1, b"Running HiGHS 1.16.0\n")

    monkeypatch.setattr(highspy.Highs, "__init__", prints)
    uc.solve(uc.game("kuhn-poker"), method="lp")
    assert capfd.readouterr().out == ""
