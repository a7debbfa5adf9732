"""Threads for computations of up to some seconds, in fair turns: positions, checks of records, PDF files.

They are not those that read the database, so that no number of such requests delays a table.
"""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import copy_context
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from upcard.server.fair_queue import FairQueue

THREADS = 2
"""Number of computations at the same time; one client has one of them."""

R = TypeVar("R")

_executor = ThreadPoolExecutor(THREADS, thread_name_prefix="upcard-compute")
_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, FairQueue] = WeakKeyDictionary()


async def in_thread(work: Callable[..., R], *args: Any) -> R:
    """Return ``work(*args)``, computed in a thread when the turn of the current client comes.

    Raises Busy if too many computations wait, and every error of `work`.
    """
    loop = asyncio.get_running_loop()
    queue = _queues.setdefault(loop, FairQueue(THREADS))
    async with queue.turn():
        return await loop.run_in_executor(_executor, copy_context().run, work, *args)
