"""Waits in a game tree: decisions without a choice that hide from others who has moved, and how often.

At a table everybody sees whose turn it is. In Selten's horse the third player does not know whether the
second has moved. If the second player waits where the tree skips them, the third cannot tell either. Here
every information set gets a turn of its player, the same on all ways; where a way skips a turn, its player
waits.
"""

from collections import defaultdict, deque
from dataclasses import replace

from upcard.adapters.gambit_reader import PLAYER_NODE, Efg, EfgNode

WAIT = "wait"

# A player and the number of their information set in the file.
InfosetKey = tuple[int, int]
# For each information set the number of its turn.
Turns = dict[InfosetKey, int]
# The last turn on a way, and the last information set of each player with the number of the action.
Past = tuple[int, tuple[tuple[int, int], ...]]


def with_waits(efg: Efg, most_nodes: int) -> Efg | None:
    """Return the tree with waits; None if its sets have no order in time, or it would be too large."""
    levels = _levels(efg)
    if levels is None:
        return None
    slots = sorted({(level, player) for (player, _), level in levels.items()})
    turn_of = {slot: i for i, slot in enumerate(slots)}
    turns = {key: turn_of[level, key[0]] for key, level in levels.items()}
    return _Waiting(efg, [player for _, player in slots], turns, most_nodes).efg()


def _levels(efg: Efg) -> Turns | None:
    """Return for each set the greatest number of sets before it; None if one can come before itself."""
    after: dict[InfosetKey, set[InfosetKey]] = defaultdict(set)
    waiting: list[tuple[EfgNode, InfosetKey | None]] = [(efg.root, None)]
    while waiting:
        node, above = waiting.pop()
        if node.kind == PLAYER_NODE:
            key = (node.player, node.infoset)
            after[key].update(())
            if above is not None:
                after[above].add(key)
            above = key
        waiting += [(x, above) for x in node.below]
    before = dict.fromkeys(after, 0)
    for keys in after.values():
        for key in keys:
            before[key] += 1
    levels, ready = dict.fromkeys(after, 0), deque(k for k, n in before.items() if n == 0)
    seen = 0
    while ready:
        here = ready.popleft()
        seen += 1
        for key in after[here]:
            levels[key] = max(levels[key], levels[here] + 1)
            before[key] -= 1
            if before[key] == 0:
                ready.append(key)
    return levels if seen == len(after) else None


class _Waiting:
    """Builder of the tree with waits; `players` has the player of every turn."""

    def __init__(self, efg: Efg, players: list[int], turns: Turns, most_nodes: int) -> None:
        self.source, self.players, self.turns, self.left = efg, players, turns, most_nodes
        self.sets: dict[tuple[int, int, int, int], int] = {}
        self.first = 1 + max((k for _, k in turns), default=0)

    def efg(self) -> Efg | None:
        """Return the tree with waits; None if it would have too many nodes."""
        nothing = tuple((0, 0) for _ in self.source.players)
        top = EfgNode(PLAYER_NODE)
        waiting: list[tuple[EfgNode, EfgNode, Past]] = [(self.source.root, top, (-1, nothing))]
        while waiting:
            node, above, (last, acted) = waiting.pop()
            self.left -= 1
            is_decision = node.kind == PLAYER_NODE
            turn = self.turns[node.player, node.infoset] if is_decision else last
            for skipped in range(last + 1, turn):
                above = self.wait(above, skipped, acted, node.line)
            if self.left < 0:
                return None
            copy = replace(node, below=[])
            above.below.append(copy)
            for i, x in reversed(list(enumerate(node.below))):
                did = acted
                if is_decision:
                    did = (*acted[: node.player], (node.infoset, i), *acted[node.player + 1 :])
                waiting.append((x, copy, (turn, did)))
        return replace(self.source, root=top.below[0])

    def wait(self, above: EfgNode, turn: int, acted: tuple[tuple[int, int], ...], line: int) -> EfgNode:
        """Add a wait below a node and return it; its set depends on what its player did last."""
        self.left -= 1
        player = self.players[turn]
        infoset = self.sets.setdefault((turn, player, *acted[player]), self.first + len(self.sets))
        node = EfgNode(PLAYER_NODE, player, infoset, WAIT, [WAIT], line=line)
        above.below.append(node)
        return node
