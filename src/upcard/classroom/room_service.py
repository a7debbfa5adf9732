"""The service that owns all classroom rooms and stores their changes.

:mod:`upcard.server.service_base` explains how changes are stored. The actions of pupils and teachers are
in :mod:`upcard.classroom.roster`, ``progress``, ``submissions`` and ``seating``. Tables are created and
changed only through the table service.
"""

import asyncio
import logging
import secrets
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import RoomSnapshot, StoredRoom
from upcard.classroom.live_room import LiveRoom
from upcard.engine.errors import Unknown, UpcardError, Usage
from upcard.language.messages import gettext as _
from upcard.language.messages import languages
from upcard.server.database import Store
from upcard.server.erasure import Erasure
from upcard.server.live_table import LiveTable
from upcard.server.person_names import check_name
from upcard.server.service_base import ServiceBase, WriteJob
from upcard.server.table_service import TableService

CODE_LETTERS, CODE_LENGTH = "23456789ABCDEFGHJKMNPQRSTUVWXYZ", 5
SHARED_EVERY, SILENCE = 5.0, 600.0
"""Seconds between two looks at which phones other processes have seen, and for which a sign counts."""

IDLE_SECONDS = 3600.0
"""Seconds for which a room stays in memory after the last visit."""

MOST_UNLOADED = 500
"""Maximum number of unloaded rooms of which results are stored in memory."""

PREFIX = "class"
"""First word of the keys of tables that belong to a room."""


logger = logging.getLogger(__name__)


def open_room(
    store: Store,
    teacher: str,
    owner: str = "",
    name: str = "",
    guests: Sequence[str] = (),
    language: str = "",
) -> StoredRoom:
    """Store a new room with a new code, and return it; this needs a database but no running server.

    `teacher` and `owner` are the secret keys of the room's own teacher link and of the browser that leads it.
    Raises Usage if the `name` of the class is not allowed, or there is no such `language`.
    """
    code = "".join(secrets.choice(CODE_LETTERS) for _place in range(CODE_LENGTH))
    name, language = check_class_name(name), check_language(language)
    room = StoredRoom(
        code, teacher, made_at=time.time(), name=name, owner=owner, guests=tuple(guests), language=language
    )
    store.write(lambda c: rows.add_room(c, room)).result()
    return room


def check_class_name(name: str) -> str:
    """Return the name of a class without extra spaces; raises Usage if it is too long or cannot be seen."""
    return check_name(name) if name.strip() else ""


def check_language(language: str) -> str:
    """Return the code of a language, or an empty text for none; raises Usage if it is not known."""
    if language and language not in languages():
        raise Usage(f"there is no language {language[:20]!r}; expected one of {', '.join(languages())}")
    return language


def code_of(live: LiveTable) -> str:
    """Return the code of the room that a table belongs to; empty if it belongs to none."""
    parts = (live.row.key or "").split()
    return parts[1] if len(parts) > 1 and parts[0] == PREFIX else ""


def _do_nothing(code: str) -> None:
    """Wait for no deletion."""


def _deleted_pupils(live: LiveRoom) -> list[int]:
    return [x.number for x in live.snapshot.pupils if x.is_deleted]


