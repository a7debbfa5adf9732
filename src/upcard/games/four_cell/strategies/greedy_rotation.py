"""Four-Cell: plays cards like ``uniform-column``; rotates the cross with the greatest gain for its axis."""

from upcard.games.four_cell.rules import CELLS, LEAVE, OPTIONAL, ROTATE, partner, prize
from upcard.games.four_cell.strategies.uniform_column import any_card
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="greedy-rotation",
    games=("four-cell",),
    words="plays cards like uniform-column; rotates the cross that improves its own cards most, if any",
    source="Upcard, to measure the value of rotating, which is the only difference from uniform-column",
    is_random=True,
)


def choose(v: State) -> int:
    """Return a random card of a random column, or the best rotation."""
    return best_rotation(v) if v.rotating == 1 else any_card(v)


def best_rotation(v: State) -> int:
    """Return the rotation with the greatest gain for the player's axis; no rotation if all lose, if allowed.

    The same cross is best for every objective, because one axis loses what the other one gains.
    """
    best = LEAVE
    most = 0
    for cell in range(CELLS):
        more = prize(v, partner(v, v.me), cell) - prize(v, v.me, cell)
        if more > most or (best == LEAVE and v.rotation != OPTIONAL):
            best = ROTATE + cell
            most = more
    return best
