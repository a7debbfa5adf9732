"""Playing a plan on all cores: chunks of blocks, merged as exact sums."""

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import Executor, Future
from dataclasses import dataclass

from upcard.simulation.executors import GameExecutor, executor_for, wait_for
from upcard.simulation.kernel import Sums
from upcard.simulation.remote_job import Chunk
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator

FIRST_CHUNK = 64
MOST_IN_FLIGHT = 3

OnGames = Callable[[int, int], None]


@dataclass(frozen=True)
class PlayedGames:
    """The games that were played."""

    sums: Sums
    """Sums over all finished blocks."""
    blocks: int
    """How many."""
    seconds: float
    """Wall-clock time."""
    interrupted: bool
    """Whether it was stopped before the end of its plan."""
    is_stop_asked: bool = False
    """Whether it was to stop, even if that came too late to stop it."""


def play_plan(
    simulator: Simulator,
    plan: SimulationPlan,
    threads: int | None = None,
    on_progress: OnGames | None = None,
    first: int = 0,
    executor: Executor | None = None,
) -> PlayedGames:
    """Have all blocks of a plan played; an interrupt (Ctrl-C) keeps what was done.

    Blocks are handed out in order and merged in order. So an interrupted run has played the first blocks of
    the plan and can be repeated exactly.

    Parameters
    ----------
    threads : int, optional
        All cores by default; interpreted games always use one.
    on_progress : function, optional
        Called with games done and games planned.
    first : int
        The block to begin with, where those before it have been played.
    executor : concurrent.futures.Executor, optional
        Plays instead of threads, perhaps elsewhere.

    Raises
    ------
    Usage
        If `threads` is below 1, or both threads and an executor are given.
    Failure
        If a strategy chose what is not legal, or all workers were lost.
    """
    began = time.perf_counter()
    with executor_for(simulator, threads, executor) as crew:
        desk = _ChunkQueue(crew, simulator, plan, first)
        while not desk.is_done:
            try:
                desk.advance()
                if on_progress:
                    on_progress(desk.merged[1] * plan.per_block, plan.games)
            except KeyboardInterrupt:
                desk.is_closing = True
    sums, blocks = desk.merged
    is_cut = desk.is_closing and blocks < plan.blocks
    return PlayedGames(sums, blocks - first, time.perf_counter() - began, is_cut, desk.is_closing)


class _ChunkQueue:
    """Hands out chunks of blocks in order and merges their sums in order."""

    def __init__(self, crew: GameExecutor, simulator: Simulator, plan: SimulationPlan, first: int) -> None:
        self.crew, self.simulator, self.plan = crew, simulator, plan
        self.width = crew.width
        self.waiting: deque[tuple[int, Future[Chunk]]] = deque()
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
        """Blocks of the next chunk: fewer towards the end, so that all workers are done at the same time.

        Half of a worker's part of what is left, as in C. Polychronopoulos, D. Kuck, "Guided self-scheduling",
        IEEE Transactions on Computers 36 (1987), who hand out the whole part.
        """
        left = self.plan.blocks - self.given
        part = max(FIRST_CHUNK, -(-left // (2 * self.width)))
        return min(left, self.size, part)

    def advance(self) -> None:
        """Hand out what there is room for, and merge the next chunk."""
        self.width = self.crew.width  # a scheduler far away is asked for it, so once for all chunks
        most = self.width * MOST_IN_FLIGHT
        while self.given < self.plan.blocks and not self.is_closing and len(self.waiting) < most:
            first, self.given = self.given, self.given + self.portion
            played = self.crew.submit(self.simulator, self.plan, first, self.given)
            self.waiting.append((self.given, played))
        if not self.waiting:
            return
        last, future = self.waiting[0]
        sums, blocks = self.merged
        if last > blocks:
            more, seconds = wait_for(future)
            self.merged = (sums.plus(more), last)
            self.size = _next_size(self.size, last - blocks, seconds, self.crew.chunk_seconds)
        self.waiting.popleft()


def _next_size(size: int, blocks: int, seconds: float, wished: float) -> int:
    """Blocks of the next chunk, so that it takes about `wished` seconds."""
    wanted = int(blocks * wished / max(seconds, 1e-6))
    return max(1, min(wanted, size * 4))
