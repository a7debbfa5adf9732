"""Information-set Monte-Carlo tree search with a single observer (SO-ISMCTS).

One tree for the player who thinks, whose nodes are what has happened since now, as a list of actions. For
every playout a table is imagined that agrees with what he sees; the tree is then walked down with those
actions only that are legal on it, always to the child with the greatest upper confidence bound, where the
logarithm counts how often the child was available rather than how often its parent was visited. One child is
added, the rest is played at random, and the win is counted along the way for the player who chose. At the end
the action that was tried most often is taken.

Source: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4 (2012),
algorithm 1.
"""

from math import log, sqrt
from typing import Any

from upcard.strategies.flat_monte_carlo import play_on
from upcard.strategies.kit import (
    Parameter,
    State,
    Strategy,
    act,
    allowed,
    chance,
    fractions,
    imagine,
    legal,
    memory,
    scratch,
    share,
    turn,
)

ROOT = 0

STRATEGY = Strategy(
    name="ismcts",
    games=(),
    words="searches a tree of what may happen, the hidden cards dealt again for every playout",
    source="Cowling, Powley and Whitehouse 2012",
    is_random=True,
    parameters=(
        Parameter("playouts", 1000, 1, 1_000_000, "playouts for one choice"),
        Parameter("explore", 0.7, 0.0, 10.0, "weight of exploring against what has won so far"),
    ),
    quick="playouts=4",
)


def choose(v: State, playouts: float, explore: float) -> int:
    """The action that the search tried most often; the first of equals."""
    count = 0
    best = 0
    for a in range(v.actions):
        if legal(v, a):
            count += 1
            best = a
    if count == 1:
        return best
    n = int(playouts) + 1
    world = scratch(v)
    child = memory(n * v.actions)
    visits = memory(n)
    available = memory(n)
    mover = memory(n)
    path = memory(n + 1)
    won = fractions(n)
    nodes = 1
    for _ in range(int(playouts)):
        imagine(v, world)
        length = descend(world, v.actions, explore, child, visits, available, won, path)
        if turn(world) >= 0:
            nodes = grow(world, v.actions, nodes, child, available, mover, path, length)
            length += 1
            play_on(world, v.actions)
        for i in range(1, length + 1):
            visits[path[i]] += 1
            won[path[i]] += share(world, mover[path[i]])
    most = -1
    for a in range(v.actions):
        node = child[a]
        if node > 0 and visits[node] > most:
            most = visits[node]
            best = a
    return best


def descend(
    world: Any, actions: int, explore: float, child: Any, visits: Any, available: Any, won: Any, path: Any
) -> int:
    """Walk down while every legal action has a child; note the way in `path` and give its length."""
    node = ROOT
    length = 0
    path[0] = ROOT
    while turn(world) >= 0:
        pick = -1
        top = -1.0
        is_whole = True
        for a in range(actions):
            if allowed(world, a):
                below_here = child[node * actions + a]
                if below_here == 0:
                    is_whole = False
                    break
                bound = won[below_here] / visits[below_here] + explore * sqrt(
                    log(available[below_here] + 1.0) / visits[below_here]
                )
                if bound > top:
                    top = bound
                    pick = a
        if not is_whole:
            return length
        for a in range(actions):
            if allowed(world, a):
                available[child[node * actions + a]] += 1
        node = child[node * actions + pick]
        length += 1
        path[length] = node
        act(world, pick)
    return length


def grow(
    world: Any, actions: int, nodes: int, child: Any, available: Any, mover: Any, path: Any, length: int
) -> int:
    """Add a child for a random action not yet tried here, do the action, and give the number of nodes."""
    node = path[length]
    met = 0
    pick = 0
    for a in range(actions):
        if allowed(world, a):
            below_here = child[node * actions + a]
            if below_here > 0:
                available[below_here] += 1
            else:
                met += 1
                if chance(world, met) == 0:
                    pick = a
    child[node * actions + pick] = nodes
    available[nodes] = 1
    mover[nodes] = turn(world)
    path[length + 1] = nodes
    act(world, pick)
    return nodes + 1
