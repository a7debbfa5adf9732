"""Any legal action, all with the same probability."""

from upcard.kit.strategy import State, Strategy, below, legal

STRATEGY = Strategy(
    name="random",
    games=(),
    words="any legal action, all equally likely",
    source="the usual baseline",
    is_random=True,
)


TRIES = 64


def choose(v: State) -> int:
    """Pick actions until one is legal, so all legal ones are equally likely and most need not be tested.

    After ``TRIES`` in vain few can be legal, and all actions are tested.
    """
    for _ in range(TRIES):
        a = below(v, v.actions)
        if legal(v, a):
            return a
    return any_legal(v)


def any_legal(v: State) -> int:
    """Keep each legal action with probability 1/(number of them so far): all end equally likely."""
    count = 0
    pick = 0
    for a in range(v.actions):
        if legal(v, a):
            count += 1
            if below(v, count) == 0:
                pick = a
    return pick
