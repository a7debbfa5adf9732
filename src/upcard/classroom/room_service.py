"""The authority over all rooms: what is kept of them, and how it changes.

As in :mod:`upcard.server.table_service`, what is accepted lies in the database before anybody is told. What
people do in a room is told in :mod:`upcard.classroom.roster`, ``course``, ``answering`` and ``seating``;
tables are made and changed by the hall alone.
"""

import asyncio
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import Any

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import Kept, KeptRoom
from upcard.classroom.live_room import LiveRoom
from upcard.server.database import Conflict, Store
from upcard.server.live_table import LiveTable
from upcard.server.table_service import Hall, Unknown

CODE_LETTERS, CODE_LENGTH = "23456789ABCDEFGHJKMNPQRSTUVWXYZ", 5
PREFIX = "class"
"""How the keys of tables begin that belong to a room."""

Write = Callable[[Connection], None]


def new_room(teacher: str) -> KeptRoom:
    """A room that is opened now, with a code of its own."""
    code = "".join(secrets.choice(CODE_LETTERS) for _ in range(CODE_LENGTH))
    return KeptRoom(code, teacher, made_at=time.time())


def open_room(store: Store, teacher: str) -> KeptRoom:
    """Open a room in a database, before or beside a server."""
    room = new_room(teacher)
    store.write(lambda c: rows.add_room(c, room)).result()
    return room


def code_of(live: LiveTable) -> str:
    """The code of the room that a table belongs to; empty for others."""
    found = (live.row.key or "").split()
    return found[1] if len(found) > 1 and found[0] == PREFIX else ""


class Rooms:
    """All rooms of a database.

    Parameters
    ----------
    hall : Hall
        The tables.
    """

    def __init__(self, hall: Hall) -> None:
        self.hall = hall
        self.live: dict[str, LiveRoom] = {}

    async def open(self, teacher: str) -> LiveRoom:
        """A new room, led by who has a key."""
        room = await asyncio.to_thread(open_room, self.hall.store, teacher)
        return await self.find(room.code)

    async def find(self, code: str) -> LiveRoom:
        """A room by its code, in capitals or not, with spaces or without.

        Raises
        ------
        Unknown
            If there is none.
        """
        code = "".join(code.split()).upper()
        live = self.live.get(code)
        if live is None:
            is_code = len(code) == CODE_LENGTH and set(code) <= set(CODE_LETTERS)
            kept = await self.hall.read(lambda c: rows.load(c, code)) if is_code else None
            if kept is None:
                raise Unknown(f"there is no class with the code {code[:20]!r}; look at the projector again")
            live = self.live.setdefault(code, LiveRoom(kept))
        return live

    async def change(
        self, live: LiveRoom, job: Write, goes_on: bool = False, after: Kept | None = None,
        whom: Iterable[int] = (), **columns: Any,
    ) -> None:  # fmt: skip
        """Write a change of a room, then let it be seen; who calls holds the lock of the room.

        Parameters
        ----------
        live : LiveRoom
            The room.
        job : function
            What is written beside the columns, in the same transaction.
        goes_on : bool
            Whether everybody has to look where he belongs.
        after : Kept, optional
            What is kept afterwards, but for the room's own columns; read again if not given.
        whom : iterable of int
            The pupils who have to look where they belong, if not all.
        **columns
            Columns of the room that change.

        Raises
        ------
        Conflict
            If another process was faster; the room has then been read again.
        """

        def both(c: Connection) -> KeptRoom:
            """Both in one transaction."""
            room = rows.touch(c, live.row, columns)
            job(c)
            return room

        try:
            room = await asyncio.wrap_future(self.hall.store.write(both))
        except Conflict:
            again = await self.hall.read(lambda c: rows.load(c, live.code))
            if again is not None:
                live.keep(again, goes_on=True)
            raise
        kept = after or await self.hall.read(lambda c: rows.load(c, live.code))
        if kept is not None:
            live.keep(replace(kept, room=room), goes_on, whom)
