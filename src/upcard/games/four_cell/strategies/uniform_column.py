"""Four-Cell: plays a random card of a random column, and a random rotation."""

from upcard.games.four_cell.rules import CARDS, CELLS, LEFT, OPTIONAL, RIGHT, ROTATE, column
from upcard.kit.strategy import State, Strategy, below

STRATEGY = Strategy(
    name="uniform-column",
    games=("four-cell",),
    words="plays a random card of a random column of its hand; rotates at random",
    source="the usual baseline, applied to columns",
    is_random=True,
)


def choose(v: State) -> int:
    """Return a random card of a random column, or a random rotation."""
    if v.rotating == 1:
        return ROTATE + below(v, CELLS + 1 if v.rotation == OPTIONAL else CELLS)
    return any_card(v)


def any_card(v: State) -> int:
    """Return a random card in hand: first a random column of the hand, then a random card of it."""
    left = cards_of(v, LEFT)
    right = cards_of(v, RIGHT)
    c = LEFT if right == 0 else RIGHT
    if left > 0 and right > 0:
        c = below(v, 2)
    skipped = below(v, left if c == LEFT else right)
    k = 0
    while True:
        if v.hand[v.me, k] > 0 and column(k) == c:
            if skipped == 0:
                return k
            skipped -= 1
        k += 1


def cards_of(v: State, c: int) -> int:
    """Return the number of cards of column `c` in hand."""
    n = 0
    for k in range(CARDS):
        if column(k) == c:
            n += v.hand[v.me, k]
    return n
