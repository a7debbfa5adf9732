"""``uniform-column`` draws a column it holds by lot, then a card of it, and rotates by lot."""

from fractions import Fraction

import pytest

from upcard.engine.game import make_game
from upcard.games.four_cell.rules import LEAVE, ROTATE, card_text
from upcard.games.four_cell.strategies.uniform_column import choose

MATRIX = "5H 6H 7H 8H 9H 10H JH QH"


@pytest.mark.parametrize(
    ("hand", "odds"),
    [
        ("AS 2S 3H KC", {"AS": 6, "2S": 6, "3H": 6, "KC": 2}),
        ("AS KD", {"AS": 2, "KD": 2}),
        ("2C 3D 4C", {"2C": 3, "3D": 3, "4C": 3}),
        ("2H 3H", {"2H": 2, "3H": 2}),
    ],
)
def test_columns_are_equally_likely_and_then_their_cards(four_cell_state, odds_of, hand, odds):
    found = odds_of(choose, make_game("four-cell"), four_cell_state(f"{hand}|AD", MATRIX), 0)
    assert {card_text(k): x for k, x in found.items()} == {c: Fraction(1, n) for c, n in odds.items()}


@pytest.mark.parametrize(
    ("rotation", "ways"), [("optional", [*range(ROTATE, LEAVE + 1)]), ("compulsory", [*range(ROTATE, LEAVE)])]
)
def test_every_legal_rotation_is_equally_likely(four_cell_state, odds_of, rotation, ways):
    s = four_cell_state("AS|KD", MATRIX, rotating=True, rotation=rotation)
    found = odds_of(choose, make_game("four-cell", rotation=rotation), s, 0)
    assert found == dict.fromkeys(ways, Fraction(1, len(ways)))
