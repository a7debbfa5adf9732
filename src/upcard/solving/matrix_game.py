"""Zero-sum matrix games: the value and a pair of optimal mixtures, in fractions.

A saddle point, the least cell of its row and the greatest of its column, solves the game. Otherwise the game
is a linear program. All payoffs are made positive. The columns get weights with the largest possible sum,
such that each row gets at most 1. The value is 1 over this sum, and the prices of the rows are the other
mixture (G. B. Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951).

The simplex method solves it in whole numbers only: every pivot divides by the pivot before it, which leaves
no remainder (J. Edmonds, "Systems of distinct representatives and linear algebra", 1967; D. Avis's lrs does
the same). If several columns or rows qualify, the first is taken, which never cycles (R. G. Bland, "New
finite pivoting rules for the simplex method", 1977).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

_Matrix = Sequence[Sequence[Fraction | int]]


@dataclass(frozen=True)
class MatrixSolution:
    """The value of a matrix game and a pair of optimal mixtures."""

    value: Fraction
    """Expected payoff of the row player."""
    row: tuple[Fraction, ...]
    column: tuple[Fraction, ...]
    """Chances of all rows and of all columns, 0 to 1, with the sum 1."""


def solve_matrix(payoffs: _Matrix) -> MatrixSolution:
    """Solve a matrix game exactly.

    Parameters
    ----------
    payoffs : sequence of sequence of Fraction or int
        Payoff of the row player in each cell; at least one row and one column, all rows equally long.
    """
    return _saddle(payoffs) or _by_simplex(payoffs)


def _saddle(payoffs: _Matrix) -> MatrixSolution | None:
    """Return a solution in pure strategies, if there is one."""
    least = [min(line) for line in payoffs]
    columns = range(len(payoffs[0]))
    greatest = [max(line[j] for line in payoffs) for j in columns]
    if max(least) < min(greatest):
        return None
    value = max(least)
    i, j = least.index(value), greatest.index(value)
    return MatrixSolution(Fraction(value), _pure(i, len(payoffs)), _pure(j, len(columns)))


def _pure(which: int, length: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(i == which)) for i in range(length))


def _by_simplex(payoffs: _Matrix) -> MatrixSolution:
    scale = lcm(*(Fraction(x).denominator for line in payoffs for x in line))
    least = min(min(line) for line in payoffs)
    cells = [[int((x - least) * scale) + 1 for x in line] for line in payoffs]
    weights, prices, total = _heaviest(cells)
    value = Fraction(1, scale) * (1 / total - 1) + least
    return MatrixSolution(value, tuple(x / total for x in prices), tuple(x / total for x in weights))


def _heaviest(cells: list[list[int]]) -> tuple[list[Fraction], list[Fraction], Fraction]:
    """Return the optimal weights of columns, the prices of rows, and the sum of the weights."""
    rows, columns = len(cells), len(cells[0])
    table = [line + [int(i == k) for k in range(rows)] + [1] for i, line in enumerate(cells)]
    goal = [-1] * columns + [0] * rows + [0]
    basis = [columns + i for i in range(rows)]
    table.append(goal)
    pivot = 1
    while (c := next((k for k, x in enumerate(table[-1][:-1]) if x < 0), None)) is not None:
        limits = [(Fraction(x[-1], x[c]), basis[i], i) for i, x in enumerate(table[:-1]) if x[c] > 0]
        r = min(limits)[2]
        pivot = _turn(table, r, c, pivot)
        basis[r] = c
    weights = [Fraction(0)] * (columns + rows)
    for k, line in zip(basis, table, strict=False):
        weights[k] = Fraction(line[-1], pivot)
    prices = [Fraction(x, pivot) for x in table[-1][columns:-1]]
    return weights[:columns], prices, Fraction(table[-1][-1], pivot)


def _turn(table: list[list[int]], r: int, c: int, before: int) -> int:
    """Bring column `c` into the basis at row `r`, in place; return the new common denominator."""
    chosen = table[r]
    pivot = chosen[c]
    for i, line in enumerate(table):
        if i != r:
            factor = line[c]
            table[i] = [(x * pivot - factor * y) // before for x, y in zip(line, chosen, strict=True)]
    return pivot
