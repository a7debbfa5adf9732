"""Playing games on all cores: chunks of blocks, merged as exact sums."""

import copy
import hashlib
import os
import time
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.catalog import Entrant, StrategyLike, entrant, is_own
from upcard.engine.chance import Sampled
from upcard.engine.compile import compiled
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game
from upcard.engine.loop import ILLEGAL_ACTION, MOST_TURNS, Chooser, lensed, make_loop
from upcard.engine.state import WEIGHTS, PlainState, record_type, to_record
from upcard.simulation.kernel import FIXED, RANDOM, ROTATE, Sums, make_run

SEATINGS = {"fixed": FIXED, "rotate": ROTATE, "random": RANDOM}
CHUNK_SECONDS = 0.1
FIRST_CHUNK = 64
MOST_IN_FLIGHT = 3

Progress = Callable[[int, int], None]


@dataclass(frozen=True)
class LineUp:
    """Who plays, and the order of their parameters.

    Parameters
    ----------
    game : Game
        What is played.
    entrants : tuple of Entrant
        One per seat, in seat order.
    """

    game: Game
    entrants: tuple[Entrant, ...]

    @property
    def choosers(self) -> list[Chooser]:
        """Each different strategy once."""
        return list(dict.fromkeys(Chooser(e.choose, len(e.parameters)) for e in self.entrants))

    @property
    def who(self) -> list[int]:
        """For each entrant the position of its strategy in :attr:`choosers`."""
        order = self.choosers
        return [order.index(Chooser(e.choose, len(e.parameters))) for e in self.entrants]

    @property
    def weights(self) -> npt.NDArray[np.float64]:
        """Parameters, float64 of shape (entrants, 8); unused ones are 0."""
        out = np.zeros((len(self.entrants), WEIGHTS))
        for e, row in zip(self.entrants, out, strict=True):
            row[: len(e.parameters)] = e.parameters
        return out


def line_up(game: Game, strategies: Sequence[StrategyLike] | StrategyLike) -> LineUp:
    """Seat strategies at a game: one for every seat, or one per seat.

    Raises
    ------
    Usage
        If their number does not fit, or one does not exist or does not play this game.
    """
    given = [strategies] if isinstance(strategies, str) or callable(strategies) else list(strategies)
    if len(given) == 1:
        given = given * game.players
    if len(given) != game.players:
        raise Usage(f"{len(given)} strategies were given for {game.players} seats; give one, or one per seat")
    return LineUp(game, tuple(entrant(x, game.rules) for x in given))


@dataclass(frozen=True)
class Plan:
    """How many games are played, and who sits where.

    Parameters
    ----------
    blocks : int
        Number of independent blocks.
    per_block : int
        Games in a block.
    duplicate : bool
        Whether the games of a block repeat one deal.
    seating : int
        ``FIXED``, ``ROTATE`` or ``RANDOM``.
    seed : int
        Seed of all streams.
    """

    blocks: int
    per_block: int
    duplicate: bool
    seating: int
    seed: int

    @property
    def games(self) -> int:
        """Number of games."""
        return self.blocks * self.per_block


