"""Information-set Monte-Carlo tree search with a single observer (SO-ISMCTS), guided by likely actions.

There is one tree, for the player who searches; its nodes are the sequences of actions from now on. Every
playout deals the hidden cards again so that they agree with the player's view, and walks down the tree by
actions that are legal with these cards. At each node, the player to move takes the action that has won most
for them, with a bonus for likely and rarely tried actions; an untried action counts like the average of the
others. The playout adds one node. From there it continues with the weights of the rules file, to the end of
the game or to a round with a known value, and every node on the way counts the win for the player who chose
it. In the end, the search takes the action that was tried most often.

Sources: P. Cowling, E. Powley, D. Whitehouse, "Information set Monte Carlo tree search", IEEE TCIAIG 4
(2012), algorithm 1, where it counts how often an action was available; the bound with prior likelihoods in
place of the usual one is that of D. Silver and others, "Mastering the game of Go without human knowledge",
Nature 550 (2017), scaled to the parts of the win seen so far as in J. Schrittwieser and others, "Mastering
Atari, Go, chess and shogi by planning with a learned model", Nature 588 (2020).
"""

from math import sqrt
from typing import Any

from upcard.kit.strategy import (
    Parameter,
    State,
    Strategy,
    act,
    fractions,
    imagine,
    lean,
    legal,
    memory,
    scratch,
    share,
    turn,
)
from upcard.strategies.flat_monte_carlo import PLIES, play_on

STRATEGY = Strategy(
    name="ismcts",
    games=(),
    words="searches a tree of possible moves, with the hidden cards dealt again for every playout",
    source="Cowling, Powley and Whitehouse 2012; Silver and others 2017",
    is_random=True,
    parameters=(
        Parameter("playouts", 1000, 1, 1_000_000, "number of playouts for one choice", whole=True),
        Parameter("explore", 1.0, 0.0, 10.0, "weight of exploring against the best results so far"),
        PLIES,
    ),
    quick="playouts=4,plies=12",
    title="Tree search",
)

ROOT = 0
VISITS, MOVER, NODE = 0, 1, 2  # the cells of a node; then its children, then how often each was available
LOW, HIGH, LEAST = 0, 1, 0.001  # cells of the range of shares of the win so far, and its minimum width


def choose(v: State, playouts: float, explore: float, plies: float) -> int:
    """Return the action that the search tried most often; the first of equals."""
    only = only_action(v)
    if only >= 0:
        return only
    n = int(playouts) + 1
    world = scratch(v)
    tree = memory(n * (NODE + 2 * v.actions))
    won = fractions(n)
    met = fractions(2)
    met[LOW] = 1.0
    path = memory(n + 1)
    weights = memory(v.actions)
    nodes = 1
    for _ in range(int(playouts)):
        imagine(v, world)
        length = descend(world, v.actions, explore, nodes, tree, won, met, path, weights)
        if path[length] == nodes:
            nodes += 1
        play_on(world, v.actions, int(plies), weights)
        count_win(world, v.actions, length, tree, won, met, path)
    return most_tried(v, tree)


def only_action(v: State) -> int:
    """Return the legal action if there is only one, else -1."""
    only = -1
    for a in range(v.actions):
        if legal(v, a):
            if only >= 0:
                return -1
            only = a
    return only


def cell(actions: int, node: int, x: int) -> int:
    """Return the index of cell `x` of a node in the tree."""
    return node * (NODE + 2 * actions) + x


def descend(
    world: Any,
    actions: int,
    explore: float,
    nodes: int,
    tree: Any,
    won: Any,
    met: Any,
    path: Any,
    weights: Any,
) -> int:
    """Walk down to a new node, number `nodes`, or to the end of the game; write `path`, return its length."""
    node = ROOT
    length = 0
    while turn(world) >= 0:
        a = pick(world, actions, explore, node, tree, won, met, weights)
        child = cell(actions, node, NODE + a)
        is_new = tree[child] == 0
        if is_new:
            tree[child] = nodes
            tree[cell(actions, nodes, MOVER)] = turn(world)
        node = tree[child]
        length += 1
        path[length] = node
        act(world, a)
        if is_new:
            return length
    return length


def pick(
    world: Any, actions: int, explore: float, node: int, tree: Any, won: Any, met: Any, weights: Any
) -> int:
    """Return the legal action with the greatest bound, the first of equals; count legal ones as available."""
    count = 0
    total = 0
    tries = 0
    wins = 0.0
    for a in range(actions):
        weights[a] = lean(world, a)
        if weights[a] > 0:
            count += 1
            total += weights[a]
            child = tree[cell(actions, node, NODE + a)]
            tree[cell(actions, node, NODE + actions + a)] += 1
            if child > 0:
                tries += tree[cell(actions, child, VISITS)]
                wins += won[child]
    usual = wins / tries if tries > 0 else 0.5
    stretch = explore * max(met[HIGH] - met[LOW], LEAST)
    best = 0
    most = -1.0
    for a in range(actions):
        if weights[a] > 0:
            likely = weights[a] / total
            if node == ROOT:
                likely = (likely + 1.0 / count) / 2  # at the root every action deserves a try
            child = tree[cell(actions, node, NODE + a)]
            visits = tree[cell(actions, child, VISITS)] if child > 0 else 0
            worth = won[child] / visits if visits > 0 else usual
            available = tree[cell(actions, node, NODE + actions + a)]
            bound = worth + stretch * likely * sqrt(float(available)) / (1 + visits)
            if bound > most:
                most = bound
                best = a
    return best


def count_win(world: Any, actions: int, length: int, tree: Any, won: Any, met: Any, path: Any) -> int:
    """Count a playout at all nodes of its path; return their number."""
    for i in range(1, length + 1):
        part = share(world, tree[cell(actions, path[i], MOVER)])
        tree[cell(actions, path[i], VISITS)] += 1
        won[path[i]] += part
        met[LOW] = min(met[LOW], part)
        met[HIGH] = max(met[HIGH], part)
    return length


def most_tried(v: State, tree: Any) -> int:
    """Return the action whose node was visited most often, the first of equals; all nodes are legal."""
    best = -1
    most = 0
    for a in range(v.actions):
        child = tree[cell(v.actions, ROOT, NODE + a)]
        visits = tree[cell(v.actions, child, VISITS)] if child > 0 else 0
        if visits > most:
            most = visits
            best = a
    return best
