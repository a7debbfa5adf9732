"""L.A.M.A.: never quits; plays the more expensive of two kinds that fit; else draws."""

from upcard.games.lama.rules import DRAW, QUIT, after, value
from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="dear-first",
    games=("lama",),
    words="never quits; plays the kind worth more points of two that fit, else draws",
    source="P. Romero Marimon, The L.A.M.A. card game, 2022, section VI, for many players",
)


def choose(v: State) -> int:
    """Play the more expensive of the same and the next kind, else the one in hand, else draw."""
    same = v.top
    following = after(v.top)
    has_same = v.hand[v.me, same] > 0
    has_following = v.hand[v.me, following] > 0
    if has_same and (not has_following or value(same) > value(following)):
        return same
    if has_following:
        return following
    return DRAW if legal(v, DRAW) else QUIT
