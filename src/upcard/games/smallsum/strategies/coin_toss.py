"""Smallsum: a coin decides, whatever the cards: bet the most or nothing, match or fold."""

from upcard.games.smallsum.rules import FOLD, MATCH, answering, most
from upcard.kit.strategy import State, Strategy, below

STRATEGY = Strategy(
    name="coin-toss",
    games=("smallsum",),
    words="a fair coin: bets the most or nothing, matches or folds",
    source="a baseline: betting without looking",
    is_random=True,
)


def choose(v: State) -> int:
    """Heads, the most or a match; tails, nothing or a fold."""
    heads = below(v, 2) == 1
    if answering(v):
        return MATCH if heads else FOLD
    return most(v) if heads else 0
