"""Pivots in whole numbers: a table that gives some variables, of 0 or more, by the others.

Every pivot divides by the pivot before it, which leaves no remainder (J. Edmonds, "Systems of distinct
representatives and linear algebra", 1967). If several variables become 0 at once, the lexicographic rule
chooses between them: that one would be the first if the k-th constant had begun a tiny bit larger, and each
bit were tiny compared with the one before (A. Charnes, 1952). So no path of pivots goes in a circle.

A constant may be a power series in a small number: then its coefficients follow each other in the table, and
the first one that differs decides.
"""

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np


class PivotTable:
    """Row variables as sums of column variables and a constant, all times one positive denominator."""

    def __init__(
        self, table: Any, rows: Sequence[int], columns: Sequence[int], steady: int | None = None
    ) -> None:
        """Begin with whole numbers, an object array of shape (rows, columns + terms), and names of variables.

        The last columns are the constants: one term, or all those of power series.
        `steady` is a row variable whose constant does not grow; it becomes 0 first if several do.
        """
        self.table, self.rows, self.columns = table, list(rows), list(columns)
        self.denominator, self.steady = 1, steady
        self.grown = tuple(x for x in rows if x != steady)

    def copy(self) -> "PivotTable":
        """Return a table that can be changed without changing this one; pivots replace the array."""
        twin = PivotTable(self.table, self.rows, self.columns, self.steady)
        twin.denominator, twin.grown = self.denominator, self.grown
        return twin

    def values(self) -> dict[int, Fraction]:
        """Return the values of the row variables, if all column variables are 0: first coefficients."""
        constants = self.table[:, len(self.columns)]
        return {x: Fraction(int(c), self.denominator) for x, c in zip(self.rows, constants, strict=True)}

    def series(self) -> dict[int, list[Fraction]]:
        """Return the values of the row variables as power series."""
        constants = self.table[:, len(self.columns) :]
        return {
            x: [Fraction(int(c), self.denominator) for c in line]
            for x, line in zip(self.rows, constants, strict=True)
        }

    def leaving(self, column: int) -> int | None:
        """Return the row that becomes 0 first when a column variable grows; None if none ever does."""
        falls, constants = self.table[:, column].tolist(), self.table[:, len(self.columns) :].tolist()
        best: list[int] = []
        for i, fall in enumerate(falls):
            if fall < 0:
                pairs = zip(constants[i], constants[best[0]], strict=True) if best else ()
                orders = (mine * falls[best[0]] - least * fall for mine, least in pairs)
                order = next((x for x in orders if x), 0) if best else 1
                best = [i] if order > 0 else [*best, i] if order == 0 else best
        if len(best) < 2:
            return best[0] if best else None
        steady = [i for i in best if self.rows[i] == self.steady]
        return steady[0] if steady else self._lexicographic(best, falls)

    def _lexicographic(self, best: list[int], falls: Sequence[int]) -> int:
        """Return the row of `best` that would become 0 first if the constants had begun a bit larger."""
        places = {x: j for j, x in enumerate(self.columns)}
        at = {x: i for i, x in enumerate(self.rows)}
        for x in self.grown:
            if x in places:
                grown = {i: int(self.table[i, places[x]]) for i in best}
            else:
                grown = {i: -self.denominator * (at[x] == i) for i in best}
            ratios = {i: Fraction(grown[i], falls[i]) for i in best}
            least = min(ratios.values())
            best = [i for i in best if ratios[i] == least]
            if len(best) == 1:
                break
        return best[0]

    def pivot(self, row: int, column: int) -> tuple[int, int]:
        """Exchange a row with a column variable; return the one that left and the one that entered."""
        line, entry = self.table[row].copy(), self.table[:, column].copy()
        pivot = -line[column]
        block = np.ix_(np.flatnonzero(entry), np.flatnonzero(line))
        changed = (pivot * self.table[block] + entry[block[0]] * line[block[1]]) // self.denominator
        self.table = (
            self.table.copy() if pivot == self.denominator else pivot * self.table // self.denominator
        )
        self.table[block] = changed
        self.table[:, column] = -entry
        self.table[row] = line
        self.table[row, column] = -self.denominator
        self.denominator = pivot
        left, entered = self.rows[row], self.columns[column]
        self.rows[row], self.columns[column] = entered, left
        return left, entered
