"""A few matches at random."""

from upcard.engine.game import make_game
from upcard.play.random_matches import random_positions


def test_every_moment_comes_before_its_action_until_a_match_ends_or_is_left():
    game = make_game("beat-it-or-eat-it")
    seen = [(m.seed, len(m.actions), m.is_over) for m in random_positions(game, 2, 5)]
    assert seen == [(seed, i, False) for seed in (0, 1) for i in range(5)]
    short = [len(m.actions) for m in random_positions(make_game("kuhn-poker"), 3, 60)]
    assert short.count(0) == 3
    assert max(short) <= 2


def test_it_is_the_same_every_time():
    game = make_game("lama")
    one, two = ([tuple(m.actions) for m in random_positions(game, 2, 20)] for _ in range(2))
    assert one == two
    assert len(set(one)) > 20
