"""From payoffs to ranks, weights and their ranges."""

import numpy as np
import pytest

from upcard.simulation.estimate import Estimate
from upcard.simulation.sequential import EQUAL, FIRST, OPEN, SECOND
from upcard.simulation.standings import (
    REDRAWN,
    Payoffs,
    alpha_masses,
    as_matrix,
    bounded,
    decided,
    estimates,
    gap_rows,
    nash_weights,
    ranks,
    redrawn,
)

CLEAR = Payoffs(3, np.array([0.2, 0.3, 0.1]), np.diag([1e-4, 1e-4, 1e-4]))
CIRCLE = Payoffs(3, np.array([-0.5, 0.5, -0.5]), np.diag([1e-6, 1e-6, 1e-6]))


def test_payoffs_of_pairs_are_a_matrix_with_the_other_sign_below():
    assert as_matrix(3, CLEAR.values).tolist() == [[0, 0.2, 0.3], [-0.2, 0, 0.1], [-0.3, -0.1, 0]]


def test_the_difference_of_two_means_counts_their_own_games_twice():
    field = CLEAR.matrix.sum(axis=1) / 2
    assert gap_rows(CLEAR) @ CLEAR.values == pytest.approx(
        [field[0] - field[1], field[0] - field[2], field[1] - field[2]]
    )
    assert gap_rows(CLEAR)[0] == pytest.approx([1, 0.5, -0.5])


def test_estimates_have_intervals_of_their_level():
    (e,) = estimates(np.array([0.5]), np.array([[0.01]]), 0.95)
    assert [e.value, e.se] == pytest.approx([0.5, 0.1])
    assert (e.low, e.high) == pytest.approx((0.5 - 0.19600, 0.5 + 0.19600), abs=1e-4)


def test_differences_are_decided_for_all_pairs_together():
    def found(z):
        return Estimate(z, z - 2, z + 2, 1.0)

    assert decided([found(2.2), found(0), found(0.5)], 0.95) == [OPEN, OPEN, OPEN]  # alone it would be
    assert decided([found(2.6), found(-2.5), found(0.5)], 0.95) == [FIRST, SECOND, OPEN]


def test_linear_combinations_lie_between_the_sums_of_the_limits():
    rows = np.array([[1.0, -0.5]])
    assert bounded(rows, [(0.1, 0.3), (-0.2, 0.4)]) == [pytest.approx((0.1 - 0.2, 0.3 + 0.1))]


@pytest.mark.parametrize(
    ("verdicts", "said"),
    [
        ([FIRST, FIRST, FIRST], [1, 2, 3]),
        ([OPEN, FIRST, EQUAL], [1, 1, 2]),
        ([OPEN, OPEN, OPEN], [1, 1, 1]),
        ([SECOND, FIRST, SECOND], [2, 2, 2]),
    ],
)
def test_a_rank_counts_those_that_are_decidedly_better(verdicts, said):
    assert ranks(3, verdicts) == said


def test_redrawn_matrices_scatter_as_the_errors_do():
    covariance = np.array([[4e-4, 3e-4, 0], [3e-4, 4e-4, 0], [0, 0, 1e-6]])
    drawn = np.array([[m[0, 1], m[0, 2], m[1, 2]] for m in redrawn(Payoffs(3, CLEAR.values, covariance), 5)])
    assert len(drawn) == REDRAWN
    assert drawn.mean(axis=0) == pytest.approx(CLEAR.values, abs=0.006)
    assert np.cov(drawn.T) == pytest.approx(covariance, abs=1e-4)
    assert redrawn(CLEAR, 5)[0].tolist() == redrawn(CLEAR, 5)[0].tolist()


def test_weights_have_a_range_that_shows_whether_they_are_known():
    drawn = redrawn(CIRCLE, 0)
    for found in (nash_weights(CIRCLE, drawn, 0.95), alpha_masses(CIRCLE, drawn, 0.95)):
        assert all(e.low <= 1 / 3 <= e.high and e.value == pytest.approx(1 / 3) for e in found)
    assert nash_weights(CIRCLE, drawn, 0.95)[0].high < 0.34
    unsure = Payoffs(2, np.array([0.001]), np.array([[1e-2]]))
    first, second = nash_weights(unsure, redrawn(unsure, 0), 0.95)
    assert (first.value, first.low, first.high) == (1, 0, 1)
    assert (second.value, second.low, second.high) == (0, 0, 1)
