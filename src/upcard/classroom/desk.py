"""What takes longer than a request is found out in a process of its own, once, and told when it is there."""

import asyncio
import logging
import os
from collections.abc import Callable, Hashable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from typing import Any

from upcard.play.processes import process_pool

MOST_KEPT, NICE = 2000, 10

logger = logging.getLogger(__name__)


def politely(work: Callable[..., Any], *args: Any) -> Any:
    """Work, after those who wait for an answer have had the processor."""
    if hasattr(os, "nice") and os.nice(0) < NICE:
        os.nice(NICE)
    return work(*args)


class Desk:
    """Who finds things out beside the server, one after the other; started when first asked."""

    def __init__(self) -> None:
        self._pool: ProcessPoolExecutor | None = None
        self._found: dict[Hashable, Any] = {}
        self._asked: dict[Hashable, asyncio.Task[None]] = {}

    def get(
        self, key: Hashable, work: Callable[..., Any], *args: Any, then: Callable[[], None] | None = None
    ) -> Any:
        """What was found under a key; None, and the work is begun, as long as it is not there.

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
        """
        if key in self._found:
            return self._found[key]
        if key not in self._asked:
            self._asked[key] = asyncio.create_task(self._find(key, work, args, then))
        return None

    def peek(self, key: Hashable) -> Any:
        """What was found under a key; None as long as it is not there."""
        return self._found.get(key)

    async def close(self) -> None:
        """Send the process home; what it works for is given up."""
        for task in self._asked.values():
            task.cancel()
        await asyncio.gather(*self._asked.values(), return_exceptions=True)
        if self._pool is not None:
            self._pool.shutdown(wait=False, cancel_futures=True)

    async def _find(
        self, key: Hashable, work: Callable[..., Any], args: tuple[Any, ...], then: Callable[[], None] | None
    ) -> None:
        try:
            self._pool = self._pool or process_pool(1)
            loop = asyncio.get_running_loop()
            found = await loop.run_in_executor(self._pool, politely, work, *args)
        except BrokenProcessPool:
            self._pool, found = None, None
        except Exception:  # the class goes on without it
            logger.exception("finding out %r", key)
            found = ()
        finally:
            self._asked.pop(key, None)
        if found is not None:
            self._found[key] = found
            while len(self._found) > MOST_KEPT:
                del self._found[next(iter(self._found))]
        if then is not None:
            then()
