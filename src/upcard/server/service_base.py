"""The base of the services for tables and classroom rooms: find, load, lock, change and refresh.

A change is on disk before anybody is notified. Rows count their changes. If another process has changed a
row meanwhile, a change of it raises :class:`Conflict`, and the row is read again.
"""

import asyncio
import time
from abc import ABC, abstractmethod
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from sqlalchemy.engine import Connection

from upcard.server.database import Conflict, Store

X = TypeVar("X")
WriteJob = Callable[[Connection], object]
"""Writes something, in a transaction that is open."""


@dataclass(frozen=True)
class Snapshot:
    """Everything that the database holds under one key; `row` counts its changes as ``row.version``."""

    row: Any


S = TypeVar("S", bound=Snapshot)


class LiveRecord(ABC, Generic[S]):
    """A stored record that is in memory. Its snapshot changes only after the change is written."""

    snapshot: S
    lock: asyncio.Lock
    used_at: float
    """When it was last requested, by ``time.monotonic``."""

    @property
    @abstractmethod
    def key(self) -> str:
        """Its name in addresses."""

    @abstractmethod
    def reload(self, snapshot: S) -> None:
        """Begin again from a snapshot that another process has written, and notify everybody."""


L = TypeVar("L", bound="LiveRecord[Any]")


class ServiceBase(ABC, Generic[S, L]):
    """Finds, changes and refreshes what a database holds; `live` are the records in memory, by key."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.live: dict[str, L] = {}
        self._loading: dict[str, asyncio.Lock] = {}

    @abstractmethod
    def load(self, connection: Connection, key: str) -> S | None:
        """Return the snapshot that is stored under a key; None if there is none."""

    @abstractmethod
    def revive(self, key: str, snapshot: S | None) -> L:
        """Return a snapshot as a live record; raises ``Unknown`` if there is none."""

    async def find(self, key: str) -> L:
        """Return the record of a key; raises Unknown without one, Failure if its rules are gone."""
        live = self.live.get(key)
        if live is None:
            try:
                async with self._loading.setdefault(key, asyncio.Lock()):
                    live = self.live.get(key)
                    if live is None:
                        live = self.revive(key, await self.read(lambda c: self.load(c, key)))
                        self.live[key] = live
            finally:
                self._loading.pop(key, None)
        live.used_at = time.monotonic()
        return live

    @asynccontextmanager
    async def locked(self, key: str) -> AsyncIterator[L]:
        """Find a record, and hold its lock inside the block; raises what :meth:`find` raises."""
        live = await self.find(key)
        async with live.lock:
            yield live

    async def store_change(
        self, live: L, write: WriteJob, after: S | None, update: Callable[[S], None]
    ) -> None:
        """Write a change, then update the live record; the caller holds its lock.

        `write` returns the changed row, and `update` shows the new snapshot. That is `after`, except for its
        row; if it is None, the snapshot is read from the database. Raises Conflict if another process was
        faster; the record has then been read again.
        """
        try:
            row = await self.write(write)
        except Conflict:
            await self.refresh(live)
            raise
        snapshot = after or await self.read(lambda c: self.load(c, live.key))
        if snapshot is not None:
            update(replace(snapshot, row=row))

    async def refresh(self, live: L) -> None:
        """Read a record again after another process has written it; the caller holds its lock."""
        snapshot = await self.read(lambda c: self.load(c, live.key))
        if snapshot is None:
            self.drop(live)
        elif snapshot.row.version > live.snapshot.row.version:
            live.reload(snapshot)

    def drop(self, live: L) -> None:
        """Forget a record that was removed."""
        self.live.pop(live.key, None)

    async def read(self, job: Callable[[Connection], X]) -> X:
        """Return what `job` reads from the database, in a thread."""
        return await asyncio.to_thread(self.store.read, job)

    async def write(self, job: Callable[[Connection], X]) -> X:
        """Return what `job` returns, once what it wrote is on disk; nothing in memory changes."""
        return await asyncio.wrap_future(self.store.write(job))
