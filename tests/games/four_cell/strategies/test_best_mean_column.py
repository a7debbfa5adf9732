"""``best-mean-column`` takes the column with the better mean of its two cells."""

import pytest

from upcard.games.four_cell.strategies.best_mean_column import choose

BOTH = "AS 3S AC 3C"


@pytest.mark.parametrize(
    ("matrix", "objective", "words"),
    [
        # S: left is SW and NW, right NE and SE; the own cards are the first of each cross
        ("2C 5H 9C 5D 3C 6H 4C 6D", "own", "play 3S"),
        ("2C 5H 4C 5D 3H 6H 10C 6D", "own", "play 3C"),
        ("2C 5H 4C 5D 5C 6H AD 6D", "own", "play 3S"),  # 6 and 4
        ("2C 5H 4C 5D 8C 6H 2D 6D", "own", "play 3S"),  # 6 and 6: left
        ("2C 9C 9S KC 3C 6H 4C 6D", "own", "play 3S"),
        ("2C 9C 9S KC 3C 6H 4C 6D", "difference", "play 3C"),  # 11 - 19 and 7 + 12
    ],
)
def test_the_better_mean_decides_the_left_one_of_equals(four_cell_asked, matrix, objective, words):
    assert four_cell_asked(choose, BOTH, matrix, objective=objective) == words


@pytest.mark.parametrize(("hand", "words"), [("AS 3S 2H", "play 3S"), ("AC 3C 2D", "play 3C")])
@pytest.mark.parametrize("matrix", ["2C 5H 9C 5D 3C 6H 4C 6D", "2C 5H 4C 5D 3H 6H 10C 6D"])
def test_with_one_column_in_hand_its_highest_card_is_disclosed(four_cell_asked, matrix, hand, words):
    assert four_cell_asked(choose, hand, matrix) == words


def test_it_rotates_as_greedy_rotation_does(four_cell_asked):
    assert four_cell_asked(choose, BOTH, "5C 9C 4C 3D 10S 9H 7C 7D", True) == "rotate SW"
