"""Levels of opponents: every game has some, each can play, and each is stronger than the one below."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.players import can_play
from upcard.engine.registry import valid_games
from upcard.play.bot_levels import (
    BEGINNER,
    CASUAL,
    PERFECT,
    STRONG,
    WORDS,
    level_named,
    level_of,
    levels_of,
    usual_level,
)
from upcard.play.bot_names import NAMES, level_of_name, opponent_name
from upcard.simulation.play_tournament import tournament

TABLES = [(name, n) for name, rules in valid_games()[0].items() for n in rules.GAME.table_sizes]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_table_has_a_ladder_of_strategies_that_can_play(name, players):
    game = make_game(name, players)
    levels = levels_of(game)
    assert [x.name for x in levels] == [x for x in WORDS if x in {y.name for y in levels}]
    assert {BEGINNER, CASUAL, STRONG} <= {x.name for x in levels}
    assert len({x.strategy for x in levels}) == len(levels)
    assert all(can_play(x.strategy, game) for x in levels)
    assert all(level_of(x.strategy, game) == x.name for x in levels)
    assert usual_level(game).name == CASUAL
    assert levels_of(make_game(name, players)) is levels  # the same options need no second look


@pytest.mark.parametrize(
    ("name", "options"),
    [("kuhn-poker", {}), ("le-her", {}), ("smallsum", {"variant": "alternate"}), ("beat-it-or-eat-it", {})],
)
def test_solved_games_have_a_perfect_opponent(name, options):
    assert level_named("perfect", make_game(name, 2, **options))


def test_games_without_a_solution_have_none():
    assert level_named(PERFECT, make_game("lama", 4)) is None
    assert level_of("same-first", make_game("lama", 4)) == ""


@pytest.mark.parametrize("pair", [(CASUAL, BEGINNER), (STRONG, CASUAL)])
def test_each_level_of_lama_beats_the_one_below(pair):
    """A small version of what ``upcard study bot-levels`` measures."""
    game = make_game("lama", 4)
    strategies = [x.strategy for name in pair if (x := level_named(name, game))]
    better = tournament(game, [x.replace("ismcts", "ismcts:playouts=400") for x in strategies], games=100)
    assert better.pairing(1, 2).payoff.low > 0


def test_opponents_at_a_table_have_different_names_that_belong_to_their_level():
    for level, names in NAMES.items():
        found: list[str] = []
        for seat in range(len(names)):
            found.append(opponent_name(level, "k3v9", seat, found))
        assert sorted(found) == sorted(names)
        assert {level_of_name(x) for x in found} == {level}
    assert level_of_name("Vera 2") == CASUAL
    assert level_of_name("Kim") == ""
    assert opponent_name(STRONG, "a", 1) == opponent_name(STRONG, "a", 1)
