import os

import pytest

from upcard.engine.game import make_game
from upcard.simulation.lineup import LineUp, line_up
from upcard.testing import check_game, check_strategy, game_modules, strategies_for, watch_games
from upcard.testing.twins import copying
from upcard.testing.variants import plain_variants

GAMES = sorted(game_modules())
IS_NIGHTLY = bool(os.environ.get("UPCARD_NIGHTLY"))
SEARCHED = GAMES if IS_NIGHTLY else ["goofspiel", "kuhn-poker", "smallsum"]
"""Programs that search take long to compile: by day some are played, by ``make nightly`` all."""

WATCHED = 1_000_000 if IS_NIGHTLY else 2_000

LARGE = [("equilibrium", "smallsum"), ("equilibrium", "stoppers")]
"""With a program for every variant; by day one of each is played."""

PAIRS = [
    (s, g)
    for g in GAMES
    for s, module in sorted(strategies_for(game_modules()[g]).items())
    if g in SEARCHED or module.STRATEGY.games or not module.STRATEGY.quick
    if IS_NIGHTLY or (s, g) not in LARGE
]


COMPARED = 10_000 if IS_NIGHTLY else 400
FEWER = {} if IS_NIGHTLY else {"beat-it-or-eat-it": 40, "four-cell": 100}
"""Interpreted games take minutes; ``make nightly`` compares 10,000 of each."""


SLOW = {} if IS_NIGHTLY else {"fitted-values": 12, "endgame": 60, "nash-column": 60, "tablebase": 60}
"""Slow where they are interpreted; ``make nightly`` plays them as often as the others."""


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_every_game_keeps_every_promise(name):
    report = check_game(name, games=FEWER.get(name, COMPARED))
    assert report.game == name
    assert min(report.checked.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize(("strategy", "game"), PAIRS)
def test_every_strategy_keeps_every_promise_on_every_game_it_plays(strategy, game):
    report = check_strategy(strategy, game, games=SLOW.get(strategy, 300))
    assert (report.strategy, report.game) == (strategy, game)
    assert min(report.checked.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize(
    "game",
    [
        make_game("smallsum", variant="alternate", objective="pennies"),
        make_game("stoppers", 2, "fresh-deck"),
    ],
    ids=["smallsum", "stoppers"],
)
def test_solutions_of_rounds_keep_every_promise(game):
    report = check_strategy("equilibrium", game, games=60)
    assert min(report.checked.values()) > 0


@pytest.mark.parametrize("name", GAMES)
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
