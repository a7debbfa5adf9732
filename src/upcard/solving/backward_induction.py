"""Backward induction in fractions: one seat decides, or every seat sees the actions of the others.

If an information set hides no action of another seat, its nodes differ only by chance. So the best choice
there depends only on what follows. Information sets are decided from the last to
the first. The result is an equilibrium in every part of the game, without mixing. If the best choice is
unique everywhere, it stays best when others make small mistakes. The first of several equally good choices
may be a bad one then, so in that case the answer does not promise to play well after mistakes.

Source: E. Zermelo, 1913; H. W. Kuhn, "Extensive games and the problem of information", 1953, corollary 1.
"""

from fractions import Fraction

import numpy as np

from upcard.engine.tree.game_tree import END, GameTree
from upcard.engine.tree.labels import children
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="backward-induction",
    words="the best choice from the last decision to the first, in fractions",
    source="E. Zermelo, 1913; H. W. Kuhn, 1953",
    is_iterative=False,
)


def why_not(form: SequenceForm) -> str:
    """Return why a game cannot be solved backwards, as a sentence; empty if it can."""
    tree, last = form.tree, form.tree.last_sequences()
    nodes = np.flatnonzero(tree.infoset >= 0)
    sets, example = np.unique(tree.infoset[nodes], return_index=True)
    alike = np.zeros((len(sets), form.players), np.int64)
    alike[sets] = last[nodes[example]]
    if np.array_equal(alike[tree.infoset[nodes]], last[nodes]):
        return ""
    return "backward induction needs a game in which no seat hides an action from a seat that decides later"


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Decide every information set from the last to the first; the choices are pure, so always exact."""
    backwards = _BackwardInduction(form.tree)
    chances = [Fraction(0)] * len(form.tree.legal)
    for i in reversed(range(form.tree.infosets)):
        if i % 4096 == 0:
            aim.on_step("backward induction", 1 - i / form.tree.infosets)
        chances[form.tree.first[i] + backwards.decide(i)] = Fraction(1)
    strategy = np.array([float(x) for x in chances])
    return Answer(
        strategy,
        exact=tuple(chances) if aim.is_exact else None,
        is_rational_everywhere=not backwards.has_ties,
    )


class _BackwardInduction:
    """The values of nodes for all seats, filled in from the last information set to the first."""

    def __init__(self, tree: GameTree) -> None:
        self.tree, self.reach = tree, tree.exact_reach()
        self.values: dict[int, tuple[Fraction, ...]] = {}
        self.has_ties = False
        """Whether several choices are equally good at any information set decided so far."""
        self.below = children(tree)
        self.members: list[list[int]] = [[] for _ in range(tree.infosets)]
        for node in np.flatnonzero(tree.infoset >= 0).tolist():
            self.members[tree.infoset[node]].append(node)

    def decide(self, i: int) -> int:
        """Return the best choice at an information set, the first of equals, and store its values."""
        seat = int(self.tree.owner[i])
        worth = [Fraction(0)] * int(self.tree.count[i])
        for node in self.members[i]:
            for k, child in enumerate(self.below[node]):
                worth[k] += self.reach[node] * self.value(child)[seat]
        best = worth.index(max(worth))
        self.has_ties |= worth.count(worth[best]) > 1
        for node in self.members[i]:
            self.values[node] = self.value(self.below[node][best])
        return best

    def value(self, node: int) -> tuple[Fraction, ...]:
        """Return the expected payoffs of all seats from a node on; later decisions are made already."""
        if self.tree.player[node] == END:
            return tuple(
                map(Fraction, map(self.tree.game.rules.GAME.payoff, self.tree.payoff[node].tolist()))
            )
        if node not in self.values:
            below = self.below[node]
            total = sum(int(self.tree.weight[child]) for child in below)
            parts = [(Fraction(int(self.tree.weight[child]), total), self.value(child)) for child in below]
            seats = range(self.tree.game.players)
            self.values[node] = tuple(sum((w * v[p] for w, v in parts), Fraction(0)) for p in seats)
        return self.values[node]
