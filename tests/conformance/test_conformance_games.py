import pytest
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.compile.compiler import compiled
from upcard.engine.game import make_game
from upcard.engine.players import can_play
from upcard.simulation.lineup import LineUp, line_up
from upcard.testing import check_game, check_strategy, game_modules, strategies_for, watch_games
from upcard.testing.compiled_checks import INTERPRETED, compiled_copies, copying
from upcard.testing.game_checks import WALKS_AT_LEAST
from upcard.testing.game_variants import plain_variants

GAMES = sorted(game_modules())
SEARCHED = GAMES if IS_NIGHTLY else ["kuhn-poker"]
"""Programs that search take long to compile: by day those of one game are played, by ``make nightly`` all."""

WATCHED = 1_000_000 if IS_NIGHTLY else 2_000
WATCHING = GAMES if IS_NIGHTLY else ["kuhn-poker"]
"""Programs that watch take long to compile too; by day all games are watched a few times, interpreted."""

LARGE = {"beat-it-or-eat-it": 16, "four-cell": 40, "lama": 40, "smallsum": 40, "stoppers": 80}
"""Games whose programs are large, with how many interpreted games are compared by day."""

MOST_BY_DAY = 2
"""Number of strategies that the day plays of a large game; the night plays all."""


def played_of(game):
    """The strategies of a game that are played, by day only the first ones of a large game."""
    known = sorted(strategies_for(game_modules()[game]).items())
    searched = [s for s, m in known if game in SEARCHED or m.STRATEGY.games or not m.STRATEGY.quick]
    return searched if IS_NIGHTLY or game not in LARGE else searched[:MOST_BY_DAY]


PAIRS = [(s, g) for g in GAMES for s in played_of(g)]


COMPARED = 10_000 if IS_NIGHTLY else 200
FEWER = {} if IS_NIGHTLY else LARGE
"""Interpreted games take minutes; ``make nightly`` compares 10,000 of each."""


COPIED = ["le-her"]
"""Of one game the program with copied views by day."""

WALKS = WALKS_AT_LEAST if IS_NIGHTLY else 1
"""Games of every variant that are stopped at every position, at least."""

OFTEN = 300 if IS_NIGHTLY else 48
PLAYED = {} if IS_NIGHTLY else {"beat-it-or-eat-it": 16, "le-her": 300}
"""Instead of ``OFTEN`` games with a strategy."""

SLOW = {} if IS_NIGHTLY else {"fitted-values": 12, "endgame": 12, "nash-column": 60, "tablebase": 40}
"""Slow where they are interpreted; ``make nightly`` plays them as often as the others."""

TABLES = {} if IS_NIGHTLY else {"fitted-values": make_game("lama", 4)}
"""Where a strategy is slow and games have many variants, one of them is played by day."""


def cast_of(strategy, game):
    """By day all strategies of a game are in one program, but those that search or are made for a variant.

    By night each has a program of its own.
    """
    known = strategies_for(game_modules()[game])
    plain = [
        s for s in played_of(game) if not known[s].STRATEGY.quick and not hasattr(known[s], "CERTIFICATES")
    ]
    cast = [s for s in plain if all(can_play(s, g) for g in plain_variants(game))]
    return cast if strategy in cast else ()


def of_game(game, *values):
    """Values of a test; who has compiled a game for one of its tests has parts of all its other programs."""
    return pytest.param(*values, marks=pytest.mark.together(game))


@pytest.mark.slow
@pytest.mark.parametrize("name", [of_game(x, x) for x in GAMES])
def test_every_game_keeps_every_promise(name):
    """By day most without copied views, with which ``test_masked_views.py`` plays games of its own."""
    games = FEWER.get(name, COMPARED)
    report = check_game(name, games=games, walks=WALKS, copied=IS_NIGHTLY or name in COPIED)
    assert report.game == name
    assert min(report.checked.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "game"), [of_game(g, s, g) for s, g in PAIRS])
