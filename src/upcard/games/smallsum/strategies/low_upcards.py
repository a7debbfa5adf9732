"""Smallsum: goes by the open cards alone; bets and matches if its open cards have the smaller sum."""

from upcard.games.smallsum.rules import FOLD, MATCH, answering, matched, most, open_sum
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="low-upcards",
    games=("smallsum",),
    words="bets the maximum and matches bets when its open cards have the smaller sum",
    source="a rule of thumb that classes discover",
)


def choose(v: State) -> int:
    """Bet or match with the smaller open sum, else bet nothing or fold."""
    is_low = open_sum(v, v.me) < open_sum(v, 1 - v.me)
    if answering(v):
        return MATCH if is_low or matched(v) == 0 else FOLD
    return most(v) if is_low else 0
