"""A simulator: the compiled or interpreted program that plays games of a line-up."""

import copy
from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Failure, Usage, fault_text
from upcard.engine.game import Game
from upcard.engine.game_loop import ILLEGAL_ACTION, MOST_TURNS, Loop
from upcard.engine.program import Mode, program
from upcard.engine.source.user_errors import user_code_location
from upcard.engine.state import PlainState
from upcard.simulation.kernel import FIXED, MEASURES, Sums, make_run, most_blocks
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import MOST_GAMES, SimulationPlan

COMPILED_FAULTS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
"""Errors that a compiled strategy or rules file can raise."""

MOST_LISTED = 8
"""Maximum number of legal actions in a message about an illegal one."""


class Simulator:
    """A simulator of a line-up: it plays blocks of games and returns their sums.

    `on_compile` is called before a program is compiled for the first time on this machine. If `interpreted`,
    it plays in plain Python, even if everything could be compiled.
    """

    mode = Mode.FASTEST

    has_rows = False
    """Whether its sums come with a row for each game."""

    most_in_chunk = MOST_GAMES
    """Maximum number of blocks that are played as one chunk."""

    def __init__(
        self, lineup: LineUp, on_compile: Callable[[], None] | None = None, interpreted: bool = False
    ) -> None:
        self.lineup = lineup
        self.of, self.game_columns = columns_of(lineup.game.rules)
        self.columns = len(self.of) - self.game_columns
        """Number of columns of an entrant."""
        mode = Mode.INTERPRETED if interpreted else self.mode
        self.program = program(lineup.game, lineup.everybody, self._make_run, mode, on_compile)
        if self.is_compiled:
            self.play(SimulationPlan(0, 1, False, FIXED, 0), 0, 0)  # so that threads find it compiled

    @property
    def is_compiled(self) -> bool:
        """Whether games are compiled rather than interpreted."""
        return self.program.is_compiled

    @property
    def is_threaded(self) -> bool:
        """Whether several threads make it faster."""
        return self.is_compiled

    def _make_run(self, rules: ModuleType, loop: Loop) -> Callable[..., None]:
        """Make the loop over blocks of games."""
        return make_run(rules, loop)

    def retuned(self, lineup: LineUp) -> "Simulator":
        """Return a simulator with the same program and another line-up of its cast or other parameters.

        Raises ``Usage`` if the line-up has other strategies or another game.
        """
        if lineup.game is not self.lineup.game or lineup.choosers != self.lineup.choosers:
            raise Usage("only parameters can be changed; make another simulator for other strategies")
        other = copy.copy(self)
        other.lineup = lineup
        return other

    def play(self, plan: SimulationPlan, first: int, last: int) -> Sums:
        """Play blocks `first` to `last` - 1 of a plan; return their sums, or raise ``Failure``."""
        try:
            sums, fault, state = self._played_in_parts(plan, first, last)
        except COMPILED_FAULTS as stop:
            numbers = range(first * plan.per_block, last * plan.per_block)
            games = f"games {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"game {numbers[0]}"
            place = f"{where}: " if (where := user_code_location(stop)) else ""
            description = (
                f"{place}{fault_text(stop)} in {games} of seed {plan.seed}; strategies: {self._names()}"
            )
            raise self._explained(plan, range(first, last), description) from stop
        game, seat, action, kind = map(int, fault)
        if kind == ILLEGAL_ACTION:
            block = game // plan.per_block
            raise self._explained(
                plan, range(block, block + 1), self._illegal_text(plan, game, seat, action, state)
            )
        if kind >= 0:
            raise Failure(
                f"in game {game} of seed {plan.seed} {MOST_TURNS:,} decisions were made and the game was not "
                "over; change the strategies"
            )
        return sums

    def _played_in_parts(
        self, plan: SimulationPlan, first: int, last: int
    ) -> tuple[Sums, npt.NDArray[np.int64], Any]:
        """Play blocks, in as many parts as it takes for the sums of each part to fit into 64 bits."""
        most = most_blocks(self.lineup.game.rules, plan.per_block)
        sums, fault, state = self._played(plan, first, min(last, first + most))
        for begin in range(first + most, last, most):
            if fault[3] >= 0:
                break
            more, fault, state = self._played(plan, begin, min(last, begin + most))
            sums = sums.plus(more)
        return sums, fault, state

    def _played(self, plan: SimulationPlan, first: int, last: int) -> tuple[Sums, npt.NDArray[np.int64], Any]:
        """Play blocks; return their sums, the fault as :func:`make_run` describes it, and the final state."""
        n, columns = self.lineup.game.players, self.columns
        sums = Sums.empty(n, columns, self.game_columns)
        fault = np.full(4, -1, np.int64)
        x, y = np.zeros((n, columns), np.int64), np.zeros(self.game_columns, np.int64)
        layout = [plan.per_block, int(plan.duplicate), plan.seating]
        tables, row = self.program.buffers(), self.program.row
        self.program(
            tables.state, tables.blank_state, tables.views, tables.blank_view, self.lineup.weights,
            row(self.lineup.who), row(layout), plan.seed, first, last, self.of, x, y, row([0] * n),
            sums.entrants, sums.games, sums.pairs, fault,
        )  # fmt: skip
        return sums, fault, tables.state[0]

    def _explained(self, plan: SimulationPlan, blocks: range, otherwise: str) -> Failure:
        """Return the interpreter's error for a fault in some blocks, since it names seat and strategy.

        Blocks are played one by one to find the faulty one, which the interpreter then plays. The error has
        the text `otherwise` if that fails.
        """
        block = next((b for b in blocks if self.is_compiled and self._fails(plan, b)), None)
        if block is not None:
            try:
                Simulator(self.lineup, interpreted=True).play(plan, block, block + 1)
            except Failure as plain:
                return plain
        return Failure(otherwise)

    def _fails(self, plan: SimulationPlan, block: int) -> bool:
        """Return whether a block fails."""
        try:
            return bool(self._played(plan, block, block + 1)[1][3] >= 0)
        except COMPILED_FAULTS:
            return True

    def _illegal_text(self, plan: SimulationPlan, number: int, seat: int, action: int, state: Any) -> str:
        """Describe an illegal action; only the interpreter knows the decision and the legal actions."""
        where = f"in game {number} of seed {plan.seed}, "
        end = f"; strategies: {self._names()}"
        if self.is_compiled:
            return f"{where}seat {seat + 1} chose action {action}, which is not legal{end}"
        return where + illegal_text(self.lineup.game, state, seat, action) + end

    def _names(self) -> str:
        return ", ".join(dict.fromkeys(e.label for e in self.lineup.entrants))


