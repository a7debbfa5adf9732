"""Who wins: the greatest score, but not the least one where the rules say so; compiled as in plain Python."""

import pytest

from upcard.engine.game import make_game
from upcard.engine.heuristics import expectation
from upcard.engine.registry import game_modules
from upcard.engine.winners import winners_of, winning_score
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.stoppers import rules as stoppers
from upcard.games.stoppers.strategies import never_swap
from upcard.simulation.kernel import SHARE, WIN, WIN_ANY
from upcard.testing import watch_games


def duel(last_together):
    """A match of one life each, in which both often lose it at once."""
    return make_game("stoppers", 2, lives=1, reshuffle="every_round", last_together=last_together)


@pytest.mark.parametrize(
    ("rules", "scores", "winners"),
    [
        (stoppers, [-1, 1, -1], [1]),
        (stoppers, [0, -1, 0], [0, 2]),
        (stoppers, [-1, -1], []),
        (kuhn_poker, [-2, -2], [0, 1]),
        (kuhn_poker, [], []),
        (stoppers, [], []),
    ],
)
def test_the_greatest_score_wins_but_not_the_least_one_where_the_rules_say_so(rules, scores, winners):
    assert winners_of(rules, scores) == winners


def test_of_the_games_only_stoppers_can_end_without_a_winner():
    assert [name for name, rules in game_modules().items() if rules.GAME.least_loses] == ["stoppers"]


def finished(last_together, number):
    match = duel(last_together).match(1, number)
    while not match.is_over:
        match.do(never_swap.choose(match.view(match.player)))
    return match


def test_nobody_wins_a_match_that_all_have_lost():
    lost = [m for m in (finished("nobody", i) for i in range(60)) if m.scores() == [-1, -1]]
    assert lost
    for match in lost:
        assert match.winners() == []
        assert [expectation(stoppers)(match.state, p, 0) for p in range(2)] == [0.0, 0.0]
        assert winning_score(stoppers)(match.state) > -1


@pytest.mark.parametrize("last_together", ["share", "nobody"])
def test_the_wins_of_a_simulation_are_those_of_matches_played_one_by_one(sums_of, last_together):
    game = duel(last_together)
    entrants = sums_of(game, "never-swap", games=60, seed=1, seating="fixed")[0]
    winners = [finished(last_together, i).winners() for i in range(60)]
    assert ([] in winners) == (last_together == "nobody")
    for p in range(2):
        assert entrants[0][p][WIN] == sum(SHARE // len(w) for w in winners if p in w)
        assert entrants[0][p][WIN_ANY] == sum(p in w for w in winners)


def test_games_that_nobody_wins_are_sound():
    game = duel("nobody")
    assert watch_games(game, games=2000).games == 2000
