"""An exact equilibrium of any tree for two players, by Lemke's algorithm on the sequence form.

Both players begin with the plan in which all their choices are equally likely, and give it less and less
weight. At each moment the rest of their weight is on best responses to the plans that result. So each choice
has the weight 0, or its regret is 0: a linear complementarity problem. Where a weight or a regret becomes 0,
its partner begins to change. Once the first plans have no weight left, the rest is an equilibrium. The path
cannot end earlier, and the lexicographic rule keeps it from going in a circle.

All numbers are whole: every pivot divides by the pivot before it, which leaves no remainder.

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
    problem, is_whole = _Problem(form), True
    path = LemkePath(problem.table(), [s - form.players for s in problem.base])
    try:
        while not path.step():
            aim.on_step("Lemke's algorithm", float(path.lost))
    except KeyboardInterrupt:
        is_whole = False
    exact = form.exact_strategy(problem.plan(path))
    strategy = np.array([float(x) for x in exact])
    return Answer(strategy, exact=exact if aim.is_exact and is_whole else None, is_whole=is_whole)


class _Problem:
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
        weights = [path.lost] * self.form.players + [path.value(k) for k in range(self.size)]
        return [x + (1 - path.lost) * first for x, first in zip(weights, self.prior, strict=True)]


class LemkePath:
    """A path of complementary pivots, as a table that gives the row variables by the column variables.

    Variable k is the weight of choice k, and variable ``size + k`` its regret. The last two variables are the
    weight that the first plans have lost, which enters first, and the weight that they still have.
    """

    def __init__(self, table: Any, base: Sequence[int]) -> None:
        """Begin with the table of a problem; the rows in `base` are weights, all others are regrets."""
        self.size = size = len(table)
        chosen = set(base)
        self.rows = [k if k in chosen else size + k for k in range(size)]
        self.columns = [size + k if k in chosen else k for k in range(size)]
        self.started = tuple(self.rows)
        last = np.zeros((1, size + 2), object)
        last[0, size], last[0, size + 1] = -1, 1
        self.table = np.concatenate([table, last])
        self.rows.append(2 * size + 1)
        self.columns.append(2 * size)
        self.denominator, self.entering = 1, size

    @property
    def lost(self) -> Fraction:
        """The weight that the first plans have lost, 0 to 1."""
        return self.value(2 * self.size)

    def value(self, variable: int) -> Fraction:
        """Return the value of a variable."""
        if variable not in self.rows:
            return Fraction(0)
        return Fraction(int(self.table[self.rows.index(variable), -1]), self.denominator)

    def step(self) -> bool:
        """Do one pivot; return whether the path has ended in an equilibrium."""
        row = self._leaving()
        before, after = self.rows[row], self.columns[self.entering]
        self._pivot(row)
        self.rows[row], self.columns[self.entering] = after, before
        if before == 2 * self.size + 1:
            return True
        self.entering = self.columns.index((before + self.size) % (2 * self.size))
        return False

    def _leaving(self) -> int:
        """Return the row that becomes 0 first; of several, the last row or the lexicographic minimum."""
        falls = self.table[:, self.entering]
        rows = [i for i in range(self.size + 1) if falls[i] < 0 and self.rows[i] != 2 * self.size]
        if not rows:
            raise Failure("Lemke's algorithm found no end of its path; choose the method cfr+")
        best = [rows[0]]
        for i in rows[1:]:
            order = self.table[i, -1] * falls[best[0]] - self.table[best[0], -1] * falls[i]
            best = [i] if order > 0 else [*best, i] if order == 0 else best
        return self.size if self.size in best else self._lexicographic(best)

    def _lexicographic(self, rows: list[int]) -> int:
        """Return the row that would become 0 first if row k had begun with one more k-th tiny number."""
        places = {x: j for j, x in enumerate(self.columns)}
        at = {x: i for i, x in enumerate(self.rows)}
        falls = self.table[:, self.entering]
        for x in self.started:
            if len(rows) == 1:
                break
            gains = {
                i: self.table[i, places[x]] if x in places else -self.denominator * (at[x] == i) for i in rows
            }
            ratios = {i: Fraction(int(gain), int(falls[i])) for i, gain in gains.items()}
            least = min(ratios.values())
            rows = [i for i in rows if ratios[i] == least]
        return rows[0]

    def _pivot(self, row: int) -> None:
        """Exchange a row variable with the entering column variable."""
        line, column = self.table[row].copy(), self.table[:, self.entering].copy()
        pivot = -line[self.entering]
        block = np.ix_(np.flatnonzero(column), np.flatnonzero(line))
        changed = (pivot * self.table[block] + column[block[0]] * line[block[1]]) // self.denominator
        if pivot != self.denominator:
            self.table = pivot * self.table // self.denominator
        self.table[block] = changed
        self.table[:, self.entering] = -column
        self.table[row] = line
        self.table[row, self.entering] = -self.denominator
        self.denominator = pivot
