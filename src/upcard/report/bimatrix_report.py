"""Equilibria and dominance in a matrix of any size, in words and as plain values."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import product
from typing import Any

from upcard.engine.wording import counted
from upcard.report.matrix_text import STRICTLY, WEAKLY, PayoffMatrix, payoff_rows
from upcard.solving.bimatrix_equilibria import BimatrixEquilibria, ConvexSet, Mixture, bimatrix_equilibria
from upcard.solving.matrix_game import MatrixSolution, solve_matrix

PLAYERS = ("row", "column")
MOST_SHOWN = 40
"""Maximum number of equilibria that are printed."""


class BimatrixReport:
    """A matrix with its equilibria."""

    def __init__(self, game: PayoffMatrix) -> None:
        self.game = game
        self.equilibria: BimatrixEquilibria = bimatrix_equilibria(game.row, game.column)
        height, width = len(game.row), len(game.row[0])
        self.cells = list(product(range(height), range(width)))
        sums = {game.row[i][j] + game.column[i][j] for i, j in self.cells}
        self.constant = sums.pop() if len(sums) == 1 else None
        # each player's payoffs, one line for each own action
        self.by_action = game.row, tuple(zip(*game.column, strict=True))

    def heading(self) -> str:
        """Return the name of the game, its size, and whether the payoffs have a constant sum."""
        size = f"{len(self.game.row)} x {len(self.game.row[0])} matrix"
        kind = (
            "" if self.constant is None else ", zero-sum" if not self.constant else f", sum {self.constant}"
        )
        return f"{self.game.title + ', ' if self.game.title else ''}{size}{kind}"

    def rows(self) -> list[tuple[str, ...]]:
        """Return the matrix as a table, with the names of actions."""
        return payoff_rows(self.game, self.game.names)

    def lines(self) -> list[tuple[str, str]]:
        """Return what theory says about the matrix: pairs of a heading and a sentence."""
        sets = [(len(part), s) for part in self.equilibria.components for s in part]
        out = [("value", f"{self.value()} for the row player")] if self.constant is not None else []
        out += [("Nash equilibrium", self._set_words(s)) for _, s in sets[:MOST_SHOWN]]
        out.append(("equilibria", self._count_words(len(sets))))
        out += [("dominance", f"{PLAYERS[p]}: {self._dominance(p)}") for p in (0, 1)]
        out.append(("Pareto-efficient", "; ".join(map(self._cell, self.efficient())) or "none"))
        return out + [("guaranteed", self._maximin(p)) for p in (0, 1)]

    def _count_words(self, sets: int) -> str:
        components, extreme = len(self.equilibria.components), len(self.equilibria.extreme)
        shown = f"; the first {MOST_SHOWN} are shown, all with --json" if sets > MOST_SHOWN else ""
        if not self.equilibria.is_complete:
            return f"{extreme} by a partial search; the matrix is too large to look for all{shown}"
        if sets == extreme:
            return f"{extreme} in all{shown}"
        corners = counted(extreme, "equilibrium", "equilibria")
        return f"{counted(components, 'separate set')} in all, whose corners are {corners}{shown}"

    def value(self) -> Fraction:
        """Return what the row player can guarantee by mixing."""
        return self._solved[0].value

    def efficient(self) -> list[tuple[int, int]]:
        """Return the cells that no other cell improves for one player without loss for the other."""
        paid = {c: (self.game.row[c[0]][c[1]], self.game.column[c[0]][c[1]]) for c in self.cells}
        best: dict[Fraction, Fraction] = {}
        for one, other in paid.values():
            best[one] = max(other, best.get(one, other))
        front, most = set[tuple[Fraction, Fraction]](), None
        for one in sorted(best, reverse=True):
            if most is None or best[one] > most:
                most = best[one]
                front.add((one, most))
        return [c for c in self.cells if paid[c] in front]

    def dominated(self, player: int) -> dict[int, tuple[int, bool]]:
        """Return each action that another one dominates, with that one, and whether strictly."""
        lines = self.by_action[player]
        out: dict[int, tuple[int, bool]] = {}
        for a, b in product(range(len(lines)), repeat=2):
            gains = [y - x for x, y in zip(lines[a], lines[b], strict=True)]
            if min(gains) >= 0 < max(gains) and not out.get(a, (0, False))[1]:
                out[a] = b, min(gains) > 0
        return out

    def _dominance(self, player: int) -> str:
        names = self.game.names[player]
        words = [
            f"{names[b]} is {STRICTLY if strict else WEAKLY} than {names[a]}"
            for a, (b, strict) in self.dominated(player).items()
        ]
        return "; ".join(words) or "none"

    @cached_property
    def _solved(self) -> tuple[MatrixSolution, ...]:
        """The solution of each player's own payoffs: what this player can guarantee."""
        return tuple(map(solve_matrix, self.by_action))

    def maximin(self, player: int) -> tuple[Fraction, Mixture]:
        """Return the payoff that a player can guarantee by mixing, and a mixture that does."""
        solved = self._solved[player]
        return solved.value, solved.row

    def _maximin(self, player: int) -> str:
        value, mixture = self.maximin(player)
        return f"{PLAYERS[player]}: {value}, by {self._mixture_words(player, mixture)}"

    def _cell(self, cell: tuple[int, int]) -> str:
        return f"{self.game.names[0][cell[0]]}, {self.game.names[1][cell[1]]}"

    def _mixture_words(self, player: int, mixture: Mixture) -> str:
        names = self.game.names[player]
        if 1 in mixture:
            return names[mixture.index(Fraction(1))]
        return " + ".join(f"{x} {names[a]}" for a, x in enumerate(mixture) if x)

    def _set_words(self, s: ConvexSet) -> str:
        mixtures = (s.rows, s.columns)
        if s.is_point:
            paid = ", ".join(str(x) for x in self.payoffs(s.rows[0], s.columns[0]))
            words = " against ".join(self._mixture_words(p, mixtures[p][0]) for p in (0, 1))
            return f"{words}, which pays {paid}"
        words = " against ".join(self._any_words(p, mixtures[p]) for p in (0, 1))
        return f"{words}, in any combination"

    def _any_words(self, player: int, mixtures: Sequence[Mixture]) -> str:
        words = [self._mixture_words(player, x) for x in mixtures]
        return words[0] if len(words) == 1 else f"any mixture of [{'] ['.join(words)}]"

    def payoffs(self, x: Mixture, y: Mixture) -> tuple[Fraction, Fraction]:
        """Return the expected payoffs of both players for a pair of mixtures."""
        weights = {(i, j): x[i] * y[j] for i, j in self.cells if x[i] and y[j]}
        row, column = (
            sum((w * matrix[i][j] for (i, j), w in weights.items()), Fraction(0))
            for matrix in (self.game.row, self.game.column)
        )
        return row, column

    def to_json(self) -> dict[str, Any]:
        """Return everything as ``upcard matrix --json`` prints it; fractions are texts."""
        names = self.game.names
        return {
            "title": self.game.title,
            "actions": {name: list(names[p]) for p, name in enumerate(PLAYERS)},
            "payoffs": {
                name: [_texts(line) for line in matrix]
                for name, matrix in zip(PLAYERS, (self.game.row, self.game.column), strict=True)
            },
            "constant_sum": None if self.constant is None else str(self.constant),
            "value": None if self.constant is None else str(self.value()),
            "equilibria": [
                [{"row": [_texts(x) for x in s.rows], "column": [_texts(y) for y in s.columns]} for s in part]
                for part in self.equilibria.components
            ],
            "extreme_equilibria": [
                {"row": _texts(x), "column": _texts(y), "pays": _texts(self.payoffs(x, y))}
                for x, y in self.equilibria.extreme
            ],
            "is_complete": self.equilibria.is_complete,
            "dominance": {
                PLAYERS[p]: [
                    {"action": names[p][a], "by": names[p][b], "kind": "strict" if strict else "weak"}
                    for a, (b, strict) in self.dominated(p).items()
                ]
                for p in (0, 1)
            },
            "efficient": [[names[0][i], names[1][j]] for i, j in self.efficient()],
            "maximin": {
                PLAYERS[p]: {"value": str(value), "mixture": _texts(mixture)}
                for p, (value, mixture) in ((p, self.maximin(p)) for p in (0, 1))
            },
        }


def _texts(numbers: Iterable[Fraction]) -> list[str]:
    return [str(x) for x in numbers]
