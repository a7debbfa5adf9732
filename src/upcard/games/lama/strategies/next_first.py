"""L.A.M.A.: never quits; plays the kind after the top card, else the same kind, else draws."""

from upcard.games.lama.rules import DRAW, QUIT, after
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="next-first",
    games=("lama",),
    words="never quits; plays the next kind first, then the same one, else draws",
    source="P. Romero Marimon, The L.A.M.A. card game, 2022, section IV (strategy 2)",
)


def choose(v: State) -> int:
    """Play the next kind, else the same kind, else draw."""
    if v.hand[v.me, after(v.top)] > 0:
        return after(v.top)
    if v.hand[v.me, v.top] > 0:
        return v.top
    return DRAW if legal(v, DRAW) else QUIT
