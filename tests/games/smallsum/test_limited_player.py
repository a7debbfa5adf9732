"""The optimum of a limited match as tables: compiled, interpreted and solved when needed play alike."""

from shutil import copytree
from typing import Any

import numpy as np
import pytest
from tests.night import LATE

from upcard.engine.compile.cache import cache_folder
from upcard.engine.game import Match, make_game
from upcard.engine.players import entrant_for, preparation_seconds, prepare
from upcard.games.smallsum import limited_match as limited
from upcard.games.smallsum.strategy_files import MIXED, SUFFIX, PackedStrategies, StrategyFiles, packed
from upcard.simulation.lineup import line_up
from upcard.simulation.simulate_games import simulate_lineup
from upcard.simulation.simulation_plan import make_plan

OPTIONS: dict[str, Any] = {"variant": "alternate", "purse": 1, "rounds": 3}
SHARES = np.array([[0, 1 << 30, 5, (1 << 30) - 5], [1 << 30, 0, 0, 1 << 30]], np.int32)
GAMES = 200


@pytest.fixture(scope="module")
def solved(tmp_path_factory):
    """A game whose strategies are stored, with its optimum, time and strategies before they were."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UPCARD_CACHE", str(tmp_path_factory.mktemp("cache")))
        patch.setattr(limited, "_matches", {})
        game = make_game("smallsum", **OPTIONS)
        before = entrant_for("equilibrium", game)
        seconds, chances = preparation_seconds("equilibrium", game), strategies(game)
        prepare("equilibrium", game)
        patch.setattr(limited, "_matches", {})
        yield game, before, seconds, chances


def played(game, optimum):
    """The wins and pennies of the optimum against a coin, from the same seeds."""
    lineup = line_up(game, [optimum, "coin-toss"])
    result = simulate_lineup(lineup, make_plan(GAMES, 5, 2, "rotate"), "rotate")
    return [(x.estimates["win_share"].value, x.estimates["pennies_mean"].value) for x in result.seats]


def strategies(game):
    """The strategies of some parts of the match."""
    match = limited.limited_match(game)
    return [match.strategy(0, part, left).tolist() for part in (0, 99, 400) for left in (1, 2, 3)]


def test_stored_strategies_are_those_that_are_solved_when_needed(solved):
    game, before, seconds, chances = solved
    assert not before.compiles
    assert seconds > 0
    assert preparation_seconds("equilibrium", game) == 0
    assert strategies(game) == chances
    assert entrant_for("equilibrium", game).compiles


@LATE
def test_compiled_and_interpreted_matches_are_the_same(solved):
    game, before, *_ = solved
    lineups = [line_up(game, [x, "coin-toss"]) for x in ("equilibrium", before.choose)]
    assert [all(x.compiles for x in lineup.entrants) for lineup in lineups] == [True, False]
    assert played(game, "equilibrium") == played(game, before.choose)


def test_the_tables_and_the_solution_choose_alike_in_every_view(solved):
    game, before, *_ = solved
    table = entrant_for("equilibrium", game)
    assert table.odds is not None
    for number in range(8):
        match = Match(game, 7, number, (), ())
        while not match.is_over:
            v = match.view(match.player)
            odds = table.odds(v)
            assert odds == before.odds(v)
            twin = match.view(match.player)
            action = table.choose(v)
            assert action == before.choose(twin)
            assert action in [a for a, _ in odds]
            match.do(action)


def test_packed_strategies_are_read_as_they_were_stored(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    files = StrategyFiles(make_game("smallsum", **OPTIONS), lambda k: SHARES.shape[1])
    assert files.read(0) is None
    files.store(0, packed(SHARES))
    assert files.layers(0) == len(SHARES)
    assert files.layers(1) == 0
    read = files.read(0, 2)
    assert read is not None
    assert [(read.chances(n, 0, 4) * (1 << 30)).tolist() for n in (1, 2)] == SHARES.tolist()
    assert read.chances(1, 2, 4).tolist() == [5 / (1 << 30), 1 - 5 / (1 << 30)]
    assert files.read(0, 3) is None


def test_a_damaged_file_counts_as_missing(tmp_path, monkeypatch):
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    files = StrategyFiles(make_game("smallsum", **OPTIONS), lambda k: SHARES.shape[1])
    files.store(0, packed(SHARES))
    (path,) = (tmp_path / "solved").glob(f"*{SUFFIX}")
    content = path.read_bytes()
    for damaged in (b"", content[:-1], content[:80] + b"x" + content[81:]):
        path.write_bytes(damaged)
        assert files.read(0) is None


@pytest.fixture
def stored(solved, tmp_path, monkeypatch):
    """A solved game with a copy of its cache that a test may damage, and the file of one round."""
    cache = copytree(cache_folder(), tmp_path / "cache")
    monkeypatch.setenv("UPCARD_CACHE", str(cache))
    monkeypatch.setattr(limited, "_matches", {})
    return solved[0], min((cache / "solved").glob(f"*{SUFFIX}"))


def test_the_optimum_is_played_and_prepared_if_a_file_is_damaged(stored, monkeypatch):
    game, path = stored
    content = path.read_bytes()
    path.write_bytes(content[:-1])
    match = limited.limited_match(game)
    assert len(match.missing()) == 1
    assert not entrant_for("equilibrium", game).compiles
    assert preparation_seconds("equilibrium", game) > 0
    monkeypatch.setattr(limited.LimitedMatch, "solve_round", lambda match, k: match.files.read(k))
    path.write_bytes(content)
    prepare("equilibrium", game)
    assert match.missing() == []
    assert entrant_for("equilibrium", game).compiles


def test_strategies_for_more_rounds_left_replace_those_for_fewer(stored):
    game, _ = stored
    match = limited.limited_match(game)
    k = match.rounds[0]
    longest = match.packed(k)
    assert longest is not None
    assert longest.layers == match.layers == 2
    first = PackedStrategies(longest.codes[:1], longest.shares[: (longest.codes[:1] == MIXED).sum()])
    match.files.store(k, first)
    other = limited.LimitedMatch(game, match.values)
    assert [x.layers for x in [other.packed(k)] if x is not None] == [1]
    assert other.missing() == [k]
    other.files.store(k, longest)
    assert other.missing() == []
    assert [x.layers for x in [other.packed(k)] if x is not None] == [2]


def test_rounds_in_which_no_purse_can_run_out_are_one_game():
    match = limited.limited_match(make_game("smallsum", variant="choice", purse=57, rounds=6))
    assert match.layers == 1
    assert len(match.rounds) == 13
    assert match.representative(60) == 6
    assert [match.representative(k) for k in (0, 5, 6, 106, 107, 112)] == [0, 5, 6, 6, 107, 112]
    assert match.strategy(60, 100, 4).tolist() == match.strategy(50, 100, 2).tolist()


@pytest.mark.parametrize("left", [1, pytest.param(7, marks=LATE)])
def test_a_strategy_does_not_depend_on_what_was_solved_before(left):
    game = make_game("smallsum", variant="alternate", rounds=12)
    known, _ = limited.check(game)
    one, other = limited.LimitedMatch(game, known), limited.LimitedMatch(game, known)
    one.strategy(4, 300, 12)
    assert one.strategy(4, 300, left).tolist() == other.strategy(4, 300, left).tolist()
