"""Four-Cell for two players: plays the last turns perfectly, and as ``maximin-column`` before.

When the stock is empty, every card that is neither in the player's hand nor open is in the other hand. The
rest is a game of stages: each is a matrix of the cards that the two can disclose, and whoever collects the
lower value takes the best rotation. It is solved backwards for the difference of the scores, whatever the
objective is, and the card is drawn from the best mixture.
"""

from typing import Any

from upcard.games.four_cell.rules import CARDS, CELLS, HAND, LEAVE, ROTATE, TURNS, column, value
from upcard.games.four_cell.strategies.crosses_search import (
    CARD_COLUMNS,
    CARD_VALUES,
    COLUMN,
    ON_CROSSES,
    ROW,
    WORTH,
    prepare,
    slots,
    swap,
    value_now,
    wholes,
    widths,
)
from upcard.games.four_cell.strategies.maximin_column import choose as before_the_end
from upcard.kit.strategy import Parameter, State, Strategy, below, fractions, legal, memory

STRATEGY = Strategy(
    name="endgame",
    games=("four-cell",),
    words="plays the last turns of two players perfectly, when both know all cards; before as maximin-column",
    source="L. S. Shapley, Stochastic games, 1953: backwards, a matrix game at every stage",
    is_random=True,
    parameters=(
        Parameter("cards", 4, 1, HAND, "number of turns at the end that it plays perfectly", whole=True),
    ),
    quick="cards=2",
    title="Perfect last turns",
)

ODDS = 1 << 24
"""Number of parts in which the mixture is drawn."""

FEW = 2
"""Number of turns that are solved in a moment even if nothing is compiled."""


def choose(v: State, cards: float) -> int:
    """Draw a card of the best mixture or choose the best rotation; early, play as ``maximin-column``."""
    n = TURNS - v.played
    if v.seats != 2 or n > cards or n > HAND:
        return before_the_end(v)
    m = memory(wholes(slots(n)))
    x = fractions(widths(slots(n)))
    lay_out(v, m, n)
    best = weighed(v, m, x)
    return best if v.rotating == 1 else drawn(v, x)


def knows(v: State) -> bool:
    """Whether there are so few turns left that they are solved at once."""
    return v.seats == 2 and TURNS - v.played <= FEW


def lay_out(v: State, m: Any, n: int) -> int:
    """Put the position with `n` cards each into the first frame; the other hand is what is unseen.

    Parameters
    ----------
    v : State
        The view of a player when the stock is empty.
    m : table of whole numbers
        As :func:`upcard.games.four_cell.strategies.crosses_search.search` has it, all 0; modified in place.
    n : int
        How many cards each holds, the disclosed ones included.
    """
    prepare(m, n)
    for i in range(2 * CELLS):
        m[CARD_VALUES + i] = value(v, v.matrix[i])
    own = 0
    other = 0
    for k in range(CARDS):
        if v.hand[v.me, k] > 0:
            note_card(v, m, ON_CROSSES + v.me * HAND + own, k)
            own += 1
        elif is_unseen(v, k):
            note_card(v, m, ON_CROSSES + (1 - v.me) * HAND + other, k)
            other += 1
    return 0


def note_card(v: State, m: Any, place: int, k: int) -> int:
    """Note value and column of a card."""
    m[CARD_VALUES + place] = value(v, k)
    m[CARD_COLUMNS + place] = column(k)
    return 0


def is_unseen(v: State, k: int) -> bool:
    """Whether a card lies neither on a cross nor in a pile."""
    for i in range(2 * CELLS):
        if v.matrix[i] == k:
            return False
    for p in range(v.seats):
        for i in range(v.pile[p, 0]):
            if v.pile[p, i + 1] == k:
                return False
    return True


def drawn(v: State, x: Any) -> int:
    """Draw a card of the player's hand with the probabilities of the first frame's mixture."""
    first = ROW if v.me == 0 else COLUMN
    lot = below(v, ODDS)
    total = 0.0
    own = 0
    last = -1
    for k in range(CARDS):
        if v.hand[v.me, k] > 0:
            total += x[first + own]
            if x[first + own] > 0:
                last = k
                if lot < total * ODDS:
                    return k
            own += 1
    return last


def weighed(v: State, m: Any, x: Any) -> int:
    """Return the best rotation, none before equal ones; if nobody rotates, only solve the first frame."""
    best = -1
    most = 0.0
    for a in range(LEAVE, ROTATE - 1, -1):
        if a == LEAVE or v.rotating == 1:
            swap(m, 0, a - ROTATE)
            value_now(m, x, v.rotation)
            swap(m, 0, a - ROTATE)
            worth = x[WORTH] if v.me == 0 else -x[WORTH]
            if legal(v, a) and (best < 0 or worth > most):
                best = a
                most = worth
    return best
