"""A line-up at work: the compiled (or interpreted) loop over games, ready to play any of them."""

import copy
from collections.abc import Callable
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.chance import Sampled
from upcard.engine.compile.compiler import compiled
from upcard.engine.errors import Failure, Usage, fault_text
from upcard.engine.game import Game
from upcard.engine.game_loop import ILLEGAL_ACTION, MOST_TURNS, Loop, lensed, make_loop, searches
from upcard.engine.registry import is_shipped
from upcard.engine.source.user_errors import user_code_location
from upcard.engine.state import PlainState, layout_key, to_record
from upcard.simulation.kernel import FIXED, Sums, make_run
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan

COMPILED_FAULTS = (IndexError, OverflowError, ZeroDivisionError, ValueError)
"""Errors with which a compiled strategy or rules file can stop."""

MOST_TOLD = 8
"""Maximum number of legal actions in a message about an illegal one."""


class Simulator:
    """A line-up at work: plays blocks of games and gives their sums.

    Parameters
    ----------
    on_compile : function, optional
        Called when a program has to be compiled, before it is.
    interpreted : bool
        Whether to play in plain Python even what could be compiled.
    """

    def __init__(
        self, lineup: LineUp, on_compile: Callable[[], None] | None = None, interpreted: bool = False
    ) -> None:
        self.lineup = lineup
        self.is_compiled = not interpreted and all(e.compiles for e in lineup.everybody)
        rules, choosers = lineup.game.rules, lineup.choosers
        measures = getattr(rules, "MEASURES", ())
        of_game = [m.name for m in measures if m.per_game]
        shares = [1 + of_game.index(m.of) if m.of else 0 for m in measures if not m.per_game]
        self.of = np.array([0, 0, 0, *shares], np.int64)
        self.game_columns = 1 + len(of_game)
        rewritten = lensed(rules, choosers) if self.is_compiled else None
        if self.is_compiled and rewritten is None and searches(choosers):
            self.is_compiled = False  # an imagined table begins with the state, which a copied view is not
        copies = rewritten is None
        loop = make_loop(rules, rewritten or choosers, copies, whole_views=not self.is_compiled)
        self._run = make_run(rules, loop)
        self._blank, self._blind = self._blanks()
        if self.is_compiled:
            self._run = self._program(loop, on_compile)
            self.play(SimulationPlan(0, 1, False, FIXED, 0), 0, 0)  # so that threads find it compiled

    @property
    def is_threaded(self) -> bool:
        """Whether several threads make it faster."""
        return self.is_compiled

    def _program(self, loop: Loop, on_compile: Callable[[], None] | None) -> Callable[..., None]:
        """Compile the loop over games, with checks where something did not ship with Upcard."""
        rules, cast = self.lineup.game.rules, self.lineup.everybody
        careful = not (is_shipped(rules) and all(e.is_checked for e in cast))
        return compiled(self._run, loop.doors, layout_key(rules), on_compile, careful)

    def retuned(self, lineup: LineUp) -> "Simulator":
        """Return the same program with other parameters, or with others of its cast at the seats.

        Raises
        ------
        Usage
            If the line-up has other strategies or another game.
        """
        if lineup.game is not self.lineup.game or lineup.choosers != self.lineup.choosers:
            raise Usage("only parameters can be changed; make another simulator for other strategies")
        other = copy.copy(self)
        other.lineup = lineup
        return other

    def play(self, plan: SimulationPlan, first: int, last: int) -> Sums:
        """Play blocks `first` to `last` - 1 of a plan.

        Raises
        ------
        Failure
            If a strategy chose what is not legal, or a game went on without end.
        """
        try:
            sums, fault, state = self._played(plan, first, last)
        except COMPILED_FAULTS as stop:
            numbers = range(first * plan.per_block, last * plan.per_block)
            games = f"games {numbers[0]} to {numbers[-1]}" if len(numbers) > 1 else f"game {numbers[0]}"
            place = f"{where}: " if (where := user_code_location(stop)) else ""
            description = (
                f"{place}{fault_text(stop)} in {games} of seed {plan.seed}; strategies: {self._names()}"
            )
            raise self._told(plan, range(first, last), description) from stop
        game, seat, action, kind = map(int, fault)
        if kind == ILLEGAL_ACTION:
            block = game // plan.per_block
            raise self._told(
                plan, range(block, block + 1), self._illegal_text(plan, game, seat, action, state)
            )
        if kind >= 0:
            raise Failure(
                f"in game {game} of seed {plan.seed} {MOST_TURNS:,} decisions were made and the game was not "
                "over; change the strategies"
            )
        return sums

    def _played(self, plan: SimulationPlan, first: int, last: int) -> tuple[Sums, npt.NDArray[np.int64], Any]:
        """Play blocks; return their sums, the unfinished game of :func:`make_run`, and its state."""
        n, columns = self.lineup.game.players, len(self.of)
        sums = Sums.empty(n, columns, self.game_columns)
        fault = np.full(4, -1, np.int64)
        x, y = np.zeros((n, columns), np.int64), np.zeros(self.game_columns, np.int64)
        layout = [plan.per_block, int(plan.duplicate), plan.seating]
        box, *others = self._states()
        self._run(
            box, *others, self.lineup.weights, *map(self._row, (self.lineup.who, layout)), plan.seed,
            first, last, self.of, x, y, self._row([0] * n), sums.entrants, sums.games, sums.pairs, fault,
        )  # fmt: skip
        return sums, fault, box[0]

    def _told(self, plan: SimulationPlan, blocks: range, otherwise: str) -> Failure:
        """Describe a fault in the interpreter's words, which name seat and strategy.

        The block is found by playing one by one; the interpreter then plays that one.
        """
        block = next((b for b in blocks if self.is_compiled and self._fails(plan, b)), None)
        if block is not None:
            try:
                Simulator(self.lineup, interpreted=True).play(plan, block, block + 1)
            except Failure as plain:
                return plain
        return Failure(otherwise)

    def _fails(self, plan: SimulationPlan, block: int) -> bool:
        """Return whether a block cannot be played to its end."""
        try:
            return bool(self._played(plan, block, block + 1)[1][3] >= 0)
        except COMPILED_FAULTS:
            return True

    def _row(self, numbers: list[int]) -> Any:
        """Whole numbers as the run wants them: an array when compiled, plain numbers when interpreted."""
        return np.array(numbers, np.int64) if self.is_compiled else numbers

    def _blanks(self) -> tuple[Any, Any]:
        """Return a blank state and a blank view, which are never modified."""
        game = self.lineup.game
        blank, blind = game.blank(), game.blank(hidden=True)
        if not self.is_compiled:
            return [blank], [blind]
        return to_record(game.rules, blank), to_record(game.rules, blind)

    def _states(self) -> tuple[Any, Any, Any, Any]:
        """State, blank state, views and blank view; state and views fresh for one chunk."""
        blank, blind = self._blank, self._blind
        if self.is_compiled:
            return blank.copy(), blank, np.concatenate([blind] * self.lineup.game.players), blind
        rules = self.lineup.game.rules
        views: list[PlainState] = [
            blind[0].copy(chance=Sampled(rules)) for _ in range(self.lineup.game.players)
        ]
        return [blank[0].copy()], blank, views, blind

    def _illegal_text(self, plan: SimulationPlan, number: int, seat: int, action: int, state: Any) -> str:
        """Describe an illegal action; the interpreter knows where it was and what was legal."""
        where = f"in game {number} of seed {plan.seed}, "
        end = f"; strategies: {self._names()}"
        if self.is_compiled:
            return f"{where}seat {seat + 1} chose action {action}, which is not legal{end}"
        return where + illegal_text(self.lineup.game, state, seat, action) + end

    def _names(self) -> str:
        return ", ".join(dict.fromkeys(e.label for e in self.lineup.entrants))


def illegal_text(game: Game, s: PlainState, seat: int, action: int) -> str:
    """Name the decision in which a seat chose an illegal action, and the legal ones.

    Parameters
    ----------
    s : PlainState
        The state in which it stopped; its end is taken back.
    seat : int
        The seat that chose.
    """
    s.over = 0
    v, legal = game.view(s, seat), game.legal_actions(s)
    words = game.words(v, [a for a in (action, *legal[:MOST_TOLD]) if 0 <= a < game.rules.ACTIONS])
    able = ", ".join(f"{a} ({words[a]})" for a in legal[:MOST_TOLD])
    more = f" and {len(legal) - MOST_TOLD} more" if len(legal) > MOST_TOLD else ""
    meant = f" ({words[action]})" if action in words else ""
    return (
        f"decision {s.turns + 1}, seat {seat + 1} chose action {action}{meant}, which is not legal; "
        f"legal are {able}{more}"
    )
