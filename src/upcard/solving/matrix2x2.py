"""Games of two players with two actions each: equilibria, dominance and security levels, in fractions.

Both players choose action 0 or 1 at the same time; a cell is the pair of actions.

All Nash equilibria are found, not only the isolated ones. Against the column player's chance y of action 0,
the row player's gain of action 0 over action 1 is a straight line in y. Where it is positive, the row player
must play 0; where it is negative, 1; where it is zero, any mixture is a best reply. So the best replies are
at most three rectangles in the square of the two chances, and so are the column player's. The equilibria are
the intersection of both: again rectangles, which may be points, segments or the whole square (J. Nash,
"Non-cooperative games", 1951; that the equilibria of a bimatrix game are a finite union of such convex sets:
C. B. Millham, "On Nash subsets of bimatrix games", 1974).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import NamedTuple

ROW, COLUMN = 0, 1
CELLS = ((0, 0), (0, 1), (1, 0), (1, 1))

STRICT, WEAK = "strict", "weak"

MatrixCell = tuple[int, int]
Payoffs = tuple[tuple[Fraction, Fraction], tuple[Fraction, Fraction]]
ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Interval:
    """A closed interval of chances; a single chance if both ends are equal."""

    low: Fraction
    high: Fraction
    """Both ends, which belong to the interval."""

    def __contains__(self, x: Fraction) -> bool:
        """Return whether a chance lies in the interval."""
        return self.low <= x <= self.high

    def meet(self, other: "Interval") -> "Interval | None":
        """Return the intersection of two intervals; None if it is empty."""
        low, high = max(self.low, other.low), min(self.high, other.high)
        return Interval(low, high) if low <= high else None

    def covers(self, other: "Interval") -> bool:
        """Return whether all of another interval lies in this one."""
        return self.low <= other.low and other.high <= self.high


ANY, NEVER, ALWAYS = Interval(ZERO, ONE), Interval(ZERO, ZERO), Interval(ONE, ONE)


@dataclass(frozen=True)
class Rectangle:
    """Strategies of both players, each from an interval and in any combination."""

    row: Interval
    column: Interval
    """Each player's chances of action 0."""

    @property
    def is_point(self) -> bool:
        """Whether the rectangle is a single pair of strategies."""
        return self.row.low == self.row.high and self.column.low == self.column.high

    @property
    def dimension(self) -> int:
        """0 for a point, 1 for a segment, 2 for an area."""
        return (self.row.low < self.row.high) + (self.column.low < self.column.high)

    def meet(self, other: "Rectangle") -> "Rectangle | None":
        """Return the intersection of two rectangles; None if it is empty."""
        row, column = self.row.meet(other.row), self.column.meet(other.column)
        return None if row is None or column is None else Rectangle(row, column)

    def covers(self, other: "Rectangle") -> bool:
        """Return whether all of another rectangle lies in this one."""
        return self.row.covers(other.row) and self.column.covers(other.column)

    def contains(self, x: Fraction, y: Fraction) -> bool:
        """Return whether the chances `x` of the row and `y` of the column player lie in the rectangle."""
        return x in self.row and y in self.column


@dataclass(frozen=True)
class Bimatrix:
    """A game of two players with two actions each, as exact payoffs."""

    row: Payoffs
    column: Payoffs
    """Payoffs of each player: ``row[i][j]`` is the row player's payoff for action i against action j of the
    column player."""

    def payoff(self, player: int, cell: MatrixCell) -> Fraction:
        """Return the payoff of a player, 0 or 1, in a cell."""
        return (self.row, self.column)[player][cell[0]][cell[1]]

    def gain(self, player: int, other: Fraction) -> Fraction:
        """Return the gain of action 0 over 1 for a player, if the other plays 0 with chance `other`."""
        first, second = (self.advantage(player, theirs) for theirs in (0, 1))
        return other * first + (1 - other) * second

    def advantage(self, player: int, theirs: int) -> Fraction:
        """Return how much better action 0 is than action 1 for a player, if the other chooses `theirs`."""
        mine, other = (_cell(player, a, theirs) for a in (0, 1))
        return self.payoff(player, mine) - self.payoff(player, other)

    def transposed(self) -> "Bimatrix":
        """Return the same game with the players exchanged."""
        return bimatrix(*([self.payoff(1 - p, (j, i)) for i, j in CELLS] for p in (ROW, COLUMN)))

    def rotated(self, cell: MatrixCell) -> "Bimatrix":
        """Return the game with the two payoffs of a cell exchanged."""
        return bimatrix(*([self.payoff(1 - p if c == cell else p, c) for c in CELLS] for p in (ROW, COLUMN)))


def bimatrix(row: Sequence[Fraction | int], column: Sequence[Fraction | int]) -> Bimatrix:
    """Make a game from its payoffs in the order of ``CELLS``: (0, 0), (0, 1), (1, 0), (1, 1)."""
    return Bimatrix(_square(row), _square(column))


