"""Any legal action, all with the same probability."""

from upcard.kit.strategy import State, Strategy, below, legal, lists_legal, next_legal

STRATEGY = Strategy(
    name="random",
    games=(),
    words="any legal action, all equally likely",
    source="the usual baseline",
    is_random=True,
)


TRIES = 64


def choose(v: State) -> int:
    """Return a random legal action: draw any until one is legal, or after ``TRIES`` draws test all.

    If the rules list the legal actions, they are counted first, and one draw chooses.
    """
    if lists_legal(v):
        return any_listed(v)
    for _ in range(TRIES):
        a = below(v, v.actions)
        if legal(v, a):
            return a
    return any_legal(v)


def any_listed(v: State) -> int:
    """Return a random legal action, all equally likely, where listing them is fast."""
    count = 0
    a = next_legal(v, 0)
    while a < v.actions:
        count += 1
        a = next_legal(v, a + 1)
    a = next_legal(v, 0)
    for _ in range(below(v, count)):
        a = next_legal(v, a + 1)
    return a


def any_legal(v: State) -> int:
    """Return a random legal action, all equally likely: each replaces the choice with probability 1/count."""
    count = 0
    pick = 0
    for a in range(v.actions):
        if legal(v, a):
            count += 1
            if below(v, count) == 0:
                pick = a
    return pick
