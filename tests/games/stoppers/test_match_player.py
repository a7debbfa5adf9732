"""Playing Stoppers as it was solved: what a seat sees tells what was solved for it."""

import time
from typing import Any

import numpy as np
import pytest
from tests.night import LATE

import upcard as uc
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.games.stoppers.match_player import choices, decisions, player, soon, why_not
from upcard.games.stoppers.match_rounds import stochastic_game
from upcard.games.stoppers.solvers import lives_match as stoppers_match
from upcard.solving.game_solver_contract import SolveTerms

OPTIONS: dict[str, Any] = {"lives": 2, "reshuffle": "every_round"}


@pytest.fixture(scope="module")
def short():
    """A match from two lives each."""
    return stoppers_match.reach(make_game("stoppers", 2, **OPTIONS), SolveTerms())


@pytest.mark.parametrize(
    "other", [{}, pytest.param({"block": "optional", "king": "dealt"}, marks=LATE)], ids=str
)
def test_every_round_has_the_decisions_of_its_tree(other):
    """Numbered as in the rounds that are solved, which are unrolled whole, with these lives."""
    game = make_game("stoppers", 2, **(OPTIONS | other))
    tree, places = decisions(game)
    assert sorted(places[places >= 0]) == list(range(tree.infosets))
    for k in (0, 2):
        round = stochastic_game(game).round_of(k)
        assert np.array_equal(round.owner, tree.owner)
        assert np.array_equal(round.count, tree.count)
        assert np.array_equal(round.first, tree.first + 2)
    assert choices(game) == [len(tree.legal)] * 4


@pytest.mark.by_night("compiles a program for a number of its own")
def test_matches_that_are_played_give_the_solved_value(short):
    """Whoever does not deal first wins half a share where both go out together."""
    game = make_game("stoppers", 2, **OPTIONS, first_dealer=2)
    play = player(game, short.solved.strategies)
    score = uc.simulate(game, play, games=100_000, seed=3).seats[0].estimates["score_mean"]
    assert score.low <= 2 * short.value - 1 <= score.high
    assert score.high - score.low < 0.02


@pytest.mark.by_night("compiles four programs")
def test_nobody_wins_more_than_the_value(short):
    game = make_game("stoppers", 2, **OPTIONS, first_dealer=2)
    play = player(game, short.solved.strategies)
    for other in ("swap-at-most:t=6", "random"):
        first, second = (
            uc.simulate(game, seats, games=1_000, seed=4).seats[0].estimates["score_mean"]
            for seats in ([play, other], [other, play])
        )
        assert first.high >= 2 * short.value - 1 >= second.low


def test_odds_are_told_in_every_view(short):
    play = player(short.game, short.solved.strategies)
    for seed in range(20):
        s = short.game.start(seed=seed)
        while not s.over:
            v = short.game.view(s, s.player)
            odds = dict(play.__dict__["odds"](v))
            assert sum(odds.values()) == 1
            assert play(v) in odds
            assert set(odds) <= set(short.game.legal_actions(s))
            short.game.rules.apply(s, play(v))


def test_another_game_is_refused():
    with pytest.raises(Usage, match="expected Stoppers for 2"):
        player(make_game("stoppers", 3), [])


@pytest.mark.parametrize(
    ("players", "options", "why"),
    [
        (
            3,
            {},
            "only matches of two players are solved; solve a round, with `upcard solve stoppers --players 3",
        ),
        (2, {"reshuffle": "lazy"}, "it is solved only with a fresh deck for every round"),
        (2, {}, ""),
    ],
)
def test_of_what_is_not_solved_it_is_said_why(players, options, why):
    game = make_game("stoppers", players, **(OPTIONS | options))
    assert why_not(game)[: len(why) or None] == why


@LATE
def test_a_match_with_the_most_lives_is_solved_within_seconds():
    """The player solves it when it first acts, if ``soon`` says so."""
    game = make_game("stoppers", 2, lives=12, king="dealt", reshuffle="every_round")
    began = time.process_time()
    solution: Any = uc.solve(game, objective=soon(game))
    assert time.process_time() - began < 30
    assert solution.is_whole
