"""Deletion of a class, and of everything that is stored about one pupil.

The matches of other pupils stay complete: the deleted pupil's actions remain without any link to a person.
They count for nobody, and no report shows them as decisions. The numbers of pupils stay, because other rows
refer to them.
"""

import secrets
from collections.abc import Collection, Iterable, Sequence
from dataclasses import replace

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.class_repository import (
    BOT,
    FROZEN,
    OF_TEACHER,
    OPENED_FROM,
    RULE,
    TRIED,
    Pupil,
    PupilAnswer,
    RoomSnapshot,
    Sitting,
    StoredRoom,
)
from upcard.classroom.group_assignment import without
from upcard.classroom.name_mentions import text_of, without_name
from upcard.classroom.pairings import ROUND, is_coin_choice, stored_choice
from upcard.classroom.room_service import RoomService
from upcard.classroom.roster import remove
from upcard.classroom.substitutes import NOBODY
from upcard.engine.errors import Usage
from upcard.language.messages import gettext as _
from upcard.server.database import Conflict
from upcard.server.person_names import skeleton
from upcard.server.repository import DELETED, remove_tables
from upcard.server.schema import (
    ACTIONS,
    ANSWERS,
    METADATA,
    PHRASES,
    PLANS,
    PRESENCES,
    PUPILS,
    REVIEW_DOCUMENTS,
    REVIEWS,
    ROOMS,
    SEATS,
    SHARED_REPLAYS,
    SITTINGS,
    STUDIES,
    TABLES,
)

OF_A_ROOM = tuple(x for x in METADATA.sorted_tables if "room" in x.c)
"""The database tables with rows of a room."""

OF_A_SEAT = (PHRASES, PLANS, REVIEWS)
"""The database tables with private rows of a seat."""

WITH_NAMES = (REVIEW_DOCUMENTS, SHARED_REPLAYS)
"""The database tables with rows of a table that may contain names, and that can be made again."""


async def delete_class(rooms: RoomService, code: str) -> list[str]:
    """Delete a class with all its matches, and return the tables concerned.

    Remains in the file of the database are left to ``rooms.erasure``. Raises Unknown without such a class.
    """
    async with rooms.locked(code) as live:
        tables = await rooms.write(lambda c: delete_room(c, live.code))
        rooms.drop(live)
    await _read_again(rooms, tables)
    return tables


async def delete_pupil_data(rooms: RoomService, code: str, number: int) -> list[str]:
    """Delete everything that is stored about a pupil, and return the tables concerned.

    A pupil who is still in the class is removed from it first. Remains in the file of the database are left
    to ``rooms.erasure``. Raises Usage if there is no such pupil.
    """
    live = await rooms.find(code)
    pupil = stored_pupil(live.snapshot, number)
    if not pupil.removed:
        await remove(rooms, code, number)
    async with rooms.locked(code) as live:
        tables: list[str] = []

        def job(connection: Connection) -> None:
            tables[:] = delete_pupil(connection, live.code, number)

        await rooms.change(live, job, goes_on=True, guests=_without_guest(live.row.guests, pupil.name))
    rooms.on_deletion(live.code)
    await _read_again(rooms, tables)
    return tables


def stored_pupil(room: RoomSnapshot, number: int) -> Pupil:
    """Return a pupil of a class, even a removed one; raises Usage if there is none, or none any more."""
    pupil = next((x for x in room.pupils if x.number == number and not x.is_deleted), None)
    if pupil is None:
        raise Usage(f"there is no pupil {number} in this class; choose one from the list")
    return pupil


async def _read_again(rooms: RoomService, tables: Iterable[str]) -> None:
    """Read some tables in memory again, without what was deleted."""
    for table_id in tables:
        live = rooms.tables.live.get(table_id)
        if live is not None:
            async with live.lock:
                await rooms.tables.refresh(live)


def delete_room(connection: Connection, code: str) -> list[str]:
    """Delete the rows of a room and of its matches; return the tables concerned."""
    persons = list(connection.scalars(sa.select(PUPILS.c.person).where(PUPILS.c.room == code)))
    tables = list(connection.scalars(sa.select(SITTINGS.c.table_id).where(SITTINGS.c.room == code)))
    remove_tables(connection, tables)
    elsewhere = _delete_persons(connection, persons)
    _count_change(connection, elsewhere)
    for kind in reversed(OF_A_ROOM):
        connection.execute(sa.delete(kind).where(kind.c.room == code))
    connection.execute(sa.delete(ROOMS).where(ROOMS.c.code == code))
    links = sa.select(ANSWERS.c.room, ANSWERS.c.value).where(ANSWERS.c.question == OPENED_FROM)
    for link in connection.execute(links).all():
        if link.value == code:
            connection.execute(sa.delete(ANSWERS).filter_by(room=link.room, question=OPENED_FROM))
    return [*tables, *sorted(elsewhere)]


