"""Sweeps: the figures are those of simulations, and settings are found and confirmed."""

import shutil

import numpy as np
import pytest
from tests.shared import GAMES_FOLDER

from upcard.engine.discovery import forget
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.simulation.kernel import SHARE
from upcard.simulation.simulate_games import simulate
from upcard.study.sweep import measure_sweep
from upcard.study.sweep.measure_sweep import sweep
from upcard.study.sweep.sweep_figures import figure_for, play_setting

PURSE = {"purse": "3:5"}
COIN = "biased-coin"


@pytest.fixture
def coin(home):
    """A game that seat 1 wins as often as its option says, in the folder of one's own games."""
    shutil.copy(GAMES_FOLDER / "biased_coin.py", home / "games" / "biased-coin.py")
    forget()


@pytest.mark.parametrize("of", ["decisions", "score:2", "win_share:1", "pennies:1", "rounds", "round_win:2"])
def test_a_figure_is_that_of_the_simulation(of):
    result = sweep("smallsum", PURSE, games=300, of=of, seed=4)
    name, _, seat = of.partition(":")
    for point in result.points:
        game = make_game("smallsum", purse=point.setting.values["purse"])
        r = simulate(game, "random", 300, seed=4)
        estimates = {**r.per_game, **(r.seats[int(seat) - 1].estimates if seat else {})}
        expected = [e for key, e in estimates.items() if key in (name, f"{name}_mean", f"{name}_share")]
        assert expected == [point.estimate]


def test_the_figures_of_seats_are_those_of_their_games():
    played = play_setting(make_game("stoppers", 4), ["random"], 400, 3)
    games = [played.game]
    means = played.parts.mean(axis=0) / SHARE
    spread, lead, ties = (figure_for(x, games).measure(played) for x in ("spread", "lead", "ties"))
    assert spread.value == pytest.approx(means.max() - means.min())
    assert spread.low <= spread.value <= spread.high
    assert lead.value == pytest.approx(means[0] - means[3])
    assert ties.value == np.mean((played.parts > 0).sum(axis=1) > 1)


def test_the_interval_of_the_spread_holds_for_equal_seats():
    misses = 0
    for seed in range(60):
        played = play_setting(make_game("stoppers", 4), ["random"], 200, seed)
        misses += figure_for("spread", [played.game]).measure(played).low > 0
    assert misses <= 8


def test_the_same_seed_gives_the_same_digits(monkeypatch):
    documents = [sweep("smallsum", PURSE, games=200, threads=n, fair=True).to_json() for n in (1, 2)]
    assert [d.pop("seconds") >= 0 for d in documents] == [True, True]
    assert documents[0] == documents[1]
    assert (
        sweep("smallsum", PURSE, games=200, seed=2, fair=True).points[0].estimate.value
        != (documents[0]["settings"][0]["value"])
    )


def test_every_setting_has_the_same_deals(coin):
    result = sweep(COIN, {"length": "1:9:4"}, games=500, of="win_share:1")
    assert len({x.estimate.value for x in result.points}) == 1


def test_the_fair_setting_is_found_and_confirmed_with_another_seed(coin):
    result = sweep(COIN, {"weight": "0:20:5"}, games=2_000, fair=True)
    assert len(result.points) == 5
    assert result.choice is not None
    assert result.choice.is_confirmed
    assert result.choice.point.setting.values == {"weight": "10"}
    assert (result.choice.point.games, result.choice.point.seed) == (8_000, 2)
    assert result.answer.startswith(
        "With weight=10, no seat is shown to be better than another. In 8,000 fresh"
    )


def test_it_says_that_no_setting_is_fair(coin):
    result = sweep(COIN, {"weight": "0:8:2"}, games=2_000, fair=True)
    assert result.choice is not None
    assert not result.choice.is_confirmed
    assert result.choice.point.setting.values == {"weight": "8"}
    assert result.answer.startswith(
        "No setting of the grid was found at which the seats are equal. The closest is"
    )


def test_bisection_finds_the_fair_setting_with_few_settings(coin):
    result = sweep(COIN, {"weight": "0:20"}, games=4_000, fair=True, bisect=True)
    assert result.choice is not None
    assert result.choice.is_confirmed
    assert result.choice.point.setting.values == {"weight": "10"}
    assert len(result.points) < 9
    assert result.notes[1:] == [f"Bisection played {len(result.points)} of 21 settings."]
    every = sweep(COIN, {"weight": "0:20"}, games=4_000, fair=True)
    assert every.choice is not None
    assert every.choice.point.to_json() == result.choice.point.to_json()


@pytest.mark.parametrize("values", ["1:40", "40,3,17,1,33"])
def test_bisection_reaches_a_target_also_in_a_list_without_order(coin, values):
    result = sweep(COIN, {"length": values}, games=50, of="decisions", target=17.0, bisect=True)
    assert result.choice is not None
    assert result.choice.is_confirmed
    assert result.choice.point.setting.values == {"length": "17"}
    assert result.answer.startswith("With length=17, decisions = 17 is reached within the error.")


