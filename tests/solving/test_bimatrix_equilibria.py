"""All equilibria of a matrix: each is one in fractions, and none is missing."""

from fractions import Fraction
from itertools import product

import pytest
from tests.solving.random_games import random_bimatrix

from upcard.solving.bimatrix_equilibria import bimatrix_equilibria
from upcard.solving.matrix2x2 import bimatrix, equilibria
from upcard.solving.matrix_game import solve_matrix

HALF = Fraction(1, 2)


def exactly(matrix):
    return [[Fraction(x) for x in line] for line in matrix]


def is_equilibrium(row, column, x, y):
    """Whether nobody gains by another action; both are mixtures."""
    rows = [sum(a * b for a, b in zip(line, y, strict=True)) for line in row]
    columns = [sum(x[i] * column[i][j] for i in range(len(x))) for j in range(len(y))]
    paid = [sum(a * b for a, b in zip(*pair, strict=True)) for pair in ((x, rows), (y, columns))]
    return paid == [max(rows), max(columns)] and sum(x) == sum(y) == 1 and min(*x, *y) >= 0


@pytest.mark.parametrize("most", [1, 5])
@pytest.mark.parametrize("first", range(0, 100, 50))
def test_every_answer_for_a_random_matrix_is_an_equilibrium(first, most):
    for seed in range(first, first + 50):
        row, column = map(exactly, random_bimatrix(seed, most))
        whole = bimatrix_equilibria(row, column)
        assert whole.is_complete
        assert whole.extreme
        assert all(is_equilibrium(row, column, x, y) for x, y in whole.extreme), seed
        some = bimatrix_equilibria(row, column, most_cell_visits=0)
        assert not some.is_complete
        assert set(some.extreme) <= set(whole.extreme) or min(map(len, (row, row[0]))) == 1, seed


@pytest.mark.parametrize("seed", range(40))
def test_no_pure_equilibrium_is_missing(seed):
    row, column = map(exactly, random_bimatrix(seed, 2))
    extreme = bimatrix_equilibria(row, column).extreme
    for i, j in product(range(len(row)), range(len(row[0]))):
        x, y = (
            [Fraction(int(k == chosen)) for k in range(n)] for chosen, n in ((i, len(row)), (j, len(row[0])))
        )
        assert ((tuple(x), tuple(y)) in extreme) == is_equilibrium(row, column, x, y)


@pytest.mark.parametrize("cells", list(product([0, 1], repeat=8)))
def test_two_by_two_has_the_same_equilibria_as_the_rectangles_say(cells):
    """Every 2 x 2 matrix of zeros and ones, with all their ties."""
    row, column = (exactly([c[:2], c[2:]]) for c in (cells[:4], cells[4:]))
    corners = {
        ((x, 1 - x), (y, 1 - y))
        for r in equilibria(bimatrix(cells[:4], cells[4:]))
        for x in (r.row.low, r.row.high)
        for y in (r.column.low, r.column.high)
    }
    assert set(bimatrix_equilibria(row, column).extreme) == corners


def test_a_matrix_of_equal_payoffs_is_one_convex_set():
    flat = exactly([[2, 2, 2]] * 2)
    ((only,),) = bimatrix_equilibria(flat, flat).components
    assert (len(only.rows), len(only.columns), only.is_point) == (2, 3, False)


def test_rock_paper_scissors_has_one_equilibrium():
    rock = exactly([[0, -1, 1], [1, 0, -1], [-1, 1, 0]])
    turned = [[-x for x in line] for line in rock]
    ((only,),) = bimatrix_equilibria(rock, turned).components
    assert only.is_point
    assert only.rows == only.columns == ((Fraction(1, 3),) * 3,)
    assert solve_matrix(rock).value == 0


def test_sets_that_share_a_mixture_are_one_component():
    row, column = exactly([[1, 1], [1, 0]]), exactly([[1, 1], [1, 0]])
    (component,) = bimatrix_equilibria(row, column).components
    assert len(component) == 2
    assert set(component[0].rows) & set(component[1].rows)
