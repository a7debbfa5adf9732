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
    memory,
    next_allowed,
    next_legal,
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
FEW, FIRST = 256, 16
"""Number of actions up to which a node has a column for each; and the least number of columns otherwise."""


def choose(v: State, playouts: float, explore: float, plies: float) -> int:
    """Return the action that the search tried most often; the first of equals."""
    only = only_action(v)
    if only >= 0:
        return only
    n = int(playouts) + 1
    width = first_width(v)
    world = scratch(v)
    tree = memory(n * (NODE + 2 * width))
    column = memory(v.actions + 1)
    if v.actions <= FEW:
        number_columns(v.actions, column)
    won = fractions(n)
    met = fractions(2)
    met[LOW] = 1.0
    path = memory(n + 1)
    weights = memory(v.actions)
    nodes = 1
    for _ in range(int(playouts)):
        if column[v.actions] == width and v.actions > FEW:
            tree = widened(tree, nodes, n, width)
            width *= 2
        imagine(v, world)
        length = descend(world, v.actions, width, explore, nodes, tree, column, won, met, path, weights)
        if path[length] == nodes:
            nodes += 1
        play_on(world, v.actions, int(plies), weights)
        count_win(world, width, length, tree, won, met, path)
    return most_tried(v, width, tree, column)


def only_action(v: State) -> int:
    """Return the legal action if there is only one, else -1."""
    only = next_legal(v, 0)
    return only if next_legal(v, only + 1) == v.actions else -1


def first_width(v: State) -> int:
    """Return how many columns a node has at first: all actions if they are few, else enough for the legal."""
    if v.actions <= FEW:
        return v.actions
    width = FIRST
    count = 0
    a = next_legal(v, 0)
    while a < v.actions:
        count += 1
        if count == width:
            width *= 2
        a = next_legal(v, a + 1)
    return width


def number_columns(actions: int, column: Any) -> int:
    """Give every action the column of its own number; return how many there are."""
    for a in range(actions):
        column[a] = a + 1
    column[actions] = actions
    return actions


def widened(tree: Any, nodes: int, n: int, width: int) -> Any:
    """Return a tree of `n` nodes with twice the number of columns, which contains that of `nodes` nodes."""
    wide = memory(n * (NODE + 4 * width))
    for node in range(nodes):
        for x in range(NODE + width):
            wide[cell(2 * width, node, x)] = tree[cell(width, node, x)]
        for i in range(width):
            wide[cell(2 * width, node, NODE + 2 * width + i)] = tree[cell(width, node, NODE + width + i)]
    return wide


def cell(width: int, node: int, x: int) -> int:
    """Return the index of cell `x` of a node in a tree whose nodes have `width` columns."""
    return node * (NODE + 2 * width) + x


def descend(
    world: Any,
    actions: int,
    width: int,
    explore: float,
    nodes: int,
    tree: Any,
    column: Any,
    won: Any,
    met: Any,
    path: Any,
    weights: Any,
) -> int:
    """Walk down to a new node, number `nodes`, or to the end of the game; write `path`, return its length.

    It also ends where actions are met that have no column yet and find no more room.
    """
    node = ROOT
    length = 0
    while turn(world) >= 0 and has_columns(world, actions, width, column):
        a = pick(world, actions, width, explore, node, tree, column, won, met, weights)
        child = cell(width, node, NODE + column[a] - 1)
        is_new = tree[child] == 0
        if is_new:
            tree[child] = nodes
            tree[cell(width, nodes, MOVER)] = turn(world)
        node = tree[child]
        length += 1
        path[length] = node
        act(world, a)
        if is_new:
            return length
    return length


def has_columns(world: Any, actions: int, width: int, column: Any) -> bool:
    """Return whether all legal actions have a column; give one to each that has none while there is room.

    ``column[a]`` is the column of an action, from 1, or 0; ``column[actions]`` is their number.
    """
    if actions <= FEW:
        return True
    a = next_allowed(world, 0)
    while a < actions:
        if column[a] == 0:
            if column[actions] == width:
                return False
            column[actions] += 1
            column[a] = column[actions]
        a = next_allowed(world, a + 1)
    return True


def pick(
    world: Any,
    actions: int,
    width: int,
    explore: float,
    node: int,
    tree: Any,
    column: Any,
    won: Any,
    met: Any,
    weights: Any,
) -> int:
    """Return the legal action with the greatest bound, the first of equals; count legal ones as available."""
    count = 0
    total = 0
    tries = 0
    wins = 0.0
    a = next_allowed(world, 0)
    while a < actions:
        weights[a] = lean(world, a)
        count += 1
        total += weights[a]
        child = tree[cell(width, node, NODE + column[a] - 1)]
        tree[cell(width, node, NODE + width + column[a] - 1)] += 1
        if child > 0:
            tries += tree[cell(width, child, VISITS)]
            wins += won[child]
        a = next_allowed(world, a + 1)
    usual = wins / tries if tries > 0 else 0.5
    stretch = explore * max(met[HIGH] - met[LOW], LEAST)
    best = 0
    most = -1.0
    a = next_allowed(world, 0)
    while a < actions:
        likely = weights[a] / total
        if node == ROOT:
            likely = (likely + 1.0 / count) / 2  # at the root every action deserves a try
        child = tree[cell(width, node, NODE + column[a] - 1)]
        visits = tree[cell(width, child, VISITS)] if child > 0 else 0
        worth = won[child] / visits if visits > 0 else usual
        available = tree[cell(width, node, NODE + width + column[a] - 1)]
        bound = worth + stretch * likely * sqrt(float(available)) / (1 + visits)
        if bound > most:
            most = bound
            best = a
        a = next_allowed(world, a + 1)
    return best


def count_win(world: Any, width: int, length: int, tree: Any, won: Any, met: Any, path: Any) -> int:
    """Count a playout at all nodes of its path; return their number."""
    for i in range(1, length + 1):
        part = share(world, tree[cell(width, path[i], MOVER)])
        tree[cell(width, path[i], VISITS)] += 1
        won[path[i]] += part
        met[LOW] = min(met[LOW], part)
        met[HIGH] = max(met[HIGH], part)
    return length


def most_tried(v: State, width: int, tree: Any, column: Any) -> int:
    """Return the action whose node was visited most often, the first of equals; all nodes are legal."""
    best = next_legal(v, 0)
    most = 0
    a = best
    while a < v.actions:
        child = tree[cell(width, ROOT, NODE + column[a] - 1)] if column[a] > 0 else 0
        visits = tree[cell(width, child, VISITS)] if child > 0 else 0
        if visits > most:
            most = visits
            best = a
        a = next_legal(v, a + 1)
    return best
