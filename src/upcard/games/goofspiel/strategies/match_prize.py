"""Goofspiel: bids the card that equals the prize."""

from upcard.games.goofspiel.rules import LONGEST
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="match-prize",
    games=("goofspiel",),
    words="bids the card that equals the prize, else the next higher one, else the highest",
    source="S. M. Ross, Goofspiel: the game of pure strategy, 1971: the best reply to random bids",
)


def choose(v: State) -> int:
    """Bid the card equal to the prize; if that is spent, the next higher card, else the highest."""
    for k in range(LONGEST):
        if k >= v.prize and legal(v, k):
            return k
    k = LONGEST - 1
    while not legal(v, k):
        k -= 1
    return k
