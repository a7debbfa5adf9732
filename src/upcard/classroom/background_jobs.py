"""Background jobs: long computations run once each, in a separate process, and never delay a request."""

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
"""Number of crashes after which a job is given up; otherwise boards would request it forever."""

logger = logging.getLogger(__name__)


def politely(work: Callable[..., Any], *args: Any) -> Any:
    """Run a job at low priority, so that requests come first."""
    if hasattr(os, "nice") and os.nice(0) < NICE:
        os.nice(NICE)
    return work(*args)


class BackgroundJob(NamedTuple):
    """A job: its key, the function with its arguments, and a callback for the end."""

    key: Hashable
    work: Callable[..., Any]
    args: tuple[Any, ...]
    then: Callable[[], None] | None


class BackgroundJobs:
    """Runner of jobs beside the server, one after the other; its process starts with the first job."""

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

        The result is ``()`` if the job has failed. A key is computed only once. `work` must be a function of
        a module, because another process calls it with `args`. `then` is called when the job has ended. If
        `is_later`, all other jobs go first.
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
        """Wait until the results of these keys are available, but at most this number of seconds."""
        events = [self._pending[x] for x in keys if x in self._pending]
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                for event in events:
                    await event.wait()

    async def close(self) -> None:
        """End the process and give up its current job."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        if self._pool is not None:
            end_pool(self._pool)

    async def _work(self) -> None:
        """Run all queued jobs; those marked as later come last."""
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
            logger.warning("the process that computed the background job %r has crashed", task.key)
        except Exception:  # the class continues without it
            logger.exception("the background job %r failed", task.key)
            result = ()
        finally:
            self._pending.pop(task.key).set()
        if result is not None:
            self._results[task.key] = result
            while len(self._results) > MOST_RESULTS:
                del self._results[next(iter(self._results))]
        if task.then is not None:
            task.then()
