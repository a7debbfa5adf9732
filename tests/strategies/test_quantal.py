"""Quantal response: the worse an action, the more seldom it is taken."""

from collections import Counter

from upcard.engine.call_strategy import call_strategy
from upcard.engine.game import make_game
from upcard.engine.players import entrant_for
from upcard.play.session import view_with_luck


def choices(noise, deals=60):
    """How often each action is taken with a jack in Kuhn poker."""
    game = make_game("kuhn-poker")
    entrant = entrant_for(f"quantal:playouts=40,noise={noise}", game)
    counted: Counter[int] = Counter()
    for seed in range(deals):
        v = view_with_luck(game.match(seed=seed, dealt=["jack", "queen"]))
        counted[call_strategy(entrant.choose, v, entrant.parameters, entrant.label)] += 1
    return counted


def test_a_little_noise_takes_the_best_estimate_and_much_noise_takes_all_alike():
    (_, most), *rest = choices(0.001).most_common()
    assert not rest or most > 50
    assert min(choices(10).values()) > 15


def test_the_same_seed_gives_the_same_choices():
    assert choices(0.1) == choices(0.1)
