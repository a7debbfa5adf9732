"""Stoppers: counts the used cards, and swaps when enough of the cards it could get are higher than its own.

Every unseen card is equally likely to come, from a hand or from the deck. Kings are left out where nobody can
get them: from a neighbour, or from the deck if they are void. A dealer who sees that the whole deck is face
up knows even more: the card will be one of the used cards.
"""

from upcard.games.stoppers.rules import KEEP, NONE, SWAP, TAKE
from upcard.games.stoppers.strategies.never_swap import answer
from upcard.kit.cards import cards_in
from upcard.kit.ranks import KING, RANKS, SUITS, value
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="counting",
    games=("stoppers",),
    words="swaps when more than a given share of the cards it could get is higher; else as informed-swap",
    source="Upcard; the classroom sheet asks whether it is worthwhile to look at the used cards",
    parameters=(
        Parameter("share", 0.5, 0, 1, "the share of higher cards above which it swaps"),
        Parameter(
            "informed", 1, 0, 1, "1: compares a card received in a swap with the card given", whole=True
        ),
    ),
    best_for={**dict.fromkeys(range(2, 5), "share=0.4"), **dict.fromkeys(range(5, 11), "")},
)


def choose(v: State, share: float, informed: float) -> int:
    """Compare with the card given away, else count the cards that could come; or answer a request."""
    if v.asker != NONE:
        return answer(v)
    card = v.card[v.me]
    if informed > 0 and value(card) != v.dealt[v.me]:
        return KEEP if value(card) > v.dealt[v.me] else SWAP
    return SWAP if could_get(v, card + 1) > share * could_get(v, 0) else KEEP


def could_get(v: State, lowest: int) -> int:
    """Count the unseen cards of rank `lowest` or higher that the player could get."""
    is_dealer = v.me == v.dealer
    above = RANKS if is_dealer and v.dealer_king == TAKE else KING
    is_turned = is_dealer and cards_in(v.stock) == 0
    count = 0
    for k in range(lowest, above):
        count += v.used[k] if is_turned else SUITS - v.used[k]
    if is_turned:
        return count
    for p in range(v.seats):
        if lowest < v.known[v.me, p] and v.known[v.me, p] <= above:
            count -= 1
    return count
