"""Playing a plan on all cores: chunks of blocks, whose exact sums are merged."""

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

OnChunk = Callable[[int, Sums], None]
"""Called with the first block of a chunk and its sums, in order; again for the same chunk after Ctrl-C."""


@dataclass(frozen=True)
class PlayedGames:
    """Sums over the games that were played."""

    sums: Sums
    """Sums over all finished blocks."""
    blocks: int
    """Number of finished blocks."""
    seconds: float
    """Wall-clock time."""
    interrupted: bool
    """Whether Ctrl-C stopped it before the end of its plan."""
    stop_requested: bool = False
    """Whether Ctrl-C was pressed, even if all games were already done."""


def play_plan(
    simulator: Simulator,
    plan: SimulationPlan,
    threads: int | None = None,
    on_progress: OnGames | None = None,
    first: int = 0,
    executor: Executor | None = None,
    on_chunk: OnChunk | None = None,
) -> PlayedGames:
    """Play all blocks of a plan; after Ctrl-C, return the sums of those that are done.

    Blocks are handed out in order and merged in order. So an interrupted run has played the first blocks of
    the plan and can be repeated exactly.

    Parameters
    ----------
    threads : int, optional
        Number of threads, all cores by default; interpreted games always use one.
    on_progress : function, optional
        Called with the numbers of games done and planned.
    first : int
        The first block to play, if the blocks before it have been played already.
    executor : concurrent.futures.Executor, optional
        Processes or a cluster that play instead of threads.
    on_chunk : function, optional
        Called with the sums of every chunk before they are merged.

    Raises
    ------
    Usage
        If `threads` is below 1, or both threads and an executor are given.
    Failure
        If a strategy chose an illegal action, or all workers were lost.
    """
    began = time.perf_counter()
    with executor_for(simulator, threads, executor) as workers:
        queue = _ChunkQueue(workers, simulator, plan, first, on_chunk)
        while not queue.is_done:
            try:
                queue.advance()
                if on_progress:
                    on_progress(queue.merged[1] * plan.per_block, plan.games)
            except KeyboardInterrupt:
                queue.is_closing = True
    sums, blocks = queue.merged
    is_cut = queue.is_closing and blocks < plan.blocks
    return PlayedGames(sums, blocks - first, time.perf_counter() - began, is_cut, queue.is_closing)


class _ChunkQueue:
    """Hands out chunks of blocks in order and merges their sums in order."""

    def __init__(
        self, executor: GameExecutor, simulator: Simulator, plan: SimulationPlan, first: int,
        on_chunk: OnChunk | None = None,
    ) -> None:  # fmt: skip
        self.executor, self.simulator, self.plan, self.on_chunk = executor, simulator, plan, on_chunk
        self.width = executor.width
        self.waiting: deque[tuple[int, Future[Chunk]]] = deque()
        self.next_block = first
        self.size = FIRST_CHUNK if simulator.is_compiled else 1
        self.is_closing = False
        empty = Sums.empty(simulator.lineup.game.players, simulator.columns, simulator.game_columns)
        self.merged = (empty, first)
        """Sums and the number of merged blocks, replaced together, so that Ctrl-C cannot separate them."""

    @property
    def is_done(self) -> bool:
        """Whether no chunk is waiting and no chunk will be handed out."""
        return not self.waiting and (self.is_closing or self.next_block >= self.plan.blocks)

    @property
    def portion(self) -> int:
        """Number of blocks of the next chunk: fewer towards the end, so that all workers finish together.

        It is half of a worker's part of the remaining blocks. C. Polychronopoulos, D. Kuck, "Guided
        self-scheduling", IEEE Transactions on Computers 36 (1987), hand out the whole part.
        """
        left = self.plan.blocks - self.next_block
        part = max(FIRST_CHUNK, -(-left // (2 * self.width)))
        return min(left, self.size, part, self.simulator.most_in_chunk)

    def advance(self) -> None:
        """Hand out as many chunks as may wait, and merge the next chunk."""
        self.width = self.executor.width  # it may be a request to a remote scheduler, so once for all chunks
        most = self.width * MOST_IN_FLIGHT
        while self.next_block < self.plan.blocks and not self.is_closing and len(self.waiting) < most:
            first, self.next_block = self.next_block, self.next_block + self.portion
            played = self.executor.submit(self.simulator, self.plan, first, self.next_block)
            self.waiting.append((self.next_block, played))
        if not self.waiting:
            return
        last, future = self.waiting[0]
        sums, blocks = self.merged
        if last > blocks:
            more, seconds = wait_for(future)
            if self.on_chunk:
                self.on_chunk(blocks, more)
            self.merged = (sums.plus(more), last)
            self.size = _next_size(self.size, last - blocks, seconds, self.executor.chunk_seconds)
        self.waiting.popleft()


def _next_size(size: int, blocks: int, seconds: float, wished: float) -> int:
    """Return the number of blocks of the next chunk, so that it takes about `wished` seconds."""
    wanted = int(blocks * wished / max(seconds, 1e-6))
    return max(1, min(wanted, size * 4))