def test_a_target_that_no_setting_reaches_is_said_to_be_out_of_reach(coin):
    for bisect in (False, True):
        result = sweep(COIN, {"length": "1:5"}, games=50, of="decisions", target=7.5, bisect=bisect)
        assert result.choice is not None
        assert not result.choice.is_confirmed
        assert result.choice.point.setting.values == {"length": "5"}
        assert "No setting of the grid was found that reaches decisions = 7.5." in result.answer


def test_a_figure_that_turns_is_played_everywhere(coin):
    values = {"length": "1:9", "weight": "10"}
    result = sweep(COIN, values, games=50, of="decisions", target=4.0, bisect=True)
    assert len(result.points) < 9
    turning = sweep(COIN, {"weight": "0:20"}, games=2_000, of="spread", target=0.3, bisect=True)
    assert len(turning.points) == 21
    assert turning.notes[-1].endswith("neither rises nor falls over the range, so all settings were played.")


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        ({"of": "pence"}, "'pence'"),
        ({"of": "score:3"}, "'score:3' names seat '3'; expected score:1 to score:2"),
        ({"of": "score:0"}, "names seat '0'"),
        ({"of": "decisions:1"}, "decisions is a figure of the whole game; write decisions"),
        ({"of": "ties", "fair": True}, "equal seats are searched by the figure spread"),
        ({"of": "ties", "target": float("nan")}, "the target is nan; expected a number"),
        ({"games": 1}, "the number of games is 1; expected 2 to 2,000,000 for each setting"),
        ({"games": "many"}, "number of games"),
        ({"seed": -1}, "the seed is -1"),
        ({"bisect": True}, "bisection searches a setting; add --fair or --target"),
        ({"strategies": "smart"}, "smart"),
        ({"strategies": ["random"] * 3}, "3 strategies were given for 2 seats"),
    ],
)
def test_wrong_settings_are_refused_in_a_sentence(settings, words):
    with pytest.raises(Usage, match=words):
        sweep("smallsum", PURSE, **settings)


def test_bisection_is_refused_where_it_cannot_search():
    with pytest.raises(Usage, match="bisection needs one option with a range of whole numbers"):
        sweep("smallsum", {"variant": "basic,choice"}, fair=True, bisect=True)
    with pytest.raises(Usage, match="bisection needs one option with a range of whole numbers"):
        sweep("smallsum", {"purse": "3:4", "variant": "basic,choice"}, fair=True, bisect=True)
    with pytest.raises(Usage, match="bisection finds equal seats only for two players"):
        sweep("stoppers", {"players": "2:4"}, fair=True, bisect=True)


def test_a_table_has_a_row_for_every_setting():
    result = sweep("smallsum", {"purse": "3,4", "variant": "basic,choice"}, games=50)
    rows = result.rows()
    assert [(r["purse"], r["variant"]) for r in rows] == [
        ("3", "basic"), ("3", "choice"), ("4", "basic"), ("4", "choice"),
    ]  # fmt: skip
    assert result.to_frame()["spread"].to_list() == [x.estimate.value for x in result.points]
    assert [s.label for s in result.chart().series] == ["variant=basic", "variant=choice"]
    assert result.chart().series[0].x == [3.0, 4.0]
    words = sweep("smallsum", {"variant": "basic,choice"}, games=50).chart()
    assert (words.x_label, words.series[0].x, words.is_joined) == ("row of the table", [1, 2], False)


def test_a_game_of_chips_shows_its_table_and_that_random_players_are_not_equal(home):
    shutil.copy(GAMES_FOLDER / "pay_or_take.py", home / "games" / "pay-or-take.py")
    forget()
    result = sweep("pay-or-take", {"chips": "3:15:4"}, games=2_000, fair=True)
    assert [x.setting.words for x in result.points] == ["chips=3", "chips=7", "chips=11", "chips=15"]
    assert result.points[0].estimate.value > result.points[-1].estimate.value
    assert result.choice is not None
    assert not result.choice.is_confirmed


def test_it_says_that_players_play_at_random(coin):
    assert sweep(COIN, {"length": "1:2"}, games=50).notes == [measure_sweep.AT_RANDOM]
    chosen = sweep("stoppers", {"players": "2:3"}, games=20, strategies="never-swap")
    assert chosen.notes == []


def test_at_most_three_settings_are_played_again(monkeypatch):
    monkeypatch.setattr(measure_sweep, "ERROR", 0.0)
    seen: list[str] = []
    sweep("smallsum", {"purse": "3:8"}, games=50, fair=True, on_setting=seen.append)
    assert sum(x.startswith("fresh games of ") for x in seen) == 1
    monkeypatch.setattr(measure_sweep, "_agrees", lambda x, target: x.games == 50)
    result = sweep("smallsum", {"purse": "3:8"}, games=50, fair=True, on_setting=seen.append)
    assert sum(x.startswith("fresh games of ") for x in seen) == 4
    assert result.choice is not None
    assert not result.choice.is_confirmed
