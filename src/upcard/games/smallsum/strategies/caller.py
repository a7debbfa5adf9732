"""Smallsum: matches every bet and makes none, so a bluff earns nothing against it."""

from upcard.games.smallsum.rules import MATCH, answering
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="caller",
    games=("smallsum",),
    words="bets nothing and matches every bet; where nobody can fold, the same as cautious",
    source="a baseline: poker's calling station",
)


def choose(v: State) -> int:
    """Bet nothing, and match every bet."""
    return MATCH if answering(v) else 0
