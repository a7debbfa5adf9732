"""Smallsum: always bets as much as it may, and matches every bet."""

from upcard.games.smallsum.rules import MATCH, answering, most
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="bold",
    games=("smallsum",),
    words="always bets the maximum, and matches every bet",
    source="a baseline: the opposite of cautious",
)


def choose(v: State) -> int:
    """Bet the maximum, and match every bet."""
    return MATCH if answering(v) else most(v)
