"""Tuning: it finds what is known to be best, and its figure is right even where chance has played with it."""

import itertools
import json
import math
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from tests.night import LATE
from tests.simulation.aiming import AIMING, SMALL, three

from upcard.engine.errors import Usage
from upcard.simulation.estimate import Estimate
from upcard.simulation.parameter_search import ParameterSearch, population, stages
from upcard.simulation.parameter_space import make_space
from upcard.simulation.simulate_games import simulate
from upcard.simulation.tune_parameters import fresh_seed, tune
from upcard.simulation.tuning_matches import ParameterMatches
from upcard.simulation.tuning_result import confirm

pytestmark = pytest.mark.usefixtures("catalogued")


def state():
    """Where numpy's common random numbers stand."""
    return np.random.get_state(legacy=False)["state"]["key"].tolist()  # noqa: NPY002


def told(result):
    """Everything a result says but how long it took."""
    return {k: v for k, v in result.to_json().items() if k != "seconds"}


def test_two_fractions_are_tuned_to_where_the_chance_is_best(aiming):
    result = tune(aiming(), "bowl", three, games=20, budget=180, confirm_games=1000, seed=3)
    assert (
        math.hypot(result.parameters["x"] - 0.3, result.parameters["y"] - 0.8) < 0.3
    )  # the number is 12 or 13 there
    assert result.gain.low > 0
    assert result.strength.low < 0.5 + (0.9 - 0.5) / 2  # nobody can do better than 13 against 3
    assert result.strength.value > result.default_strength.value


def test_a_single_whole_number_is_tuned_and_stays_whole(aiming):
    result = tune(aiming(), "threshold", three, games=20, budget=120, confirm_games=400, seed=1)
    assert abs(result.parameters["t"] - AIMING.BEST) <= 2
    assert all(g.mean[0].is_integer() and g.best[0].is_integer() for g in result.generations)
    assert result.strategy == f"threshold:t={result.parameters['t']:g}"


def test_on_a_flat_landscape_the_search_is_too_high_and_the_confirmed_figure_right(aiming):
    results = [tune(aiming(), "flat", three, **SMALL, seed=seed) for seed in range(12)]
    gaps = np.array([r.optimistic - r.strength.value for r in results])
    confirmed = np.array([r.strength.value for r in results])
    assert gaps.mean() > 4 * gaps.std() / math.sqrt(len(gaps))
    assert abs(confirmed.mean() - 0.5) < 4 * math.sqrt(0.125 / (12 * 150))  # a share is 0, 1/2 or 1
    for r in results:  # the same games, the same play, but 150 games do not show that there is no difference
        assert r.gain.value == 0
        assert 1 / 150 < r.gain.high == -r.gain.low < 4 / 150


def test_a_search_that_goes_on_from_any_generation_ends_the_same(aiming):
    kept: list[Any] = []
    asked: dict[str, Any] = {**SMALL, "seed": 4}
    whole = tune(aiming(), "bowl", three, **asked, on_generation=lambda x: kept.append(json.dumps(x)))
    assert len(kept) == 48 // population(2) == 4
    for then in kept:
        assert told(tune(aiming(), "bowl", three, **asked, resume=json.loads(then))) == told(whole)


def test_a_search_can_be_made_longer(aiming):
    kept: list[Any] = []
    short, long = SMALL | {"budget": 24}, SMALL | {"budget": 36}
    tune(aiming(), "bowl", three, **short, on_generation=kept.append)
    assert told(tune(aiming(), "bowl", three, **long, resume=kept[-1])) == told(
        tune(aiming(), "bowl", three, **long)
    )


def test_an_interrupted_search_is_confirmed_as_if_it_had_been_that_short(aiming):
    kept: list[Any] = []

    def stop(what, fraction):
        if what.startswith("generation 3"):
            raise KeyboardInterrupt

    stopped = tune(aiming(), "bowl", three, **SMALL, on_step=stop, on_generation=kept.append)
    assert stopped.interrupted
    short = tune(aiming(), "bowl", three, **(SMALL | {"budget": 24}))
    assert not short.interrupted
    assert told(stopped) == told(short) | {"interrupted": True}
    resumed = tune(aiming(), "bowl", three, **SMALL, resume=kept[-1])
    assert told(resumed) == told(tune(aiming(), "bowl", three, **SMALL))


