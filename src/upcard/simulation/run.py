"""Playing a plan on all cores: chunks of blocks, merged as exact sums."""

import os
import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass

from upcard.engine.errors import Usage
from upcard.engine.options import whole_number
from upcard.simulation.kernel import Sums
from upcard.simulation.plan import Plan
from upcard.simulation.simulator import Simulator

CHUNK_SECONDS = 0.1
FIRST_CHUNK = 64
MOST_IN_FLIGHT = 3

Progress = Callable[[int, int], None]


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
    is_stop_asked : bool
        Whether it was to stop, even if that came too late to stop it.
    """

    sums: Sums
    blocks: int
    seconds: float
    interrupted: bool
    is_stop_asked: bool = False


def check_threads(threads: int | None) -> int:
    """The number of threads to use: as asked, or all cores.

    Raises
    ------
    Usage
        If it is below 1 or no whole number.
    """
    if threads is None:
        return usable_cores()
    count = whole_number("number of threads", threads)
    if count < 1:
        raise Usage(f"{count} threads were asked for; expected 1 or more")
    return count


def play_plan(
    simulator: Simulator,
    plan: Plan,
    threads: int | None = None,
    on_progress: Progress | None = None,
    first: int = 0,
) -> Played:
    """Play all blocks of a plan on some threads; an interrupt (Ctrl-C) keeps what was done.

    Blocks are handed out in order and merged in order, so an interrupted run has played the first so many
    blocks and can be repeated exactly.

    Parameters
    ----------
    simulator : Simulator
        Who plays.
    plan : Plan
        What.
    threads : int, optional
        All cores by default; interpreted games always use one.
    on_progress : function, optional
        Called with games done and games planned.
    first : int
        The block to begin with, where those before it have been played.

    Raises
    ------
    Usage
        If `threads` is below 1.
    """
    count = check_threads(threads) if simulator.is_compiled else 1
    began = time.perf_counter()
    with ThreadPoolExecutor(count) as pool:
        desk = _Desk(pool, count, simulator, plan, first)
        while not desk.is_done:
            try:
                desk.advance()
                if on_progress:
                    on_progress(desk.merged[1] * plan.per_block, plan.games)
            except KeyboardInterrupt:
                desk.is_closing = True
    sums, blocks = desk.merged
    is_cut = desk.is_closing and blocks < plan.blocks
    return Played(sums, blocks - first, time.perf_counter() - began, is_cut, desk.is_closing)


class _Desk:
    """Hands out chunks of blocks in order and merges their sums in order."""

    def __init__(
        self, pool: ThreadPoolExecutor, count: int, simulator: Simulator, plan: Plan, first: int
    ) -> None:
        self.pool, self.simulator, self.plan = pool, simulator, plan
        self.count, self.most_waiting = count, count * MOST_IN_FLIGHT
        self.waiting: deque[tuple[int, Future[tuple[Sums, float]]]] = deque()
        self.given = first
        self.size = FIRST_CHUNK if simulator.is_compiled else 1
        self.is_closing = False
        empty = Sums.empty(simulator.lineup.game.players, len(simulator.of), simulator.game_columns)
        self.merged = (empty, first)
        """Sums, and the block up to which they go; replaced as one, so that an interrupt cannot part them."""

    @property
    def is_done(self) -> bool:
        """Whether nothing is waiting and nothing will be handed out."""
        return not self.waiting and (self.is_closing or self.given >= self.plan.blocks)

    @property
    def portion(self) -> int:
        """Blocks of the next chunk: fewer towards the end, so that all threads are done at the same time.

        Half of a thread's part of what is left, as in C. Polychronopoulos, D. Kuck, "Guided self-scheduling",
        IEEE Transactions on Computers 36 (1987), who hand out the whole part.
        """
        left = self.plan.blocks - self.given
        part = max(FIRST_CHUNK, -(-left // (2 * self.count)))
        return min(left, self.size, part)

    def advance(self) -> None:
        """Hand out what there is room for, and merge the next chunk."""
        while self.given < self.plan.blocks and not self.is_closing and len(self.waiting) < self.most_waiting:
            first, self.given = self.given, self.given + self.portion
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
        return self.simulator.play(self.plan, first, last), time.perf_counter() - began


def _next_size(size: int, blocks: int, seconds: float) -> int:
    """Blocks of the next chunk, so that it takes about ``CHUNK_SECONDS``."""
    wanted = int(blocks * CHUNK_SECONDS / max(seconds, 1e-6))
    return max(1, min(wanted, size * 4))


def usable_cores() -> int:
    """How many cores this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
