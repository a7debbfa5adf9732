"""Stoppers: counts the used cards, and swaps when enough of what it could get is higher than its own card.

Every card it has not seen is as likely to be the one that comes, from a hand or from the deck. Kings are left
out where they cannot be got: from a neighbour, or from the deck if they are void. A dealer who sees that all
of the deck lies face up knows even more: he will get one of the used cards.
"""

from upcard.games.stoppers.rules import KEEP, NONE, SWAP, TAKE
from upcard.games.stoppers.strategies.never_swap import answer
from upcard.kit.cards import cards_in
from upcard.kit.cuckoo import KING, RANKS, SUITS, value
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="counting",
    games=("stoppers",),
    words="swaps when more than a share of the cards it could get are higher; else as informed-swap",
    source="Upcard; the question of the classroom sheet whether it is worthwhile to look at the used cards",
    parameters=(
        Parameter("share", 0.5, 0, 1, "the share of higher cards above which it swaps"),
        Parameter("informed", 1, 0, 1, "1: compares a card got in a swap with the one given", whole=True),
    ),
)


def choose(v: State, share: float, informed: float) -> int:
    """Compare with the card given away, else count, or answer."""
    if v.asker != NONE:
        return answer(v)
    card = v.card[v.me]
    if informed > 0 and value(card) != v.dealt[v.me]:
        return KEEP if value(card) > v.dealt[v.me] else SWAP
    return SWAP if could_get(v, card + 1) > share * could_get(v, 0) else KEEP


def could_get(v: State, lowest: int) -> int:
    """How many cards of rank `lowest` or higher could come for the one in hand."""
    is_dealer = v.me == v.dealer
    above = RANKS if is_dealer and v.dealer_king == TAKE else KING
    is_turned = is_dealer and cards_in(v.stock) == 0
    found = 0
    for k in range(lowest, above):
        found += v.used[k] if is_turned else SUITS - v.used[k]
    if is_turned:
        return found
    for p in range(v.seats):
        if lowest < v.known[v.me, p] and v.known[v.me, p] <= above:
            found -= 1
    return found