def test_every_strategy_keeps_every_promise_on_every_game_it_plays(strategy, game):
    """By day without copied views, which readable strategies never get: see ``test_masked_views.py``."""
    cast = () if IS_NIGHTLY else cast_of(strategy, game)
    table, games = TABLES.get(strategy, game), SLOW.get(strategy, PLAYED.get(game, OFTEN))
    report = check_strategy(strategy, table, games=games, copied=IS_NIGHTLY, cast=cast)
    assert (report.strategy, report.game) == (strategy, game)
    assert min(report.checked.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        pytest.param(make_game("smallsum", variant="alternate", objective="pennies"), marks=LATE),
        make_game("stoppers", 2, "fresh-deck"),
    ],
    ids=["smallsum", "stoppers"],
)
def test_solutions_of_rounds_keep_every_promise(game):
    report = check_strategy("equilibrium", game, games=60, copied=IS_NIGHTLY)
    assert min(report.checked.values()) > 0


@pytest.mark.parametrize("name", [of_game(x, x) for x in WATCHING])
def test_a_million_random_games_break_nothing(name):
    """By day it is 2,000; ``make nightly`` prints what was played."""
    variants = plain_variants(name)
    played = [watch_games(g, -(-WATCHED // len(variants))) for g in variants]
    games, decisions = sum(x.games for x in played), sum(x.decisions for x in played)
    seconds = sum(x.seconds for x in played)
    print(f"{name}: {games:,} games, {decisions:,} decisions, {seconds:.1f} s")  # noqa: T201 - for the night's log
    assert WATCHED <= games < WATCHED + len(variants)
    assert all(x.decisions >= x.games for x in played)


def test_seats_with_one_strategy_are_one_strategy_in_the_program_that_copies_views():
    """Else a program with copied views is compiled for every number of players, and takes its time."""
    lineup = line_up(make_game("lama", 8), ["random", "same-first"] * 4)
    twin = LineUp(lineup.game, tuple(map(copying, lineup.entrants)))
    assert [c.parameters for c in twin.choosers] == [0, 0]
    assert twin.who == [0, 1] * 4
    assert not any(e.is_checked for e in twin.entrants)


@pytest.mark.parametrize(("copied", "others"), [(True, 2), (False, 1)])
def test_games_are_compared_with_one_program_or_with_two(copied, others):
    first, *programs = compiled_copies(line_up(make_game("kuhn-poker"), "random"), copied)
    assert first == INTERPRETED
    assert len(programs) == others


def test_no_variant_is_looked_at_twice():
    """The bound of a number may be its usual value too."""
    report = check_game("goofspiel", games=1, walks=1, copied=False)
    assert len(set(report.variants)) == len(report.variants)


@pytest.mark.parametrize("walks", [1, 2])
def test_so_many_random_games_of_every_variant_are_looked_at(walks):
    report = check_game("kuhn-poker", games=1, walks=walks)
    assert report.walks == walks * len(report.variants)


def test_strategies_of_one_cast_share_their_program(monkeypatch):
    programs = []

    def noted(loop, replacements, *others):
        programs.append(compiled(loop, replacements, *others))
        return programs[-1]

    monkeypatch.setattr("upcard.engine.program.compiled", noted)
    cast = ("le-her-threshold", "random")
    for strategy in cast:
        check_strategy(strategy, "le-her", games=4, copied=False, cast=cast)
    assert len(set(programs)) == 1
    check_strategy("random", "le-her", games=4, copied=False)
    assert len(set(programs)) == 2


@pytest.mark.parametrize("name", [g for g in GAMES if game_modules()[g].__name__.startswith("upcard.")])
def test_every_game_says_its_goal_in_a_sentence_or_two(name):
    goal = game_modules()[name].GAME.goal
    assert goal.endswith(".")
    assert len(goal) <= 110
