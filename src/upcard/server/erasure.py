"""Cleaning of the database file after deletions: once for deletions that come together, and with pauses.

Cleaning rewrites the whole file, and nothing else is written meanwhile. Anybody may open a class and delete
it, so cleaning has to leave most of the time to others.
"""

import asyncio
import time

from upcard.server.database import Store

PAUSES = 9
"""How many times as long as it took, the next cleaning waits."""


class Erasure:
    """Cleans the file of a database, once for all deletions before."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._lock = asyncio.Lock()
        self._begun = self._done = 0
        """Numbers of the last cleaning that has begun, and of the last one that has succeeded."""
        self._next_at = 0.0

    async def erase_deleted(self) -> None:
        """Remove from the disk what was deleted before this call; see :meth:`Store.erase_deleted`.

        Raises Failure if the file cannot be cleaned now.
        """
        before = self._begun
        async with self._lock:
            if self._done > before:  # one that began after this call has done it
                return
            await asyncio.sleep(self._next_at - time.monotonic())
            self._begun += 1
            began = time.monotonic()
            try:
                await asyncio.to_thread(self._store.erase_deleted)
                self._done = self._begun
            finally:
                ended = time.monotonic()
                self._next_at = ended + PAUSES * (ended - began)
