"""Cards of suits: how they are printed, and read as they are printed."""

import pytest

from upcard.engine.card_notation import as_rules_write, rank_and_suit
from upcard.engine.errors import Unreadable
from upcard.engine.game import make_game
from upcard.engine.registry import find_rules


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("h7", ("7", "♥")),
        ("10S", ("10", "♠")),
        ("♦K", ("K", "♦")),
        ("3s", ("3", "♠")),
        ("11", ("11", "")),
        ("", ("", "")),
    ],
)
def test_a_name_has_a_rank_and_perhaps_a_suit(name, parts):
    assert rank_and_suit(name) == parts


@pytest.mark.parametrize(
    ("game", "typed", "meant"),
    [
        ("beat-it-or-eat-it", "beat with 7♥", "beat with h7"),
        ("beat-it-or-eat-it", "beat with ♥7, then 10♣", "beat with h7, then c10"),
        ("four-cell", "a♠ and ♦k", "AS and KD"),
        ("four-cell", "15♠ and ♥", "15♠ and ♥"),
        ("liars-dice", "two 3♠", "two 3♠"),
    ],
)
def test_printed_cards_of_the_game_have_the_names_of_its_rules(game, typed, meant):
    assert as_rules_write(typed, find_rules(game)) == meant


def test_signs_mean_nothing_in_a_game_without_suits():
    with pytest.raises(Unreadable, match="'two 3♠' is not an action"):
        make_game("liars-dice").match(1).read("two 3♠")
