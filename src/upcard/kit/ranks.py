"""Cards of thirteen ranks whose suits do not matter, for games that compare single cards.

A card is its rank, from 0 for an ace to 12 for a King; its value is one more.
"""

RANKS, SUITS = 13, 4
CARDS, KING = RANKS * SUITS, RANKS - 1
UNKNOWN = 0  # in place of the value of a card


def card_text(k: int) -> str:
    """Return the name of a rank: ``A``, ``2`` to ``10``, ``J``, ``Q``, ``K``."""
    return ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")[k]


def value(k: int) -> int:
    """Return the value of a card of rank `k`: 1 for an ace to 13 for a King, 0 for no card."""
    return k + 1


def a_card(k: int) -> str:
    """Return the name of a rank with its article, for sentences: ``an ace``, ``an 8``, ``a King``."""
    name = {0: "ace", 10: "Jack", 11: "Queen", KING: "King"}.get(k, card_text(k))
    return f"{'an' if k in (0, 7) else 'a'} {name}"
