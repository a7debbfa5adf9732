"""Smallsum: never pays a penny that it need not pay; folds to a bet unless matching costs nothing."""

from upcard.games.smallsum.rules import FOLD, MATCH, answering, matched
from upcard.kit.strategy import State, Strategy

STRATEGY = Strategy(
    name="cautious",
    games=("smallsum",),
    words="never bets, and folds to every bet that costs something",
    source="the first rule of thumb of the class; group exercise to Struck by Lightning",
)


def choose(v: State) -> int:
    """Bet nothing, and fold to every bet that costs something."""
    if answering(v):
        return MATCH if matched(v) == 0 else FOLD
    return 0
