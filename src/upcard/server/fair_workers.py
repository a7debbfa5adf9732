"""Processes beside a server, which work for its clients in turns."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

from upcard.server.fair_queue import FairQueue
from upcard.server.worker_processes import end_pool, ignore_interrupts, interrupt_pool, process_pool

R = TypeVar("R")

SPARES = 2
"""Number of processes that are free and ready, as far as there are places.

With one, a client who comes while the process that replaces it is starting would wait for that.
"""


class FairWorkers:
    """Processes that start when they are needed, and a queue of the clients who need them.

    If it `has_spare`, further processes start while others work, until ``SPARES`` are free or there are no
    more places. A process that starts in advance calls `warm_up`, a function of a module.
    """

    def __init__(
        self, queue: FairQueue, has_spare: bool = False, warm_up: Callable[[], None] = ignore_interrupts
    ) -> None:
        self.queue, self.has_spare, self.warm_up = queue, has_spare, warm_up
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()
        self._is_closed = False
        self._starting: asyncio.Task[None] | None = None

    async def run(
        self,
        work: Callable[..., R],
        *args: Any,
        limit: float | None = None,
        item: str = "",
        rank: int = 0,
        patience: float | None = None,
    ) -> R:
        """Return ``work(*args)``, computed in a process when its turn comes.

        Parameters
        ----------
        work : function
            A function of a module, so that a process can import it.
        limit : float, optional
            Maximum seconds, without the wait for the turn; then the process is ended.
        item, rank, patience
            See :meth:`FairQueue.turn`. With `patience`, other clients may interrupt this work, too: the
            process gets the alarm signal.

        Raises
        ------
        TimeoutError
            After `limit` seconds.
        BrokenProcessPool
            If the process has crashed.
        Busy
            If too many turns wait already.
        """
        async with self.queue.turn(item, rank, patience) as turn:
            pool = self._idle.pop() if self._idle else process_pool(1)
            self._busy.add(pool)
            if self.has_spare:
                self.start()
            turn.interrupt = None if patience is None else partial(interrupt_pool, pool)
            is_alive = True
            try:
                async with asyncio.timeout(limit):
                    return await asyncio.get_running_loop().run_in_executor(pool, work, *args)
            except (TimeoutError, BrokenProcessPool, asyncio.CancelledError):
                is_alive = False  # it still works, or has ended
                raise
            finally:
                turn.interrupt = None
                self._busy.discard(pool)
                if is_alive:
                    self._idle.append(pool)
                else:
                    end_pool(pool)
                    if self.has_spare:
                        self.start()

    def start(self) -> None:
        """Start processes one after the other, so that the next computations need not wait for them.

        They are used last, since they are not ready for a while.
        """
        if self._starting is None and self._is_short():
            self._idle.insert(0, process_pool(1))
            self._starting = asyncio.create_task(self._warm(self._idle[0]))

    async def _warm(self, pool: ProcessPoolExecutor) -> None:
        """Wait until a process is ready, then start the next one if there are still too few."""
        try:
            with suppress(BrokenProcessPool):  # the computation that gets this process starts another one
                await asyncio.get_running_loop().run_in_executor(pool, self.warm_up)
        finally:
            self._starting = None
        self.start()

    def _is_short(self) -> bool:
        all_processes = len(self._idle) + len(self._busy)
        return not self._is_closed and len(self._idle) < SPARES and all_processes < self.queue.places

    def close(self) -> None:
        """End all processes and their computations."""
        self._is_closed = True
        if self._starting is not None:
            self._starting.cancel()
        for pool in (*self._idle, *self._busy):
            end_pool(pool)
        self._idle.clear()
