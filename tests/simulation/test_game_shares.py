"""Measures of a whole game that are shares: of games with Wilson's interval, of a count as a ratio."""

from pathlib import Path

import pytest

from upcard.engine.game import Game
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.report.result_tables import game_rows
from upcard.simulation import estimate
from upcard.simulation.simulate_games import simulate

GAMES, SEED = 200, 5
MEASURES = """

from upcard.kit.cards import Measure

MEASURES = (
    Measure("length", "actions", per_game=True),
    Measure("bets", "share of the actions that are the bet", share=True, of="length", per_game=True),
    Measure("long", "share of games of three actions", share=True, per_game=True),
)


def measure(s: State, p: int, m: int) -> int:
    if m == 0:
        return s.turns
    return 1 if m == 1 else int(s.turns == 3)
"""


@pytest.fixture
def result(module):
    file = Path(str(kuhn_poker.__file__)).read_text()
    rules = module("shares_of_kuhn_poker", file + MEASURES)
    return simulate(Game(rules, 2, {}), "random", GAMES, seed=SEED)


def test_a_share_of_the_games_has_the_interval_of_wilson(result):
    share = result.per_game["long_share"]
    low, high = estimate.wilson(share.value, GAMES, estimate.quantile(0.95))
    assert (share.low, share.high) == pytest.approx((low, high))
    assert 0 < share.low < share.value < share.high < 1


def test_a_share_of_a_count_is_the_ratio_of_both(result):
    length, bets = result.per_game["length_mean"], result.per_game["bets_share"]
    assert bets.value == pytest.approx(1 / length.value)
    assert 0 < bets.low < bets.value < bets.high < 1


def test_the_table_gives_shares_in_percent(result):
    rows = {name: value for name, value, _ in game_rows(result)}
    assert float(rows["bets %"]) == pytest.approx(100 * result.per_game["bets_share"].value, abs=0.1)
