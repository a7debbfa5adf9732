"""``lowest-lead`` leads the lowest card, beats with the cheapest and eats only when it must."""

import pytest

from upcard.engine.game import make_game
from upcard.games.beat_it_or_eat_it.rules import action_text
from upcard.games.beat_it_or_eat_it.strategies.lowest_lead import choose


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("s2.4.h1.3/s1.3.h2.4/-", "lead h1"),
        ("s2.4/h1.2.3.4.s1/s3", "beat with s4"),
        ("s2.4.3/h1.2.3.4/s1", "beat with s2"),
        ("s2.4.h1.2.3.4/s1/s3+", "lead h1"),
        ("h1.2.3.4.s1/s2.4/s3", "eat"),
    ],
)
def test_it_plays_the_lowest_card_that_it_may(position, words):
    view = make_game("beat-it-or-eat-it", deal="given", position=position, length=4).match().view(0)
    assert action_text(view, choose(view)) == words


@pytest.mark.parametrize(
    ("position", "words"),
    [
        ("s1.h3/s2.3.h1.2/-", "lead h3"),
        ("s1.2.3/h1.2.3/-", "lead s1"),
        ("s1.3.h3/s2.h1/h2", "beat with h3"),
        ("s1.3/s2.h1.3/h2", "beat with s1"),
    ],
)
def test_its_own_trumps_come_last(position, words):
    game = make_game("beat-it-or-eat-it", deal="given", position=position, length=3, trumps="own")
    view = game.match().view(0)
    assert action_text(view, choose(view)) == words
