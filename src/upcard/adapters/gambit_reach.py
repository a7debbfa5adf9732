"""The decisions of an imported tree, for the seats that search: what each knows, and how likely each node is.

A seat that searches imagines a node of its information set. Chance weighs the nodes by its probabilities; the
other seats are taken to choose all their actions with equal probability. The seat's earlier actions are the
same on the way to all nodes of a set, so that they do not matter.
"""

import math
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction

from upcard.adapters.gambit_names import numbers
from upcard.adapters.gambit_reader import CHANCE_NODE, PLAYER_NODE, EfgNode

MOST_WEIGHT, ROUNDED_WEIGHT = 2**31 - 1, 2**30
"""Maximum sum of the weights of one draw, and about the sum of weights that have to be rounded."""

Sets = Sequence[dict[int, int]]
"""For each player, the numbers of information sets in the rules, by their numbers in the file."""


@dataclass(frozen=True)
class _WeightedDecision:
    """A decision: its seat, set and earlier decisions, its probability, and the last set of every seat."""

    node: int
    mover: int
    infoset: int
    turns: int
    reach: Fraction
    known: tuple[int, ...]


def decision_tables(nodes: Sequence[EfgNode], sets: Sets) -> dict[str, str]:
    """Return the tables of decisions of a rules file as text, sorted by seat and information set.

    `nodes` are the nodes of the tree in the order of the rules file.
    """
    decisions = sorted(_decisions(nodes, sets), key=lambda d: (d.mover, d.infoset))
    keys = [(d.mover, d.infoset) for d in decisions]
    width = 2 + max(map(len, sets))
    return {
        "decision": numbers(d.node for d in decisions),
        "turn": numbers(d.turns for d in decisions),
        "known_at": numbers(k for d in decisions for k in d.known),
        "begin": numbers(bisect_left(keys, (p, k)) for p in range(len(sets)) for k in range(width)),
        "in_set": numbers(_weights(decisions, lambda d: (d.mover, d.infoset))),
        "at_turn": numbers(_weights(decisions, lambda d: d.turns)),
    }


def has_perfect_information(nodes: Sequence[EfgNode], sets: Sets) -> bool:
    """Return whether every set has one node, and chance moves only before the first decision."""
    decisions = [n for n in nodes if n.kind == PLAYER_NODE]
    late = (x for n in decisions for x in n.below if x.kind == CHANCE_NODE)
    return len(decisions) == sum(map(len, sets)) and not any(late)


def _decisions(nodes: Sequence[EfgNode], sets: Sets) -> Iterator[_WeightedDecision]:
    """Yield the decisions in the order of the tree."""
    number = {id(node): i for i, node in enumerate(nodes)}
    waiting = [(nodes[0], 0, Fraction(1), (0,) * len(sets))]
    while waiting:
        node, turns, reach, known = waiting.pop()
        if node.kind == PLAYER_NODE:
            p, k = node.player, sets[node.player][node.infoset]
            known = (*known[:p], k, *known[p + 1 :])
            yield _WeightedDecision(number[id(node)], p, k, turns, reach, known)
            turns += 1
        chances = node.chances or [Fraction(1, len(node.below) or 1)] * len(node.below)
        below = zip(node.below, chances, strict=True)
        waiting += [(x, turns, reach * chance, known) for x, chance in below if chance]


def _weights(
    decisions: Sequence[_WeightedDecision], group_of: Callable[[_WeightedDecision], Hashable]
) -> list[int]:
    """Return the weight of each decision within its group, in proportion to its probability."""
    groups = defaultdict[Hashable, list[int]](list)
    for i, d in enumerate(decisions):
        groups[group_of(d)].append(i)
    weights = [0] * len(decisions)
    for members in groups.values():
        reach = [decisions[i].reach for i in members]
        for i, w in zip(members, _whole(reach), strict=True):
            weights[i] = w
    return weights


def _whole(parts: Sequence[Fraction]) -> list[int]:
    """Return whole numbers in the proportions of `parts`, rounded only if their sum would be too large."""
    total = sum(parts, Fraction(0))
    unit = math.lcm(*(x.denominator for x in parts))
    shared = math.gcd(*(int(x * unit) for x in parts))
    if total * unit / shared <= MOST_WEIGHT:
        return [int(x * unit) // shared for x in parts]
    return [max(1, round(x * ROUNDED_WEIGHT / total)) for x in parts]
