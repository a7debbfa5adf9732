"""An exact equilibrium of any tree for two players, by Lemke's algorithm on the sequence form.

Both players begin with a plan in which they make every choice, and give it less and less weight. At each
moment the rest of their weight is on best responses to the plans that result. So each choice has its minimum
weight, or its regret is 0: a linear complementarity problem. Where a weight reaches its minimum or a regret
becomes 0, its partner begins to change. Once the first plans have no weight left, the rest is an equilibrium.
The path cannot end earlier, and the lexicographic rule keeps it from going in a circle.

The minimum weight of a choice is a small number to the power of the choices that lead to it. So players make
every mistake now and then. As the small number tends to 0, the equilibria tend to a quasi-perfect one, which
plays well after mistakes too; see :mod:`upcard.solving.quasi_perfect`. All numbers are power series in the
small number, so no number has to be small enough.

Sources: C. E. Lemke, 1965; D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for
extensive two-person games", Games and Economic Behavior 14, 1996; B. von Stengel, A. van den Elzen,
D. Talman, "Computing normal form perfect equilibria for extensive two-person games", Econometrica 70, 2002;
P. B. Miltersen, T. B. Sørensen, "Computing a quasi-perfect equilibrium of a two-player game", Economic
Theory 42, 2010, for the minimum weights.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from itertools import pairwise
from math import lcm
from random import Random
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import SEATS, AnyIntArray
from upcard.solving.pivoting import PivotTable
from upcard.solving.quasi_perfect import PowerSeries, limit_strategy, tremble_powers
from upcard.solving.sequence_form import SequenceForm, exact_payoffs
from upcard.solving.solver_contract import Aim, Answer, Solver, no_progress

MOST_ON_PATH = 400
"""Maximum number of sequences for which other methods fall back to this one; it then takes some seconds."""

RANDOM_BITS = 5
"""Number of bits by which the denominators of random plans are longer than the number of choices."""

MOST_PLANS = 20
"""Maximum number of first plans that are tried."""

SequencePayoffs = Mapping[tuple[int, ...], Fraction]
"""The payoffs of a player times chance, by the last sequence of both players."""

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
    path, is_whole = LemkePath(problem_of(form)), True
    try:
        path = ended_path(form, path, aim.on_step)
        exact = path.limit()
    except KeyboardInterrupt:
        exact, is_whole = form.exact_strategy(path.plan()), False
    strategy = np.array([float(x) for x in exact])
    return Answer(
        strategy,
        exact=exact if aim.is_exact and is_whole else None,
        is_whole=is_whole,
        is_rational_everywhere=is_whole,
    )


def ended_path(form: SequenceForm, path: "LemkePath", on_step: OnProgress) -> "LemkePath":
    """Return a path that has ended in an equilibrium: this one, or one from other first plans.

    Raises
    ------
    Failure
        If the paths from ``MOST_PLANS`` first plans have no end.
    """
    for attempt in range(1, MOST_PLANS + 1):
        try:
            while not path.step():
                on_step("Lemke's algorithm", float(path.lost))
        except NoEnd:
            if attempt == MOST_PLANS:
                raise
            path = LemkePath(problem_of(form, attempt))
        else:
            break
    return path


def problem_of(form: SequenceForm, attempt: int = 0) -> "LemkeProblem":
    """Return the problem of a game for two in sequence form; other attempts begin with other plans."""
    payoffs = [exact_payoffs(form, p) for p in range(SEATS)]
    return LemkeProblem((form.before, form.first, form.count), payoffs, attempt)


class NoEnd(Failure):
    """A path of Lemke's algorithm has no end."""


def quasi_perfect(form: SequenceForm, on_step: OnProgress = no_progress) -> tuple[Fraction, ...]:
    """Return the probabilities of all choices in a quasi-perfect equilibrium, information set by set.

    `on_step` is called after each pivot; it may raise ``KeyboardInterrupt``.
    """
    return ended_path(form, LemkePath(problem_of(form)), on_step).limit()


