"""An exact equilibrium of any tree for two players, by Lemke's algorithm on the sequence form.

Both players begin with the plan in which all their choices are equally likely, and give it less and less
weight. At each moment the rest of their weight is on best responses to the plans that result. So each choice
has the weight 0, or its regret is 0: a linear complementarity problem. Where a weight or a regret becomes 0,
its partner begins to change. Once the first plans have no weight left, the rest is an equilibrium. The path
cannot end earlier, and the lexicographic rule keeps it from going in a circle.

Sources: C. E. Lemke, 1965; D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for
extensive two-person games", Games and Economic Behavior 14, 1996; B. von Stengel, A. van den Elzen,
D. Talman, "Computing normal form perfect equilibria for extensive two-person games", Econometrica 70, 2002.
"""

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.solving.pivoting import PivotTable
from upcard.solving.sequence_form import SequenceForm, exact_payoffs
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="lcp",
    words="Lemke's algorithm on the sequence form, in fractions",
    source="D. Koller, N. Megiddo, B. von Stengel, 1996",
    is_iterative=False,
)


def why_not(form: SequenceForm) -> str:
    """Return why a game cannot be solved as a complementarity problem, as a sentence; empty if it can."""
    return "" if form.players == 2 else "Lemke's algorithm needs two players"


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Follow the path to an equilibrium; after Ctrl-C, return the plans that it has reached."""
    problem, is_whole = _LemkeProblem(form), True
    path = LemkePath(problem.table(), [s - form.players for s in problem.base])
    try:
        while not path.step():
            aim.on_step("Lemke's algorithm", float(path.lost))
    except KeyboardInterrupt:
        is_whole = False
    exact = form.exact_strategy(problem.plan(path))
    strategy = np.array([float(x) for x in exact])
    return Answer(strategy, exact=exact if aim.is_exact and is_whole else None, is_whole=is_whole)


class _LemkeProblem:
    """The first table of a game: a row and a column for each choice, with one *base* choice at each set.

    Rows are the weights of base choices and the regrets of the others, at first. Columns are the regrets of
    base choices and the weights of the others. The last two columns are the weight that the first plans have
    lost, and the constants. Base choices are best responses to the first plans.
    """

    def __init__(self, form: SequenceForm) -> None:
        self.form, self.size = form, len(form.tree.legal)
        self.payoffs = [exact_payoffs(form, p) for p in range(2)]
        self.sets = list(zip(form.before.tolist(), form.first.tolist(), form.count.tolist(), strict=True))
        self.prior = [Fraction(1)] * form.sequences
        for before, first, count in self.sets:
            self.prior[first : first + count] = [self.prior[before] / count] * count
        self.scale = lcm(*(x.denominator for x in self.prior))
        self.base = self._best_responses()
        self.weights = self._weights()

    def _best_responses(self) -> list[int]:
        """Return a best choice at each information set, as a sequence, if the other plays the first plan."""
        worth = [Fraction(0)] * self.form.sequences
        for seat in range(2):
            for ends, paid in self.payoffs[seat].items():
                worth[ends[seat]] += paid * self.prior[ends[1 - seat]]
        base = [0] * len(self.sets)
        for i, (before, first, count) in reversed(list(enumerate(self.sets))):
            base[i] = max(range(first, first + count), key=worth.__getitem__)
            worth[before] += worth[base[i]]
        return base

    def _weights(self) -> Any:
        """Return the weight of every sequence by columns; int object array of shape (sequences, columns)."""
        size, players = self.size, self.form.players
        weights = np.zeros((self.form.sequences, size + 2), object)
        weights[:players, size] = 1
        for (before, first, count), base in zip(self.sets, self.base, strict=True):
            weights[base] = weights[before]
            for s in range(first, first + count):
                if s != base:
                    weights[s, s - players] = 1
                    weights[base, s - players] -= 1
        return weights

    def table(self) -> Any:
        """Return the first table, an int object array of shape (choices, choices + 2)."""
        players = self.form.players
        worth = self._gradient()
        table = self.weights[players:].copy()
        for (before, first, count), base in reversed(list(zip(self.sets, self.base, strict=True))):
            value = worth[base].copy()
            value[base - players] += 1
            for s in range(first, first + count):
                if s != base:
                    table[s - players] = value - worth[s]
            worth[before] += value
        return table

    def _gradient(self) -> Any:
        """Return the payoff of every sequence without later choices, by columns, as whole numbers."""
        size = self.size
        worth = np.zeros((self.form.sequences, size + 2), object)
        for seat in range(2):
            unit = lcm(*(x.denominator for x in self.payoffs[seat].values())) * self.scale
            for ends, paid in self.payoffs[seat].items():
                mine, other = ends[seat], ends[1 - seat]
                factor, prior = int(paid * unit), int(paid * unit * self.prior[other])
                if factor:
                    worth[mine] += factor * self.weights[other]
                    worth[mine, size] -= prior
                    worth[mine, size + 1] += prior
        return worth

    def plan(self, path: "LemkePath") -> list[Fraction]:
        """Return the realization weights that a path has reached."""
        values, lost, none = path.table.values(), path.lost, Fraction(0)
        weights = [lost] * self.form.players + [values.get(k, none) for k in range(self.size)]
        return [x + (1 - lost) * first for x, first in zip(weights, self.prior, strict=True)]


class LemkePath:
    """A path of complementary pivots.

    Variable k is the weight of choice k, and variable ``size + k`` its regret. The last two variables are the
    weight that the first plans have lost, which enters first, and the weight that they still have.
    """

    def __init__(self, table: Any, base: Sequence[int]) -> None:
        """Begin with the table of a problem; the rows in `base` are weights, all others are regrets."""
        self.size = size = len(table)
        chosen = set(base)
        rows = [k if k in chosen else size + k for k in range(size)]
        columns = [size + k if k in chosen else k for k in range(size)]
        last = np.zeros((1, size + 2), object)
        last[0, size], last[0, size + 1] = -1, 1
        rest = 2 * size + 1
        self.table = PivotTable(np.concatenate([table, last]), [*rows, rest], [*columns, 2 * size], rest)
        self.entering = size

    @property
    def lost(self) -> Fraction:
        """The weight that the first plans have lost, 0 to 1."""
        return self.table.values().get(2 * self.size, Fraction(0))

    def step(self) -> bool:
        """Do one pivot; return whether the path has ended in an equilibrium."""
        row = self.table.leaving(self.entering)
        if row is None or self.table.rows[row] == 2 * self.size:
            raise Failure("Lemke's algorithm found no end of its path; choose the method cfr+")
        left, _ = self.table.pivot(row, self.entering)
        if left == 2 * self.size + 1:
            return True
        self.entering = self.table.columns.index((left + self.size) % (2 * self.size))
        return False
