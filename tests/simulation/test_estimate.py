"""Estimates equal published and independently computed numbers, and their intervals hold the truth."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Usage
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate, quantile, wilson
from upcard.simulation.student_t import student_quantile

Z95 = quantile(0.95)

PUBLISHED = [
    # R. G. Newcombe, Two-sided confidence intervals for the single proportion, Stat. Med. 17 (1998), table I
    (81, 263, 0.2553, 0.3662),
    (15, 148, 0.0624, 0.1605),
    (0, 20, 0.0, 0.1611),
    (1, 29, 0.0061, 0.1718),
    # A. Agresti, B. Coull, The American Statistician 1998, and any statistics package
    (0, 10, 0.0, 0.2775),
    (5, 10, 0.2366, 0.7634),
    (10, 10, 0.7225, 1.0),
]


@pytest.mark.parametrize(("seen", "n", "low", "high"), PUBLISHED)
def test_wilsons_interval_equals_published_ones(seen, n, low, high):
    assert wilson(seen / n, n, Z95) == pytest.approx((low, high), abs=5e-5)


@given(st.integers(1, 10**6), st.floats(0, 1), st.floats(0.1, 5))
def test_the_ends_of_wilsons_interval_lie_z_standard_errors_from_the_share(n, part, z):
    """The ends are the roots of (x - p)^2 = z^2 p (1 - p) / n."""
    share = round(part * n) / n
    w = z * z / n
    roots = np.sort(np.roots([1 + w, -(2 * share + w), share * share]).real)
    assert wilson(share, n, z) == pytest.approx(np.clip(roots, 0, 1), abs=1e-6)


@given(st.integers(0, 1000), st.integers(0, 1000), st.floats(0.01, 6))
def test_wilsons_interval_holds_its_share_and_stays_in_0_to_1(seen, more, z):
    n = seen + more
    low, high = wilson(seen / n if n else 0.0, n, z)
    assert 0 <= low <= (seen / n if n else 0.0) <= high <= 1


def test_without_trials_a_share_may_be_anything():
    assert wilson(0.3, 0, Z95) == (0.0, 1.0)


@pytest.mark.parametrize(("level", "z"), [(0.95, 1.959964), (0.99, 2.575829), (0.6826895, 1.0)])
def test_the_quantile_is_that_of_a_two_sided_interval(level, z):
    assert quantile(level) == pytest.approx(z, abs=1e-6)


@pytest.mark.parametrize("level", [-0.5, 0, 1, 95, math.nan])
def test_a_level_that_is_no_fraction_is_refused(level):
    with pytest.raises(Usage, match=f"the level of the intervals is {level}; expected a fraction"):
        estimate.check_level(level)


@pytest.mark.parametrize("level", [1e-9, 0.5, 0.95, 0.999999])
def test_a_level_between_0_and_1_is_accepted(level):
    estimate.check_level(level)


def test_an_estimate_is_flat_with_its_name():
    flat = Estimate(0.5, 0.4, 0.6, 0.05).items("win_share")
    assert flat == {"win_share": 0.5, "win_share_low": 0.4, "win_share_high": 0.6, "win_share_se": 0.05}


samples = st.lists(st.integers(-50, 50), min_size=2, max_size=40)


@given(samples, st.integers(1, 5), st.integers(1, 2520))
def test_the_mean_and_its_error_equal_numpys(blocks, per_block, unit):
    x = np.array(blocks) / (per_block * unit)
    e = estimate.mean(sum(blocks), sum(b * b for b in blocks), len(blocks), per_block, 0.9, unit)
    se = x.std(ddof=1) / math.sqrt(len(x))
    half = student_quantile(0.9, len(x) - 1) * se
    assert e.value == pytest.approx(x.mean())
    assert e.se == pytest.approx(se, abs=1e-12)
    assert (e.low, e.high) == pytest.approx((x.mean() - half, x.mean() + half), abs=1e-9)


@given(samples)
def test_the_deviation_equals_numpys(games):
    sd = estimate.deviation(sum(games), sum(x * x for x in games), len(games))
    assert sd == pytest.approx(np.std(games, ddof=1), abs=1e-12)


def test_one_game_has_no_deviation():
    assert math.isnan(estimate.deviation(5, 25, 1))


def test_sums_of_any_size_lose_nothing():
    """A mean far from 0 with a small spread: fractions would cancel."""
    far = 10**15
    blocks = [far, far + 1, far + 2]
    e = estimate.mean(sum(blocks), sum(b * b for b in blocks), 3, 1, 0.95)
    assert e.se == pytest.approx(1 / math.sqrt(3))


@pytest.mark.parametrize(("wins", "games"), [(0, 10), (5, 10), (10, 10), (81, 263), (1, 1), (0, 1)])
def test_the_share_of_plain_games_has_wilsons_interval(wins, games):
    e = estimate.share(wins, wins, games, 1, Z95)
    assert (e.low, e.high) == wilson(wins / games, games, Z95)
    assert e.value == wins / games
    assert e.se == pytest.approx(math.sqrt(wins * (games - wins) / games**3))


@given(st.lists(st.integers(0, 2520), min_size=2, max_size=60))
def test_a_shared_win_has_wilsons_interval_at_the_trials_its_error_is_worth(parts):
    x = np.array(parts) / 2520
    e = estimate.share(sum(parts), sum(p * p for p in parts), len(parts), 1, Z95, unit=2520)
    se = x.std(ddof=1) / math.sqrt(len(x))
    assert e.value == pytest.approx(x.mean())
    assert e.se == pytest.approx(se, abs=1e-9)
    trials = x.mean() * (1 - x.mean()) / se**2 if se > 1e-9 else len(x)
    assert (e.low, e.high) == pytest.approx(wilson(x.mean(), trials, Z95), abs=1e-6)


@pytest.mark.parametrize("total", [0, 40])
def test_a_share_that_never_varied_still_has_an_interval(total):
    e = estimate.share(total, total * 4, 10, 4, Z95)
    assert e.value == total / 40
    assert e.high - e.low == pytest.approx(wilson(1.0, 40, Z95)[1] - wilson(1.0, 40, Z95)[0])


pairs = st.lists(st.tuples(st.integers(0, 9), st.integers(0, 5)), min_size=2, max_size=40)


@given(pairs)
def test_a_ratio_and_its_error_equal_the_textbooks(blocks):
    """W. G. Cochran, Sampling Techniques, 1977, section 2.11, for an endless population."""
    y = np.array([a + b + 1 for a, b in blocks])
    x = np.array([a for a, _ in blocks])
    of = {"total": int(y.sum()), "squares": int((y * y).sum())}
    e = estimate.ratio(int(x.sum()), int((x * x).sum()), int((x * y).sum()), of, len(x), Z95)
    r = x.sum() / y.sum()
    se = math.sqrt(((x - r * y) ** 2).sum() / (len(x) - 1) / len(x)) / y.mean()
    assert e.value == pytest.approx(r)
    assert e.se == pytest.approx(se, abs=1e-9)
    trials = r * (1 - r) / se**2 if se > 1e-9 else y.sum()
    assert (e.low, e.high) == pytest.approx(wilson(r, trials, Z95), abs=1e-6)


def test_a_ratio_to_nothing_is_no_number():
    e = estimate.ratio(0, 0, 0, {"total": 0, "squares": 0}, 10, Z95)
    assert math.isnan(e.value)
    assert (e.low, e.high, e.se) == (0.0, 1.0, math.inf)


def test_one_block_gives_a_value_without_an_error():
    of = {"total": 4, "squares": 16}
    for e, low, high in [
        (estimate.mean(6, 36, 1, 3, 0.95), -math.inf, math.inf),
        (estimate.share(6, 36, 1, 12, Z95), 0.0, 1.0),
        (estimate.share(1260, 1260**2, 1, 1, Z95, unit=2520), 0.0, 1.0),
        (estimate.ratio(2, 4, 8, of, 1, Z95), 0.0, 1.0),
        (estimate.score_difference(6, 36, 1, 3, 0.95), -math.inf, math.inf),
        (estimate.share_difference(6, 36, 1, 12, 0.95, 1), -1, 1),
    ]:
        assert e.value in (2.0, 0.5)
        assert (e.low, e.high, e.se) == (low, high, math.inf)


@given(
    st.lists(st.tuples(st.integers(-20, 20), st.integers(-20, 20)), min_size=2, max_size=30),
    st.integers(1, 5),
)
def test_a_difference_is_paired_block_by_block(blocks, scale):
    d = np.array([a - b for a, b in blocks])
    e = estimate.score_difference(int(d.sum()), int((d * d).sum()), len(d), scale, 0.95)
    assert e.value == pytest.approx(d.mean() / scale)
    if d.std() > 0:
        assert e.se == pytest.approx(d.std(ddof=1) / math.sqrt(len(d)) / scale, abs=1e-12)
        assert e.high - e.value == pytest.approx(student_quantile(0.95, len(d) - 1) * e.se)


@given(st.integers(-9, 9), st.integers(2, 40))
def test_scores_that_differ_alike_in_all_blocks_leave_it_open_whether_they_would_in_others(d, blocks):
    few, more = (estimate.score_difference(n * d, n * d * d, n, 2, 0.95) for n in (blocks, 2 * blocks))
    assert few.value == d / 2
    assert few.low < more.low < d / 2 < more.high < few.high


@given(st.lists(st.integers(-6, 6), min_size=2, max_size=40), st.integers(7, 9))
def test_a_difference_of_shares_is_hedged_by_two_blocks_in_which_one_gets_everything(blocks, per_block):
    """The plain mean, with the error of the blocks and two more, and Student's quantile for the blocks."""
    plain = np.array(blocks) / per_block
    more = np.append(plain, [-1, 1])
    e = estimate.share_difference(sum(blocks), sum(b * b for b in blocks), len(blocks), per_block, 0.9, 1)
    se = more.std(ddof=1) / math.sqrt(len(more))
    ends = plain.mean(), more.mean()
    half = student_quantile(0.9, len(blocks) - 1) * se
    assert (e.value, e.se) == pytest.approx((plain.mean(), se))
    assert (e.low, e.high) == pytest.approx((max(-1, min(ends) - half), min(1, max(ends) + half)))