def delete_stored_pupil(connection: Connection, code: str, number: int) -> list[str]:
    """Delete the data of a pupil while no server holds the class; a running one reads it again.

    Returns the tables concerned. Raises Conflict if the room has been deleted meanwhile.
    """
    room = rows.load(connection, code)
    if room is not None:
        guests = _without_guest(room.row.guests, stored_pupil(room, number).name)
        rows.update_room(connection, room.row, {"guests": guests})
    return delete_pupil(connection, code, number)


def delete_pupil(connection: Connection, code: str, number: int) -> list[str]:
    """Delete what the rows of a room and of its matches tell about a pupil; return the tables concerned.

    Raises Conflict if the room has been deleted meanwhile.
    """
    room = rows.load(connection, code)
    if room is None:
        raise Conflict(_("this class has been deleted"))
    pupil = stored_pupil(room, number)
    tables = {x.table_id for x in room.sittings if _leave_sitting(connection, code, x, number)}
    tables |= _delete_persons(connection, [pupil.person])
    for run in room.runs:
        if run.group_of(number) is not None:
            rows.change(connection, code, run, groups=without(run.groups, number))
    for answer in room.answers.values():
        _delete_answer(connection, code, answer, number)
    tables |= _delete_mentions(connection, code, pupil.name)
    connection.execute(sa.delete(ANSWERS).filter_by(room=code, question=FROZEN))  # a picture with names
    connection.execute(sa.delete(PRESENCES).filter_by(room=code, pupil=number))
    _delete_guest(connection, room.row, pupil.name)
    rows.change(connection, code, pupil, name="", person="", joined_at=0.0, removed=True)
    _count_change(connection, tables)
    return sorted(tables)


def _count_change(connection: Connection, tables: Collection[str]) -> None:
    """Count a change of some tables, so that every process that has them in memory reads them again."""
    changed = sa.update(TABLES).where(TABLES.c.id.in_(sorted(tables)))
    connection.execute(changed.values(version=TABLES.c.version + 1))


def _without_guest(guests: Sequence[str], name: str) -> tuple[str, ...]:
    """Return a guest list without the names that look like `name`."""
    return tuple(x for x in guests if skeleton(x) != skeleton(name))


def _delete_guest(connection: Connection, room: StoredRoom, name: str) -> None:
    """Delete a name from the guest lists of a teacher's other rooms for the same class."""
    same: sa.ColumnElement[bool] = ROOMS.c.code.in_(sorted(_opened_together(connection, room.code)))
    if room.owner and room.name:  # rooms without a name need not be the same class
        same |= (ROOMS.c.owner == room.owner) & (ROOMS.c.name == room.name)
    others = sa.select(ROOMS.c.code, ROOMS.c.guests).where(same, ROOMS.c.code != room.code)
    for row in connection.execute(others).all():
        guests = _without_guest(row.guests, name)
        if len(guests) < len(row.guests):
            changed = sa.update(ROOMS).filter_by(code=row.code)
            connection.execute(changed.values(guests=guests, version=ROOMS.c.version + 1))


def _opened_together(connection: Connection, code: str) -> set[str]:
    """Return the codes of a room, and of all rooms that the same class has opened before or after it."""
    query = sa.select(ANSWERS.c.room, ANSWERS.c.value).where(ANSWERS.c.question == OPENED_FROM)
    pairs = [(x.room, x.value) for x in connection.execute(query)]
    codes, size = {code}, 0
    while len(codes) > size:
        size = len(codes)
        codes |= {x for pair in pairs if codes.intersection(pair) for x in pair}
    return codes


def _leave_sitting(connection: Connection, code: str, sitting: Sitting, number: int) -> bool:
    """Take a pupil out of a match, and return whether they were in it."""
    before = (*sitting.seats, *sitting.watchers, *(pupil for _, _, pupil in sitting.past))
    if number not in before:
        return False
    table_id = sitting.table_id
    played = connection.execute(sa.select(ACTIONS.c.number, ACTIONS.c.seat).filter_by(table_id=table_id))
    mine = [x.number for x in played if sitting.sitter(x.seat, x.number) == number]
    by_pupil = ACTIONS.c.by.in_(rows.PERSON_WORDS) & ACTIONS.c.number.in_(mine)
    connection.execute(sa.update(ACTIONS).filter_by(table_id=table_id).where(by_pupil).values(by=DELETED))
    for seat, sitter in enumerate(sitting.seats):
        if sitter == number:
            _delete_seat(connection, table_id, seat)
    seats, watchers = _replaced(sitting.seats, number), [x for x in sitting.watchers if x != number]
    past = [(seat, until, BOT if x == number else x) for seat, until, x in sitting.past]
    rows.change(connection, code, sitting, seats=seats, watchers=watchers, past=past)
    return True