def test_before_the_first_generation_is_done_an_interrupt_leaves_nothing(aiming):
    def stop(what, fraction):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        tune(aiming(), "bowl", three, **SMALL, on_step=stop)


def test_an_interrupted_confirmation_keeps_whole_pairs(aiming):
    calls = []

    def stop(what, fraction):
        calls.append(fraction)
        if what.startswith("confirming") and len(calls) > 50:
            raise KeyboardInterrupt

    result = tune(aiming(), "bowl", three, games=2, budget=12, confirm_games=400, on_step=stop)
    tuned, defaults = result.confirmed.tuned, result.confirmed.defaults
    assert tuned.interrupted
    assert 2 <= tuned.games == defaults.games < 400
    assert calls == sorted(calls)


@pytest.mark.parametrize("strategy", [pytest.param("bowl", marks=LATE), "threshold"])
def test_what_is_done_grows_evenly_to_all_of_it(aiming, strategy):
    """Candidates of whole numbers are often alike and play once; what they spare is not made up at once."""
    done = [0.0]
    asked: dict[str, Any] = {"games": 25, "budget": 240, "confirm_games": 2000}
    tune(aiming(), strategy, three, **asked, on_step=lambda what, fraction: done.append(fraction))
    assert done == sorted(done)
    assert done[-1] == 1
    assert max(b - a for a, b in itertools.pairwise(done)) < 0.1


def test_a_search_that_is_cut_short_leaves_only_the_fresh_games_to_be_done(aiming):
    done = []

    def stop(what, fraction):
        done.append((what, fraction))
        if what.startswith("generation 3"):
            raise KeyboardInterrupt

    tune(aiming(), "bowl", three, games=100, budget=240, confirm_games=100, on_step=stop)
    rest = [fraction for what, fraction in done if what.startswith("confirming")]
    assert rest[0] > 0.8
    assert rest[-1] == 1


def test_threads_change_nothing():
    asked: dict[str, Any] = {
        "preset": "paper",
        "players": 3,
        "games": 20,
        "budget": 18,
        "confirm_games": 100,
        "seed": 2,
    }
    one, three_threads = (tune("lama", "folding", "same-first", **asked, threads=k) for k in (1, 3))
    assert told(one) == told(three_threads)
    assert one.confirmed.tuned.seats[2].strategy == "same-first"


def test_the_confirmed_games_are_those_that_simulate_plays_with_the_fresh_seed(aiming):
    game = aiming(3)
    result = tune(game, "bowl", three, **SMALL, seed=7)
    seed = fresh_seed(7, len(result.generations))
    assert result.confirmed.tuned.seed == seed
    for found, strategy in ((result.strength, result.strategy), (result.default_strength, "bowl")):
        again = simulate(game, [strategy, three, three], 150, seed=seed, seating="random")
        assert again.seats[0].estimates["win_share"] == found


@pytest.mark.parametrize("settings", [(0.1, 1 / 3), (0.0, 1.0), (1e-9, 123456.78901234567)])
def test_a_spelled_strategy_is_read_as_the_same_numbers(settings):
    text = make_space(AIMING, "bowl", {}, {}).strategy_text(settings)
    read = [float(part.partition("=")[2]) for part in text.partition(":")[2].split(",")]
    assert tuple(read) == settings


def test_fresh_games_have_seeds_that_no_search_can_have():
    seeds = {fresh_seed(seed, n) for seed in (0, 5, 2**40 - 1) for n in (1, 2, 999)}
    assert len(seeds) == 9
    assert all(2**40 <= seed < 2**63 for seed in seeds)


def test_the_paired_interval_is_narrower_than_that_of_games_apart(aiming):
    game = aiming()
    space = make_space(AIMING, "bowl", {}, {})
    arena = ParameterMatches(game, space, [three], "win_share", 1, None)
    with arena.executor:
        near = confirm(arena, (0.7, 0.4), 2000, 9, 0.95, lambda games: None)
    shares = [r.seats[0].estimates["win_share"] for r in (near.tuned, near.defaults)]
    assert 0 < near.gain.se < 0.8 * math.hypot(*(e.se for e in shares))


