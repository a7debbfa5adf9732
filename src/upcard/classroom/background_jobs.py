"""Background jobs: computations that take longer than a request run in a process of their own, once each."""

import asyncio
import logging
import os
from collections import Counter, deque
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from typing import Any, NamedTuple

from upcard.server.worker_processes import end_pool, process_pool

MOST_RESULTS, NICE = 2000, 10
MOST_BREAKS = 2
"""Number of crashes of the process after which a job is given up; boards would request it forever."""

logger = logging.getLogger(__name__)


def politely(work: Callable[..., Any], *args: Any) -> Any:
    """Run a job at low priority, so that requests come first."""
    if hasattr(os, "nice") and os.nice(0) < NICE:
        os.nice(NICE)
    return work(*args)


class BackgroundJob(NamedTuple):
    """A job: its key, and what to call."""

    key: Hashable
    work: Callable[..., Any]
    args: tuple[Any, ...]
    then: Callable[[], None] | None


class BackgroundJobs:
    """Runs jobs beside the server, one after the other; its process starts with the first job."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._results: dict[Hashable, Any] = {}
        self._pending: dict[Hashable, asyncio.Event] = {}
        self._breaks: Counter[Hashable] = Counter()
        self._first, self._later = deque[BackgroundJob](), deque[BackgroundJob]()
        self._working: asyncio.Task[None] | None = None

    def get(
        self,
        key: Hashable,
        work: Callable[..., Any],
        *args: Any,
        then: Callable[[], None] | None = None,
        is_later: bool = False,
    ) -> Any:
        """Return the result for a key; if there is none yet, queue the job and return None.

        The result is empty if the job has failed. Two jobs with one key run once. `work` is a function of a
        module, which is sent to another process with its arguments; `then` is called as soon as the result is
        available. If a job is for later, all others go first.
        """
        if key in self._results:
            return self._results[key]
        if key not in self._pending:
            self._pending[key] = asyncio.Event()
            queue = self._later if is_later else self._first
            queue.append(BackgroundJob(key, work, args, then))
            self._working = self._working or asyncio.create_task(self._work())
        return None

    async def wait(self, keys: Iterable[Hashable], seconds: float) -> None:
        """Wait for the results of some keys, for a maximum number of seconds."""
        events = [self._pending[x] for x in keys if x in self._pending]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for event in events:
                    await event.wait()

    async def close(self) -> None:
        """End the process; its job is given up."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        if self._pool is not None:
            end_pool(self._pool)

    async def _work(self) -> None:
        """Run all jobs, those that are not later first."""
        try:
            while queue := self._first or self._later:
                await self._run(queue.popleft())
        finally:
            self._working = None

    async def _run(self, task: BackgroundJob) -> None:
        try:
            self._pool = self._pool or process_pool(1)
            loop = asyncio.get_running_loop()
            result = await loop.run_in_executor(self._pool, politely, task.work, *task.args)
        except BrokenProcessPool:
            self._pool = None
            self._breaks[task.key] += 1
            result = None if self._breaks[task.key] < MOST_BREAKS else ()
            logger.warning("the process of the background job %r ended", task.key)
        except Exception:  # the class continues without it
            logger.exception("background job %r", task.key)
            result = ()
        finally:
            self._pending.pop(task.key).set()
        if result is not None:
            self._results[task.key] = result
            while len(self._results) > MOST_RESULTS:
                del self._results[next(iter(self._results))]
        if task.then is not None:
            task.then()
