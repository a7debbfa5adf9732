"""L.A.M.A.: never quits; plays the kind of the top card, else the next kind, else draws."""

from upcard.games.lama.rules import DRAW, QUIT, after
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="same-first",
    games=("lama",),
    words="never quits; plays the same kind first, then the next one, else draws",
    source="P. Romero Marimon, The L.A.M.A. card game, 2022, section III (strategy 1)",
)


def choose(v: State) -> int:
    """Play the same kind, else the next kind, else draw."""
    if v.hand[v.me, v.top] > 0:
        return v.top
    if v.hand[v.me, after(v.top)] > 0:
        return after(v.top)
    return DRAW if legal(v, DRAW) else QUIT
