"""Zero-sum matrix games: the value and a pair of optimal mixtures, in fractions.

A saddle point, the least cell of its row and the greatest of its column, solves the game. Otherwise the game
is a linear program. All payoffs are made positive. The columns get weights with the largest possible sum,
such that each row gets at most 1. The value is 1 over this sum, and the prices of the rows are the other
mixture (G. B. Dantzig, "A proof of the equivalence of the programming problem and the game problem", 1951).

Each player uses an optimal mixture that gains most if the other chooses at random, all actions with
equal probability (M. Dresher, "The Mathematics of Games of Strategy", 1961). No mixture dominates it, not
even weakly. So the pair is a trembling-hand perfect equilibrium (E. van Damme, "Stability and Perfection of
Nash Equilibria", 1991, section 3.2). In the linear program, this gain is a second objective, which decides
between solutions that are equally good by the first one.

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
    """Solve a matrix game exactly; both mixtures are undominated.

    Parameters
    ----------
    payoffs : sequence of sequence of Fraction or int
        Payoff of the row player in each cell; at least one row and one column, all rows equally long.
    """
    turned = [[-line[j] for line in payoffs] for j in range(len(payoffs[0]))]
    return _saddle(payoffs, turned) or _by_simplex(payoffs, turned)


def _saddle(payoffs: _Matrix, turned: _Matrix) -> MatrixSolution | None:
    """Return a solution in pure strategies, if there is one and no other solution can be better."""
    value = max(min(line) for line in payoffs)
    if max(min(line) for line in turned) < -value:
        return None
    i, j = _dominant(payoffs, turned, value), _dominant(turned, payoffs, -value)
    if i is None or j is None:
        return None
    return MatrixSolution(Fraction(value), _pure(i, len(payoffs)), _pure(j, len(turned)))


def _dominant(payoffs: _Matrix, turned: _Matrix, value: Fraction | int) -> int | None:
    """Return a row that dominates all rows of optimal mixtures; None if there is none.

    In a game with a saddle point, these rows have the value in every column that is optimal by itself.
    """
    optimal = [j for j, line in enumerate(turned) if min(line) == -value]
    rows = [i for i, line in enumerate(payoffs) if all(line[j] == value for j in optimal)]
    best = max(rows, key=lambda i: sum(payoffs[i]))
    is_best = all(x >= y for i in rows for x, y in zip(payoffs[best], payoffs[i], strict=True))
    return best if is_best else None


def _pure(which: int, length: int) -> tuple[Fraction, ...]:
    return tuple(Fraction(int(i == which)) for i in range(length))


def _by_simplex(payoffs: _Matrix, turned: _Matrix) -> MatrixSolution:
    scale = lcm(*(Fraction(x).denominator for line in payoffs for x in line))
    least = min(min(line) for line in payoffs)
    weights, prices = _heaviest(_positive(payoffs, scale))
    value = Fraction(1, scale) * (1 / sum(weights, Fraction(0)) - 1) + least
    if prices is None:
        prices, _ = _heaviest(_positive(turned, scale))
    row, column = (tuple(x / sum(chances) for x in chances) for chances in (prices, weights))
    return MatrixSolution(value, row, column)


def _positive(payoffs: _Matrix, scale: int) -> list[list[int]]:
    """Return the payoffs times `scale`, raised so that the least is 1."""
    least = min(min(line) for line in payoffs)
    return [[int((x - least) * scale) + 1 for x in line] for line in payoffs]


def _heaviest(cells: list[list[int]]) -> tuple[list[Fraction], list[Fraction] | None]:
    """Return the optimal weights of columns, and the prices of rows, which are None if there are several.

    Among several optimal weights, those with the least sum of all rows are best.
    """
    rows, columns = len(cells), len(cells[0])
    table = [line + [int(i == k) for k in range(rows)] + [1] for i, line in enumerate(cells)]
    basis = [columns + i for i in range(rows)]
    table.append([-1] * columns + [0] * (rows + 1))
    table.append([sum(line[j] for line in cells) for j in range(columns)] + [0] * (rows + 1))
    pivot = 1
    while (c := _entering(table)) is not None:
        limits = [(Fraction(x[-1], x[c]), basis[i], i) for i, x in enumerate(table[:-2]) if x[c] > 0]
        r = min(limits)[2]
        pivot = _turn(table, r, c, pivot)
        basis[r] = c
    weights = [Fraction(0)] * (columns + rows)
    for k, line in zip(basis, table, strict=False):
        weights[k] = Fraction(line[-1], pivot)
    is_unique = all(line[-1] > 0 for line in table[:-2])
    prices = [Fraction(x, pivot) for x in table[-2][columns:-1]]
    return weights[:columns], prices if is_unique else None


def _entering(table: list[list[int]]) -> int | None:
    """Return the first column that improves the first objective, or the second and not the first; or None."""
    goals = zip(table[-2][:-1], table[-1][:-1], strict=True)
    return next((k for k, goal in enumerate(goals) if goal < (0, 0)), None)


def _turn(table: list[list[int]], r: int, c: int, before: int) -> int:
    """Bring column `c` into the basis at row `r`, in place; return the new common denominator."""
    chosen = table[r]
    pivot = chosen[c]
    for i, line in enumerate(table):
        if i != r:
            factor = line[c]
            table[i] = [(x * pivot - factor * y) // before for x, y in zip(line, chosen, strict=True)]
    return pivot
