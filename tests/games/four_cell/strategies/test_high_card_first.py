"""``high-card-first`` discloses the highest card, and rotates as ``greedy-rotation``."""

import pytest

from upcard.games.four_cell.strategies.high_card_first import choose

MATRIX = "5C 2C 4C 3C 10S 9H 7C 7D"


@pytest.mark.parametrize(
    ("hand", "courts", "words"),
    [
        ("AS 2S 9C KH KD", "10", "play 9C"),
        ("AS 8S 2C KH KD", "10", "play 8S"),
        ("KH 2H KD 3D", "10", "play 2H"),
        ("6H 2D 3D", "10", "play 2D"),
        ("5S 6S", "10", "play 6S"),
        ("6C 5C", "10", "play 6C"),
        ("5S 5C", "10", "play 5S"),
        ("JS KC", "10", "play JS"),
        ("JS KC", "11-12-13", "play KC"),
        ("KH JH", "11-12-13", "play JH"),
    ],
)
def test_the_highest_card_is_disclosed_the_left_one_of_equals(four_cell_asked, hand, courts, words):
    assert four_cell_asked(choose, hand, MATRIX, courts=courts) == words


def test_it_rotates_as_greedy_rotation_does(four_cell_asked):
    assert four_cell_asked(choose, "AS", "5C 9C 4C 3C 10S 9H 7C 7D", True) == "rotate SW"
