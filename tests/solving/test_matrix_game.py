"""Matrix games in fractions: by the definition of a solution, by another program, and small ones by hand."""

from fractions import Fraction

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from scipy.optimize import linprog

from upcard.solving.matrix2x2 import ROW, bimatrix, maximin
from upcard.solving.matrix_game import solve_matrix

CELLS = st.one_of(st.integers(-3, 3), st.fractions(-20, 20, max_denominator=9))


@st.composite
def matrices(draw, most=6):
    rows, columns = draw(st.integers(1, most)), draw(st.integers(1, most))
    return [[draw(CELLS) for _ in range(columns)] for _ in range(rows)]


@given(matrices())
def test_each_mixture_is_sure_of_the_value_whatever_the_other_does(payoffs):
    """Von Neumann's definition: neither gains by any row or column, so no mixture does either."""
    found = solve_matrix(payoffs)
    assert sum(found.row) == sum(found.column) == 1
    assert min(found.row) >= 0 <= min(found.column)
    rows, columns = range(len(payoffs)), range(len(payoffs[0]))
    assert min(sum(found.row[i] * payoffs[i][j] for i in rows) for j in columns) == found.value
    assert max(sum(found.column[j] * payoffs[i][j] for j in columns) for i in rows) == found.value


def gain_of_a_better_mixture(payoffs, mixture):
    """The most that the rows can gain over all columns, if they lose in none of them."""
    cells = np.array(payoffs, float)
    sure = np.array(mixture, float) @ cells
    best = linprog(-cells.sum(axis=1), A_ub=-cells.T, b_ub=-sure, A_eq=np.ones((1, len(cells))), b_eq=[1.0])
    return -best.fun - sure.sum() if best.status == 0 else 0.0


@given(matrices())
@example([[0, 0], [0, 1]])
@example([[0, 0, 0], [2, -1, 0], [-1, 2, 0]])
@example([[1, 0, 0], [0, 1, 1], [0, 1, 2]])
def test_no_mixture_dominates_the_solution(payoffs):
    """Not even weakly, so both are also best if the other makes every mistake now and then."""
    solved = solve_matrix(payoffs)
    turned = [[-line[j] for line in payoffs] for j in range(len(payoffs[0]))]
    assert gain_of_a_better_mixture(payoffs, solved.row) < 1e-6
    assert gain_of_a_better_mixture(turned, solved.column) < 1e-6


def test_of_two_saddle_points_the_better_after_a_mistake_is_chosen():
    """The first row is safe too, but the second gains if the other makes a mistake; so with a mixture."""
    assert solve_matrix([[0, 0], [0, 1]]).row == (Fraction(0), Fraction(1))
    assert solve_matrix([[0, 0, 0], [2, -1, 0], [-1, 2, 0]]).row[0] == 0
    assert solve_matrix([[0, -2, 1], [0, 1, -2], [0, 0, 0]]).column[0] == 0


@given(matrices())
def test_highs_finds_the_same_value(payoffs):
    cells = np.array(payoffs, float)
    rows, columns = cells.shape
    done = linprog(
        np.r_[np.zeros(rows), -1.0],
        A_ub=np.c_[-cells.T, np.ones(columns)],
        b_ub=np.zeros(columns),
        A_eq=np.r_[np.ones(rows), 0.0][None],
        b_eq=[1.0],
        bounds=[(0, None)] * rows + [(None, None)],
    )
    assert -done.fun == pytest.approx(float(solve_matrix(payoffs).value), abs=1e-8)


@given(st.lists(CELLS, min_size=4, max_size=4))
def test_two_by_two_it_is_the_maximin_of_the_four_cells(cells):
    payoffs = [cells[:2], cells[2:]]
    assert solve_matrix(payoffs).value == maximin(bimatrix(cells, [-x for x in cells]), ROW).value


@given(matrices(4))
def test_exchanging_the_players_turns_the_value_around(payoffs):
    turned = [[-line[j] for line in payoffs] for j in range(len(payoffs[0]))]
    assert solve_matrix(turned).value == -solve_matrix(payoffs).value


def test_known_games():
    """Rock, paper, scissors; and by hand, 3 x - 2 (1 - x) = -x + (1 - x) gives x = 3/7."""
    third = Fraction(1, 3)
    scissors = solve_matrix([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    assert scissors.value == 0
    assert scissors.row == scissors.column == (third, third, third)
    pennies = solve_matrix([[3, -1], [-2, 1]])
    assert (pennies.value, pennies.row, pennies.column) == (
        Fraction(1, 7),
        (Fraction(3, 7), Fraction(4, 7)),
        (Fraction(2, 7), Fraction(5, 7)),
    )


def test_a_degenerate_program_comes_to_an_end():
    """E. M. L. Beale's cycling numbers, as rows and columns of a game."""
    cells: list[list[Fraction | int]] = [
        [Fraction(1, 4), -8, -1, 9],
        [Fraction(1, 2), -12, Fraction(-1, 2), 3],
        [0, 0, 1, 0],
        [Fraction(-3, 4), 20, Fraction(-1, 2), 6],
    ]
    found = solve_matrix(cells)
    assert min(sum(found.row[i] * cells[i][j] for i in range(4)) for j in range(4)) == found.value
