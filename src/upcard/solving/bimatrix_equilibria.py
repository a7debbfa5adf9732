"""All equilibria of a matrix for two players, in fractions; some of them if the matrix is too large for all.

With payoffs above 0, the mixtures x of the row player whose weights hold the column player's payoffs to at
most 1 are a polytope, and so are those of the column player. A vertex has a label for each own action that it
does not use, and for each action of the other player that is a best reply to it. Two vertices that together
have all labels are an equilibrium once their weights are divided by their sums. These are the extreme
equilibria. All others are mixtures of them: if some rows' vertices all fit to some columns' vertices, then so
do all mixtures of both. Such convex sets that touch make a component.

Sources: D. Avis, G. Rosenberg, R. Savani, B. von Stengel, "Enumeration of Nash equilibria for two-player
games", Economic Theory 42, 2010; for large matrices C. E. Lemke, J. T. Howson, "Equilibrium points of
bimatrix games", 1964.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import lcm

import numpy as np

from upcard.engine.errors import Failure
from upcard.solving.pivoting import PivotTable

MOST_CELL_VISITS, MOST_PATH_CELLS, FEWEST_PATHS, MOST_SETS = 2_000_000, 30_000, 8, 500
"""Maximum number of vertices times cells that are visited, of paths times cells unless there are fewer than
the third number, and of convex sets of one component."""

# The chances of all actions of a player, 0 to 1, with the sum 1.
Mixture = tuple[Fraction, ...]
PayoffRows = Sequence[Sequence[Fraction]]


@dataclass(frozen=True)
class ConvexSet:
    """Equilibria in which both players mix some mixtures, each as they like."""

    rows: tuple[Mixture, ...]
    columns: tuple[Mixture, ...]
    """The mixtures of each player that are mixed; a single one each for an isolated equilibrium."""

    @property
    def is_point(self) -> bool:
        """Whether it is a single equilibrium."""
        return len(self.rows) == len(self.columns) == 1


@dataclass(frozen=True)
class BimatrixEquilibria:
    """Equilibria of a matrix."""

    components: tuple[tuple[ConvexSet, ...], ...]
    """The convex sets of each connected component; sets of one component touch or overlap."""
    is_complete: bool
    """Whether every equilibrium lies in one of these sets."""

    @property
    def extreme(self) -> list[tuple[Mixture, Mixture]]:
        """All extreme equilibria, sorted."""
        sets = [s for part in self.components for s in part]
        return sorted({pair for s in sets for pair in product(s.rows, s.columns)}, reverse=True)


def bimatrix_equilibria(
    row: PayoffRows, column: PayoffRows, most_cell_visits: int = MOST_CELL_VISITS
) -> BimatrixEquilibria:
    """Return all equilibria of a matrix, or some if it is too large.

    Parameters
    ----------
    row, column : sequence of sequence of Fraction
        Payoffs of the row and of the column player in each cell; all rows equally long.
    most_cell_visits : int
        Maximum number of vertices that are visited, times the number of cells.
    """
    rows, columns = _undominated(row, column)
    one, other = ([[matrix[i][j] for j in columns] for i in rows] for matrix in (row, column))
    pairs = _all_pairs(one, other, most_cell_visits)
    mixtures = _by_paths(one, other) if pairs is None else pairs
    whole = [(_spread(x, rows, len(row)), _spread(y, columns, len(row[0]))) for x, y in mixtures]
    components = tuple(_components(sorted(set(whole), reverse=True)))
    is_complete = pairs is not None and max(map(len, components)) <= MOST_SETS
    return BimatrixEquilibria(components, is_complete)


def _spread(mixture: Mixture, places: Sequence[int], length: int) -> Mixture:
    at = dict(zip(places, mixture, strict=True))
    return tuple(at.get(i, Fraction(0)) for i in range(length))


def _undominated(row: PayoffRows, column: PayoffRows) -> tuple[list[int], list[int]]:
    """Return the rows and columns that stay if strictly dominated ones are removed again and again."""
    rows, columns = list(range(len(row))), list(range(len(row[0])))
    before = 0, 0
    while before != (before := (len(rows), len(columns))):
        rows = [i for i in rows if not any(all(row[k][j] > row[i][j] for j in columns) for k in rows)]
        columns = [
            j for j in columns if not any(all(column[i][k] > column[i][j] for i in rows) for k in columns)
        ]
    return rows, columns


# ---- the vertices of both polytopes ----


def _polytope(
    payoffs: Sequence[Sequence[Fraction]], weights: Sequence[int], slacks: Sequence[int]
) -> PivotTable:
    """Return the table of the weights for which the other player's payoffs are at most 1.

    `payoffs` has a line for each action of the other player. Variables are named by their labels:
    `weights`, and `slacks` for what the payoffs lack to 1.
    """
    scale = lcm(*(x.denominator for line in payoffs for x in line))
    least = min(min(line) for line in payoffs)
    cells = [[-(int((x - least) * scale) + 1) for x in line] + [1] for line in payoffs]
    return PivotTable(np.array(cells, object), slacks, weights)


def _tables(row: PayoffRows, column: PayoffRows) -> tuple[PivotTable, PivotTable]:
    """Return the tables of the row player's and of the column player's weights."""
    height, width = len(row), len(row[0])
    rows, columns = list(range(height)), list(range(height, height + width))
    turned = [[column[i][j] for i in range(height)] for j in range(width)]
    return _polytope(turned, rows, columns), _polytope(row, columns, rows)


def _vertices(start: PivotTable, most: int) -> dict[tuple[Fraction, ...], int] | None:
    """Return the vertices but 0 as mixtures, with their labels as bits; None if there are too many."""
    actions, out = tuple(start.columns), dict[tuple[Fraction, ...], int]()
    seen, waiting = {frozenset(start.rows)}, [start]
    while waiting:
        table = waiting.pop()
        if len(seen) > most:
            return None
        _note(table, actions, out)
        basis = frozenset(table.rows)
        for column, entering in enumerate(table.columns):
            row = table.leaving(column)
            if row is not None and (after := basis - {table.rows[row]} | {entering}) not in seen:
                seen.add(after)
                neighbour = table.copy()
                neighbour.pivot(row, column)
                waiting.append(neighbour)
    return out


def _note(table: PivotTable, actions: Sequence[int], out: dict[tuple[Fraction, ...], int]) -> None:
    """Add the vertex of a table, unless it is 0."""
    values = table.values()
    weights = [values.get(x, Fraction(0)) for x in actions]
    total = sum(weights)
    if total:
        labels = sum(1 << x for x in table.columns) + sum(1 << x for x, y in values.items() if not y)
        out[tuple(x / total for x in weights)] = labels


def _all_pairs(
    row: PayoffRows, column: PayoffRows, most_cell_visits: int
) -> list[tuple[Mixture, Mixture]] | None:
    """Return all extreme equilibria; None if there are too many vertices."""
    most = max(most_cell_visits // (len(row) * len(row[0])), 1)
    first, second = _tables(row, column)
    xs = _vertices(first, most)
    ys = None if xs is None else _vertices(second, most)
    if xs is None or ys is None:
        return None
    everything = (1 << (len(row) + len(row[0]))) - 1
    by_labels: dict[int, list[Mixture]] = {}
    for y, labels in ys.items():
        by_labels.setdefault(labels, []).append(y)
    return [
        (x, y)
        for x, labels in xs.items()
        for others, fitting in by_labels.items()
        if labels | others == everything
        for y in fitting
    ]


# ---- some equilibria of a large matrix ----


def _by_paths(row: PayoffRows, column: PayoffRows) -> list[tuple[Mixture, Mixture]]:
    """Return the equilibria without mixing, and those at the ends of the paths from the first labels."""
    height, width = len(row), len(row[0])
    best_rows = [max(line[j] for line in row) for j in range(width)]
    pure = [
        (_pure(i, height), _pure(j, width))
        for i, j in product(range(height), range(width))
        if row[i][j] == best_rows[j] and column[i][j] == max(column[i])
    ]
    most = max(MOST_PATH_CELLS // (height * width), FEWEST_PATHS)
    return pure + [_path_end(row, column, label) for label in range(min(height + width, most))]


def _pure(which: int, length: int) -> Mixture:
    return tuple(Fraction(int(i == which)) for i in range(length))


def _path_end(row: PayoffRows, column: PayoffRows, missing: int) -> tuple[Mixture, Mixture]:
    """Return the equilibrium at the end of the path along which only the label `missing` may be missing."""
    tables, height = _tables(row, column), len(row)
    turn, entering = (0 if missing < height else 1), missing
    while True:
        table = tables[turn]
        place = table.columns.index(entering)
        leaving = table.leaving(place)
        if leaving is None:
            raise Failure("a path of Lemke and Howson has no end, though both polytopes are bounded")
        entering, _ = table.pivot(leaving, place)
        if entering == missing:
            break
        turn = 1 - turn
    x, y = (table.values() for table in tables)
    weights = [x.get(i, Fraction(0)) for i in range(height)]
    others = [y.get(j, Fraction(0)) for j in range(height, height + len(row[0]))]
    return tuple(w / sum(weights) for w in weights), tuple(w / sum(others) for w in others)


# ---- components ----


def _components(pairs: Sequence[tuple[Mixture, Mixture]]) -> Iterator[tuple[ConvexSet, ...]]:
    """Yield the convex sets of each component of extreme equilibria."""
    replies: dict[Mixture, list[Mixture]] = {}
    for x, y in pairs:
        replies.setdefault(x, []).append(y)
    waiting = list(replies)
    while waiting:
        group = [waiting.pop(0)]
        touched = set(replies[group[0]])
        while more := [x for x in waiting if touched & set(replies[x])]:
            group += more
            touched |= {y for x in more for y in replies[x]}
            waiting = [x for x in waiting if x not in more]
        yield _convex_sets({x: frozenset(replies[x]) for x in group})


def _convex_sets(replies: dict[Mixture, frozenset[Mixture]]) -> tuple[ConvexSet, ...]:
    """Return the largest convex sets of a component: pairs of sets of mixtures that all fit together.

    If there are more than ``MOST_SETS``, that many or more of them are returned, which have all mixtures.
    """
    closed = set(replies.values())
    waiting = list(closed)
    while waiting and len(closed) <= MOST_SETS:
        common = waiting.pop()
        more = {common & other for other in replies.values()} - closed - {frozenset()}
        closed |= more
        waiting += more
    sets = [ConvexSet(_sorted(x for x in replies if ys <= replies[x]), _sorted(ys)) for ys in closed]
    return tuple(sorted(sets, key=lambda s: (s.rows, s.columns), reverse=True))


def _sorted(mixtures: Iterable[Mixture]) -> tuple[Mixture, ...]:
    return tuple(sorted(mixtures, reverse=True))
