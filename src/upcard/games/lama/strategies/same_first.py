"""L.A.M.A.: never quits; lays the kind on top of the pile, else the next one, else draws."""

from upcard.games.lama.rules import DRAW, QUIT, after
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="same-first",
    games=("lama",),
    words="never quits; the same kind first, then the next one, else draws",
    source="P. Romero Marimon, The L.A.M.A. card game, 2022, section III (strategy 1)",
)


def choose(v: State) -> int:
    """The same kind, the next kind, a card from the stock, in this order."""
    if v.hand[v.me, v.top] > 0:
        return v.top
    if v.hand[v.me, after(v.top)] > 0:
        return after(v.top)
    return DRAW if legal(v, DRAW) else QUIT
