"""Four-Cell: always plays the card with the highest value; rotates like ``greedy-rotation``."""

from upcard.games.four_cell.rules import CARDS, LEFT, RIGHT, column, value
from upcard.games.four_cell.strategies.greedy_rotation import best_rotation
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="high-card-first",
    games=("four-cell",),
    words="plays the highest card in hand, whatever its column; rotates like greedy-rotation",
    source="Upcard: a played card can be collected later, so low cards are saved for the end",
)
NO_CARD = -1


def choose(v: State) -> int:
    """Return the highest card, or the best rotation."""
    if v.rotating == 1:
        return best_rotation(v)
    left = highest(v, LEFT)
    right = highest(v, RIGHT)
    if left == NO_CARD or right == NO_CARD:
        return max(left, right)
    return left if value(v, left) >= value(v, right) else right


def highest(v: State, c: int) -> int:
    """Return the highest card in hand that picks column `c`, the first of equals; else ``NO_CARD``."""
    best = NO_CARD
    for k in range(CARDS):
        if v.hand[v.me, k] > 0 and column(k) == c:
            if best == NO_CARD or value(v, k) > value(v, best):
                best = k
    return best


def highest_of(v: State, c: int) -> int:
    """Return the highest card of column `c`, or of the other one when the hand has none."""
    card = highest(v, c)
    return highest(v, RIGHT - c) if card == NO_CARD else card