@pytest.mark.parametrize("games", [2, 3, 20, pytest.param(500, marks=LATE)])
@pytest.mark.parametrize("goal", ["win_share", "win_any", "score_mean"])
def test_games_that_came_out_alike_leave_a_gain_open_but_the_same_parameters_do_not(aiming, goal, games):
    space = make_space(AIMING, "flat", {}, {})
    defaults = tuple(space.defaults.values())
    arena = ParameterMatches(aiming(), space, [three], goal, 1, None)
    with arena.executor:
        other = tuple(x / 2 + 0.1 for x in defaults)
        gain = confirm(arena, other, games, 9, 0.95, lambda games: None).gain
        same = confirm(arena, defaults, games, 9, 0.95, lambda games: None).gain
    assert (gain.value, same) == (0, Estimate(0, 0, 0, 0))
    assert gain.low < 0 < gain.high
    assert goal == "score_mean" or (gain.low >= -1 and gain.high <= 1)
    if games >= 20 and goal != "score_mean":
        assert 2.5 / (games + 2) < gain.high < 4 / games


@pytest.mark.parametrize("goal", ["win_share", "win_any", "score_mean"])
def test_what_is_made_large_is_what_is_reported(aiming, goal):
    result = tune(aiming(), "threshold", three, **SMALL, goal=goal)
    assert result.strength == result.confirmed.tuned.seats[0].estimates[goal]
    difference = result.strength.value - result.default_strength.value
    assert result.gain.value == pytest.approx(difference, abs=1e-12)
    assert result.optimistic == max(g.value for g in result.generations)


def test_opponents_are_repeated_in_turn_to_fill_the_seats(aiming):
    result = tune(aiming(4), "threshold", ["flat", three], games=2, budget=12, confirm_games=2)
    seats = [s.strategy for s in result.confirmed.tuned.seats]
    assert seats == [result.strategy, "flat", "three", "flat"]


def test_who_has_one_opponent_is_told_to_give_one(aiming):
    with pytest.raises(Usage, match=r"leave 1 seat for opponents; give 1$"):
        tune(aiming(), "bowl", ["flat", "flat"])


def test_several_opponents_say_how_many_players_there_are():
    asked: dict[str, Any] = {"games": 1, "budget": 18, "confirm_games": 2}
    result = tune("lama", "folding", ["same-first", "same-first"], **asked)
    assert result.confirmed.tuned.players == 3


def test_nothing_is_printed_nothing_written_and_no_random_number_of_others_used(
    aiming, capfd, tmp_path, monkeypatch
):
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    np.random.seed(5)  # noqa: NPY002 - this is the stream that must stay where it is
    before = state()
    tune(aiming(), "bowl", three, **SMALL)
    assert state() == before
    assert not list(Path().iterdir())
    assert capfd.readouterr() == ("", "")


def test_a_generation_plays_the_same_games_and_halves_them_on_games_that_no_other_plays():
    search = ParameterSearch(make_space(AIMING, "bowl", {}, {}), 10, 0)
    played = []

    def play(several, first, last):
        played.append((len(several), first, last))
        return [-sum(x) * (last - first) for x in several]

    first = search.advance(play)
    assert played == [(12, 0, 10), (6, 10, 30), (3, 30, 70)]
    assert search.work == 12 * 10 + 6 * 20 + 3 * 40
    assert first.games == 70
    values = [sum(point) for point in first.points]
    assert [values[i] for i in first.order] == sorted(values)
    played.clear()
    search.advance(play)
    assert played == [(12, 70, 80), (6, 80, 100), (3, 100, 140)]


def test_candidates_that_are_the_same_play_once():
    search = ParameterSearch(make_space(AIMING, "threshold", {}, {"t": (0, 1)}), 1, 0)
    sizes = []

    def play(several, first, last):
        sizes.append(len(several))
        return [1.0 for _ in several]

    search.advance(play)
    assert max(sizes) == 2


@pytest.mark.parametrize("n", range(1, 9))
def test_halving_ends_with_a_few(n):
    rows = list(stages(population(n), 5))
    assert rows[-1][0] in (2, 3)
    assert [last for _, _, last in rows[:-1]] == [first for _, first, _ in rows[1:]]


def test_a_range_narrows_and_a_fixed_value_stays(aiming):
    result = tune(aiming(), "bowl", three, **SMALL, fixed={"y": 0.5}, ranges={"x": (0.2, 0.25)})
    assert {g.mean[1] for g in result.generations} == {0.5}
    assert all(0.2 <= g.best[0] <= 0.25 and 0.2 <= g.mean[0] <= 0.25 for g in result.generations)
    assert result.ranges == {"x": (0.2, 0.25)}
