"""The matrix of a turn of Four-Cell, as a game of two players with two actions each."""

from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import CARDS, column, gain, meeting, partner
from upcard.solving.matrix2x2 import CELLS, Bimatrix, bimatrix


def turn_matrix(s: PlainState) -> Bimatrix:
    """Return the gains of the first player of the pair (row) and the partner (column), left before right.

    `s` may be the view of any seat, since the crosses lie open.
    """
    first = int(s.first)
    second = int(partner(s, first))
    cells = [meeting(first, i, second, j) for i, j in CELLS]
    return bimatrix(*([int(gain(s, p, cell)) for cell in cells] for p in (first, second)))


def columns_held(s: PlainState) -> set[int]:
    """Return the columns that the player to move can pick with the cards in hand."""
    return {int(column(k)) for k in range(CARDS) if s.hand[s.player, k] > 0}
