"""Rankings of known matrices."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.linalg import null_space

from upcard.simulation.ranking import alpha_rank, equilibria, holm, nash_average, two_sided

ROCK_PAPER_SCISSORS = np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]])
ORDERED = np.array([[0.0, 0.1, 0.2], [-0.1, 0, 0.1], [-0.2, -0.1, 0]])


def antisymmetric(m, seed, is_whole=False):
    x = np.random.default_rng(seed).normal(size=(m, m))
    x = np.round(x) if is_whole else x
    return x - x.T


@pytest.mark.parametrize("scale", [1, 0.001, 4.6])
def test_each_of_rock_paper_scissors_has_a_third(scale):
    assert nash_average(scale * ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-9)
    assert alpha_rank(scale * ROCK_PAPER_SCISSORS) == pytest.approx([1 / 3] * 3, abs=1e-12)


@pytest.mark.parametrize("payoffs", [(1, 2, 3), (0.1, 0.5, 0.01), (7, 1, 1)])
def test_the_only_equilibrium_of_a_circle_is_found_to_12_digits(payoffs):
    """Each has the part of the payoff between the two others."""
    x, y, z = payoffs
    matrix = np.array([[0, -x, y], [x, 0, -z], [-y, z, 0]])
    assert nash_average(matrix) == pytest.approx(np.array([z, y, x]) / (x + y + z), abs=1e-12)


def test_who_loses_to_all_has_no_weight_and_who_beats_all_has_all_of_it():
    assert nash_average(ORDERED).tolist() == [1, 0, 0]
    assert alpha_rank(ORDERED) == pytest.approx([1, 0, 0], abs=1e-6)
    fourth = np.pad(ROCK_PAPER_SCISSORS, ((0, 1), (0, 1)), constant_values=0.5)
    fourth[3] = [-0.5, -0.5, -0.5, 0]
    assert nash_average(fourth) == pytest.approx([1 / 3, 1 / 3, 1 / 3, 0], abs=1e-9)


def test_a_copy_shares_the_weight_and_takes_none_from_others():
    order = [0, 1, 2, 2]
    with_copy = ROCK_PAPER_SCISSORS[np.ix_(order, order)]
    assert nash_average(with_copy) == pytest.approx([1 / 3, 1 / 3, 1 / 6, 1 / 6], abs=1e-7)


def test_strategies_that_are_all_alike_have_equal_weights():
    assert nash_average(np.zeros((5, 5))) == pytest.approx([0.2] * 5)
    assert alpha_rank(np.zeros((5, 5))) == pytest.approx([0.2] * 5)


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("m", [2, 3, 6, 9])
def test_nobody_gains_against_the_weights_and_no_equilibrium_is_more_even(m, seed):
    payoffs = antisymmetric(m, seed, is_whole=seed % 2 == 1)
    weights = nash_average(payoffs)
    assert weights.sum() == pytest.approx(1)
    assert weights.min() >= 0
    assert (payoffs @ weights).max() <= 1e-7
    kept = weights[weights > 0]
    entropy = -(kept * np.log(kept)).sum()
    for other in equilibria([payoffs]):
        inside = other[other > 0]
        assert (payoffs @ other).max() <= 1e-7
        assert -(inside * np.log(inside)).sum() <= entropy + 1e-7


def test_the_equilibria_of_many_alike_matrices_are_those_of_each_alone():
    rng = np.random.default_rng(1)
    noise = [rng.normal(scale=0.4, size=(4, 4)) for _ in range(20)]
    drawn = [antisymmetric(4, 2) + x - x.T for x in noise]
    for payoffs, together in zip(drawn, equilibria(drawn), strict=True):
        assert together == pytest.approx(nash_average(payoffs), abs=1e-6)


def test_strategies_that_are_exactly_even_share_their_weight_in_every_matrix():
    drawn = [x * np.array([[0, 0, 1], [0, 0, 1], [-1, -1, 0]]) for x in (1, 0.3, 2)]
    assert [w.tolist() for w in equilibria(drawn)] == [pytest.approx([0.5, 0.5, 0])] * 3


@pytest.mark.parametrize("seed", range(4))
def test_alpha_rank_is_the_stationary_distribution_of_its_chain(seed):
    payoffs, alpha, n = antisymmetric(5, seed), 0.3, 10
    chain = np.zeros((5, 5))
    for here in range(5):
        for newcomer in set(range(5)) - {here}:
            g = alpha * (payoffs[newcomer, here] - payoffs[here, newcomer])
            chain[here, newcomer] = (1 - math.exp(-g)) / (1 - math.exp(-n * g)) / 4
    chain += np.diag(1 - chain.sum(axis=1))
    stationary = null_space(chain.T - np.eye(5))[:, 0]
    assert alpha_rank(payoffs, alpha, n) == pytest.approx(stationary / stationary.sum(), abs=1e-10)


def test_alpha_rank_holds_where_fixation_is_rarer_than_the_smallest_fraction():
    masses = alpha_rank(1000 * ORDERED)
    assert masses[0] == 1
    assert np.isfinite(masses).all()


def test_with_weak_selection_alpha_rank_tells_nobody_apart():
    assert alpha_rank(ORDERED, intensity=1e-9) == pytest.approx([1 / 3] * 3, abs=1e-6)


def test_holm_goes_on_while_each_next_value_passes_and_stops_at_the_first_that_does_not():
    assert holm([0.01, 0.04, 0.03, 0.005], 0.05) == [True, False, False, True]
    assert holm([0.02, 0.02], 0.05) == [True, True]  # 0.02 <= 0.05 / 2, then <= 0.05
    assert holm([0.03, 0.001], 0.05) == [True, True]
    assert holm([], 0.05) == []


@given(st.lists(st.floats(0, 1), max_size=8))
def test_holm_rejects_all_that_bonferroni_rejects_and_no_more_than_each_test_alone(p_values):
    for p, is_rejected in zip(p_values, holm(p_values, 0.05), strict=True):
        assert is_rejected or p > 0.05 / len(p_values)
        assert p <= 0.05 or not is_rejected


def test_p_values_are_those_of_students_distribution_and_in_the_end_of_the_normal_one():
    assert two_sided(1.959964, 1, 10**9) == pytest.approx(0.05, abs=1e-6)
    assert two_sided(-1.959964, 1, 10**9) == pytest.approx(0.05, abs=1e-6)
    assert two_sided(4.302653, 1, 2) == pytest.approx(0.05, abs=1e-6)
    assert (two_sided(0, 0, 3), two_sided(0.1, 0, 3), two_sided(0, 1, 3)) == (1, 0, 1)
