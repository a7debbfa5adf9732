"""``maximin-column`` takes the column whose worse cell is better."""

import pytest

from upcard.games.four_cell.strategies.maximin_column import choose

BOTH = "AS 3S AC 3C"


@pytest.mark.parametrize(
    ("matrix", "objective", "words"),
    [
        # S: left is SW and NW, right NE and SE; the own cards are the first of each cross
        ("2C 5H 4C 5D 3H 6H 10C 6D", "own", "play 3S"),  # 2 and -3, though 10 is there
        ("2H 5H 10S 5D AD 6H 2D 6D", "own", "play 3S"),  # -2 and -2: 10 is better than -1
        ("2H 5H 2D 5D AD 6H 5C 6D", "own", "play 3C"),  # -2 and -1
        ("2C 5H 4S 5D 4C 6H 2S 6D", "own", "play 3S"),  # 2, 4 and 4, 2: left
        ("5C 9C 6C 9S 2C 2H 4C 4H", "own", "play 3S"),
        ("5C 9C 6C 9S 2C 2H 4C 4H", "difference", "play 3C"),  # -4 and 4
    ],
)
def test_the_better_of_the_worse_cells_decides(four_cell_asked, matrix, objective, words):
    assert four_cell_asked(choose, BOTH, matrix, objective=objective) == words


@pytest.mark.parametrize(("hand", "words"), [("AS 3S 2H", "play 3S"), ("AC 3C 2D", "play 3C")])
def test_with_one_column_in_hand_its_highest_card_is_disclosed(four_cell_asked, hand, words):
    assert four_cell_asked(choose, hand, "2C 5H 4C 5D 3H 6H 10C 6D") == words


def test_it_rotates_as_greedy_rotation_does(four_cell_asked):
    assert four_cell_asked(choose, BOTH, "5C 9C 4C 3D 10S 9H 7C 7D", True) == "rotate SW"
