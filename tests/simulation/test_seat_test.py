"""The test of all seats together: its chance of a false alarm on symmetric games, and its power."""

import numpy as np
import pytest

from upcard.simulation import seat_test
from upcard.simulation.seat_test import EXACT, HOTELLING, UNTESTED, compare_seats, upper_f

RUNS, ERROR = 1000, 0.05


def one_winner(stream, games, seats):
    """Games with one winner each, and all seats alike."""
    return np.eye(seats)[stream.integers(seats, size=games)]


def shared_wins(stream, games, seats):
    """Games of dice, where equal throws share the win."""
    thrown = stream.integers(4, size=(games, seats))
    wins = thrown == thrown.max(axis=1, keepdims=True)
    return wins / wins.sum(axis=1, keepdims=True)


def scores(stream, games, seats):
    """Scores that differ much between games and depend on each other within a game."""
    return stream.integers(-9, 3, size=(games, seats)) + stream.integers(-50, 50, size=(games, 1))


@pytest.mark.parametrize("kind", [one_winner, shared_wins, scores])
@pytest.mark.parametrize("seats", [2, 4])
def test_five_per_cent_of_a_thousand_symmetric_games_alarm(kind, seats, monkeypatch):
    monkeypatch.setattr(seat_test, "THROWS", 999)
    stream = np.random.Generator(np.random.PCG64(7))
    alarms = sum(compare_seats(kind(stream, 200, seats), run).p_value <= ERROR for run in range(RUNS))
    assert 30 <= alarms <= 71  # 99.7 % of the binomial distribution; the exact test is a little cautious


def test_a_better_seat_is_noticed():
    wins = np.eye(4)[np.repeat(np.arange(4), [300, 200, 250, 250])]
    assert compare_seats(wins).p_value < 0.001
    assert compare_seats(wins).method == EXACT


def test_a_better_score_is_noticed_only_between_seats():
    stream = np.random.Generator(np.random.PCG64(3))
    points = scores(stream, 300, 3)
    assert compare_seats(points + 5).p_value == pytest.approx(compare_seats(points).p_value)
    assert compare_seats(points + np.array([0, 2, 0])).p_value < 1e-6


def test_a_difference_that_never_varies_is_judged_by_the_number_of_games():
    assert compare_seats(np.ones((10, 2)) * 0.5).p_value == 1.0
    assert compare_seats(np.ones((10, 2)) * [3, 4]).p_value == 2**-9
    assert compare_seats(np.array([[1, 2, 3], [3, 2, 3]] * 9)).p_value == 2**-17  # 3 is above the mean
    assert compare_seats(np.ones((10, 2)) * 0.5).method == HOTELLING


def test_too_little_cannot_be_tested():
    assert compare_seats(np.array([[1.0, 0.0]])).method == UNTESTED
    assert compare_seats(np.ones((10, 1))).method == UNTESTED
    assert compare_seats(np.array([[1.0, 0.2, 3.0], [0.4, 1.9, 2.0]])).method == UNTESTED


def test_the_upper_tail_of_f_is_that_of_the_tables():
    assert upper_f(4.9646, 1, 10) == pytest.approx(0.05, abs=1e-5)
    assert upper_f(float("inf"), 2, 9) == 0.0
