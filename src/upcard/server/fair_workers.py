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


class FairWorkers:
    """Processes that start when they are needed, and a queue of the clients who need them.

    If it `has_spare`, the next process starts already while all others work. A process that starts in
    advance calls `warm_up`, a function of a module.
    """

    def __init__(
        self, queue: FairQueue, has_spare: bool = False, warm_up: Callable[[], None] = ignore_interrupts
    ) -> None:
        self.queue, self.has_spare, self.warm_up = queue, has_spare, warm_up
        self._idle: list[ProcessPoolExecutor] = []
        self._busy: set[ProcessPoolExecutor] = set()
        self._is_closed = False

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
            if self.has_spare and len(self._busy) < self.queue.places:
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
        """Start a process if none is free, so that the next computation need not wait for it."""
        if not self._is_closed and not self._idle and len(self._busy) < self.queue.places:
            self._idle.append(process_pool(1))
            with suppress(BrokenProcessPool):  # the next computation starts another one
                self._idle[0].submit(self.warm_up)

    def close(self) -> None:
        """End all processes and their computations."""
        self._is_closed = True
        for pool in (*self._idle, *self._busy):
            end_pool(pool)
        self._idle.clear()
