"""Executors of chunks of games: threads of this process, or processes and machines elsewhere.

Results of chunks are sums of whole numbers, and they are merged in order. So it makes no difference which
worker played a chunk, nor whether a chunk was played again because a worker was lost.
"""

from abc import ABC, abstractmethod
from concurrent.futures import BrokenExecutor, CancelledError, Executor, Future, ThreadPoolExecutor
from typing import Self

from upcard.engine.errors import Failure, Usage
from upcard.engine.free_memory import usable_cores
from upcard.engine.option_values import whole_number
from upcard.simulation.remote_job import Chunk, job_bytes, play_remote_job, timed
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator

NEAR_SECONDS, FAR_SECONDS = 0.1, 1.0
"""Target time of a chunk in a thread, and of one that is sent to another process or machine."""

UNKNOWN_WIDTH = 8
"""Assumed number of workers of an executor that does not report it."""


class GameExecutor(ABC):
    """An executor of chunks of games; as a context, it cancels the chunks that have not begun at its end."""

    chunk_seconds: float

    def __init__(self, executor: Executor) -> None:
        self.executor = executor

    @property
    def width(self) -> int:
        """Number of chunks that are played at the same time now; workers may come and go."""
        client = getattr(self.executor, "_client", None)
        if client is not None and hasattr(client, "nthreads"):
            return max(1, int(sum(client.nthreads().values())))
        return int(getattr(self.executor, "_max_workers", UNKNOWN_WIDTH))

    @abstractmethod
    def submit(self, simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> "Future[Chunk]":
        """Have blocks `first` to `last` - 1 of a plan played, and return the future chunk."""

    def __enter__(self) -> Self:
        """Enter the context."""
        return self

    @abstractmethod
    def __exit__(self, *fault: object) -> None:
        """Cancel the chunks that have not begun."""


class ThreadExecutor(GameExecutor):
    """An executor with some threads of this process."""

    chunk_seconds = NEAR_SECONDS

    def __init__(self, count: int) -> None:
        super().__init__(ThreadPoolExecutor(count))

    def submit(self, simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> "Future[Chunk]":
        """Have blocks played by the next thread that is free."""
        return self.executor.submit(timed, simulator, plan, first, last)

    def __exit__(self, *fault: object) -> None:
        """Cancel the chunks that have not begun."""
        self.executor.shutdown(cancel_futures=True)


class RemoteExecutor(GameExecutor):
    """An executor that sends chunks to other processes of this machine, or to a cluster.

    A job holds the name of the game with its options, the strategies, and the blocks; the results are sums.
    The executor behind it belongs to the caller, who must close it.
    """

    chunk_seconds = FAR_SECONDS

    def __init__(self, executor: Executor) -> None:
        super().__init__(executor)
        self._waiting: list[Future[Chunk]] = []

    def submit(self, simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> "Future[Chunk]":
        """Send blocks to a worker; raise ``Failure`` if the workers were lost."""
        try:
            future = self.executor.submit(
                play_remote_job, job_bytes(simulator.lineup, simulator.has_rows), plan, first, last
            )
        except (BrokenExecutor, RuntimeError) as fault:
            raise _lost(fault) from fault
        self._waiting = [x for x in self._waiting if not x.done()] + [future]
        return future

    def __exit__(self, *fault: object) -> None:
        """Cancel the chunks that have not begun."""
        for future in self._waiting:
            future.cancel()


def executor_for(simulator: Simulator, threads: int | None, executor: Executor | None) -> GameExecutor:
    """Return an executor that uses the user's, or threads: one if more would not help; ``Usage`` for both."""
    if executor is None:
        count = check_threads(threads)
        return ThreadExecutor(count if simulator.is_threaded else 1)
    if threads is not None:
        raise Usage(
            "threads and an executor were given; an executor has its own workers, so give only one of the two"
        )
    return RemoteExecutor(executor)


def wait_for(future: "Future[Chunk]") -> Chunk:
    """Wait for a chunk and return it; raise ``Failure`` if its worker was lost and no other took over."""
    try:
        return future.result()
    except (BrokenExecutor, CancelledError) as fault:
        raise _lost(fault) from fault
    except Exception as fault:
        if type(fault).__module__.startswith("distributed"):
            raise _lost(fault) from fault
        raise


def _lost(fault: BaseException) -> Failure:
    reason = f"{type(fault).__name__}: {fault}".split("\n", maxsplit=1)[0].removesuffix(": ")
    return Failure(f"the workers were lost ({reason}); start them again and repeat the command")


def check_threads(threads: int | None) -> int:
    """Return the number of threads, all cores by default; raise ``Usage`` unless it is whole and positive."""
    if threads is None:
        return usable_cores()
    count = whole_number("number of threads", threads)
    if count < 1:
        raise Usage(f"the number of threads is {count}; expected 1 or more")
    return count
