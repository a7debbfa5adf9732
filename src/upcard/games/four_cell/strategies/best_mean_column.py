"""Four-Cell: plays the highest card of the column with the better mean; rotates like ``greedy-rotation``."""

from upcard.games.four_cell.rules import LEFT, RIGHT, gain, meeting, partner
from upcard.games.four_cell.strategies.greedy_rotation import best_rotation
from upcard.games.four_cell.strategies.high_card_first import highest_of
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="best-mean-column",
    games=("four-cell",),
    words="the highest card of the column that gains more on average over the other player's two columns",
    source="Laplace's rule: both choices of the other player count as equally likely",
)


def choose(v: State) -> int:
    """Return the highest card of the better column, the left one if they are equal; or the best rotation."""
    if v.rotating == 1:
        return best_rotation(v)
    left = payoff(v, LEFT, LEFT) + payoff(v, LEFT, RIGHT)
    right = payoff(v, RIGHT, LEFT) + payoff(v, RIGHT, RIGHT)
    return highest_of(v, LEFT if left >= right else RIGHT)


def payoff(v: State, mine: int, theirs: int) -> int:
    """Return the payoff of the player in the cell where these two columns meet."""
    other = partner(v, v.me)
    return gain(v, v.me, meeting(v.me, mine, other, theirs))
