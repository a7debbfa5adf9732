"""From payoffs to ranks, weights and their ranges."""

import math

import numpy as np
import pytest
from scipy.stats import binom

from upcard.simulation.estimate import share_difference
from upcard.simulation.kernel import SHARE
from upcard.simulation.sequential_test import EQUAL, FIRST, OPEN, SECOND
from upcard.simulation.standings import (
    REDRAWN,
    PairPayoffs,
    alpha_masses,
    as_matrix,
    bounded,
    decided,
    estimates,
    gap_rows,
    nash_weights,
    payoffs_of,
    ranks,
    resampled_payoffs,
)
from upcard.simulation.table_composition import TableTally

MANY = 10**9


def known(count, values, covariance, freedom=MANY):
    """Payoffs whose extremes count for nothing."""
    x = np.array(values, float)
    return PairPayoffs(count, x, x, np.array(covariance, float), freedom, [(-1.0, 1.0)] * len(x))


CLEAR = known(3, [0.2, 0.3, 0.1], np.diag([1e-4, 1e-4, 1e-4]))
CIRCLE = known(3, [-0.5, 0.5, -0.5], np.diag([1e-6, 1e-6, 1e-6]))


def duel(ups, downs, blocks):
    """A table of two, where so many deals were won twice by the first, so many by the second."""
    draws = blocks - ups - downs
    x, y = 2 * SHARE * ups + SHARE * draws, 2 * SHARE * downs + SHARE * draws
    own = 4 * SHARE * SHARE
    crosses = [
        [own * ups + own // 4 * draws, own // 4 * draws],
        [own // 4 * draws, own * downs + own // 4 * draws],
    ]
    return TableTally((0, 1), 0, blocks, np.array([x, y], object), np.array(crosses, object))


def found_in(ups, downs, blocks, level=0.95):
    (e,) = estimates(payoffs_of([duel(ups, downs, blocks)], 2), np.eye(1), level)
    return e


def coverage(blocks, up, down, intervals):
    """The exact probability that the interval holds the true difference."""
    ups, downs = np.array(list(intervals)).T
    ends = np.array([(e.low - 1e-12, e.high + 1e-12) for e in intervals.values()])
    is_held = (ends[:, 0] <= up - down) & (up - down <= ends[:, 1])
    rest = min(1.0, down / (1 - up))
    return float((binom.pmf(ups, blocks, up) * binom.pmf(downs, blocks - ups, rest))[is_held].sum())


def test_payoffs_of_pairs_are_a_matrix_with_the_other_sign_below():
    assert as_matrix(3, CLEAR.values).tolist() == [[0, 0.2, 0.3], [-0.2, 0, 0.1], [-0.3, -0.1, 0]]


def test_a_table_of_three_tells_of_all_its_pairs_together():
    """Wins by deal, three games each; and, for the errors, three more deals in which one wins everything."""
    wins = np.array([[3, 0, 0], [1, 2, 0], [2, 1, 0], [2, 0, 1]])
    tally = TableTally(
        (0, 1, 2), 0, 4, wins.sum(axis=0).astype(object) * SHARE, (wins.T @ wins).astype(object) * SHARE**2
    )
    found = payoffs_of([tally], 3)
    more = np.vstack([wins, 3 * np.eye(3)]) / 3
    gaps = np.array([more[:, 0] - more[:, 1], more[:, 0] - more[:, 2], more[:, 1] - more[:, 2]])
    assert found.values == pytest.approx([5 / 12, 7 / 12, 2 / 12])
    assert found.hedges == pytest.approx(gaps.mean(axis=1))
    assert found.covariance == pytest.approx(np.cov(gaps) / 7)
    assert (found.freedom, found.limits) == (3, [(-1, 1)] * 3)


def test_the_difference_of_two_means_counts_their_own_games_twice():
    field = CLEAR.matrix.sum(axis=1) / 2
    assert gap_rows(CLEAR) @ CLEAR.values == pytest.approx(
        [field[0] - field[1], field[0] - field[2], field[1] - field[2]]
    )
    assert gap_rows(CLEAR)[0] == pytest.approx([1, 0.5, -0.5])


@pytest.mark.parametrize(("freedom", "reach"), [(MANY, 0.19600), (10, 0.22281), (3, 0.31824)])
def test_estimates_have_intervals_of_their_level(freedom, reach):
    (e,) = estimates(known(2, [0.5], [[0.01]], freedom), np.eye(1), 0.95)
    assert [e.value, e.se] == pytest.approx([0.5, 0.1])
    assert (e.low, e.high) == pytest.approx((0.5 - reach, 0.5 + reach), abs=1e-4)


def test_an_interval_ends_where_no_difference_can_be():
    (e,) = estimates(known(2, [0.9], [[0.01]]), np.eye(1), 0.95)
    assert e.high == 1


def test_differences_are_decided_for_all_pairs_together():
    def told(z):
        return decided(known(3, [x / 100 for x in z], np.eye(3) / 1e4), np.eye(3), 0.95)

    assert told([2.2, 0, 0.5]) == [OPEN, OPEN, OPEN]  # alone it would be
    assert told([2.6, -2.5, 0.5]) == [FIRST, SECOND, OPEN]


@pytest.mark.parametrize("blocks", [2, 3, 4, 10, 40])
def test_no_interval_is_a_point_and_what_is_decided_is_what_it_leaves_out(blocks):
    for ups in range(blocks + 1):
        for downs in range(blocks + 1 - ups):
            payoffs = payoffs_of([duel(ups, downs, blocks)], 2)
            e = found_in(ups, downs, blocks)
            assert e.low < e.high
            assert -1 <= e.low <= e.value <= e.high <= 1
            said = FIRST if e.low > 0 else SECOND if e.high < 0 else OPEN
            assert decided(payoffs, np.eye(1), 0.95) == [said]


RATES = [0, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.5, 0.8, 0.95]
"""How often deals are won by one strategy; rare ones first, which few deals do not show."""


@pytest.mark.parametrize("blocks", [4, 6, 8, 12, 20, 40])
def test_few_deals_give_intervals_that_hold_what_they_say(blocks):
    intervals = {(u, d): found_in(u, d, blocks) for u in range(blocks + 1) for d in range(blocks + 1 - u)}
    held = [coverage(blocks, u, d, intervals) for u in RATES for d in RATES if u + d <= 1]
    assert np.mean(held) > 0.95
    assert min(held) > 0.95


@pytest.mark.parametrize("blocks", [2, 5, 40])
def test_a_simulation_of_two_with_duplicate_deals_gives_the_payoff_of_their_table(blocks):
    for ups in range(blocks + 1):
        downs = (blocks - ups) // 2
        total, squares = 2 * SHARE * (ups - downs), 4 * SHARE * SHARE * (ups + downs)
        e, payoff = share_difference(total, squares, blocks, 2, 0.95, SHARE), found_in(ups, downs, blocks)
        assert (e.value, e.low, e.high, e.se) == pytest.approx(
            (payoff.value, payoff.low, payoff.high, payoff.se)
        )


def test_many_deals_give_the_usual_normal_interval():
    blocks, ups, downs = 100_000, 30_000, 25_000
    e, mean = found_in(ups, downs, blocks), (ups - downs) / blocks
    se = math.sqrt(((ups + downs) / blocks - mean**2) / blocks)
    assert (e.low, e.high) == pytest.approx((mean - 1.959964 * se, mean + 1.959964 * se), abs=1e-5)


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
    drawn = np.array(
        [[m[0, 1], m[0, 2], m[1, 2]] for m in resampled_payoffs(known(3, CLEAR.values, covariance), 5, 0.95)]
    )
    assert len(drawn) == REDRAWN
    assert drawn.mean(axis=0) == pytest.approx(CLEAR.values, abs=0.006)
    assert np.cov(drawn.T) == pytest.approx(covariance, abs=1e-4)
    assert resampled_payoffs(CLEAR, 5, 0.95)[0].tolist() == resampled_payoffs(CLEAR, 5, 0.95)[0].tolist()


def test_redrawn_matrices_of_few_deals_scatter_as_far_as_the_intervals_reach():
    few = known(2, [0.1], [[1e-4]], freedom=3)
    drawn = np.array([m[0, 1] for m in resampled_payoffs(few, 5, 0.95)])
    assert drawn.std() == pytest.approx(0.01 * 3.18245 / 1.95996, rel=0.15)


def test_weights_have_a_range_that_shows_whether_they_are_known():
    drawn = resampled_payoffs(CIRCLE, 0, 0.95)
    for found in (nash_weights(CIRCLE, drawn, 0.95), alpha_masses(CIRCLE, drawn, 0.95)):
        assert all(e.low <= 1 / 3 <= e.high and e.value == pytest.approx(1 / 3) for e in found)
    assert nash_weights(CIRCLE, drawn, 0.95)[0].high < 0.34
    unsure = known(2, [0.001], [[1e-2]])
    first, second = nash_weights(unsure, resampled_payoffs(unsure, 0, 0.95), 0.95)
    assert (first.value, first.low, first.high) == (1, 0, 1)
    assert (second.value, second.low, second.high) == (0, 0, 1)


def test_the_range_of_a_weight_leaves_out_as_many_matrices_at_either_end():
    """Where each beats one and loses to one, a weight is the part of the payoff between the two others."""
    drawn = resampled_payoffs(CIRCLE, 3, 0.95)
    sizes = [abs(np.array([m[1, 2], m[0, 2], m[0, 1]])) for m in drawn]
    weights = [x[0] / x.sum() for x in sizes]
    e = nash_weights(CIRCLE, drawn, 0.9)[0]
    assert sum(x < e.low for x in weights) == sum(x > e.high for x in weights) == REDRAWN // 20
    assert e.se == pytest.approx(np.std(weights, ddof=1), rel=1e-6)
