"""Checks that a strategy is sequentially rational, without code of a solver.

The other player's trembles are a sequence of plans in which every choice has a weight above 0. They prove the
strategy: they tend to it, and at every information set each choice that it makes is worth nearly as much as
the best one against them. The probability of the set is divided out, so that rare sets count like others.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np

from upcard.engine.tree.game_tree import END

SMALL = Fraction(1, 10**9)
SLIGHT = Fraction(1, 10**5)


class Tree(NamedTuple):
    """The sequences of two seats and the ends of a game or of a part of a round."""

    sets: list[tuple[int, int, int, int]]
    """For each information set: its seat, the sequence before it, its first choice, the number of choices."""
    ends: list[tuple[int, int, Any, Any]]
    """For each end: the last sequence of both seats, its chance, and the payoffs to both seats."""


def tree_of(form: Any) -> Tree:
    """The tree of a game for two in sequence form, in fractions."""
    tree = form.tree
    last, reach = tree.last_sequences(), tree.exact_reach()
    over = np.flatnonzero(tree.player == END).tolist()
    arrays = (form.owner, form.before, form.first, form.count)
    sets = list(zip(*(x.tolist() for x in arrays), strict=True))
    return Tree(sets, [(*last[n].tolist(), reach[n], tree.payoff[n].tolist()) for n in over])


def at(weights: Any, small: Fraction = SMALL) -> list[Any]:
    """The weights of all sequences for a small number, from coefficients of shape (sequences, powers)."""
    return [sum(c * small**k for k, c in enumerate(line) if c) for line in weights.tolist()]


def distance_from_limit(tree: Tree, strategy: Sequence[Any], plan: Sequence[Any]) -> Any:
    """The largest difference between a strategy and the probabilities of a plan, all above 0."""
    worst: Any = 0
    for _, parent, first, count in tree.sets:
        assert plan[parent] > 0
        for s in range(first, first + count):
            assert plan[s] > 0
            worst = max(worst, abs(plan[s] / plan[parent] - strategy[s - 2]))
    return worst


def worst_regret(tree: Tree, strategy: Sequence[Any], plan: Sequence[Any]) -> Any:
    """The largest regret of a choice that the strategy makes, of both seats and at all information sets."""
    lost = [regrets(tree, strategy, plan, p) for p in (0, 1)]
    return max(max(x[s + 2] for x in lost) for s, chance in enumerate(strategy) if chance > SLIGHT)


def regrets(tree: Tree, strategy: Sequence[Any], plan: Sequence[Any], p: int) -> list[Any]:
    """What each choice of a seat loses against the best one of its set, each time the set is reached.

    The seat keeps to its strategy later; the other one plays by `plan`.
    """
    worth, reach, lost = (list[Any]([0] * len(plan)) for _ in range(3))
    for *ends, chance, paid in tree.ends:
        reach[ends[p]] += chance * plan[ends[1 - p]]
        worth[ends[p]] += chance * plan[ends[1 - p]] * paid[p]
    for seat, parent, first, count in reversed(tree.sets):
        if seat == p:
            choices = range(first, first + count)
            best = max(worth[s] for s in choices)
            for s in choices:
                lost[s] = (best - worth[s]) / reach[s]
            worth[parent] += sum(strategy[s - 2] * worth[s] for s in choices)
            reach[parent] += reach[first]
    return lost
