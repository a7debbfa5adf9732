"""Endgames of Four-Cell for two players, solved backwards in fractions, faster than by the rules.

When the stock is empty, both players know all cards: both hands and the crosses. The two disclosed cards pick
a cell, and the gain there is the difference of its two cards. Every position is solved only once, even if
several ways lead to it. Tests compare the results with :mod:`upcard.solving.simultaneous_games`, which runs
the rules.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

from upcard.engine.game import Game
from upcard.engine.state import PlainState
from upcard.games.four_cell.rules import CARDS, CELL_NAMES, NONE, OPTIONAL, column, meeting, value
from upcard.solving.matrix_game import MatrixSolution, solve_matrix

_StageCards = tuple[int, ...]

CELLS = len(CELL_NAMES)
STEP = 500


@dataclass(frozen=True)
class Endgame:
    """A position of an endgame in which both players are about to disclose a card."""

    south: _StageCards
    """The cards of S, in increasing order."""
    west: _StageCards
    """The cards of W, in increasing order; as many as S has."""
    crosses: _StageCards
    """The cards of the crosses SW, NW, NE, SE, for each the north-south card first."""

    def turned(self, cell: int) -> "Endgame":
        """Return the position after a cross is rotated."""
        at = 2 * cell
        one, other = self.crosses[at : at + 2]
        return Endgame(self.south, self.west, (*self.crosses[:at], other, one, *self.crosses[at + 2 :]))


def endgame_of(s: PlainState) -> Endgame:
    """Return the cards of a position with an empty stock; disclosed cards are left out."""
    south, west = (tuple(k for k in range(CARDS) if s.hand[p, k] > 0) for p in (0, 1))
    return Endgame(south, west, tuple(s.matrix))


class Endgames:
    """Solver of endgames, which solves every position only once.

    The options of `game` set the values of courts and who may rotate; `on_solved` is called from time to time
    with the number of solved positions. ``solutions`` maps each solved endgame to its value for S and both
    best mixtures over the cards in increasing order.
    """

    def __init__(self, game: Game, on_solved: Callable[[int], None] | None = None) -> None:
        s = game.blank()
        self.card_values = [value(s, k) for k in range(CARDS)]
        self.rule, self.on_solved = int(s.rotation), on_solved
        self.solutions: dict[Endgame, MatrixSolution] = {}

    def gain(self, at: Endgame, a: int, b: int) -> int:
        """Return the points that S gains over W in this turn if S discloses card `a` and W card `b`."""
        cell = meeting(0, column(a), 1, column(b))
        return self.card_values[at.crosses[2 * cell]] - self.card_values[at.crosses[2 * cell + 1]]

    def after(self, at: Endgame, a: int, b: int) -> Endgame:
        """Return the position after S discloses card `a` and W card `b`, before a rotation."""
        k = 2 * meeting(0, column(a), 1, column(b))
        south, west = tuple(x for x in at.south if x != a), tuple(x for x in at.west if x != b)
        return Endgame(south, west, (*at.crosses[:k], a, b, *at.crosses[k + 2 :]))

    def rotations(self, at: Endgame) -> Iterator[tuple[int | None, Endgame]]:
        """Yield the possible rotations: the cross, or None for no rotation, and the position after it."""
        if self.rule == OPTIONAL:
            yield None, at
        for cell in range(CELLS):
            yield cell, at.turned(cell)

    def rest(self, at: Endgame) -> Fraction:
        """Return the points that S is expected to gain over W from a position to the end."""
        if not at.south:
            return Fraction(0)
        if len(at.south) == 1:
            return Fraction(self.gain(at, at.south[0], at.west[0]))
        return self.stage(at).value

    def stage(self, at: Endgame) -> MatrixSolution:
        """Return the value and the best mixtures of a position with cards in hand."""
        if at not in self.solutions:
            lines = [[self.pair(at, a, b) for b in at.west] for a in at.south]
            self.solutions[at] = solve_matrix(lines)
            if self.on_solved and len(self.solutions) % STEP == 0:
                self.on_solved(len(self.solutions))
        return self.solutions[at]

    def mixtures(self, at: Endgame) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """Return the best mixtures of S and W over their cards in increasing order."""
        if len(at.south) == 1:
            return (Fraction(1),), (Fraction(1),)
        stage = self.stage(at)
        return stage.row, stage.column

    def pair(self, at: Endgame, a: int, b: int) -> Fraction:
        """Return the points that S is expected to gain over W to the end if these cards are disclosed now."""
        gain, following = self.gain(at, a, b), self.after(at, a, b)
        if gain == 0 or self.rule == NONE or not following.south:
            return gain + self.rest(following)
        best = max if gain < 0 else min
        return gain + best(self.rest(x) for _, x in self.rotations(following))
