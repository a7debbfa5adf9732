"""What a player did, in the words of the action."""

import pytest

from upcard.engine.game import make_game
from upcard.play.action_words import words_shown
from upcard.play.past_words import past_words
from upcard.testing import game_modules

SPOKEN = {"liar"} | {f"one {n}" for n in range(1, 7)} | {f"two {n}s" for n in range(1, 7)}
"""Bids at liar's dice, which are speech and stand after a name: ``Kim: one 3``."""


@pytest.mark.parametrize(
    ("words", "done"),
    [
        ("play 4", "played 4"),
        ("draw", "drew"),
        ("don't rotate", "did not rotate"),
        ("swap", "swapped"),
        ("hide 1 penny", "hid 1 penny"),
        ("one 3", ""),
    ],
)
def test_an_action_is_told_in_the_past_tense(words, done):
    assert past_words(words) == done


@pytest.mark.parametrize("name", sorted(game_modules()))
def test_every_action_of_our_games_has_a_past_tense(name):
    assert [x for x in words_shown(make_game(name)) - SPOKEN if not past_words(x)] == []
