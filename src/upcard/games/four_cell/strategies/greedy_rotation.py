"""Four-Cell: cards as ``uniform-column``; rotates the cross that improves the own ones of the matrix most."""

from upcard.games.four_cell.rules import CELLS, LEAVE, OPTIONAL, ROTATE, partner, prize
from upcard.games.four_cell.strategies.uniform_column import any_card
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="greedy-rotation",
    games=("four-cell",),
    words="cards as uniform-column; rotates the cross that improves his own cards most, if one does",
    source="Upcard, to see what rotating is worth: it differs from uniform-column in this alone",
    is_random=True,
)


def choose(v: State) -> int:
    """Any card of a column drawn by lot, or the best rotation."""
    return best_rotation(v) if v.rotating == 1 else any_card(v)


def best_rotation(v: State) -> int:
    """Rotate the cross that brings most to the own axis; none if all would lose and the rules allow none.

    Whatever the objective, the same cross is best: what the own axis gains, the other one loses.
    """
    best = LEAVE
    most = 0
    for cell in range(CELLS):
        more = prize(v, partner(v, v.me), cell) - prize(v, v.me, cell)
        if more > most or (best == LEAVE and v.rotation != OPTIONAL):
            best = ROTATE + cell
            most = more
    return best
