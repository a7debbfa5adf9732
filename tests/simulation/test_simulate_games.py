"""The front door of simulation: one call, the same result every time."""

import re

import numpy as np
import pytest

from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.simulation.simulate_games import simulate

LINE_UP = ["same-first", "folding", "random"]


def told(result):
    """Everything a result says but how long it took."""
    return {k: v for k, v in result.to_json().items() if k not in ("seconds", "games_per_second")}


@pytest.mark.parametrize("seating", ["fixed", "rotate", "random"])
def test_the_result_depends_on_what_is_asked_and_nothing_else(seating):
    game = make_game("lama", 3)
    asked = {"games": 900, "seed": 4, "seating": seating}
    first = told(simulate(game, LINE_UP, **asked))
    assert told(simulate(game, LINE_UP, threads=1, **asked)) == first
    assert told(simulate(game, LINE_UP, threads=3, on_progress=lambda done, planned: None, **asked)) == first
    assert told(simulate(game, LINE_UP, **(asked | {"seed": 5}))) != first


def test_a_game_may_be_given_by_name_and_strategies_by_one_name_or_none():
    first = simulate("kuhn-poker", games=100)
    assert told(first) == told(simulate(make_game("kuhn-poker"), ["random", "random"], 100))
    assert (first.game, first.players, first.seed, first.games) == ("kuhn-poker", 2, 0, 100)
    assert [s.strategy for s in first.seats] == ["random", "random"]
    assert [s.seat for s in first.seats] == [1, 2]


@pytest.mark.parametrize(
    ("seating", "duplicate", "said"),
    [
        ("fixed", False, "fixed"),
        ("fixed", True, "rotate"),
        ("rotate", False, "rotate"),
        ("random", False, "random"),
    ],
)
def test_the_result_says_how_the_seats_were_given(seating, duplicate, said):
    result = simulate("kuhn-poker", "random", 9, seating=seating, duplicate=duplicate)
    assert (result.seating, result.duplicate) == (said, duplicate)
    assert result.games == (10 if said == "rotate" else 9)
    assert bool(result.differences) is (said == "rotate")


@pytest.mark.parametrize("seating", ["fixed", "rotate", "random"])
@pytest.mark.parametrize("preset", ["official", "paper"])
def test_the_shares_of_all_add_up_to_1(preset, seating):
    result = simulate(make_game("lama", 3, preset), LINE_UP, 999, seating=seating)
    shares = [s.estimates["win_share"].value for s in result.seats]
    assert sum(shares) == pytest.approx(1, abs=1e-12)
    for s in result.seats:
        assert s.estimates["win_any"].value >= s.estimates["win_share"].value
    if seating == "fixed":
        assert sum(s.estimates["round_win_share"].value for s in result.seats) == pytest.approx(1, abs=1e-3)


@pytest.mark.parametrize("seating", ["fixed", "rotate", "random"])
def test_every_estimate_lies_in_its_interval(seating):
    result = simulate(make_game("lama", 3), LINE_UP, 300, seating=seating)
    estimates = [e for s in result.seats for e in s.estimates.values()] + list(result.per_game.values())
    estimates += [e for d in result.differences for e in (d.win_share, d.score_mean)]
    for e in estimates:
        assert e.low <= e.value <= e.high
        assert e.low < e.high
        assert 0 <= e.se < 100


def test_a_higher_level_gives_wider_intervals_around_the_same_values():
    narrow, wide = (simulate("lama", "same-first", 200, level=level) for level in (0.8, 0.99))
    for a, b in zip(narrow.seats, wide.seats, strict=True):
        for name, e in a.estimates.items():
            other = b.estimates[name]
            assert (e.value, e.se) == (other.value, other.se)
            assert other.low < e.low < e.high < other.high
    assert (narrow.level, wide.level) == (0.8, 0.99)


