"""Endgames of Four-Cell for two, solved backwards in fractions; faster than running the rules.

When the stock is empty both players know all cards. A position is both hands and the crosses. The two cards
disclosed choose a cell, and the gain there, the difference of its two cards, depends on nothing else. Every
position is solved once, whatever led to it. Tests compare the results with
:mod:`upcard.solving.simultaneous_games`, which runs the rules.
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
    """A position before both disclose a card."""

    own: _StageCards
    other: _StageCards
    """The cards of S and of W, in increasing order; equally many in both."""
    crosses: _StageCards
    """The cards on the crosses SW, NW, NE, SE, the north-south one of each first."""

    def turned(self, cell: int) -> "Endgame":
        """Return the position after a cross is turned."""
        at = 2 * cell
        one, other = self.crosses[at : at + 2]
        return Endgame(self.own, self.other, (*self.crosses[:at], other, one, *self.crosses[at + 2 :]))


def endgame_of(s: PlainState) -> Endgame:
    """Return the cards of a position."""
    own, other = (tuple(k for k in range(CARDS) if s.hand[p, k] > 0) for p in (0, 1))
    return Endgame(own, other, tuple(s.matrix))


class Endgames:
    """The endgames that follow from others, each solved once.

    The options of `game` set the values of courts and who may rotate; `on_solved` is called now and then with
    the number of positions solved. ``found`` maps each endgame to its value for S and both best mixtures over
    the cards in increasing order.
    """

    def __init__(self, game: Game, on_solved: Callable[[int], None] | None = None) -> None:
        s = game.blank()
        self.card_values = [value(s, k) for k in range(CARDS)]
        self.rule, self.on_solved = int(s.rotation), on_solved
        self.found: dict[Endgame, MatrixSolution] = {}

    def gain(self, at: Endgame, a: int, b: int) -> int:
        """Return what S gains on W at once if S discloses card `a` and W card `b`."""
        cell = meeting(0, column(a), 1, column(b))
        return self.card_values[at.crosses[2 * cell]] - self.card_values[at.crosses[2 * cell + 1]]

    def after(self, at: Endgame, a: int, b: int) -> Endgame:
        """Return the position after these cards are disclosed, before a rotation."""
        k = 2 * meeting(0, column(a), 1, column(b))
        own, other = tuple(x for x in at.own if x != a), tuple(x for x in at.other if x != b)
        return Endgame(own, other, (*at.crosses[:k], a, b, *at.crosses[k + 2 :]))

    def rotations(self, at: Endgame) -> Iterator[tuple[int | None, Endgame]]:
        """List the rotations: the cross, None for no rotation, and the position that follows."""
        if self.rule == OPTIONAL:
            yield None, at
        for cell in range(CELLS):
            yield cell, at.turned(cell)

    def rest(self, at: Endgame) -> Fraction:
        """Return what S gains on W from a position to the end."""
        if not at.own:
            return Fraction(0)
        if len(at.own) == 1:
            return Fraction(self.gain(at, at.own[0], at.other[0]))
        return self.stage(at).value

    def stage(self, at: Endgame) -> MatrixSolution:
        """Return the best mixtures and the value of a position with cards left."""
        if at not in self.found:
            lines = [[self.pair(at, a, b) for b in at.other] for a in at.own]
            self.found[at] = solve_matrix(lines)
            if self.on_solved and len(self.found) % STEP == 0:
                self.on_solved(len(self.found))
        return self.found[at]

    def mixtures(self, at: Endgame) -> tuple[tuple[Fraction, ...], tuple[Fraction, ...]]:
        """Return the best mixtures of S and W, over their cards in increasing order."""
        if len(at.own) == 1:
            return (Fraction(1),), (Fraction(1),)
        stage = self.stage(at)
        return stage.row, stage.column

    def pair(self, at: Endgame, a: int, b: int) -> Fraction:
        """Return what S gains to the end if these two cards are disclosed now."""
        gain, following = self.gain(at, a, b), self.after(at, a, b)
        if gain == 0 or self.rule == NONE or not following.own:
            return gain + self.rest(following)
        best = max if gain < 0 else min
        return gain + best(self.rest(x) for _, x in self.rotations(following))