def make_plan(games: int, seed: int, players: int, seating: str = "fixed", duplicate: bool = False) -> Plan:
    """Check and lay out a simulation.

    With ``rotate`` or `duplicate`, a block is one game per rotation of the seats, and the number of games
    is rounded up to whole blocks.

    Raises
    ------
    Usage
        If the number of games or the seed is out of range, or the seating is unknown.
    """
    if games < 1:
        raise Usage(f"{games} games were asked for; expected 1 or more")
    if not 0 <= seed < 2**63:
        raise Usage(f"the seed is {seed}; expected a whole number from 0 to 2^63 - 1")
    if seating not in SEATINGS:
        raise Usage(f"the seating is {seating!r}; expected {', '.join(SEATINGS)}")
    if duplicate and seating == "random":
        raise Usage("duplicate deals rotate the seats; use seating 'rotate' with them")
    per_block = players if duplicate or seating == "rotate" else 1
    mode = ROTATE if per_block > 1 else SEATINGS[seating]
    return Plan(-(-games // per_block), per_block, duplicate, mode, seed)


class Table:
    """A line-up at work: plays blocks of games and gives their sums.

    Parameters
    ----------
    lineup : LineUp
        Who plays.
    on_compile : function, optional
        Called when a program has to be compiled, before it is.
    interpreted : bool
        Whether to play in plain Python even what could be compiled.
    """

    def __init__(
        self, lineup: LineUp, on_compile: Callable[[], None] | None = None, interpreted: bool = False
    ) -> None:
        self.lineup = lineup
        self.is_compiled = not interpreted and all(e.compiles for e in lineup.entrants)
        rules, choosers = lineup.game.rules, lineup.choosers
        measures = getattr(rules, "MEASURES", ())
        of_game = [m.name for m in measures if m.per_game]
        shares = [1 + of_game.index(m.of) if m.of else 0 for m in measures if not m.per_game]
        self.of = np.array([0, 0, 0, *shares], np.int64)
        self.game_columns = 1 + len(of_game)
        rewritten = lensed(rules, choosers) if self.is_compiled else None
        copies = rewritten is None
        loop = make_loop(rules, rewritten or choosers, copies, whole_views=not self.is_compiled)
        self._run = make_run(rules, loop)
        self._blank, self._blind = self._blanks()
        if self.is_compiled:
            layout = _layout_key(rules)
            careful = not (is_own(rules) and all(e.is_checked for e in lineup.entrants))
            self._run = compiled(self._run, loop.doors, layout, on_compile, careful)
            self.play(Plan(0, 1, False, FIXED, 0), 0, 0)  # so that threads find it compiled

    def retuned(self, lineup: LineUp) -> "Table":
        """The same table with other parameters for the same strategies; shares the compiled program.

        Raises
        ------
        Usage
            If the line-up has other strategies or another game.
        """
        if lineup.game is not self.lineup.game or lineup.choosers != self.lineup.choosers:
            raise Usage("only parameters can be changed at a table; make another table for other strategies")
        other = copy.copy(self)
        other.lineup = lineup
        return other

    def play(self, plan: Plan, first: int, last: int) -> Sums:
        """Play blocks `first` to `last` - 1 of a plan.

        Raises
        ------
        Failure
            If a strategy chose what is not legal, or a game went on without end.
        """
        n, columns = self.lineup.game.players, len(self.of)
        sums = Sums.empty(n, columns, self.game_columns)
        fault = np.full(4, -1, np.int64)
        x, y = np.zeros((n, columns), np.int64), np.zeros(self.game_columns, np.int64)
        layout = [plan.per_block, int(plan.duplicate), plan.seating]
        try:
            self._run(
                *self._states(), self.lineup.weights, *map(self._row, (self.lineup.who, layout)), plan.seed,
                first, last, self.of, x, y, self._row([0] * n), sums.entrants, sums.games, sums.pairs, fault,
            )  # fmt: skip
        except IndexError as outside:
            raise Failure(
                f"a strategy looked outside a table ({outside}) in games {first * plan.per_block} to "
                f"{last * plan.per_block - 1} of seed {plan.seed}; strategies: {self._names()}"
            ) from outside
        if fault[3] >= 0:
            raise Failure(self._fault_text(plan, *map(int, fault)))
        return sums

    def _row(self, numbers: list[int]) -> Any:
        """Whole numbers as the run wants them: an array when compiled, plain numbers when interpreted."""
        return np.array(numbers, np.int64) if self.is_compiled else numbers

    def _blanks(self) -> tuple[Any, Any]:
        """A blank state and a blank view, never modified."""
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

    def _fault_text(self, plan: Plan, number: int, seat: int, action: int, kind: int) -> str:
        where = f"in game {number} of seed {plan.seed}"
        if kind != ILLEGAL_ACTION:
            return (
                f"{where} {MOST_TURNS:,} decisions were made and the game was not over; change the strategies"
            )
        return (
            f"{where}, seat {seat + 1} chose action {action}, which is not legal; strategies: {self._names()}"
        )

    def _names(self) -> str:
        return ", ".join(dict.fromkeys(e.label for e in self.lineup.entrants))


def _layout_key(rules: Any) -> str:
    """Tells apart programs whose records are laid out differently."""
    return hashlib.sha256(str(record_type(rules)).encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Played:
    """What was played.

    Parameters
    ----------
    sums : Sums
        Sums over all finished blocks.
    blocks : int
        How many.
    seconds : float
        Wall-clock time.
    interrupted : bool
        Whether it was stopped before the end of its plan.
    """

    sums: Sums
    blocks: int
    seconds: float
    interrupted: bool


def check_threads(threads: int | None) -> int:
    """The number of threads to use: as asked, or all cores.

    Raises
    ------
    Usage
        If it is below 1.
    """
    if threads is not None and threads < 1:
        raise Usage(f"{threads} threads were asked for; expected 1 or more")
    return usable_cores() if threads is None else threads


def play_plan(
    table: Table, plan: Plan, threads: int | None = None, on_progress: Progress | None = None
) -> Played:
    """Play all blocks of a plan on some threads; an interrupt (Ctrl-C) keeps what was done.

    Blocks are handed out in order and merged in order, so an interrupted run has played the first so many
    blocks and can be repeated exactly.

    Parameters
    ----------
    table : Table
        Who plays.
    plan : Plan
        What.
    threads : int, optional
        All cores by default; interpreted games always use one.
    on_progress : function, optional
        Called with games done and games planned.

    Raises
    ------
    Usage
        If `threads` is below 1.
    """
    count = check_threads(threads) if table.is_compiled else 1
    began = time.perf_counter()
    with ThreadPoolExecutor(count) as pool:
        desk = _Desk(pool, count, table, plan)
        while not desk.is_done:
            try:
                desk.advance()
                if on_progress:
                    on_progress(desk.merged[1] * plan.per_block, plan.games)
            except KeyboardInterrupt:
                desk.is_closing = True
    sums, blocks = desk.merged
    return Played(sums, blocks, time.perf_counter() - began, desk.is_closing and blocks < plan.blocks)


class _Desk:
    """Hands out chunks of blocks in order and merges their sums in order."""

    def __init__(self, pool: ThreadPoolExecutor, count: int, table: Table, plan: Plan) -> None:
        self.pool, self.table, self.plan = pool, table, plan
        self.most_waiting = count * MOST_IN_FLIGHT
        self.waiting: deque[tuple[int, Future[tuple[Sums, float]]]] = deque()
        self.given = 0
        self.size = FIRST_CHUNK if table.is_compiled else 1
        self.is_closing = False
        empty = Sums.empty(table.lineup.game.players, len(table.of), table.game_columns)
        self.merged = (empty, 0)
        """Sums and blocks merged; always replaced as one, so that an interrupt cannot part them."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is waiting and nothing will be handed out."""
        return not self.waiting and (self.is_closing or self.given >= self.plan.blocks)

    def advance(self) -> None:
        """Hand out what there is room for, and merge the next chunk."""
        while self.given < self.plan.blocks and not self.is_closing and len(self.waiting) < self.most_waiting:
            first, self.given = self.given, min(self.plan.blocks, self.given + self.size)
            self.waiting.append((self.given, self.pool.submit(self.timed, first, self.given)))
        if not self.waiting:
            return
        last, future = self.waiting[0]
        sums, blocks = self.merged
        if last > blocks:
            more, seconds = future.result()
            self.merged = (sums.plus(more), last)
            self.size = _next_size(self.size, last - blocks, seconds)
        self.waiting.popleft()

    def timed(self, first: int, last: int) -> tuple[Sums, float]:
        """The sums of some blocks and how long they took."""
        began = time.perf_counter()
        return self.table.play(self.plan, first, last), time.perf_counter() - began


def _next_size(size: int, blocks: int, seconds: float) -> int:
    """Blocks of the next chunk, so that it takes about ``CHUNK_SECONDS``."""
    wanted = int(blocks * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, size * 4))


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
