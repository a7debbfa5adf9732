"""A result says what was counted, with the errors of everything."""

import math
from dataclasses import replace

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.games.lama.strategies import next_first, same_first
from upcard.simulation.simulate_games import simulate

GAMES, SEED = 40, 23
NAMES = ("same-first", "next-first")
CHOOSE = (same_first.choose, next_first.choose)


@pytest.fixture(scope="module")
def result():
    return simulate(make_game("lama", 2), NAMES, GAMES, seed=SEED)


@pytest.fixture(scope="module")
def rotated():
    return simulate(make_game("lama", 2), NAMES, GAMES, seed=SEED, seating="rotate")


@pytest.fixture(scope="module")
def ends():
    """The same games as matches: points, rounds won, rounds and decisions of every game."""
    game, rows = make_game("lama", 2), []
    for number in range(GAMES):
        match = game.match(SEED, number)
        while not match.is_over:
            match.do(CHOOSE[match.player](match.view(match.player)))
        s = match.state
        rows.append([*list(s.points)[:2], *list(s.won)[:2], s.rounds, len(match.actions)])
    return np.array(rows)


@pytest.mark.parametrize("p", [0, 1])
def test_the_estimates_are_those_of_the_same_games_played_as_matches(result, ends, p):
    mine, other = ends[:, p], ends[:, 1 - p]
    found = {name: e.value for name, e in result.seats[p].estimates.items()}
    assert found == pytest.approx(
        {
            "win_share": np.mean((mine < other) + 0.5 * (mine == other)),
            "win_any": np.mean(mine <= other),
            "score_mean": -mine.mean(),
            "points_mean": mine.mean(),
            "over_30_share": np.mean(mine > 30),
            "round_win_share": ends[:, 2 + p].sum() / ends[:, 4].sum(),
        }
    )
    assert result.seats[p].deviations == pytest.approx(
        {k: mine.std(ddof=1) for k in ("score_sd", "points_sd")}
    )
    assert result.seats[p].estimates["points_mean"].se == pytest.approx(mine.std(ddof=1) / math.sqrt(GAMES))


def test_the_means_per_game_are_those_of_the_matches(result, ends):
    found = {name: e.value for name, e in result.per_game.items()}
    assert found == pytest.approx({"decisions_mean": ends[:, 5].mean(), "rounds_mean": ends[:, 4].mean()})


def test_fixed_seats_have_deviations_and_no_differences(result):
    assert result.differences == []
    assert all(s.deviations for s in result.seats)


def test_rotated_seats_have_differences_and_deviations_between_single_games(rotated):
    assert all(s.deviations["score_sd"] > 0 for s in rotated.seats)
    (d,) = rotated.differences
    assert (d.first, d.second) == (1, 2)
    for found, name in ((d.win_share, "win_share"), (d.score_mean, "score_mean")):
        first, second = (s.estimates[name].value for s in rotated.seats)
        assert found.value == pytest.approx(first - second)


def test_deviations_are_those_of_the_same_games_played_as_matches_when_seats_rotate(rotated):
    points: list[list[int]] = [[], []]
    for number in range(GAMES):
        match = make_game("lama", 2).match(SEED, number)
        while not match.is_over:
            match.do(CHOOSE[(match.player + number) % 2](match.view(match.player)))
        for p in range(2):
            points[(p + number) % 2].append(match.state.points[p])
    for seat, mine in zip(rotated.seats, points, strict=True):
        sd = np.std(mine, ddof=1)
        assert seat.deviations == pytest.approx({"score_sd": sd, "points_sd": sd})


def test_every_pair_of_entrants_has_a_difference():
    result = simulate(make_game("lama", 4), "same-first", 40, seating="rotate")
    assert [(d.first, d.second) for d in result.differences] == [
        (1, 2),
        (1, 3),
        (1, 4),
        (2, 3),
        (2, 4),
        (3, 4),
    ]


def test_pairing_makes_duplicate_deals_more_exact():
    """Two who play the same cards alike differ by nothing, and by little where nobody has looked."""
    paired, apart = (
        simulate("kuhn-poker", [stays, stays_too], 200, duplicate=duplicate, seating="rotate").differences[0]
        for duplicate in (True, False)
    )
    for near, far in ((paired.win_share, apart.win_share), (paired.score_mean, apart.score_mean)):
        assert near.value == 0
        assert 0 < near.high < 0.5 * far.se


def test_two_deals_that_came_out_alike_decide_nothing():
    result = simulate("goofspiel", ["match-prize", "random"], 4, seed=1, duplicate=True)
    assert result.games == 4
    (d,) = result.differences
    assert d.win_share.value == 1
    assert d.win_share.low < 0 < d.win_share.high == 1
    assert d.score_mean.low < 0 < d.score_mean.value < d.score_mean.high


def stays(v):
    """As `stays_too` does; neither can be compiled, which would take longer than the games do."""
    return int(str(int(v.card[v.me] == 2)))


def stays_too(v):
    return int(str(int(v.card[v.me] > 1)))


def test_a_result_as_json_holds_everything(result, rotated):
    out = result.to_json()
    assert list(out) == [
        *("game", "players", "options", "seed", "seating", "duplicate", "games", "interrupted", "seconds"),
        *("games_per_second", "level"),
        *(
            f"{name}{end}"
            for name in ("decisions_mean", "rounds_mean")
            for end in ("", "_low", "_high", "_se")
        ),
        "seats",
    ]
    assert out["options"] == make_game("lama", 2).option_words()
    assert (out["game"], out["players"], out["seed"], out["games"], out["level"]) == (
        "lama",
        2,
        SEED,
        GAMES,
        0.95,
    )
    names = ("win_share", "win_any", "score_mean", "points_mean", "over_30_share", "round_win_share")
    for seat, name in zip(out["seats"], NAMES, strict=True):
        assert list(seat) == [
            *("seat", "strategy"),
            *(f"{x}{end}" for x in names for end in ("", "_low", "_high", "_se")),
            *("score_sd", "points_sd"),
        ]
        assert seat["strategy"] == name
    assert [seat["seat"] for seat in out["seats"]] == [1, 2]
    (d,) = rotated.to_json()["differences"]
    assert set(d) == {"first", "second"} | {
        f"{x}{end}" for x in ("win_share", "score_mean") for end in ("", "_low", "_high", "_se")
    }


def test_a_result_as_a_frame_has_a_row_per_seat(result):
    frame = result.to_frame()
    assert frame.height == 2
    flat = list(result.seats[0].flat())
    assert frame.columns[-len(flat) :] == flat
    assert {"game", "players", "games", "seed"} <= set(frame.columns)
    assert frame["strategy"].to_list() == list(NAMES)
    assert frame["points_mean"].to_list() == [s.estimates["points_mean"].value for s in result.seats]
    assert frame["games"].to_list() == [GAMES] * 2


def test_the_rate_is_games_by_seconds(result):
    assert replace(result, seconds=2.0).games_per_second == GAMES / 2
    assert replace(result, seconds=0.0).games_per_second == math.inf


def test_a_game_without_measures_has_wins_and_scores_only():
    result = simulate("kuhn-poker", games=50)
    assert list(result.per_game) == ["decisions_mean"]
    assert list(result.seats[0].estimates) == ["win_share", "win_any", "score_mean"]
    assert result.options == {}
