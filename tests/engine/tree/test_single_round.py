"""One round as a game of its own: played by the rules, it ends where the next round begins."""

import random

import pytest

from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.tree.single_round import one_round


def lost(s, p):
    return s.life[p] - s.lives


def round_of(players, **options):
    return one_round(make_game("stoppers", players, **options), lost, (-1, 0), False)


@pytest.mark.parametrize("options", [{}, {"block": "optional"}, {"reshuffle": "eager"}, {"lives": 1}])
def test_a_round_is_the_first_round_of_a_match_with_the_same_seed(options):
    for seed in range(40):
        alone, whole = round_of(3, **options).match(seed), make_game("stoppers", 3, **options).match(seed)
        rng = random.Random(seed)
        while not alone.is_over:
            assert (alone.player, alone.legal()) == (whole.player, whole.legal())
            action = rng.choice(alone.legal())
            alone.do(action)
            whole.do(action)
        assert alone.scores() == [whole.state.life[p] - whole.state.lives for p in range(3)]
        assert whole.is_over or whole.state.rounds == 2
        assert sum(alone.scores()) < 0


def test_lives_that_other_rounds_left_can_be_laid_down():
    def begin(s):
        s.life[0] = 2

    game = one_round(make_game("stoppers", 2), lambda s, p: s.life[p], (0, 4), False, begin)
    match = game.match(1)
    while not match.is_over:
        match.do(match.legal()[0])
    assert match.scores()[0] in (1, 2)


def test_the_game_itself_stays_as_it_is():
    game = make_game("stoppers", 2)
    one_round(game, lost, (-1, 0), False)
    assert game.rules.GAME.payoffs == (-1, 1)
    assert game.rules is make_game("stoppers", 2).rules


def test_a_game_without_rounds_is_refused():
    with pytest.raises(Usage, match="Le Her has no rounds; expected a game of rounds"):
        one_round(make_game("le-her"), lost, (-1, 0), False)