def _square(payoffs: Sequence[Fraction | int]) -> Payoffs:
    a, b, c, d = (Fraction(x) for x in payoffs)
    return ((a, b), (c, d))


def _cell(player: int, mine: int, theirs: int) -> MatrixCell:
    """Return the cell of a player's action `mine` and the other player's action `theirs`."""
    return (mine, theirs) if player == ROW else (theirs, mine)


# ---- equilibria ----


def equilibria(game: Bimatrix) -> tuple[Rectangle, ...]:
    """Return all Nash equilibria of a game, as the fewest rectangles; none lies inside another.

    They are sorted by the row player's chances of action 0, then by the column player's.
    """
    row_replies = [Rectangle(mine, theirs) for mine, theirs in _replies(game, ROW)]
    column_replies = [Rectangle(theirs, mine) for mine, theirs in _replies(game, COLUMN)]
    common = {r for a in row_replies for b in column_replies if (r := a.meet(b)) is not None}
    largest = [r for r in common if not any(q != r and q.covers(r) for q in common)]
    return tuple(sorted(largest, key=lambda r: (r.row.low, r.row.high, r.column.low, r.column.high)))


def _replies(game: Bimatrix, player: int) -> Iterator[tuple[Interval, Interval]]:
    """Yield a player's best replies: intervals of their own chances, each with the other's chances."""
    for mine, theirs in (
        (ALWAYS, _where(game, player, 1)),
        (NEVER, _where(game, player, -1)),
        (ANY, _where(game, player, 0)),
    ):
        if theirs is not None:
            yield mine, theirs


def _where(game: Bimatrix, player: int, sign: int) -> Interval | None:
    """Return the other's chances for which a player's gain is at least 0 (1), at most 0 (-1), or 0 (0)."""
    after_first, after_second = game.advantage(player, 0), game.advantage(player, 1)
    ends = [x for x, gain in ((ZERO, after_second), (ONE, after_first)) if gain == 0 or gain * sign > 0]
    if after_first * after_second < 0:
        ends.append(after_second / (after_second - after_first))
    return Interval(min(ends), max(ends)) if ends else None


def components(game: Bimatrix) -> tuple[tuple[Rectangle, ...], ...]:
    """Return the equilibria in connected sets: one inner tuple for each set."""
    sets: list[list[Rectangle]] = []
    for r in equilibria(game):
        touching = [c for c in sets if any(q.meet(r) is not None for q in c)]
        sets = [c for c in sets if c not in touching]
        sets.append(sorted([q for c in touching for q in c] + [r], key=lambda q: (q.row.low, q.column.low)))
    return tuple(tuple(c) for c in sets)


def pure_equilibria(game: Bimatrix) -> tuple[MatrixCell, ...]:
    """Return the cells that neither player gains by leaving while the other stays."""
    return tuple(
        c for c in CELLS if c[0] in best_replies(game, ROW, c[1]) and c[1] in best_replies(game, COLUMN, c[0])
    )


# ---- best replies and dominance ----


def best_replies(game: Bimatrix, player: int, theirs: int) -> tuple[int, ...]:
    """Return the best actions of a player when the other chooses `theirs`: both if they are equal."""
    gain = game.advantage(player, theirs)
    return (0, 1) if gain == 0 else (0,) if gain > 0 else (1,)


@dataclass(frozen=True)
class Dominance:
    """Dominance of an action: it is never worse than the other action, and better at least once."""

    action: int
    """The better action."""
    kind: str
    """``STRICT`` if it is always better, else ``WEAK``."""


def dominance(game: Bimatrix, player: int) -> Dominance | None:
    """Return the dominance between a player's actions; None if neither dominates the other."""
    gains = [game.advantage(player, theirs) for theirs in (0, 1)]
    if not any(gains) or min(gains) < 0 < max(gains):
        return None
    return Dominance(0 if max(gains) > 0 else 1, STRICT if all(gains) else WEAK)


# ---- efficiency and security ----


def efficient_cells(game: Bimatrix) -> tuple[MatrixCell, ...]:
    """Return the Pareto-efficient cells: no other is as good for both players and better for one."""
    return tuple(c for c in CELLS if not any(_improves(game, other, c) for other in CELLS))


def improvement(game: Bimatrix, cell: MatrixCell) -> MatrixCell | None:
    """Return the cell that is better for one player than `cell` and no worse for the other; None if none is.

    If there are several, the player who gains less gains most in the returned one.
    """

    def gains(other: MatrixCell) -> tuple[Fraction, Fraction]:
        least, most = sorted(game.payoff(p, other) - game.payoff(p, cell) for p in (ROW, COLUMN))
        return least, most

    return max((c for c in CELLS if _improves(game, c, cell)), key=gains, default=None)


