"""Cards of thirteen ranks, and lives, as the Cuckoo family has them: Stoppers and its ancestor Le Her.

Only Stoppers has lives and imagines an exchange (``bring``): they lie here because its file is long enough.
"""

from upcard.kit.cards import State, below, cards_in

RANKS, SUITS = 13, 4
CARDS, KING = RANKS * SUITS, RANKS - 1
UNKNOWN = 0  # in place of the value of a card


def card_text(k: int) -> str:
    """The name of a rank: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
    return ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")[k]


def value(k: int) -> int:
    """The value of a card of rank `k`: 1 for an ace to 13 for a King, 0 for no card."""
    return k + 1


def next_living(s: State, p: int) -> int:
    """The next seat clockwise that has lives."""
    q = (p + 1) % s.seats
    while s.life[q] == 0:
        q = (q + 1) % s.seats
    return q


def living(s: State) -> int:
    """How many seats have lives."""
    n = 0
    for p in range(s.seats):
        n += min(s.life[p], 1)
    return n


def bring(s: State, p: int, q: int, k: int) -> None:
    """Seat `q` gets a card of rank `k` in exchange: any that seat `p` does not see, all equally likely."""
    met = place = 0
    for i in range(1, cards_in(s.stock) + 1):
        if s.stock[i] == k:
            met += 1
            place = i if below(s, met) == 0 else place
    for r in range(s.seats):
        if s.card[r] == k and r != p and (r >= q or s.known[p, r] == UNKNOWN):
            met += 1
            place = -1 - r if below(s, met) == 0 else place
    if place > 0:
        s.stock[place] = s.card[q]
    else:
        s.card[-1 - place] = s.card[q]
    s.card[q] = k