@pytest.mark.parametrize(("d", "reach"), [(0, 1), (1, 1), (-7, 7)])
def test_scores_that_differ_alike_are_hedged_by_two_blocks_as_far_from_0(d, reach):
    """At least 1, and 7 where every block of 2 games came out 7 apart."""
    e = estimate.score_difference(10 * d, 10 * d * d, 10, 2, 0.95)
    more = np.array([d] * 10 + [-reach, reach]) / 2
    assert e.value == d / 2
    assert e.se == pytest.approx(more.std(ddof=1) / math.sqrt(12))
    assert (e.high - e.low) / 2 == pytest.approx(2.262157 * e.se + abs(d / 2 - more.mean()) / 2)


def test_a_mean_of_numbers_has_students_interval():
    """The sleep that ten patients won by the other drug: "Student", The Probable Error of a Mean, 1908."""
    e = estimate.of_spread(np.array([1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]), 0.95)
    assert (e.value, e.se) == pytest.approx((1.58, 1.229995 / math.sqrt(10)), abs=1e-6)
    assert (e.low, e.high) == pytest.approx((0.7001142, 2.4598858), abs=1e-6)  # as R's t.test gives it


def test_a_single_number_has_no_error():
    e = estimate.of_spread(np.array([0.25]), 0.95)
    assert (e.value, e.low, e.high, e.se) == (0.25, -math.inf, math.inf, math.inf)


