"""Smallsum: bets when a smaller sum is likelier than a larger one, counted over all unseen cards.

In the cash game of basic and Choice nothing is better, whatever the other player does: every penny in the
fist is matched, so it wins a penny if the sum is smaller and loses one if it is larger. In a match, where a
purse can run out, and against open bets this is a rule of thumb. It matches an open bet if that loses no more
on average than folding, with every unseen card equally likely to be the hidden one.
"""

from upcard.games.smallsum.rules import CARDS, FOLD, MATCH, answering, matched, most, open_sum, total, value
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="dominant",
    games=("smallsum",),
    words="bets the maximum when a smaller sum is likelier than a larger one; matches by the odds",
    source="the dominant strategy of the cash game in the basic and choice variants",
)


def choose(v: State) -> int:
    """Bet the maximum with a lead, else nothing; match a bet if the odds are not against it."""
    if answering(v):
        return MATCH if may_match(v) else FOLD
    return most(v) if lead(v) > 0 else 0


def may_match(v: State) -> bool:
    """Whether matching loses no more on average than folding, which loses half of the pot."""
    half = v.pot // 2
    return lead(v) * (half + matched(v)) >= -unseen_cards(v) * half


def lead(v: State) -> int:
    """Return the number of unseen cards that would give the smaller sum, minus those for the larger sum."""
    mine = total(v, v.me)
    shown = open_sum(v, 1 - v.me)
    balance = 0
    for k in range(CARDS):
        if is_unseen(v, k):
            balance += sign(shown + value(k) - mine)
    return balance


def unseen_cards(v: State) -> int:
    """Return the number of cards that are neither open nor in the player's hand."""
    count = 0
    for k in range(CARDS):
        if is_unseen(v, k):
            count += 1
    return count


def is_unseen(v: State, k: int) -> bool:
    """Whether card `k` may be the other player's hidden card."""
    for p in range(2):
        if k == v.up[p, 1] or k == v.up[p, 2]:
            return False
    return k != v.down[v.me]


def sign(x: int) -> int:
    """Return 1, 0 or -1."""
    return 1 if x > 0 else -1 if x < 0 else 0
