"""Four-Cell: cards as ``uniform-column``; rotates the cross that improves its own cards most."""

from upcard.games.four_cell.rules import CELLS, LEAVE, OPTIONAL, ROTATE, partner, prize
from upcard.games.four_cell.strategies.uniform_column import any_card
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="greedy-rotation",
    games=("four-cell",),
    words="cards as uniform-column; rotates the cross that improves its own cards most, if one does",
    source="Upcard, to see the value of rotating: it is the only difference from uniform-column",
    is_random=True,
)


def choose(v: State) -> int:
    """Play a random card of a random column, or the best rotation."""
    return best_rotation(v) if v.rotating == 1 else any_card(v)


def best_rotation(v: State) -> int:
    """Rotate the cross that brings most to the player's axis; none if all would lose and none is allowed.

    The same cross is best for every objective: what one axis gains, the other one loses.
    """
    best = LEAVE
    most = 0
    for cell in range(CELLS):
        more = prize(v, partner(v, v.me), cell) - prize(v, v.me, cell)
        if more > most or (best == LEAVE and v.rotation != OPTIONAL):
            best = ROTATE + cell
            most = more
    return best
