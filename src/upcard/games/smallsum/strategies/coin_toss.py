"""Smallsum: a coin decides, whatever the cards: bet the maximum or nothing, match or fold."""

from upcard.games.smallsum.rules import FOLD, MATCH, answering, most
from upcard.kit.strategy import State, Strategy, below

STRATEGY = Strategy(
    name="coin-toss",
    games=("smallsum",),
    words="tosses a coin: bets the maximum or nothing, matches or folds",
    source="a baseline: betting without looking at the cards",
    is_random=True,
)


def choose(v: State) -> int:
    """Bet the maximum or match on heads; bet nothing or fold on tails."""
    heads = below(v, 2) == 1
    if answering(v):
        return MATCH if heads else FOLD
    return most(v) if heads else 0