class RoomService(ServiceBase[RoomSnapshot, LiveRoom]):
    """Service for all classroom rooms of a database."""

    def __init__(self, tables: TableService) -> None:
        super().__init__(tables.store)
        self.tables = tables
        self.erasure = Erasure(tables.store)
        self.on_deletion: Callable[[str], None] = _do_nothing
        """Called with the code of a class when it or the data of a pupil was deleted, by any process."""
        self._unloaded: dict[str, int] = {}
        self._share_at = 0.0
        self._shared: dict[tuple[str, int], float] = {}

    async def open(
        self, teacher: str, owner: str = "", name: str = "", guests: Sequence[str] = (), language: str = ""
    ) -> LiveRoom:
        """Open and return a new room; see :func:`open_room` for the parameters and the errors."""
        room = await asyncio.to_thread(open_room, self.store, teacher, owner, name, guests, language)
        return await self.find(room.code)

    async def find(self, key: str) -> LiveRoom:
        """Return the room with a code in any case and spacing; raises Unknown if there is none."""
        return await super().find("".join(key.split()).upper())

    def load(self, connection: Connection, key: str) -> RoomSnapshot | None:
        """Return everything stored of a room; None if there is no such room."""
        is_code = len(key) == CODE_LENGTH and set(key) <= set(CODE_LETTERS)
        return rows.load(connection, key) if is_code else None

    def revive(self, key: str, snapshot: RoomSnapshot | None) -> LiveRoom:
        """Return a room in memory with a stored snapshot; raises Unknown if there is none."""
        if snapshot is None:
            raise Unknown(
                _(
                    "there is no class with the code {code}; check the code on the projector",
                    code=repr(key[:20]),
                )
            )
        return LiveRoom(snapshot)

    async def follow(self) -> None:
        """Read rooms again that other processes have changed, and share when phones gave a sign."""
        await self.load_locked()
        await self._check_unloaded()
        codes = sorted(self.live)
        if not codes:
            return
        stored = await self.read(lambda c: rows.versions(c, codes))
        for gone in [x for code, x in self.live.items() if code in codes and code not in stored]:
            self.drop(gone)  # another process has deleted it
        for code, version in stored.items():
            live = self.live.get(code)
            if live is not None and version > live.row.version:
                async with live.lock:
                    await self.refresh(live)
        if time.monotonic() >= self._share_at:
            self._share_at = time.monotonic() + SHARED_EVERY
            await self._share_presence(codes)
            self._unload()

    async def load_locked(self) -> None:
        """Load all locked rooms, so that every process refuses other pages to the phones of their pupils."""
        for code in await self.read(lambda c: rows.locked_codes(c, time.time())):
            if code not in self.live:
                await self.find(code)

    async def _share_presence(self, codes: Sequence[str]) -> None:
        """Read the signs of phones that other processes have stored, and store the new ones."""
        now = time.time()
        stored = await self.read(lambda c: rows.presences(c, codes, now - SILENCE))
        for (code, pupil), at in stored.items():
            live = self.live.get(code)
            if live is not None and at > self._shared.get((code, pupil), 0.0):
                live.see_elsewhere(pupil, at)
        signs = {(x.code, p): at for x in self.live.values() for p, at in x.seen.items()}
        new = {
            key: at for key, at in signs.items() if at > max(self._shared.get(key, 0.0), stored.get(key, 0.0))
        }
        if new:
            await self.write(lambda c: rows.store_presences(c, new))
        self._shared = stored | signs

    async def for_each(self, job: Callable[[LiveRoom], Awaitable[object]]) -> None:
        """Do a job for every room in memory; if it fails in one room, the others go on."""
        for live in list(self.live.values()):
            try:
                await job(live)
            except UpcardError:  # somebody acted meanwhile
                pass
            except Exception:
                logger.exception("a background job of class %s failed", live.code)

    async def _check_unloaded(self) -> None:
        """Report a deletion in each unloaded room that another process has changed since.

        Nobody here sees what that process did, and it may have deleted something.
        """
        codes = [x for x in self._unloaded if x not in self.live]
        stored = await self.read(lambda c: rows.versions(c, codes)) if codes else {}
        for code, version in list(self._unloaded.items()):
            live = self.live.get(code)
            if version != (stored.get(code) if live is None else live.row.version):
                self.on_deletion(code)
                del self._unloaded[code]
            elif live is not None:
                del self._unloaded[code]

    def _unload(self) -> None:
        """Unload rooms that nobody watches."""
        now = time.monotonic()
        for code, live in list(self.live.items()):
            is_watched = live.listeners or live.boards or live.lock.locked()
            if not is_watched and now - live.used_at > IDLE_SECONDS:
                del self.live[code]
                self._unloaded[code] = live.row.version
        while len(self._unloaded) > MOST_UNLOADED:
            self.on_deletion(first := next(iter(self._unloaded)))  # nobody here would notice one from now on
            del self._unloaded[first]

    def drop(self, live: LiveRoom) -> None:
        """Forget a room that was deleted, and notify everybody who has a page of it open."""
        super().drop(live)
        self.on_deletion(live.code)
        live.notify_all()

    async def refresh(self, live: LiveRoom) -> None:
        """Read a room again after another process has written it; the caller holds its lock."""
        before = _deleted_pupils(live)
        await super().refresh(live)
        if _deleted_pupils(live) != before:
            self.on_deletion(live.code)

    async def change(
        self, live: LiveRoom, write: WriteJob, goes_on: bool = False, after: RoomSnapshot | None = None,
        whom: Iterable[int] = (), **columns: Any,
    ) -> None:  # fmt: skip
        """Store a change of a room, then update the room in memory; the caller holds its lock.

        `columns` are new values of the room's row; `write` writes all other changes in the same transaction.
        If the class `goes_on`, all pages of pupils are loaded again, otherwise those of the pupils `whom`.
        `after` is the snapshot after the change, apart from `columns`; by default it is read from the
        database. Raises Conflict if another process has changed the room; it has then been read again.
        """

        def job(c: Connection) -> StoredRoom:
            room = rows.update_room(c, live.row, columns)
            write(c)
            return room

        await self.store_change(live, job, after, partial(live.update, goes_on=goes_on, whom=whom))
