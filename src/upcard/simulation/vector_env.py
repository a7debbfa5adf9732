"""Thousands of games side by side for reinforcement learning: NumPy arrays, and one compiled call per step.

A step makes one decision at every table. If a game ends, the next one begins in the same step, so that there
is always a seat to act. Table i of n plays games i, i + n, i + 2n … of the seed, the same games that
:func:`upcard.simulate` plays under these numbers.
"""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import IntArray
from upcard.engine.compile.masked_views import CannotMask
from upcard.engine.entrants import StrategyLike
from upcard.engine.errors import Failure, Illegal, Usage, fault_text
from upcard.engine.free_memory import check_memory, free_memory
from upcard.engine.game import Game
from upcard.engine.game_loop import Loop
from upcard.engine.game_spec import game_from
from upcard.engine.observation import make_flatten, row_layout, width_of
from upcard.engine.option_values import OptionValue, check_stream, whole_number
from upcard.engine.program import Mode, program
from upcard.engine.state import record_type, to_record
from upcard.engine.wording import counted
from upcard.simulation.executors import check_threads
from upcard.simulation.lineup import LineUp, line_up
from upcard.simulation.simulator import COMPILED_FAULTS
from upcard.simulation.vector_kernel import LEARNER, make_tables

REWARDS = ("score", "win")
SEAT = "random"
"""Strategy that takes a learner's seat in the program; it is never called."""

LEAST_SHARE = 32_768
"""Minimum number of tables per thread: waking a thread takes as long as a thousand steps."""

BESIDE = 64
"""Bytes that a table needs besides its state and its observations, for whole numbers and flags."""


@dataclass(frozen=True)
class VectorStep:
    """Observations and rewards of all n tables after a step; row i is table i."""

    observations: npt.NDArray[np.int32]
    """Observations of the seat to act, shape (n, width); :attr:`VectorEnv.layout` describes the columns."""
    legal: npt.NDArray[np.bool_]
    """Legal actions of the seat to act, of shape (n, actions)."""
    movers: npt.NDArray[np.int8]
    """The seat to act, from 0, of shape (n,)."""
    rewards: npt.NDArray[np.float32]
    """Rewards by seat from games that ended in this step, of shape (n, players); 0 at other tables."""
    terminations: npt.NDArray[np.bool_]
    truncations: npt.NDArray[np.bool_]
    """Whether a game ended in this step by its rules, or because it was too long, with shape (n,)."""

    def copy(self) -> "VectorStep":
        """Return a copy with new arrays."""
        return VectorStep(*(x.copy() for x in vars(self).values()))


