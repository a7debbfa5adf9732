"""Optimal mixtures of small matrix games in floating point, for strategies that solve many of them."""

from typing import Any

MOST = 7
LINE = 2 * MOST + 1
ROOM = (MOST + 1) * LINE + MOST
"""Number of scratch cells that :func:`solve_square` needs."""

SMALL = 1e-12
MOST_PIVOTS = 200


def solve_square(x: Any, cells: int, width: int, n: int, row: int, column: int, scratch: int) -> int:
    """Compute optimal mixtures of both players of a game with as many rows as columns.

    Parameters
    ----------
    x : table of fractions
        The payoffs, and room for the results and for scratch; modified in place.
    cells : int
        Position of the first payoff of the row player; the others follow row by row.
    width : int
        Distance between the first cells of two rows.
    n : int
        Number of rows, and of columns, at most ``MOST``.
    row, column : int
        Positions for the `n` probabilities of the rows and of the columns, 0 to 1 with the sum 1.
    scratch : int
        Position of ``ROOM`` cells for scratch.

    Returns
    -------
    int
        1 if a pure row and a pure column are optimal, else the number of pivots.

    Notes
    -----
    G. B. Dantzig's program in the tableau of :mod:`upcard.solving.matrix_game`. The caller accounts for
    rounding by adding up what the mixtures guarantee.
    """
    if is_pure(x, cells, width, n, row, column):
        return 1
    fill(x, cells, width, n, scratch)
    pivots = 0
    c = entering(x, n, scratch)
    while c >= 0 and pivots < MOST_PIVOTS:
        pivot(x, n, leaving(x, n, c, scratch), c, scratch)
        pivots += 1
        c = entering(x, n, scratch)
    read_off(x, n, row, column, scratch)
    return pivots


def is_pure(x: Any, cells: int, width: int, n: int, row: int, column: int) -> bool:
    """Whether a cell is minimal in its row and maximal in its column; then write this pure solution."""
    best = 0
    most = 0.0
    for i in range(n):
        least = x[cells + i * width]
        for j in range(n):
            least = min(least, x[cells + i * width + j])
        if i == 0 or least > most:
            most = least
            best = i
    for j in range(n):
        greatest = x[cells + j]
        for i in range(n):
            greatest = max(greatest, x[cells + i * width + j])
        if greatest <= most:
            for i in range(n):
                x[row + i] = 1.0 if i == best else 0.0
                x[column + i] = 1.0 if i == j else 0.0
            return True
    return False


def fill(x: Any, cells: int, width: int, n: int, scratch: int) -> int:
    """Fill the first tableau: payoffs raised above 0, slacks, limits of 1, the objective in the last line."""
    least = x[cells]
    for i in range(n):
        for j in range(n):
            least = min(least, x[cells + i * width + j])
    for i in range(n + 1):
        for j in range(LINE):
            x[scratch + i * LINE + j] = 0.0
    for i in range(n):
        for j in range(n):
            x[scratch + i * LINE + j] = x[cells + i * width + j] - least + 1.0
        x[scratch + i * LINE + n + i] = 1.0
        x[scratch + i * LINE + 2 * n] = 1.0
        x[scratch + n * LINE + i] = -1.0
        x[scratch + (MOST + 1) * LINE + i] = float(n + i)
    return 0


def entering(x: Any, n: int, scratch: int) -> int:
    """Return the first column that increases the objective; -1 if it is optimal."""
    for j in range(2 * n):
        if x[scratch + n * LINE + j] < -SMALL:
            return j
    return -1


def leaving(x: Any, n: int, c: int, scratch: int) -> int:
    """Return the row that limits column `c` most; on a tie, the one with the first column in the basis."""
    basis = scratch + (MOST + 1) * LINE
    r = -1
    least = 0.0
    for i in range(n):
        if x[scratch + i * LINE + c] > SMALL:
            limit = x[scratch + i * LINE + 2 * n] / x[scratch + i * LINE + c]
            if r < 0 or limit < least or (limit == least and x[basis + i] < x[basis + r]):
                r = i
                least = limit
    return r


def pivot(x: Any, n: int, r: int, c: int, scratch: int) -> int:
    """Bring column `c` into the basis at row `r`."""
    at = x[scratch + r * LINE + c]
    for j in range(2 * n + 1):
        x[scratch + r * LINE + j] /= at
    for i in range(n + 1):
        factor = x[scratch + i * LINE + c]
        if i != r and factor != 0.0:
            for j in range(2 * n + 1):
                x[scratch + i * LINE + j] -= factor * x[scratch + r * LINE + j]
    x[scratch + (MOST + 1) * LINE + r] = float(c)
    return 0


def read_off(x: Any, n: int, row: int, column: int, scratch: int) -> int:
    """Read both mixtures from the last tableau: weights of the basis, and prices below the slacks."""
    prices = 0.0
    weights = 0.0
    for i in range(n):
        x[column + i] = 0.0
    for i in range(n):
        x[row + i] = max(0.0, x[scratch + n * LINE + n + i])
        prices += x[row + i]
        k = int(x[scratch + (MOST + 1) * LINE + i])
        if k < n:
            x[column + k] = max(0.0, x[scratch + i * LINE + 2 * n])
            weights += x[column + k]
    for i in range(n):
        x[row + i] /= prices
        x[column + i] /= weights
    return 0
