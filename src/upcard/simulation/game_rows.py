"""A row of whole numbers for every game of a simulation, beside the same sums as without rows.

A row has, for each seat, the entrant that sat there, its part of the win, its score and the measures of a
seat, and then the number of decisions and the measures of the game.
"""

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import IntArray
from upcard.engine.game import Game
from upcard.engine.game_loop import FINISHED, Loop, renew
from upcard.engine.winners import winning_score
from upcard.simulation.kernel import SCORE, SHARE, SQUARES, WIN, Sums, no_measure, score_step, seat
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator

ENTRANT, PART, POINTS, SEAT_CELLS = 0, 1, 2, 3
"""Cells of a seat: its entrant, its part of the win of ``SHARE``, and its score; its measures follow."""


@dataclass(frozen=True)
class RowSums(Sums):
    """Sums over blocks, with the rows of their games."""

    rows: IntArray
    """Shape (games, cells)."""

    def plus(self, other: Sums) -> Sums:
        """Return the sum of both, with the rows of both if `other` has rows, too."""
        total = super().plus(other)
        if not isinstance(other, RowSums):
            return total
        return RowSums(total.entrants, total.games, total.pairs, np.concatenate([self.rows, other.rows]))


@dataclass(frozen=True)
class RowLayout:
    """The places of the numbers in a row."""

    players: int
    seat_measures: tuple[str, ...]
    """Names of the measures of a seat."""
    game_measures: tuple[str, ...]
    """Names of the measures of a game."""

    @staticmethod
    def of(game: Game) -> "RowLayout":
        """Return the layout of the rows of a game."""
        measures = getattr(game.rules, "MEASURES", ())
        names = (tuple(m.name for m in measures if m.per_game == is_of_game) for is_of_game in (False, True))
        return RowLayout(game.players, *names)

    @property
    def width(self) -> int:
        """Number of cells of a seat."""
        return SEAT_CELLS + len(self.seat_measures)

    @property
    def cells(self) -> int:
        """Number of cells of a row."""
        return self.players * self.width + 1 + len(self.game_measures)

    def seats(self, rows: IntArray) -> IntArray:
        """Return the cells of the seats, of shape (games, seats, width)."""
        return rows[:, : self.players * self.width].reshape(len(rows), self.players, self.width)

    def per_game(self, rows: IntArray) -> IntArray:
        """Return the cells of the games: decisions, and the measures of a game."""
        return rows[:, self.players * self.width :]


