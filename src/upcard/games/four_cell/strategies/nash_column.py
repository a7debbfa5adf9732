"""Four-Cell: plays an equilibrium of the visible matrix, as if this turn were the whole game.

It can choose a column only if it holds a card of it. The other player may hold a column as long as a card of
it is unseen; if that is only one column, it plays the best reply to it. If there are several pure equilibria,
it takes the one with the greatest sum for both, and of equal ones the first cell clockwise from SW, so that
two such players agree. Without a pure equilibrium, it draws its column with the probability that leaves the
other player indifferent, in whole numbers, so that the odds are exact. It ignores the effect of the turn on
later ones, and rotates like ``greedy-rotation``.
"""

from upcard.games.four_cell.rules import (
    CARDS,
    CELLS,
    LEFT,
    RIGHT,
    column,
    gain,
    is_in_column,
    meeting,
    partner,
)
from upcard.games.four_cell.strategies.best_mean_column import payoff
from upcard.games.four_cell.strategies.greedy_rotation import best_rotation
from upcard.games.four_cell.strategies.high_card_first import NO_CARD, highest
from upcard.kit.strategy import State, Strategy, below

STRATEGY = Strategy(
    name="nash-column",
    games=("four-cell",),
    words="plays the highest card of its column in a Nash equilibrium of the matrix, as a game of one turn",
    source="J. Nash, Non-cooperative games, 1951, for two by two payoffs",
    is_random=True,
    title="Nash column",
    best_for={2: ""},
)
NO_EQUILIBRIUM = -1


def choose(v: State) -> int:
    """Return the highest card of its column in the equilibrium, or the best rotation."""
    if v.rotating == 1:
        return best_rotation(v)
    left = highest(v, LEFT)
    right = highest(v, RIGHT)
    if left == NO_CARD or right == NO_CARD:
        return max(left, right)
    return left if best_column(v) == LEFT else right


def best_column(v: State) -> int:
    """Return the column to choose if the hand has cards of both."""
    if not may_hold(v, LEFT):
        return answer(v, RIGHT)
    if not may_hold(v, RIGHT):
        return answer(v, LEFT)
    cell = equilibrium(v)
    if cell != NO_EQUILIBRIUM:
        return LEFT if is_in_column(cell, v.me, LEFT) else RIGHT
    return mixed(v)


def answer(v: State, theirs: int) -> int:
    """Return the best reply to a known column, the left one if both are equal."""
    return LEFT if payoff(v, LEFT, theirs) >= payoff(v, RIGHT, theirs) else RIGHT


def may_hold(v: State, c: int) -> bool:
    """Whether the other player may hold a card of column `c`: at least one of them is unseen."""
    unseen = CARDS // 2
    for k in range(CARDS):
        if column(k) == c:
            unseen -= v.hand[v.me, k]
    for i in range(2 * CELLS):
        if column(v.matrix[i]) == c:
            unseen -= 1
    for p in range(v.seats):
        for i in range(v.pile[p, 0]):
            if column(v.pile[p, i + 1]) == c:
                unseen -= 1
    return unseen > 0


def equilibrium(v: State) -> int:
    """Return the cell of the best pure equilibrium, or ``NO_EQUILIBRIUM`` if there is none."""
    other = partner(v, v.me)
    best = NO_EQUILIBRIUM
    most = 0
    for cell in range(CELLS):
        if is_stable(v, cell, v.me) and is_stable(v, cell, other):
            both = gain(v, v.me, cell) + gain(v, other, cell)
            if best == NO_EQUILIBRIUM or both > most:
                best = cell
                most = both
    return best


def is_stable(v: State, cell: int, p: int) -> bool:
    """Whether player `p` gains nothing by changing columns, if the other player does not change."""
    return gain(v, p, beside(cell, p, partner(v, p))) <= gain(v, p, cell)


def beside(cell: int, p: int, q: int) -> int:
    """Return the cell that is chosen if `p` changes columns and `q` does not."""
    mine = LEFT if is_in_column(cell, p, RIGHT) else RIGHT
    theirs = LEFT if is_in_column(cell, q, LEFT) else RIGHT
    return meeting(p, mine, q, theirs)


def mixed(v: State) -> int:
    """Draw a column, with the probability that makes both columns of the other player equally good."""
    after_left = their_gain(v, LEFT, LEFT) - their_gain(v, LEFT, RIGHT)
    after_right = their_gain(v, RIGHT, RIGHT) - their_gain(v, RIGHT, LEFT)
    return LEFT if below(v, abs(after_left + after_right)) < abs(after_right) else RIGHT


def their_gain(v: State, mine: int, theirs: int) -> int:
    """Return the payoff of the other player in the cell where these two columns meet."""
    other = partner(v, v.me)
    return gain(v, other, meeting(v.me, mine, other, theirs))