@given(pairs)
def test_the_parts_of_a_ratio_have_its_mean_and_its_error(blocks):
    y = np.array([a + b + 1 for a, b in blocks])
    x = np.array([a for a, _ in blocks])
    of = {"total": int(y.sum()), "squares": int((y * y).sum())}
    whole = estimate.ratio(int(x.sum()), int((x * x).sum()), int((x * y).sum()), of, len(x), Z95)
    parts = estimate.ratio_parts(x, y)
    assert parts.mean() == pytest.approx(whole.value)
    assert parts.std(ddof=1) / math.sqrt(len(parts)) == pytest.approx(whole.se, abs=1e-9)


def test_the_parts_of_a_ratio_to_nothing_are_no_numbers():
    assert np.isnan(estimate.ratio_parts(np.zeros(3), np.zeros(3))).all()


def test_batches_are_hedged_by_two_games_of_their_reach():
    values = np.array([0.5, -0.25, 0.0, 0.25])
    e = estimate.hedged_spread(values, 40, 0.95)
    se = math.sqrt((40 * values.std(ddof=1) / 2) ** 2 + 2) / 42
    assert (e.value, e.se) == pytest.approx((0.125, se))
    assert (e.low, e.high) == pytest.approx((0.125 * 40 / 42 - 3.182446 * se, 0.125 + 3.182446 * se))
    far = estimate.hedged_spread(20 * values, 40, 0.95)
    assert far.se == pytest.approx(math.sqrt((400 * values.std(ddof=1)) ** 2 + 2 * 100) / 42)
    assert estimate.hedged_spread(values[:1], 2, 0.95).high == math.inf


