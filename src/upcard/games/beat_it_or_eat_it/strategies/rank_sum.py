"""Beat It Or Eat It: judges its choices by the sums of ranks that they leave to both players.

The value of a card is its rank less the rank ``middle`` (a share of the length of a suit): high cards are an
asset, low ones a burden. The value of eating is that of the cards on the table less that of the lead
(``tempo``). The value of a lead is the cost of the other player's cheaper answer, less the value of the card
itself.
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
        Parameter("middle", 0.55, 0, 1, "the rank of value 0, as a share of the length of a suit"),
        Parameter("tempo", 1, -4, 4, "the value of the lead, in lengths of a suit"),
    ),
)
WINS = 1e6


def choose(v: State, middle: float, tempo: float) -> int:
    """Return the best lead; or the better of beating with the cheapest card and eating."""
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
    """Return the value of card `k` to seat `p`: its rank less the middle, plus a suit for a trump."""
    ranks = rank(k) - lowest(v.length) + 1
    if v.trumps == OWN and suit(k) == p:
        ranks += v.length
    return ranks - middle * (v.length + 1)


def answer(v: State, p: int, k: int) -> int:
    """Return seat `p`'s cheapest card that beats card `k`, if possible not a trump; or ``EAT``."""
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
    """Return the most valuable lead of all cards in hand except `excluded`."""
    best = EAT
    most = 0.0
    for k in range(KINDS):
        if v.hand[v.me, k] > 0 and k != excluded:
            x = lead_worth(v, k, table, middle)
            if best == EAT or x > most:
                best = k
                most = x
    return best