def columns_of(rules: ModuleType) -> tuple[npt.NDArray[np.int64], int]:
    """Return the game column of which every column is a share (0: none), and the number of game columns.

    The columns of an entrant are first, then those of the game; see :mod:`upcard.simulation.kernel`.
    """
    measures = getattr(rules, "MEASURES", ())
    of_game = [m.name for m in measures if m.per_game]
    seat, game = (
        [1 + of_game.index(m.of) if m.of else 0 for m in measures if m.per_game == is_of_game]
        for is_of_game in (False, True)
    )
    return np.array([*[0] * MEASURES, *seat, 0, *game], np.int64), 1 + len(of_game)


def illegal_text(game: Game, s: PlainState, seat: int, action: int) -> str:
    """Name the decision in which a seat chose an illegal action, and the legal ones.

    `s` is the state in which the game stopped. It is modified: the game is no longer over.
    """
    s.over = 0
    v, legal = game.view(s, seat), game.legal_actions(s)
    words = game.words(v, [a for a in (action, *legal[:MOST_LISTED]) if 0 <= a < game.rules.ACTIONS])
    able = ", ".join(f"{a} ({words[a]})" for a in legal[:MOST_LISTED])
    more = f" and {len(legal) - MOST_LISTED} more" if len(legal) > MOST_LISTED else ""
    meant = f" ({words[action]})" if action in words else ""
    return (
        f"decision {s.turns + 1}, seat {seat + 1} chose action {action}{meant}, which is not legal; "
        f"legal are {able}{more}"
    )