class Dilemma(NamedTuple):
    """The two cells of a dilemma: the only pure equilibrium, and the best cell that both prefer to it."""

    stable: MatrixCell
    better: MatrixCell


def dilemma(game: Bimatrix) -> Dilemma | None:
    """Return the cells of a dilemma; None if both players prefer no cell to the only pure equilibrium."""
    stable = pure_equilibria(game)
    better = improvement(game, stable[0]) if len(stable) == 1 else None
    if better is None or not _both_prefer(game, better, stable[0]):
        return None
    return Dilemma(stable[0], better)


def _improves(game: Bimatrix, cell: MatrixCell, on: MatrixCell) -> bool:
    """Return whether a cell is at least as good as `on` for both players and better for one."""
    gains = [game.payoff(p, cell) - game.payoff(p, on) for p in (ROW, COLUMN)]
    return min(gains) >= 0 and max(gains) > 0


@dataclass(frozen=True)
class SecurityLevel:
    """The payoff that a player can guarantee, whatever the other does."""

    value: Fraction
    """The guaranteed payoff."""
    chances: Interval
    """The chances of action 0 that guarantee it."""


def maximin(game: Bimatrix, player: int) -> SecurityLevel:
    """Return the payoff that a player can guarantee by mixing, and how (J. von Neumann, 1928)."""
    after_first, after_second = (
        [game.payoff(player, _cell(player, mine, theirs)) for mine in (0, 1)] for theirs in (0, 1)
    )
    slope = (after_first[0] - after_second[0]) - (after_first[1] - after_second[1])
    chances = [ZERO, ONE]
    if slope != 0 and (crossing := (after_second[1] - after_first[1]) / slope) in ANY:
        chances.append(crossing)
    sure = {x: min(x * g[0] + (1 - x) * g[1] for g in (after_first, after_second)) for x in chances}
    value = max(sure.values())
    best = [x for x in chances if sure[x] == value]
    return SecurityLevel(value, Interval(min(best), max(best)))


def pure_maximin(game: Bimatrix, player: int) -> tuple[Fraction, tuple[int, ...]]:
    """Return the payoff that a player can guarantee without mixing, and the actions that guarantee it."""
    least = [min(game.payoff(player, _cell(player, mine, theirs)) for theirs in (0, 1)) for mine in (0, 1)]
    return max(least), tuple(a for a in (0, 1) if least[a] == max(least))


# ---- choosing between two equilibria ----


def strict_equilibria(game: Bimatrix) -> tuple[MatrixCell, ...]:
    """Return the cells that each player loses by leaving while the other stays."""
    return tuple(c for c in CELLS if all(loss > 0 for loss in _losses(game, c)))


def _losses(game: Bimatrix, cell: MatrixCell) -> tuple[Fraction, Fraction]:
    """Return each player's loss by leaving a cell while the other stays; negative for a gain."""
    i, j = cell
    row, column = game.advantage(ROW, j), game.advantage(COLUMN, i)
    return (-row if i else row), (-column if j else column)


def risk_dominant(game: Bimatrix) -> MatrixCell | None:
    """Return the strict equilibrium with the larger product of both players' losses from leaving it.

    The result is None unless there are two strict equilibria and one risk-dominates the other. Source:
    J. C. Harsanyi and R. Selten, "A general theory of equilibrium selection in games", 1988, section 3.9.
    """
    strict = strict_equilibria(game)
    products = [row * column for row, column in (_losses(game, c) for c in strict)]
    if len(strict) < 2 or products[0] == products[1]:
        return None
    return strict[0] if products[0] > products[1] else strict[1]


def payoff_dominant(game: Bimatrix) -> MatrixCell | None:
    """Return the strict equilibrium that both players prefer to the other; None if there is none."""
    strict = strict_equilibria(game)
    better = [c for c in strict if all(_both_prefer(game, c, other) for other in strict if other != c)]
    return better[0] if len(strict) == 2 and better else None


def _both_prefer(game: Bimatrix, cell: MatrixCell, to: MatrixCell) -> bool:
    return all(game.payoff(p, cell) > game.payoff(p, to) for p in (ROW, COLUMN))


# ---- repeated play ----


def patience(game: Bimatrix, cell: MatrixCell, stable: MatrixCell) -> Fraction:
    """Return the lowest chance of another round with which it pays both players to stay in a cell.

    Both stay in `cell` until one of them leaves it. That player gains once; after that, both play the
    equilibrium `stable` forever.
    """
    needed = []
    for p in (ROW, COLUMN):
        alone = _cell(p, 1 - cell[p], cell[1 - p])
        tempted, reward, punished = (game.payoff(p, c) for c in (alone, cell, stable))
        needed.append(ZERO if tempted <= reward else (tempted - reward) / (tempted - punished))
    return max(needed)
