"""The study of the levels of opponents, with few games."""

import json
from pathlib import Path

import pytest

from upcard.engine.errors import Usage
from upcard.engine.registry import is_shipped, valid_games
from upcard.play.bot_levels import BEGINNER, CASUAL
from upcard.study.level_strength import TABLES, LevelTable, run

RESULTS = Path(__file__).parents[2] / "docs" / "results" / "bot-levels.json"


def test_a_level_is_measured_against_the_one_below():
    report = run(400, tables=[LevelTable("le-her", 2)])
    casual, *_ = report.results["comparisons"]
    assert (casual["level"], casual["below"]) == (CASUAL, BEGINNER)
    assert casual["difference_low"] <= casual["difference"] <= casual["difference_high"]
    (section,) = report.sections
    assert section.tables[0].rows[0][0] == CASUAL


def test_in_poker_the_score_is_the_point():
    report = run(400, tables=[LevelTable("kuhn-poker", 2, is_scored=True)])
    assert {x["unit"] for x in report.results["comparisons"]} == {"score"}
    assert report.results["comparisons"][-1]["games"] == 1_600
    assert report.settings["games of a comparison of scores"] == 1_600


def test_too_few_games_are_refused():
    with pytest.raises(Usage, match="expected 100 or more"):
        run(99)


def test_every_game_that_ships_is_measured_and_each_level_beats_the_one_below():
    assert {x.game for x in TABLES} == {name for name, rules in valid_games()[0].items() if is_shipped(rules)}
    stored = json.loads(RESULTS.read_text())["results"]["comparisons"]
    assert {(x["game"], x["players"], x["preset"]) for x in stored} == {
        (x.game, x.players, x.preset) for x in TABLES
    }
    assert [x for x in stored if x["difference_low"] <= 0] == []
