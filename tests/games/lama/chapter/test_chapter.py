"""What the chapter on L.A.M.A. computes, found in other ways; and what it says in words."""

from fractions import Fraction
from itertools import product
from math import comb, sqrt

import pytest
from scipy.stats import binom

from upcard.games.lama import rules
from upcard.games.lama.chapter.exercises import SMALL_GAMES
from upcard.games.lama.chapter.lesson import CHANCE, HAND, MORE_WINS, TOP, WINS, WORTH, stored
from upcard.games.lama.chapter.simulation_estimates import (
    at_most,
    best_of,
    classes,
    error,
    false_alarms,
    games_for,
    interval,
    misses,
    plain_interval,
    playable,
)
from upcard.games.lama.studies.lama_paper.printed_tables import IN_SEARCH, SEARCH_GAMES, SEARCH_SETS, TABLES
from upcard.lessons.chapter_registry import find_chapter


def test_a_card_that_fits_is_counted_card_by_card():
    pack = [k for k in range(rules.KINDS) for _ in range(rules.COPIES)]
    for card in (*HAND, TOP):
        pack.remove(card)
    fitting = {TOP, rules.after(TOP)}
    assert not fitting & set(HAND), "nothing in the hand can be laid"
    assert playable(HAND, TOP) == Fraction(sum(k in fitting for k in pack), len(pack))


def test_the_standard_error_is_that_of_all_results():
    n, p = 6, 0.3
    results = [(sum(x) / n, p ** sum(x) * (1 - p) ** (n - sum(x))) for x in product((0, 1), repeat=n)]
    variance = sum(w * (share - p) ** 2 for share, w in results)
    assert error(p, n) == pytest.approx(sqrt(variance))
    assert error(p, 4 * n) == pytest.approx(error(p, n) / 2)


@pytest.mark.parametrize(("strategies", "games", "chance"), [(2, 1, 0.5), (3, 4, 0.3), (4, 2, 0.6)])
def test_the_best_of_many_is_the_mean_over_all_results(strategies, games, chance):
    weights = [comb(games, k) * chance**k * (1 - chance) ** (games - k) for k in range(games + 1)]
    mean = 0.0
    for results in product(range(games + 1), repeat=strategies):
        weight = 1.0
        for k in results:
            weight *= weights[k]
        mean += weight * max(results) / games
    assert best_of(strategies, games, chance) == pytest.approx(mean)
    assert best_of(1, games, chance) == pytest.approx(chance)


def test_intervals_and_numbers_of_games():
    low, high = plain_interval(0.3, 100)
    assert (round(low, 3), round(high, 3)) == (0.21, 0.39)
    n = games_for(0.01, 0.25)
    assert plain_interval(0.25, n)[1] - 0.25 <= 0.01 < plain_interval(0.25, n - 1)[1] - 0.25
    assert interval(0, 10)[0] == 0
    assert 0 < interval(0, 10)[1] < 1


def test_about_one_class_of_twenty_is_missed():
    wins = classes(CHANCE, 100, 4_000, 7)
    assert 0.04 < misses(CHANCE, 100, wins) / len(wins) < 0.09
    assert misses(0.5, 100, [50, 90, 10]) == 2


def test_a_false_alarm_is_anything_but_twenty_hits():
    assert false_alarms(1) == pytest.approx(0.05)
    assert false_alarms(2) == pytest.approx(0.05 + 0.95 * 0.05)


def test_what_the_text_says_is_so():
    low, high = plain_interval(WINS / SMALL_GAMES, SMALL_GAMES)
    assert low < 0.25 < high, "a quarter lies inside"
    assert plain_interval(MORE_WINS / SMALL_GAMES, SMALL_GAMES)[0] > 0.25, "and here outside"
    first, second = TABLES[0].rows[0][0], TABLES[0].rows[1][0]
    assert max(first.low, second.low) < min(first.high, second.high), "the paper's intervals overlap"
    assert stored("seat_2").low > stored("seat_1").high > stored("seat_1").low > stored("seat_4").high
    assert stored("folding").low > stored("even").high
    assert IN_SEARCH.value - stored("folding").value > 2 * (stored("folding").value - stored("even").value)
    assert abs(best_of(SEARCH_SETS, SEARCH_GAMES, WORTH) - IN_SEARCH.value) < 0.01
    assert find_chapter("lama").figures["misses"].value == 3


@pytest.mark.parametrize(("games", "chance"), [(1, 0.5), (20, 0.3), (10_000, 0.28)])
def test_chances_of_wins_are_those_of_scipy(games, chance):
    assert at_most(games, chance) == pytest.approx(binom.cdf(range(games + 1), games, chance), abs=1e-8)
