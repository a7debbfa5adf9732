"""How long a class is stored after its last use, and the deletion of expired classes."""

import logging
import time
from collections.abc import Sequence
from datetime import datetime

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import NO_RUN, RETENTION, ROOM, PupilAnswer, RoomSnapshot
from upcard.classroom.deletion import delete_class
from upcard.classroom.room_service import RoomService
from upcard.engine.errors import UpcardError, Usage
from upcard.language.messages import gettext as _
from upcard.language.phrases import local_date
from upcard.server.clock import DAY
from upcard.server.schema import ANSWERS, ROOMS

USUAL_DAYS = 365
"""Days without use after which a class is deleted, unless its teacher or the server has another setting."""

CHOICES = (7, 30, 90, 180, 365, 730)
"""The numbers of days that a teacher can choose."""

SOON_DAYS = 30
"""Number of days before the deletion from which on the teacher's page warns."""

MOST_AT_ONCE = 20

KEY = (NO_RUN, 0, RETENTION, ROOM)
"""The key of the teacher's choice among the answers of a class."""

logger = logging.getLogger(__name__)


def days_of(room: RoomSnapshot, usual: int) -> int:
    """Return after how many days without use a class is deleted; 0 for never, if `usual` is 0."""
    days = room.answer(KEY)
    return usual if days is None else int(days)


def deleted_at(room: RoomSnapshot, usual: int) -> float | None:
    """Return when a class is deleted unless it is used before, in seconds since 1970; None for never."""
    days = days_of(room, usual)
    return room.used_at + days * DAY if days else None


def is_soon(room: RoomSnapshot, usual: int, now: float) -> bool:
    """Return whether a class is deleted in the next ``SOON_DAYS`` days unless it is used before."""
    at = deleted_at(room, usual)
    return at is not None and at - now < SOON_DAYS * DAY


def day_text(at: float | None) -> str:
    """Return a day in the local time of this computer, such as ``4 March 2027``; empty for None."""
    if at is None:
        return ""
    day = datetime.fromtimestamp(at)  # noqa: DTZ006 - as on the teacher's calendar
    return local_date(day, "d MMMM y", "long")


async def choose_days(rooms: RoomService, code: str, days: int) -> None:
    """Store after how many days without use a class is deleted; raises Usage if that is not a choice."""
    if days not in CHOICES:
        raise Usage(
            _(
                "{days} days is not a choice; expected one of {choices}",
                days=days,
                choices=", ".join(map(str, CHOICES)),
            )
        )
    async with rooms.locked(code) as live:
        answer = PupilAnswer(*KEY, days, time.time())
        after = live.with_answers([answer])
        await rooms.change(live, lambda c: rows.add(c, live.code, answer), after=after)


def expired_rooms(connection: Connection, now: float, usual: int) -> list[str]:
    """Return the codes of some classes whose retention time is over."""
    chosen = ROOMS.c.code.in_(sa.select(ANSWERS.c.room).where(ANSWERS.c.question == RETENTION))
    is_old = chosen | (ROOMS.c.made_at < now - usual * DAY) if usual else chosen
    old = sa.select(ROOMS.c.code).where(is_old, ROOMS.c.made_at < now - min(CHOICES) * DAY)
    rooms = [rows.load(connection, code) for code in connection.scalars(old.order_by(ROOMS.c.made_at))]
    times = [(x.row.code, deleted_at(x, usual)) for x in rooms if x is not None]
    return [code for code, at in times if at is not None and at < now][:MOST_AT_ONCE]


async def delete_expired(rooms: RoomService, usual: int) -> Sequence[str]:
    """Delete the classes whose retention time is over, and return their codes."""
    codes = await rooms.read(lambda c: expired_rooms(c, time.time(), usual))
    deleted = []
    for code in codes:
        try:
            at = deleted_at((await rooms.find(code)).snapshot, usual)
            if at is None or at >= time.time():  # its teacher has used it, or chosen more days, meanwhile
                continue
            await delete_class(rooms, code)
            deleted.append(code)
        except UpcardError as fault:
            logger.warning("the expired class %s: %s", code, fault)
    if deleted:
        try:
            await rooms.erasure.erase_deleted()
        except UpcardError as fault:
            logger.warning("expired classes: %s", fault)
    return deleted
