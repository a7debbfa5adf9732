"""The sequential test: its boundary, its guarantee, and that it stops."""

import math

import numpy as np
import pytest

from upcard.simulation.sequential_test import (
    EQUAL,
    FIRST,
    OPEN,
    SECOND,
    Batch,
    ConfidenceSequence,
    boundary,
    interval_verdict,
    log_mixture,
    tuning,
)
from upcard.simulation.table_composition import looks


def test_the_mixture_has_the_values_that_its_authors_test_theirs_with():
    # S. R. Howard's library confseq, tests: s = 10, v = 100, tuned for v = 100 at 0.05, c = 2
    tuned = tuning(100, 0.05)
    assert log_mixture(10, 100, 2, tuned) == pytest.approx(-0.2490165, abs=1e-6)
    assert log_mixture(33.02017, 100, 2, tuned) == pytest.approx(math.log(20), abs=1e-6)


@pytest.mark.parametrize("spread", [0, 0.5, 30, 1e4, 1e7])
@pytest.mark.parametrize("scale", [0.4, 1, 2])
def test_the_boundary_is_where_the_mixture_reaches_one_over_the_error(spread, scale):
    s = boundary(spread, 0.01, scale)
    assert log_mixture(s, spread, scale, tuning(100 * scale**2, 0.01)) == pytest.approx(
        math.log(100), abs=1e-6
    )
    assert boundary(spread, 0.001, scale) > s > math.sqrt(2 * spread * math.log(1 / 0.01)) * 0.99


def test_the_mixture_starts_at_one():
    assert log_mixture(0, 0, 2, tuning(100, 0.05)) == pytest.approx(0, abs=1e-12)


def batch(x, scale=6):
    return Batch(len(x), int(x.sum()), int((x * x).sum()), scale)


def test_sums_of_a_batch_give_its_squared_distances_from_any_guess():
    x = np.array([3, -2, 6, 0, 1])
    for guess in (0, 0.25, -1):
        assert batch(x).around(guess) == pytest.approx((((x / 6) - guess) ** 2).sum())


def test_each_batch_is_compared_with_the_mean_of_those_before_it():
    a, b, c = (np.array(x) for x in ([6, 0], [1, 2, 3], [5]))
    sequence = ConfidenceSequence.start(2, 0.05)
    for x in (a, b, c):
        sequence = sequence.after((batch(x),))
    wanted = sum(((x / 6 - g) ** 2).sum() for x, g in ((a, 0), (b, 0.5), (c, 12 / 30)))
    assert sequence.spread == pytest.approx(wanted)
    low, high = sequence.interval
    assert (low + high) / 2 == pytest.approx(17 / 36)
    assert (high - low) / 2 == pytest.approx(boundary(wanted, 0.025, 2) / 6)


def test_two_kinds_have_their_own_guesses_and_the_mean_of_their_means():
    a, b = np.array([6, 6, 6]), np.array([-3, -3, -3])
    sequence = ConfidenceSequence.start(1.5, 0.05, 2).after((batch(a), batch(b))).after((batch(a), batch(b)))
    assert sequence.spread == pytest.approx(3 * 1 + 3 * 0.25)
    assert sum(sequence.interval) / 2 == pytest.approx(0.25)


def test_nothing_is_known_before_the_first_observation():
    assert ConfidenceSequence.start(2, 0.05).interval == (-math.inf, math.inf)


@pytest.mark.parametrize(
    ("low", "high", "said"),
    [
        (0.1, 0.2, FIRST),
        (-0.2, -0.1, SECOND),
        (-0.01, 0.01, EQUAL),
        (-0.02, 0.01, OPEN),
        (0.001, 0.002, FIRST),
    ],
)
def test_what_an_interval_says(low, high, said):
    assert interval_verdict(low, high, 0.01) == said


def coins(rng, n, p, scale=2520):
    """Sums of n differences of +1 with probability p, else -1."""
    ups = int(rng.binomial(n, p))
    return Batch(n, (2 * ups - n) * scale, n * scale**2, scale)


def play(rng, p, error, margin, most=20_000):
    """The verdict on coins, when it came, and whether an interval made for one look was ever wrong."""
    sequence, at, is_fooled = ConfidenceSequence.start(2, error), 0, False
    for n in looks(most, 1.2):
        sequence, at = sequence.after((coins(rng, n - at, p),)), n
        is_fooled |= abs(sequence.totals[0]) > 1.2816 * math.sqrt(n)  # 20 % for a single look
        said = interval_verdict(*sequence.interval, margin)
        if said != OPEN:
            break
    return said, at, is_fooled


def test_equal_strategies_are_seldom_called_different_however_often_one_looks():
    rng = np.random.default_rng(7)
    played = [play(rng, 0.5, 0.2, 0) for _ in range(300)]
    wrong = sum(said in (FIRST, SECOND) for said, _, _ in played)
    assert 0 < wrong <= 60  # a fifth is allowed
    assert sum(is_fooled for _, _, is_fooled in played) > 120  # what looking does to an ordinary interval


def test_different_strategies_are_told_apart_and_soon_when_they_are_very_different():
    rng = np.random.default_rng(8)
    for p, most in ((0.9, 150), (0.6, 1_000), (0.55, 4_000)):
        played = [play(rng, p, 0.05, 0.01) for _ in range(20)]
        assert {said for said, _, _ in played} == {FIRST}
        assert np.median([at for _, at, _ in played]) <= most


def test_strategies_that_hardly_differ_are_equal_within_a_margin():
    rng = np.random.default_rng(9)
    said = [play(rng, 0.5, 0.05, 0.05)[0] for _ in range(20)]
    assert said.count(EQUAL) >= 18