def _replaced(pupils: Sequence[int], number: int) -> list[int]:
    return [BOT if x == number else x for x in pupils]


def _delete_seat(connection: Connection, table_id: str, seat: int) -> None:
    """Delete the name and the private data of a seat, and open it to nobody."""
    nobody = {"person": secrets.token_urlsafe(16), "name": NOBODY, "address": "", "notes": ""}
    here = {"table_id": table_id, "number": seat}
    connection.execute(sa.update(SEATS).filter_by(**here).values(**nobody, vacation=False))
    for kind in OF_A_SEAT:
        connection.execute(sa.delete(kind).filter_by(table_id=table_id, seat=seat))
    for kind in WITH_NAMES:
        connection.execute(sa.delete(kind).filter_by(table_id=table_id))


def _delete_persons(connection: Connection, persons: Iterable[str]) -> set[str]:
    """Delete the seats and the studies of some keys, and return the tables concerned, also outside the class.

    Empty keys, which belong to nobody, are ignored.
    """
    keys = sorted({x for x in persons if x})
    seats = connection.execute(sa.select(SEATS.c.table_id, SEATS.c.number).where(SEATS.c.person.in_(keys)))
    tables = set()
    for seat in seats.all():
        _delete_seat(connection, seat.table_id, seat.number)
        tables.add(seat.table_id)
    connection.execute(sa.delete(STUDIES).where(STUDIES.c.author.in_(keys)))
    connection.execute(sa.delete(SHARED_REPLAYS).where(SHARED_REPLAYS.c.leader.in_(keys)))
    connection.execute(sa.update(TABLES).where(TABLES.c.host.in_(keys)).values(host=""))
    return tables | _delete_bans(connection, keys)


def _delete_bans(connection: Connection, keys: Collection[str]) -> set[str]:
    """Delete some keys from the lists of people whom hosts removed, and return the tables concerned."""
    tables = set()
    with_list = sa.cast(TABLES.c.removed, sa.Text) != "[]"
    for row in connection.execute(sa.select(TABLES.c.id, TABLES.c.removed).where(with_list)).all():
        others = [x for x in row.removed if x[0] not in keys]
        if len(others) < len(row.removed):
            connection.execute(sa.update(TABLES).filter_by(id=row.id).values(removed=others))
            tables.add(row.id)
    return tables


def _delete_mentions(connection: Connection, code: str, name: str) -> set[str]:
    """Delete the name of a pupil from the words of others: answers, strategies and private notes.

    Returns the tables whose notes were changed.
    """
    room = rows.load(connection, code)
    for answer in room.answers.values() if room is not None else ():
        words = without_name(text_of(answer), name)
        if words != text_of(answer):
            value = answer.value | {"words": words} if answer.question == RULE else words
            rows.add(connection, code, replace(answer, value=value))
    tables = set()
    of_class = sa.select(SITTINGS.c.table_id).where(SITTINGS.c.room == code)
    with_notes = SEATS.c.table_id.in_(of_class) & (SEATS.c.notes != "")
    for seat in connection.execute(sa.select(SEATS).where(with_notes)).all():
        notes = without_name(seat.notes, name)
        if notes != seat.notes:
            place = {"table_id": seat.table_id, "number": seat.number}
            connection.execute(sa.update(SEATS).filter_by(**place).values(notes=notes))
            tables.add(seat.table_id)
    return tables


def _delete_answer(connection: Connection, code: str, answer: PupilAnswer, number: int) -> None:
    """Delete an answer of a pupil.

    A choice in a matrix stays without its author, because the result of the partner depends on it. The rule
    of a group stays, but not the words that the pupil wrote.
    """
    if answer.question == RULE:
        if answer.value.get("by") == number:
            value = answer.value | {"words": "", "by": BOT}
            rows.add(connection, code, replace(answer, value=value))
    elif answer.pupil == number and answer.question not in (*OF_TEACHER, TRIED):
        if not answer.question.startswith(ROUND):
            key = dict(zip(("run", "step", "question", "pupil"), answer.key, strict=True))
            connection.execute(sa.delete(ANSWERS).filter_by(room=code, **key))
        elif not is_coin_choice(number, answer.value):
            value = {"choice": stored_choice(answer.value), "by": DELETED}
            rows.add(connection, code, replace(answer, value=value))