class LemkeProblem:
    """The first table of a game: a row and a column for each choice, with one *base* choice at each set.

    Rows are the weights of base choices and the regrets of the others, at first. Columns are the regrets of
    base choices and the weights of the others. Weights are counted from their minimum. The last columns are
    the weight that the first plans have lost, and the constants, which are power series. Base choices are
    best responses to the first plans.
    """

    def __init__(
        self,
        sets: tuple[AnyIntArray, AnyIntArray, AnyIntArray],
        payoffs: Sequence[SequencePayoffs],
        attempt: int = 0,
    ) -> None:
        """Begin with the arrays before, first and count of the information sets, and the payoffs of both.

        Sequences 0 and 1 are the empty ones of the players; those of the choices follow, set by set.
        """
        before, first, count = (np.asarray(x) for x in sets)
        self.payoffs, self.count, self.size = payoffs, count, int(count.sum())
        self.sets = list(zip(before.tolist(), first.tolist(), count.tolist(), strict=True))
        self.powers = [1 + p for p in tremble_powers(before, first, count, SEATS + self.size).tolist()]
        self.terms = 1 + max(self.powers)
        self.prior, self.base, self.table = self._first_table(attempt)

    def _first_table(self, first: int) -> tuple[list[Fraction], list[int], Any]:
        """Return first plans, their best responses and the table in which no constant is negative.

        If a choice is best by mere equality with others, small weights can make it worse. Random first plans
        leave no such equalities, but those of choices that are worth the same against every plan.
        """
        luck = Random(first - 1) if first else None
        for attempt in range(first, first + MOST_PLANS):
            prior = self._prior(luck)
            base = self._best_responses(prior)
            table = self._table(prior, base)
            if not any(next((x for x in line if x), 0) < 0 for line in table[:, self.size + 1 :].tolist()):
                return prior, base, table
            luck = Random(attempt)
        raise Failure("Lemke's algorithm found no plans to begin with; choose the method cfr+")

    def _prior(self, luck: Random | None) -> list[Fraction]:
        """Return the weights of plans in which all choices are equally likely, or random."""
        prior = [Fraction(1)] * (SEATS + self.size)
        for before, first, count in self.sets:
            shares = [Fraction(1, count)] * count
            if luck is not None:
                unit = 1 << (count.bit_length() + RANDOM_BITS)
                cuts = [0, *sorted(luck.sample(range(1, unit), count - 1)), unit]
                shares = [Fraction(y - x, unit) for x, y in pairwise(cuts)]
            prior[first : first + count] = [prior[before] * x for x in shares]
        return prior

    def _best_responses(self, prior: list[Fraction]) -> list[int]:
        """Return a best choice at each information set, as a sequence, if the other plays the first plan."""
        worth = [Fraction(0)] * len(prior)
        for seat in range(SEATS):
            for ends, paid in self.payoffs[seat].items():
                worth[ends[seat]] += paid * prior[ends[1 - seat]]
        base = [0] * len(self.sets)
        for i, (before, first, count) in reversed(list(enumerate(self.sets))):
            base[i] = max(range(first, first + count), key=worth.__getitem__)
            worth[before] += worth[base[i]]
        return base

    def weights(self, base: list[int]) -> Any:
        """Return the weight of every sequence by columns; int object array of shape (sequences, columns)."""
        size = self.size
        weights = np.zeros((SEATS + size, size + 1 + self.terms), object)
        weights[:SEATS, size] = weights[:SEATS, size + 1 + self.powers[0]] = 1
        for (before, first, count), chosen in zip(self.sets, base, strict=True):
            weights[chosen] = weights[before]
            for s in range(first, first + count):
                if s != chosen:
                    weights[s, s - SEATS] = weights[s, size + 1 + self.powers[s]] = 1
                    weights[chosen] -= weights[s]
        return weights

    def _table(self, prior: list[Fraction], base: list[int]) -> Any:
        """Return the first table, an int object array of shape (choices, choices + 1 + terms)."""
        weights = self.weights(base)
        worth = self._gradient(prior, weights)
        table = weights[SEATS:].copy()
        for (before, first, count), chosen in reversed(list(zip(self.sets, base, strict=True))):
            value = worth[chosen].copy()
            value[chosen - SEATS] += 1
            for s in range(first, first + count):
                if s != chosen:
                    table[s - SEATS] = value - worth[s]
            table[chosen - SEATS, self.size + 1 + self.powers[chosen]] -= 1
            worth[before] += value
        return table

    def _gradient(self, prior: list[Fraction], weights: Any) -> Any:
        """Return the payoff of every sequence without later choices, by columns, as whole numbers."""
        size, scale = self.size, lcm(*(x.denominator for x in prior))
        worth = np.zeros_like(weights)
        for seat in range(SEATS):
            unit = lcm(*(x.denominator for x in self.payoffs[seat].values())) * scale
            for ends, paid in self.payoffs[seat].items():
                mine, other = ends[seat], ends[1 - seat]
                factor, first = int(paid * unit), int(paid * unit * prior[other])
                if factor:
                    worth[mine] += factor * weights[other]
                    worth[mine, size] -= first
                    worth[mine, size + 1] += first
                    worth[mine, size + 1 + self.powers[0]] -= first
        return worth


