"""A corner in fractions: what is no equilibrium, or no corner, gives none."""

from dataclasses import replace

import numpy as np
import pytest

from upcard.solving.exact_lp import exact_plan
from upcard.solving.lp_program import linear_program, optimum


@pytest.fixture
def kuhn(form):
    """The linear program of Kuhn poker, and the corner that solves it."""
    lp = linear_program(form("kuhn-poker"))
    return form("kuhn-poker").sequences, lp, optimum(form("kuhn-poker"), lp)


def exchanged(which, one, other):
    """The same marks but for two, which are exchanged."""
    found = which.copy()
    found[[one, other]] = found[[other, one]]
    return found


def test_the_corner_of_the_solver_is_an_equilibrium(kuhn):
    sequences, lp, corner = kuhn
    plan = exact_plan(sequences, lp, corner)
    assert plan is not None
    assert plan[:2] == [1, 1]
    assert min(plan) >= 0


def test_what_has_not_as_many_equations_as_unknowns_is_no_corner(kuhn):
    sequences, lp, corner = kuhn
    basic = corner.is_basic.copy()
    basic[np.flatnonzero(basic)[0]] = False
    assert exact_plan(sequences, lp, replace(corner, is_basic=basic)) is None


def test_no_other_corner_beside_it_keeps_all_limits_but_equilibria(kuhn):
    """With a basic column exchanged for another the equations have no solution, or it breaks a limit."""
    sequences, lp, corner = kuhn
    basic, others = np.flatnonzero(corner.is_basic), np.flatnonzero(~corner.is_basic)
    plans = [
        exact_plan(sequences, lp, replace(corner, is_basic=exchanged(corner.is_basic, one, other)))
        for one in basic
        for other in others
    ]
    assert plans.count(None) > len(plans) // 2
    assert all(min(plan) >= 0 and plan[:2] == [1, 1] for plan in plans if plan is not None)
