"""Any legal action, all with the same probability."""

from upcard.strategies.kit import State, Strategy, below, legal

STRATEGY = Strategy(
    name="random",
    games=(),
    words="any legal action, all equally likely",
    source="the usual baseline",
    is_random=True,
)


def choose(v: State) -> int:
    """Keep each legal action with probability 1/(how many were met so far): all end equally likely."""
    met = 0
    pick = 0
    for a in range(v.actions):
        if legal(v, a):
            met += 1
            if below(v, met) == 0:
                pick = a
    return pick
