"""Four-Cell for two players: plays the last turns perfectly, and like ``maximin-column`` before.

When the stock is empty, every card that is neither in the player's hand nor open is in the other hand. The
rest is a game of stages: each is a matrix of the cards that both players can disclose, and whoever collects
the lower value chooses the best rotation. It is solved backwards for the difference of the scores, for any
objective, and the card is drawn from the best mixture.
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
    words="plays the last turns of two players perfectly, and like maximin-column before",
    source="L. S. Shapley, Stochastic games, 1953: backwards, a matrix game at every stage",
    is_random=True,
    parameters=(
        Parameter("cards", 4, 1, HAND, "number of turns at the end that it plays perfectly", whole=True),
    ),
    quick="cards=2",
    title="Perfect last turns",
)

ODDS = 1 << 24
"""Probabilities are drawn in units of one divided by this number."""

FEW = 2
"""Number of last turns that are solved at once even if nothing is compiled."""


def choose(v: State, cards: float) -> int:
    """Draw a card from the best mixture or choose the best rotation; before, play like ``maximin-column``."""
    n = TURNS - v.played
    if v.seats != 2 or n > cards or n > HAND:
        return before_the_end(v)
    m = memory(wholes(slots(n)))
    x = fractions(widths(slots(n)))
    lay_out(v, m, n)
    best = weighed(v, m, x)
    return best if v.rotating == 1 else drawn(v, x)


def knows(v: State) -> bool:
    """Whether so few turns are left that they are solved at once."""
    return v.seats == 2 and TURNS - v.played <= FEW


def lay_out(v: State, m: Any, n: int) -> int:
    """Write the position into the first frame; all cards that are not seen are in the other hand.

    Parameters
    ----------
    v : State
        The view of a player when the stock is empty.
    m : table of whole numbers
        Table of :func:`upcard.games.four_cell.strategies.crosses_search.search`, all 0; modified in place.
    n : int
        Number of cards of each player, including disclosed ones.
    """
    prepare(m, n)
    for i in range(2 * CELLS):
        m[CARD_VALUES + i] = value(v, v.matrix[i])
    mine = 0
    theirs = 0
    for k in range(CARDS):
        if v.hand[v.me, k] > 0:
            note_card(v, m, ON_CROSSES + v.me * HAND + mine, k)
            mine += 1
        elif is_unseen(v, k):
            note_card(v, m, ON_CROSSES + (1 - v.me) * HAND + theirs, k)
            theirs += 1
    return 0


def note_card(v: State, m: Any, place: int, k: int) -> int:
    """Write the value and column of the card at a place into the table."""
    m[CARD_VALUES + place] = value(v, k)
    m[CARD_COLUMNS + place] = column(k)
    return 0


def is_unseen(v: State, k: int) -> bool:
    """Whether a card is neither on a cross nor in a pile."""
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
    held = 0
    last = -1
    for k in range(CARDS):
        if v.hand[v.me, k] > 0:
            total += x[first + held]
            if x[first + held] > 0:
                last = k
                if lot < total * ODDS:
                    return k
            held += 1
    return last


def weighed(v: State, m: Any, x: Any) -> int:
    """Return the best rotation, preferably none; if cards are to be disclosed, only solve the first frame."""
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