class RowSimulator(Simulator):
    """A simulator whose sums are :class:`RowSums`; it has a program of its own."""

    has_rows = True
    most_in_chunk = 20_000

    @property
    def layout(self) -> RowLayout:
        """The places of the numbers in a row."""
        return RowLayout.of(self.lineup.game)

    def _make_run(self, rules: ModuleType, loop: Loop) -> Callable[..., None]:
        """Make the loop over games."""
        return make_row_run(rules, loop)

    def _played(self, plan: SimulationPlan, first: int, last: int) -> tuple[Sums, npt.NDArray[np.int64], Any]:
        """Play blocks; return their sums with rows, the fault, and the final state."""
        rows = np.zeros(((last - first) * plan.per_block, self.layout.cells), np.int64)
        fault = np.full(4, -1, np.int64)
        tables, row = self.program.buffers(), self.program.row
        settings = row([plan.per_block, int(plan.duplicate), plan.seating])
        self.program(
            tables.state, tables.blank_state, tables.views, tables.blank_view, self.lineup.weights,
            row(self.lineup.who), settings, plan.seed, first, last, row([0] * self.layout.players), rows,
            fault,
        )  # fmt: skip
        return self._summed(rows, plan.per_block), fault, tables.state[0]

    def _summed(self, rows: IntArray, per_block: int) -> RowSums:
        """Return the sums of rows, the same as those of the program without rows."""
        layout, step = self.layout, score_step(self.lineup.game.rules)
        seats, games = layout.seats(rows), layout.per_game(rows)
        order = np.argsort(seats[:, :, ENTRANT], axis=1)
        cells = np.take_along_axis(seats, order[:, :, np.newaxis], axis=1)
        parts, points = cells[:, :, PART], (cells[:, :, POINTS] + step // 2) // step
        single = np.dstack([parts, parts > 0, points, cells[:, :, SEAT_CELLS:]])
        blocks = len(rows) // per_block
        x = single.reshape(blocks, per_block, layout.players, self.columns).sum(axis=1)
        y = games.reshape(blocks, per_block, self.game_columns).sum(axis=1)
        sums = Sums.empty(layout.players, self.columns, self.game_columns)
        of_entrants, of_games = y[:, self.of[: self.columns]], y[:, self.of[self.columns :]]
        sums.entrants[:3] = x.sum(axis=0), (x * x).sum(axis=0), (x * of_entrants[:, None]).sum(axis=0)
        sums.entrants[SQUARES, :, SCORE:] = (single * single).sum(axis=0)[:, SCORE:]
        sums.games[:] = y.sum(axis=0), (y * y).sum(axis=0), (y * of_games).sum(axis=0)
        if per_block > 1:
            for k, column in enumerate((WIN, SCORE)):
                apart = x[:, :, np.newaxis, column] - x[:, np.newaxis, :, column]
                sums.pairs[k] = (apart * apart).sum(axis=0)
        return RowSums(sums.entrants, sums.games, sums.pairs, rows)


def make_row_run(rules: ModuleType, loop: Loop) -> Callable[..., None]:
    """Make the loop over games that notes a row for each: a plain function that can be compiled.

    Returns
    -------
    function
        ``run(states, blank, views, blank_view, weights, who, plan, seed, first, last, holder, rows, fault)``:
        the arguments are those of :func:`upcard.simulation.kernel.make_run`, with `rows` in place of sums.
    """
    prepare, begin, advance = loop.prepare, loop.begin, loop.advance
    note_row = _make_note_row(rules)

    def run(
        states: Any, blank: Any, views: Any, blank_view: Any, weights: Any, who: Any, plan: Any, seed: int,
        first: int, last: int, holder: Any, rows: Any, fault: Any,
    ) -> None:  # fmt: skip
        s = states[0]
        per_block = plan[0]
        for game in range(first * per_block, last * per_block):
            block = game // per_block
            renew(states, 0, blank, 0)
            seat(s, plan[2], seed, game, game % per_block, holder)
            prepare(s, views, blank_view, weights, holder)
            begin(s, views, seed, block if plan[1] else game, game)
            advance(s, views, who, holder)
            if s.over != FINISHED:
                fault[0] = game
                fault[1] = s.player
                fault[2] = s.at
                fault[3] = s.over
                return
            note_row(s, holder, rows, game - first * per_block)

    return run


def _make_note_row(rules: ModuleType) -> Callable[..., None]:
    score, best_of = rules.score, winning_score(rules)
    measure = getattr(rules, "measure", None) or no_measure
    measures = getattr(rules, "MEASURES", ())
    of_seat = sum(not m.per_game for m in measures)
    of_game = len(measures) - of_seat
    width = SEAT_CELLS + of_seat

    def note_row(s: Any, holder: Any, rows: Any, i: int) -> None:
        best = best_of(s)
        winners = 0
        for p in range(s.seats):
            winners += 1 if score(s, p) == best else 0
        for p in range(s.seats):
            at = p * width
            points = score(s, p)
            rows[i, at + ENTRANT] = holder[p]
            rows[i, at + PART] = SHARE // winners if points == best else 0
            rows[i, at + POINTS] = points
            for m in range(of_seat):
                rows[i, at + SEAT_CELLS + m] = measure(s, p, m)
        rows[i, s.seats * width] = s.turns
        for m in range(of_game):
            rows[i, s.seats * width + 1 + m] = measure(s, 0, of_seat + m)

    return note_row
