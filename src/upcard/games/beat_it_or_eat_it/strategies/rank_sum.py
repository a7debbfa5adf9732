"""Beat It Or Eat It: judges its choices by the sums of ranks that they leave to both players.

A card is worth its rank less the rank ``middle`` (a share of the length of a suit): high cards are an asset,
low ones a burden. Eating is worth the cards on the table less the value of the lead (``tempo``). A lead is
worth the cost of the other player's cheaper answer, less the value of the card itself.
"""

from upcard.games.beat_it_or_eat_it.rules import EAT, KINDS, OWN, beats, lowest, rank, suit, top
from upcard.kit.cards import cards_in
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="rank-sum",
    games=("beat-it-or-eat-it",),
    words="plays the card that leaves the better sums of ranks after the other player's cheapest answer",
    source="Upcard: judges by the sum of ranks, one answer deep",
    parameters=(
        Parameter("middle", 0.55, 0, 1, "the rank that is worth nothing, as a share of the length of a suit"),
        Parameter("tempo", 1, -4, 4, "the value of the lead, in lengths of a suit"),
    ),
)
WINS = 1e6


def choose(v: State, middle: float, tempo: float) -> int:
    """Return the best lead; or to beat with the cheapest card or to eat, whichever is worth more."""
    table = 0.0
    for i in range(1, cards_in(v.table) + 1):
        table += worth(v, 1 - v.me, v.table[i], middle)
    if v.leads == 1:
        return best_lead(v, EAT, table, middle)
    cheapest = answer(v, v.me, top(v))
    if cheapest == EAT:
        return EAT
    if v.size[v.me] <= 2:
        return cheapest
    lead = best_lead(v, cheapest, table, middle)
    after = table + worth(v, 1 - v.me, cheapest, middle)
    beating = lead_worth(v, lead, after, middle) - worth(v, v.me, cheapest, middle)
    return cheapest if beating >= table - tempo * v.length else EAT


def worth(v: State, p: int, k: int, middle: float) -> float:
    """Return what card `k` is worth to seat `p`: its rank less the middle, plus a suit for a trump."""
    ranks = rank(k) - lowest(v.length) + 1
    if v.trumps == OWN and suit(k) == p:
        ranks += v.length
    return ranks - middle * (v.length + 1)


def answer(v: State, p: int, k: int) -> int:
    """Return the cheapest card of seat `p` that beats card `k`, no trump if possible; or ``EAT``."""
    trump = EAT
    for c in range(KINDS):
        if v.hand[p, c] > 0 and beats(v, p, c, k):
            if suit(c) == suit(k):
                return c
            trump = min(trump, c)
    return trump


def lead_worth(v: State, k: int, table: float, middle: float) -> float:
    """Return the cost of the other player's cheaper answer to a lead, less the value of the card."""
    other = 1 - v.me
    cost = -(table + worth(v, other, k, middle))
    reply = answer(v, other, k)
    if reply != EAT:
        cost = min(cost, worth(v, other, reply, middle))
        if v.size[other] == 1:
            cost = -WINS
    return cost - worth(v, v.me, k, middle)


def best_lead(v: State, excluded: int, table: float, middle: float) -> int:
    """Return the lead that is worth most of all cards in hand but `excluded`."""
    best = EAT
    most = 0.0
    for k in range(KINDS):
        if v.hand[v.me, k] > 0 and k != excluded:
            x = lead_worth(v, k, table, middle)
            if best == EAT or x > most:
                best = k
                most = x
    return best
