"""What takes longer than a request is found out in a process of its own, once, and told when it is there."""

import asyncio
import logging
import os
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from upcard.server.worker_processes import end_pool, process_pool

MOST_KEPT, NICE = 2000, 10
MOST_BREAKS = 2
"""What has ended its process so often is given up: boards would ask for it again and again."""

logger = logging.getLogger(__name__)


def politely(work: Callable[..., Any], *args: Any) -> Any:
    """Work, after those who wait for an answer have had the processor."""
    if hasattr(os, "nice") and os.nice(0) < NICE:
        os.nice(NICE)
    return work(*args)


@dataclass(order=True)
class Task:
    """Something to find out: whether it may wait for others, which it is, and what is to be done."""

    is_later: bool
    number: int
    key: Hashable = field(compare=False)
    work: Callable[..., Any] = field(compare=False)
    args: tuple[Any, ...] = field(compare=False)
    then: Callable[[], None] | None = field(compare=False)


class Desk:
    """Who finds things out beside the server, one after the other; started when first asked."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._found: dict[Hashable, Any] = {}
        self._asked: dict[Hashable, asyncio.Event] = {}
        self._breaks: Counter[Hashable] = Counter()
        self._tasks: list[Task] = []
        self._given = 0
        self._working: asyncio.Task[None] | None = None

    def get(
        self,
        key: Hashable,
        work: Callable[..., Any],
        *args: Any,
        then: Callable[[], None] | None = None,
        is_later: bool = False,
    ) -> Any:
        """What was found under a key; None, and the work is begun, as long as it is not there.

        Empty if it cannot be found out.

        Parameters
        ----------
        key : hashable
            What it is kept under; the same key is not worked for twice.
        work : function
            Of a module, with arguments that can be sent to another process.
        *args
            Its arguments.
        then : function, optional
            Called when it is there.
        is_later : bool
            Whether all else that is asked for goes before.
        """
        if key in self._found:
            return self._found[key]
        if key not in self._asked:
            self._asked[key] = asyncio.Event()
            self._given += 1
            heappush(self._tasks, Task(is_later, self._given, key, work, args, then))
            self._working = self._working or asyncio.create_task(self._work())
        return None

    async def wait(self, keys: Iterable[Hashable], seconds: float) -> None:
        """Wait until what is asked for under some keys is there, or for so long."""
        try:
            async with asyncio.timeout(seconds):
                for event in [self._asked[x] for x in keys if x in self._asked]:
                    await event.wait()
        except TimeoutError:
            return

    async def close(self) -> None:
        """Send the process home; what it works for is given up."""
        if self._working is not None:
            self._working.cancel()
            await asyncio.gather(self._working, return_exceptions=True)
        if self._pool is not None:
            end_pool(self._pool)

    async def _work(self) -> None:
        """Do all that is asked for, first what does not wait."""
        try:
            while self._tasks:
                await self._find(heappop(self._tasks))
        finally:
            self._working = None

    async def _find(self, task: Task) -> None:
        try:
            self._pool = self._pool or process_pool(1)
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._pool, politely, task.work, *task.args)
        except BrokenProcessPool:
            self._pool = None
            self._breaks[task.key] += 1
            found = None if self._breaks[task.key] < MOST_BREAKS else ()
            logger.warning("the process ended that found out %r", task.key)
        except Exception:  # the class goes on without it
            logger.exception("finding out %r", task.key)
            found = ()
        finally:
            self._asked.pop(task.key).set()
        if found is not None:
            self._found[task.key] = found
            while len(self._found) > MOST_KEPT:
                del self._found[next(iter(self._found))]
        if task.then is not None:
            task.then()
