"""The balance report: known values are recovered, and every number can be computed again."""

import pytest
from tests.night import LATE
from tests.shared import GAMES_FOLDER

import upcard as uc
from upcard.engine.errors import Usage
from upcard.engine.game import Game


@pytest.fixture(scope="module")
def kuhn():
    return uc.balance(
        "kuhn-poker", strategies=["random", "equilibrium"], effort=0.2, sections=["seats"], threads=1
    )


def level(report, section, number):
    return report.section(section).numbers["levels"][number]


def test_the_value_of_kuhn_poker_is_inside_the_interval(kuhn):
    seat = level(kuhn, "seats", 1)["scores"][0]
    assert seat["low"] <= -1 / 18 <= seat["high"]
    assert seat["se"] < 0.03


def test_two_who_never_swap_both_lose_in_one_of_17_games():
    game = uc.game("stoppers", players=2, lives=1)  # each loses 9/17 of games, and somebody always does
    report = uc.balance(game, strategies=["never-swap"], sections=["ends"], effort=0.2, threads=1)
    shared = level(report, "ends", 0)["shared"]
    assert shared["low"] <= 1 / 17 <= shared["high"]
    assert shared["high"] - shared["low"] < 0.02


@LATE
def test_the_value_of_le_her_is_inside_the_interval():
    report = uc.balance("le-her", strategies=["equilibrium"], sections=["seats"], threads=1)
    score = level(report, "seats", 0)["scores"][0]
    assert score["low"] <= 277 / 11050 <= score["high"]


@LATE
def test_the_first_player_of_beat_it_or_eat_it_scores_three_quarters():
    game = uc.game("beat-it-or-eat-it", suits=2, length=5)
    report = uc.balance(game, strategies=["tablebase"], sections=["seats"], seed=2, effort=2, threads=1)
    score = level(report, "seats", 0)["scores"][0]
    assert score["low"] <= 0.75 <= score["high"]


def test_a_game_that_is_not_registered_is_measured(module):
    rules = module("unregistered", (GAMES_FOLDER / "pay_or_take.py").read_text())
    report = uc.balance(
        Game(rules, 3, {"chips": 2}),
        strategies=["random"],
        sections=["length"],
        effort=0.0123456789,
        threads=1,
    )
    options = "--players 3 --option chips=2 --strategy random --effort 0.0123456789"
    assert report.command == f"upcard balance pay-or-take {options} --seed 1 --section length"


def test_unknown_sections_and_efforts_are_refused():
    with pytest.raises(Usage, match="there is no section 'seat'; did you mean 'seats'"):
        uc.balance("kuhn-poker", sections=["seat"])
    with pytest.raises(Usage, match="the effort is 0; expected a number above 0"):
        uc.balance("kuhn-poker", effort=0)
    with pytest.raises(Usage, match="the seed is -1"):
        uc.balance("kuhn-poker", seed=-1)
