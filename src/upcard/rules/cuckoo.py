"""Cards of thirteen ranks as the Cuckoo family has them: Stoppers and its ancestor Le Her."""

from upcard.rules.cards import State, cards_in

RANKS, SUITS = 13, 4
CARDS, KING = RANKS * SUITS, RANKS - 1


def card_text(k: int) -> str:
    """The name of a rank: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
    return ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")[k]


def value(k: int) -> int:
    """The value of a card of rank `k`: 1 for an ace to 13 for a King, 0 for no card."""
    return k + 1


def bring(s: State, p: int, q: int, k: int) -> None:
    """A card of rank `k` comes to seat `q`, in exchange, from where seat `p` does not see it."""
    card = s.card[q]
    s.card[q] = k
    if card == k:
        return
    for i in range(1, cards_in(s.stock) + 1):
        if s.stock[i] == k:
            s.stock[i] = card
            return
    for r in range(s.seats):
        if r != p and r != q and s.card[r] == k and s.known[p, r] != value(k):
            s.card[r] = card
            return
