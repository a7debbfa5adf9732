"""Grids of options: ranges, lists, numbers of players, and what is refused."""

import pytest

from upcard.engine.errors import Usage
from upcard.study.sweep.sweep_grid import PLAYERS, axis_values, make_grid


@pytest.mark.parametrize(
    ("given", "values"),
    [
        ("5:15:5", ["5", "10", "15"]),
        ("5:14:5", ["5", "10"]),
        ("2:4", ["2", "3", "4"]),
        ("-2:0", ["-2", "-1", "0"]),
        ("3:3", ["3"]),
        ("a,b", ["a", "b"]),
        ("1,4:6,9", ["1", "4", "5", "6", "9"]),
        ("2,1:3", ["2", "1", "3"]),
        (7, ["7"]),
        (range(2, 5), ["2", "3", "4"]),
        (["basic", 4], ["basic", "4"]),
    ],
)
def test_ranges_and_lists_become_values(given, values):
    assert list(axis_values("purse", given)) == values


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ("5:4", "the range '5:4' of purse is empty; expected LOW:HIGH:STEP with LOW below HIGH"),
        ("1:9:0", "the range '1:9:0' of purse is empty"),
        ("1:1000", "the range '1:1000' of purse has more than 500 values"),
        ("", "purse was given ''; expected VALUE, a list such as a,b, or a range"),
        ("1,,2", "purse was given '1,,2'; expected VALUE"),
        ([], r"purse was given \[\]; expected VALUE"),
    ],
)
def test_what_is_no_value_is_refused(given, words):
    with pytest.raises(Usage, match=words):
        axis_values("purse", given)


def test_a_grid_has_all_combinations_in_order():
    grid = make_grid("smallsum", None, None, {"purse": "5,7", "variant": "basic,choice"})
    assert [x.words for x in grid.settings] == [
        "purse=5 variant=basic",
        "purse=5 variant=choice",
        "purse=7 variant=basic",
        "purse=7 variant=choice",
    ]
    assert grid.settings[1].game.option_words()["variant"] == "choice"
    assert list(grid.axes) == ["purse", "variant"]
    assert grid.whole_axis("purse")
    assert not grid.whole_axis("variant")


def test_the_number_of_players_is_an_axis():
    grid = make_grid("stoppers", None, None, {PLAYERS: "2:4"})
    assert [x.game.players for x in grid.settings] == [2, 3, 4]


@pytest.mark.parametrize(
    ("game", "players", "options", "words"),
    [
        ("smallsum", None, {"purse": "99:101"}, "the game refuses purse=101: option purse was given '101'"),
        ("smallsum", None, {"purse": "3:4", "variant": "x,basic"}, "the game refuses purse=3 variant=x: "),
        ("stoppers", None, {PLAYERS: "5,99"}, "the game refuses players=99: Stoppers is for"),
        ("stoppers", None, {PLAYERS: "2,x"}, "the number of players is 'x'; expected a whole number"),
        ("stoppers", 3, {PLAYERS: "2,3"}, "the number of players was given twice"),
        ("smallsum", None, {"purse": "5"}, "no option has several values"),
        ("smallsum", None, {}, "no option has several values"),
        (
            "smallsum",
            None,
            {"purse": "1:100", "variant": "basic,choice,alternate", "stakes": "1:9"},
            "settings",
        ),
        ("smallsum", None, {"purze": "3:4"}, "purze"),
        ("smalsum", None, {"purse": "3:4"}, "smallsum"),
    ],
)
def test_settings_that_a_game_refuses_are_named(game, players, options, words):
    with pytest.raises(Usage, match=words):
        make_grid(game, players, None, options)