def test_an_interval_can_be_limited():
    assert estimate.limited(Estimate(0.5, -3, 4, 2), 1.0) == Estimate(0.5, -1, 1, 2)


def covered(make, truth, repetitions=1500):
    """In which part of many repetitions the interval holds the truth."""
    rng = np.random.default_rng(20240501)
    hits = 0
    for _ in range(repetitions):
        e = make(rng)
        hits += e.low <= truth <= e.high
    return hits / repetitions


def ratio_of_rounds(rng):
    """80 games of 1 to 8 rounds; each round is won with a chance of 0.3."""
    y = rng.integers(1, 9, 80)
    x = rng.binomial(y, 0.3)
    of = {"total": int(y.sum()), "squares": int((y * y).sum())}
    return estimate.ratio(int(x.sum()), int((x * x).sum()), int((x * y).sum()), of, 80, Z95)


def shared_wins(rng):
    """100 games, won alone, shared by two, or lost."""
    parts = rng.choice([2520, 1260, 0], 100, p=[0.2, 0.2, 0.6])
    return estimate.share(int(parts.sum()), int((parts**2).sum()), 100, 1, Z95, unit=2520)


def mean_of_blocks(rng):
    x = rng.integers(0, 41, 60)
    return estimate.mean(int(x.sum()), int((x * x).sum()), 60, 1, 0.95)


@pytest.mark.parametrize(
    ("make", "truth"), [(ratio_of_rounds, 0.3), (shared_wins, 0.3), (mean_of_blocks, 20)]
)
def test_about_95_of_100_intervals_hold_the_truth(make, truth):
    assert 0.93 <= covered(make, truth) <= 0.97


@pytest.mark.parametrize("blocks", [2, 3, 5, 10])
@pytest.mark.parametrize("find", [estimate.mean, estimate.score_difference])
def test_few_blocks_give_means_and_differences_of_scores_that_hold_what_they_say(find, blocks):
    def make(rng):
        x = rng.integers(-9, 11, (blocks, 4)).sum(axis=1)  # four games each, nearly normal
        return find(int(x.sum()), int((x * x).sum()), blocks, 4, 0.95)

    assert 0.935 <= covered(make, 0.5) <= 0.965


RATES = [(u, d) for u in (0, 0.01, 0.05, 0.1, 0.3, 0.5, 0.9) for d in (0, 0.02, 0.1, 0.4) if u + d <= 1]


@pytest.mark.parametrize("games", [4, 6, 10, 20, 40])
def test_few_games_over_the_same_deals_give_differences_that_hold_what_they_say(games):
    """However rarely a game is won with one strategy only; batches of two games, as few games are cut."""
    for up, down in RATES:
        chances = [up, down, max(0.0, 1 - up - down)]

        def make(rng, chances=chances):
            won = rng.multinomial(2, chances, games // 2)
            return estimate.hedged_spread((won[:, 0] - won[:, 1]) / 2, games, 0.95)

        assert covered(make, up - down, 800) >= 0.94, (up, down)


def test_many_blocks_give_the_usual_normal_intervals():
    total, squares, blocks = 300, 12_000, 10_000
    se = math.sqrt((squares - total**2 / blocks) / (blocks - 1) / blocks) / 4
    half, value = Z95 * se, total / blocks / 4
    for e in (
        estimate.mean(total, squares, blocks, 4, 0.95),
        estimate.score_difference(total, squares, blocks, 4, 0.95),
        estimate.share_difference(total, squares, blocks, 4, 0.95, 1),
    ):
        assert (e.low, e.high) == pytest.approx((value - half, value + half), abs=0.01 * half)