WRONG = [
    ({"game": "lamma"}, "there is no game 'lamma'"),
    ({"strategies": "first"}, "there is no strategy 'first'"),
    ({"strategies": "same-first"}, "the strategy 'same-first' plays lama, not kuhn-poker"),
    ({"strategies": ["random"] * 3}, "Kuhn poker is for 2 players, not 3 players"),
    ({"games": 0}, "the number of games is 0; expected 1 to "),
    ({"seed": -1}, "the seed is -1; expected a whole number from 0 to 2^63 - 1"),
    ({"seating": "rond"}, "the seating is 'rond'; did you mean 'random'? expected fixed, rotate, random"),
    ({"threads": 0}, "the number of threads is 0; expected 1 or more"),
    ({"level": 95}, "95"),
    ({"level": 1.0}, "1.0"),
    ({"level": 0.0}, "0.0"),
    ({"level": -0.5}, "-0.5"),
]


@pytest.mark.parametrize(("asked", "sentence"), WRONG)
def test_what_does_not_exist_or_is_out_of_range_is_refused(asked, sentence):
    with pytest.raises(Usage, match=re.escape(sentence)):
        simulate(**({"game": "kuhn-poker", "games": 20} | asked))


def passes_or_cheats(v):
    return int("5") if v.card[v.me] == 0 else 0


def test_a_strategy_that_does_what_is_not_legal_is_told():
    told = (
        r"in game \d+ of seed 0, decision 1, seat 1 chose action 5, which is not legal; legal are 0 \(check\)"
    )
    with pytest.raises(Failure, match=told):
        simulate("kuhn-poker", [passes_or_cheats, "random"], 50)


def test_one_game_has_a_result_without_errors_but_those_of_yes_or_no():
    result = simulate("lama", "same-first", 1)
    assert result.games == 1
    assert result.seats[0].estimates["points_mean"].high == float("inf")
    result = simulate("lama", "same-first", 1, seating="rotate")
    assert result.games == 4
    assert result.differences[0].score_mean.low == -float("inf")


def raises_first(v):
    """No other test plays this strategy, so that its program is not in memory."""
    return 1 if v.moves == 0 else v.moves % 2


def test_compiling_is_told_before_it_begins(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    told = []
    for _ in range(2):
        simulate(
            "kuhn-poker",
            raises_first,
            50,
            on_compile=lambda: told.append("compiles"),
            on_progress=lambda done, planned: told.append("plays"),
        )
    assert told == ["compiles", "plays", "plays"]


@pytest.mark.parametrize(
    "first", ["import upcard.simulation.scheduler", "from upcard.simulation.simulate_games import simulate"]
)
def test_the_public_name_is_the_function_whatever_was_imported_before(in_process, first):
    code = f"import json\n{first}\nimport upcard\nprint(json.dumps(callable(upcard.simulate)))"
    assert in_process(code)() is True


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"games": 1.5}, "the number of games was given as 1.5; expected a whole number"),
        ({"games": "many"}, "the number of games was given as 'many'; expected a whole number"),
        ({"seed": None}, "the seed was given as None; expected a whole number"),
        ({"threads": "two"}, "the number of threads was given as 'two'; expected a whole number"),
        ({"strategies": [3, 4]}, "3 is not a strategy; expected a name or a function of a view"),
    ],
)
def test_what_has_the_wrong_type_is_told_in_a_sentence(wrong, sentence):
    with pytest.raises(Usage) as fault:
        simulate("kuhn-poker", **wrong)
    assert str(fault.value) == sentence


@pytest.mark.parametrize("games", [1e2, np.int64(100)])
def test_a_number_of_games_may_be_written_in_any_way(games):
    assert simulate("kuhn-poker", games=games).games == 100


def test_players_and_preset_are_those_of_the_game():
    result = simulate("lama", "same-first", 10, players=3, preset="paper")
    assert (result.players, result.options["count"]) == (3, "every_card")


def test_as_many_play_as_strategies_are_given():
    assert simulate("lama", ["same-first", "random"], 10).players == 2


def test_a_game_that_is_made_has_its_players():
    with pytest.raises(Usage, match="has its players and its options already"):
        simulate(make_game("lama"), players=3)