class VectorEnv:
    """Many tables of one game, stepped together; made by :func:`vector_env`.

    Attributes
    ----------
    n : int
        Number of tables.
    learners : tuple of int
        The seats, from 0, whose actions :meth:`step` takes.
    actions : int
        Number of actions of the game; they are numbered from 0.
    layout : tuple of RowSegment
        Meaning of the columns of observations.
    width : int
        Number of columns of observations.
    """

    def __init__(
        self, game: Game, n: int, lineup: LineUp, learners: Sequence[int], rewards: str, threads: int,
        is_copied: bool = True, on_compile: Callable[[], None] | None = None,
    ) -> None:  # fmt: skip
        self.game, self.n, self.learners = game, n, tuple(learners)
        self.actions = int(game.rules.ACTIONS)
        self.layout = row_layout(game)
        self.width = width_of(self.layout)
        self.is_copied = is_copied
        self._threads, self._bounds = threads, np.linspace(0, n, threads + 1).astype(int)
        self._lineup, self._rewards = lineup, rewards
        self._is_begun = self._is_closed = False
        self._start(_program(lineup, rewards, on_compile))
        self._place_tables()

    def _start(self, program: Callable[..., None]) -> None:
        """Start the threads."""
        self._pool = ThreadPoolExecutor(self._threads) if self._threads > 1 and not self._is_closed else None
        self._program = program

    def __getstate__(self) -> dict[str, Any]:
        """Return everything but the program and the threads."""
        return {name: x for name, x in vars(self).items() if name not in ("_program", "_pool")}

    def __setstate__(self, state: dict[str, Any]) -> None:
        """Continue with the same tables; the program is compiled unless it is on this disk."""
        vars(self).update(state)
        self._start(_program(self._lineup, self._rewards, None))

    def __deepcopy__(self, memo: dict[int, Any]) -> "VectorEnv":
        """Return independent tables at the same point, which use the same program."""
        twin = type(self).__new__(type(self))
        vars(twin).update(deepcopy(self.__getstate__(), memo))
        twin._start(self._program)
        return twin

    def __copy__(self) -> "VectorEnv":
        """Return independent tables, as ``copy.deepcopy`` does."""
        return deepcopy(self)

    def _place_tables(self) -> None:
        """Make the arrays that the program reads and modifies."""
        rules, n, players, lineup = self.game.rules, self.n, self.game.players, self._lineup
        self._blank = to_record(rules, self.game.blank())
        self._box = np.zeros(n, record_type(rules))
        self._blind = to_record(rules, self.game.blank(hidden=True))
        self._weights = lineup.weights
        self._who = np.array([LEARNER if p in self.learners else k for p, k in enumerate(lineup.who)])
        self._holder = np.arange(players)
        self._games = np.zeros(n, np.int64)
        self._first_cells = np.arange(n) * self.actions
        self._seed = 0
        self._ended = np.zeros((n, 2), np.int64)
        self._shown = VectorStep(
            np.zeros((n, self.width), np.int32),
            np.zeros((n, self.actions), np.bool_),
            np.zeros(n, np.int8),
            np.zeros((n, players), np.float32),
            np.zeros(n, np.bool_),
            np.zeros(n, np.bool_),
        )

    def reset(self, seed: int = 0, reset_mask: npt.ArrayLike | None = None) -> VectorStep:
        """Begin game i of a seed at every table i, and play until a learner is to act.

        Parameters
        ----------
        seed : int
            The seed; ignored with a mask, since all tables play games of one seed.
        reset_mask : array of bool, of shape (n,), optional
            The tables to reset: each leaves its game and begins its next one. Other tables do not change.

        Raises
        ------
        Usage
            If the seed is not a whole number from 0 to 2^63 - 1, the mask is no such array or comes before
            the first reset, or the tables are closed.
        Failure
            If a strategy chose an illegal action.
        """
        seed = whole_number("seed", seed)
        check_stream(seed, 0)
        self._check_open()
        if reset_mask is not None:
            return self._reset_some(reset_mask)
        self._seed = seed
        self._games[:] = np.arange(self.n)
        self._is_begun = True
        return self._played(np.zeros(self.n, np.int64), is_opening=True)

    def _reset_some(self, reset_mask: npt.ArrayLike) -> VectorStep:
        """Begin the next game at some tables."""
        if not self._is_begun:
            raise Usage("reset_mask was given before the first reset; reset all tables first")
        mask = np.asarray(reset_mask)
        if mask.shape != (self.n,) or mask.dtype != np.bool_:
            raise Usage(
                f"reset_mask has shape {mask.shape} and type {mask.dtype}; expected {self.n} booleans, one "
                "for each table"
            )
        self._shown.rewards[:], self._ended[:] = 0, 0
        self._games[mask] += self.n
        edges = np.flatnonzero(np.diff(mask, prepend=False, append=False))
        faults = np.full((max(len(edges) // 2, 1), 4), -1, np.int64)
        nothing = np.zeros(self.n, np.int64)

        def open_runs() -> None:
            for (first, last), fault in zip(edges.reshape(-1, 2), faults, strict=False):
                self._run(first, last, nothing, True, fault)

        return self._guarded(open_runs, faults)

    def step(self, actions: npt.ArrayLike) -> VectorStep:
        """Do one action at every table, and play until a learner is to act there again.

        Parameters
        ----------
        actions : array of whole numbers, of shape (n,)
            The action of the seat to act at each table.

        Raises
        ------
        Usage
            If there are not n whole numbers, :meth:`reset` was not called before, or the tables are closed.
        Illegal
            If an action is not legal; then no table changes.
        Failure
            If a strategy chose an illegal action; :meth:`reset` must follow.
        """
        self._check_open()
        if not self._is_begun:
            raise Usage("step was called before reset; call reset first")
        try:
            chosen = np.asarray(actions)
        except ValueError as fault:
            raise Usage(f"the actions are not an array ({fault}); expected {self.n} whole numbers") from fault
        if chosen.shape != (self.n,) or chosen.dtype.kind not in "iu":
            raise Usage(
                f"actions of shape {chosen.shape} and type {chosen.dtype} were given; "
                f"expected {self.n} whole numbers"
            )
        self._check(chosen)
        return self._played(chosen.astype(np.int64, copy=False))

    def _check_open(self) -> None:
        """Raise ``Usage`` if the tables are closed."""
        if self._is_closed:
            raise Usage("the tables are closed; make new ones with vector_env")

    def _check(self, chosen: npt.NDArray[Any]) -> None:
        """Raise ``Illegal`` if an action is not legal."""
        is_inside = chosen.min() >= 0 and chosen.max() < self.actions
        if is_inside and self._shown.legal.ravel().take(self._first_cells + chosen).all():
            return
        able = [np.flatnonzero(x).tolist() for x in self._shown.legal]
        i = next(i for i, a in enumerate(chosen.tolist()) if a not in able[i])
        p = int(self._shown.movers[i])
        raise Illegal(
            f"action {chosen[i]} at table {i} is not legal for seat {p + 1} ({p} in movers); "
            f"the legal actions are {able[i]}"
        )

    def _played(self, actions: IntArray, is_opening: bool = False) -> VectorStep:
        """Open or step all tables, on all threads, and return the observations afterwards."""
        faults = np.full((self._threads, 4), -1, np.int64)

        def share(k: int) -> None:
            self._run(self._bounds[k], self._bounds[k + 1], actions, is_opening, faults[k])

        if self._pool is None:
            return self._guarded(lambda: share(0), faults)
        pool = self._pool
        return self._guarded(lambda: list(pool.map(share, range(self._threads))), faults)

    def _run(self, first: int, last: int, actions: IntArray, is_opening: bool, fault: IntArray) -> None:
        """Open or step tables `first` to `last` - 1; writes a fault of a strategy into `fault`."""
        x = self._shown
        self._program(
            self._box, self._blank, self._blind, self._blind, self._weights, self._who, self._holder,
            self._seed, self.n, first, last, is_opening, self._games, actions,
            x.rewards, self._ended, x.observations, x.legal, x.movers, fault,
        )  # fmt: skip

    def _guarded(self, act: Callable[[], object], faults: IntArray) -> VectorStep:
        """Run the program, and return the observations afterwards."""
        try:
            act()
        except COMPILED_FAULTS as stop:
            raise Failure(f"{fault_text(stop)}; reset the tables") from stop
        self._refuse(faults)
        np.not_equal(self._ended[:, 0], 0, out=self._shown.terminations)
        np.not_equal(self._ended[:, 1], 0, out=self._shown.truncations)
        return self._shown.copy() if self.is_copied else self._shown

    def _refuse(self, faults: IntArray) -> None:
        """Raise ``Failure`` if a strategy chose an illegal action."""
        for table, seat, action, _ in faults.tolist():
            if table >= 0:
                self._is_begun = False
                game = f"in game {self._games[table]} of seed {self._seed}"
                raise Failure(
                    f"{game}, seat {seat + 1} ({seat} in Python) chose action {action}, which is not legal; "
                    "change its strategy, and reset the tables"
                )

    def close(self) -> None:
        """End the threads. Later calls of :meth:`reset` and :meth:`step` raise ``Usage``."""
        self._is_closed = True
        if self._pool is not None:
            self._pool.shutdown()


def vector_env(
    game: Game | str,
    n: int = 1024,
    strategies: Sequence[StrategyLike | None] | None = None,
    *,
    players: int | None = None,
    preset: str | None = None,
    rewards: str = "score",
    threads: int | None = None,
    copy: bool = True,
    on_compile: Callable[[], None] | None = None,
    **options: OptionValue,
) -> VectorEnv:
    """Make many tables of one game that are stepped together, for reinforcement learning.

    Parameters
    ----------
    game : Game or str
        The game, or its name.
    n : int
        Number of tables.
    strategies : sequence of str, function or None, optional
        The strategies by seat: None for a learner's seat, whose actions :meth:`VectorEnv.step` takes; the
        others play by themselves, within the step. By default every seat is a learner's.
    players, preset, options : int, str, optional
        For a game given by name, as in ``uc.game``; by default as many players as strategies.
    rewards : str
        ``"score"``: the score of each seat, or ``"win"``: 1 for a game won, divided among the winners.
    threads : int, optional
        Number of threads; by default one for each core, but no more than one for every 32,768 tables.
    copy : bool
        Whether every step returns new arrays; otherwise the next step overwrites the same arrays.
    on_compile : function, optional
        Called before the program is compiled for the first time on this machine.

    Raises
    ------
    Usage
        If a game, strategy or setting does not exist or is out of range, or a strategy cannot be compiled.
    Failure
        If there is not enough memory for the tables.
    """
    chosen = chosen_game(game, strategies, players, preset, options)
    count = whole_number("number of tables", n)
    if count < 1:
        raise Usage(f"the number of tables is {count}; expected 1 or more")
    if rewards not in REWARDS:
        raise Usage(f"rewards are {rewards!r}; expected one of {', '.join(REWARDS)}")
    seats = [None] * chosen.players if strategies is None else list(strategies)
    if len(seats) != chosen.players:
        raise Usage(
            f"{len(seats)} strategies were given for {counted(chosen.players, 'seat')}; give one per seat"
        )
    learners = [p for p, x in enumerate(seats) if x is None]
    if not learners:
        raise Usage("every seat has a strategy; expected None for one seat or more, or use simulate")
    _check_room(chosen, count)
    lineup = line_up(chosen, [SEAT if x is None else x for x in seats])
    share = check_threads(threads)
    if threads is None:
        share = min(share, max(1, count // LEAST_SHARE))
    return VectorEnv(chosen, count, lineup, learners, rewards, min(share, count), copy, on_compile)


def _check_room(game: Game, n: int) -> None:
    """Raise ``Failure`` if there is not enough memory for the tables and for one copy of a step."""
    shown = 4 * (width_of(row_layout(game)) + game.players) + int(game.rules.ACTIONS)
    table = record_type(game.rules).itemsize + 2 * shown + BESIDE
    there = free_memory()
    check_memory(n * table, there, f"; {n} tables were requested, {there // table} fit")


def chosen_game(
    game: Game | str,
    strategies: Sequence[StrategyLike | None] | None,
    players: int | None,
    preset: str | None,
    options: dict[str, OptionValue],
) -> Game:
    """Return the game that :func:`vector_env` names; by default for as many players as strategies."""
    if isinstance(strategies, str):
        raise Usage(
            f"strategies are {strategies!r}; expected a list, one for each seat, None for a learner's"
        )
    return game_from(game, players, preset, options, len(strategies) if strategies else None)


def _program(lineup: LineUp, rewards: str, on_compile: Callable[[], None] | None) -> Callable[..., None]:
    """Return the compiled program that opens tables and steps them."""

    def make_run(rules: ModuleType, loop: Loop) -> Callable[..., None]:
        return make_tables(rules, loop, make_flatten(lineup.game), rewards)

    try:
        return program(lineup.game, lineup.everybody, make_run, Mode.MASKED, on_compile)
    except CannotMask:
        names = ", ".join(dict.fromkeys(e.label for e in lineup.entrants))
        raise Usage(
            f"not all of {names} can be compiled into a step; choose other strategies, or play with simulate"
        ) from None
