"""Four-Cell: plays the highest card of the column with the better worst cell; rotates greedily."""

from upcard.games.four_cell.rules import LEFT, RIGHT
from upcard.games.four_cell.strategies.best_mean_column import payoff
from upcard.games.four_cell.strategies.greedy_rotation import best_rotation
from upcard.games.four_cell.strategies.high_card_first import highest_of
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="maximin-column",
    games=("four-cell",),
    words="plays the highest card of the column whose worse result is better",
    source="A. Wald's maximin rule, in pure strategies",
    best_for={4: ""},
)
FAR_APART = 1000  # more than any two payoffs differ


def choose(v: State) -> int:
    """Return the highest card of the safer column, the left one if they are equal; or the best rotation."""
    if v.rotating == 1:
        return best_rotation(v)
    return highest_of(v, LEFT if safety(v, LEFT) >= safety(v, RIGHT) else RIGHT)


def safety(v: State, mine: int) -> int:
    """Return a number that compares columns: by the worse of their two cells, then by the better one."""
    one = payoff(v, mine, LEFT)
    two = payoff(v, mine, RIGHT)
    return FAR_APART * min(one, two) + max(one, two)
