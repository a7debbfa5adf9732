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
    """Return a random legal action: draw any until one is legal, or after ``TRIES`` draws test all."""
    for _ in range(TRIES):
        a = below(v, v.actions)
        if legal(v, a):
            return a
    return any_legal(v)


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
