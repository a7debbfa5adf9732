"""Smallsum: goes by its own three cards alone; bets and matches when their sum is low."""

from upcard.games.smallsum.rules import FOLD, MATCH, answering, matched, most, total
from upcard.kit.strategy import Parameter, State, Strategy

STRATEGY = Strategy(
    name="low-total",
    games=("smallsum",),
    words="bets the maximum and matches bets when its three cards sum to at most t",
    source="a rule of thumb that classes discover",
    parameters=(
        Parameter("t", 19, 5, 30, "the greatest sum with which it bets; 5: never, 30: always", whole=True),
    ),
)


def choose(v: State, t: float) -> int:
    """Bet or match with a sum of at most `t`, else bet nothing or fold."""
    is_low = total(v, v.me) <= t
    if answering(v):
        return MATCH if is_low or matched(v) == 0 else FOLD
    return most(v) if is_low else 0