class LemkePath:
    """A path of complementary pivots.

    Variable k is the weight of choice k, and variable ``size + k`` its regret. The last two variables are the
    weight that the first plans have lost, which enters first, and the weight that they still have.
    """

    def __init__(self, problem: LemkeProblem) -> None:
        self.problem, self.size = problem, problem.size
        size, chosen = self.size, {s - SEATS for s in problem.base}
        rows = [k if k in chosen else size + k for k in range(size)]
        columns = [size + k if k in chosen else k for k in range(size)]
        last = np.zeros((1, size + 1 + problem.terms), object)
        last[0, size], last[0, size + 1], last[0, size + 1 + problem.powers[0]] = -1, 1, -1
        rest = 2 * size + 1
        self.table = PivotTable(
            np.concatenate([problem.table, last]), [*rows, rest], [*columns, 2 * size], rest
        )
        self.entering = size

    @property
    def lost(self) -> Fraction:
        """The weight that the first plans have lost, 0 to 1."""
        return self.table.values().get(2 * self.size, Fraction(0))

    def plan(self) -> list[Fraction]:
        """Return the realization weights that the path has reached, without the minimum weights."""
        values, lost, none = self.table.values(), self.lost, Fraction(0)
        weights = [lost] * SEATS + [values.get(k, none) for k in range(self.size)]
        return [x + (1 - lost) * first for x, first in zip(weights, self.problem.prior, strict=True)]

    def series(self) -> PowerSeries:
        """Return the realization weights of all choices at the end as power series, (choices, terms)."""
        values, powers = self.table.series(), self.problem.powers[SEATS:]
        weights = np.zeros((self.size, self.problem.terms), object)
        for k, power in enumerate(powers):
            weights[k] = values.get(k, 0)
            weights[k, power] += 1
        return weights

    def limit(self) -> tuple[Fraction, ...]:
        """Return the probabilities of all choices to which the equilibrium at the end of the path tends."""
        return tuple(Fraction(x) for x in limit_strategy(self.series(), self.problem.count))

    def step(self) -> bool:
        """Do one pivot; return whether the path has ended in an equilibrium."""
        row = self.table.leaving(self.entering)
        if row is None or self.table.rows[row] == 2 * self.size:
            raise NoEnd("Lemke's algorithm found no end of its path; choose the method cfr+")
        left, _ = self.table.pivot(row, self.entering)
        if left == 2 * self.size + 1:
            return True
        self.entering = self.table.columns.index((left + self.size) % (2 * self.size))
        return False
