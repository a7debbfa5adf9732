"""Flat Monte Carlo: try every action, play on at random, take the one that wins most often.

Every legal action is tried equally often, each time on a freshly imagined table, and the game is played to
its end by choosing at random for everybody. There is no tree: the simplest search there is.

Source: B. Abramson, "Expected-outcome: a general model of static evaluation", IEEE TPAMI 12 (1990); with
hidden cards dealt again for every playout as in M. Ginsberg, "GIB: imperfect information in a computationally
challenging game", JAIR 14 (2001).
"""

from upcard.strategies.kit import (
    Parameter,
    State,
    Strategy,
    act,
    allowed,
    chance,
    imagine,
    legal,
    scratch,
    share,
    turn,
)

MOST_PLIES = 10_000  # of a playout; what goes on longer counts as it stands

STRATEGY = Strategy(
    name="flat-monte-carlo",
    games=(),
    words="tries every action on imagined tables, plays on at random, and takes the best",
    source="Abramson 1990; Ginsberg 2001",
    is_random=True,
    parameters=(Parameter("playouts", 200, 1, 1_000_000, "playouts in all for one choice"),),
    quick="playouts=4",
)


def choose(v: State, playouts: float) -> int:
    """The action with the greatest share of wins; the first of equals."""
    count = 0
    only = 0
    for a in range(v.actions):
        if legal(v, a):
            count += 1
            only = a
    if count == 1:
        return only
    world = scratch(v)
    each = max(1, int(playouts) // count)
    best = only
    most = -1.0
    for a in range(v.actions):
        if legal(v, a):
            total = 0.0
            for _ in range(each):
                imagine(v, world)
                act(world, a)
                play_on(world, v.actions)
                total += share(world, v.me)
            if total > most:
                most = total
                best = a
    return best


def play_on(world: object, actions: int) -> int:
    """Play an imagined table on at random; gives the number of plies."""
    plies = 0
    while plies < MOST_PLIES and turn(world) >= 0:
        met = 0
        for a in range(actions):
            met += 1 if allowed(world, a) else 0
        pick = chance(world, met)
        a = 0
        while True:
            if allowed(world, a):
                if pick == 0:
                    break
                pick -= 1
            a += 1
        act(world, a)
        plies += 1
    return plies
