"""``greedy-rotation`` plays cards as ``uniform-column`` and rotates what improves its own cards most."""

import pytest

from upcard.engine.game import make_game
from upcard.games.four_cell.rules import action_text
from upcard.games.four_cell.strategies import uniform_column
from upcard.games.four_cell.strategies.greedy_rotation import choose

ROTATIONS = [
    # crosses SW, NW, NE, SE, the own card first; S gains what W's card is worth more than his
    ("2C 5C 3C 4C 9H 10S 8C 7C", "optional", "rotate NE"),  # 3, 1, 19, -1
    ("2C 9C 3C 4C 7S 10S 8C 7C", "optional", "rotate SW"),  # 7, 1, 3, -1
    ("2C 5C 3C 6C 7S 10S 8C 7C", "optional", "rotate SW"),  # 3, 3, 3, -1: the first of equals
    ("5C 2C 4C 3C 10S 9H 7C 7D", "optional", "don't rotate"),  # -3, -1, -19, -14
    ("5C 5S 4C 3C 10S 9H 7C 7D", "optional", "don't rotate"),  # 0 is no gain
    ("5C 2C 4C 3C 10S 9H 7C 7D", "compulsory", "rotate NW"),  # the least loss
    ("10H 10S 4C 3C JC QC 7C 7D", "compulsory", "rotate SW"),
]


@pytest.mark.parametrize("objective", ["own", "difference"])
@pytest.mark.parametrize(("matrix", "rotation", "words"), ROTATIONS)
def test_the_cross_that_gains_most_is_rotated(four_cell_asked, matrix, rotation, words, objective):
    asked = four_cell_asked(choose, "AS", matrix, True, rotation=rotation, objective=objective)
    assert asked == words


def test_w_looks_at_his_own_axis(four_cell_state):
    s = four_cell_state("AS|KD", "5C 2C 4C 3C 10S 9H 7C 7D", rotating=True)
    s.player = 1
    v = make_game("four-cell").view(s, 1)
    assert action_text(v, choose(v)) == "rotate NE"


def test_cards_are_chosen_as_uniform_column_does(four_cell_state, odds_of):
    s, game = four_cell_state("AS 2S KC|KD", "5C 2C 4C 3C 10S 9H 7C 7D"), make_game("four-cell")
    assert odds_of(choose, game, s, 0) == odds_of(uniform_column.choose, game, s, 0)
