"""The pupils of a room: they join, change their name, are removed, or are replaced by a bot for a while."""

import re
import time
from collections.abc import Collection, Sequence
from dataclasses import replace
from functools import reduce

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import OF_TEACHER, RETURNS, RULE, TRIED, Pupil
from upcard.classroom.group_assignment import with_late, without
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import is_coin_choice
from upcard.classroom.return_requests import (
    add_request,
    allowed_pupil,
    clear_requests,
    request_of,
    withdraw,
)
from upcard.classroom.room_service import RoomService
from upcard.classroom.seating import bot_of, settle
from upcard.classroom.submissions import add_players, flip_for, give_to_coin
from upcard.classroom.substitutes import rename_seat, stand_in
from upcard.engine.errors import Illegal, Usage
from upcard.language.messages import gettext as _
from upcard.server.person_names import check_name, like
from upcard.server.repository import actions_of_persons

MOST_PUPILS = 60
SEPARATORS = re.compile(r"[\n\r,;]+")
"""Separators between the names of a guest list."""


async def join(
    rooms: RoomService, code: str, name: str, person: str, persons: Collection[str] = ()
) -> Pupil | None:
    """Add a pupil with the secret key `person` to a room, and return the pupil.

    The name of a pupil of an earlier lesson who has not come yet makes the phone ask the teacher, who lets it
    in; then the result is None. It withdraws what the phone, whose other keys are `persons`, asked before.
    Late pupils take the seat of a bot, or watch until the next match. Raises Illegal if the room is closed or
    full, and Usage if the name is taken or not allowed.
    """
    async with rooms.locked(code) as live:
        former = next((x for x in live.former_pupils if like(check_name(name), [x.name])), None)
        mine = request_of(live, persons)
        if former is not None and mine is not None and mine[0] == former:
            return None
        called = "" if former is not None else _free_name(live, _guest_name(live, name))
        if mine is not None:
            await rooms.change(live, lambda c: withdraw(c, live, persons))
        if former is None:
            return await _enter(rooms, live, Pupil(len(live.snapshot.pupils), called, person))
        _check_open(live)
        request = add_request(live, former, person)
        await rooms.change(live, lambda c: rows.add(c, live.code, request))
        return None


async def let_in(rooms: RoomService, code: str, shown: Sequence[int]) -> None:
    """Let phones be the pupils of an earlier lesson for whose places they ask, by the numbers they show.

    Raises Usage if no phone shows such a number, and Illegal if the room is closed or full.
    """
    async with rooms.locked(code) as live:
        for number in shown:
            await _enter(rooms, live, allowed_pupil(live, number))
        live.notify_all()


async def refuse(rooms: RoomService, code: str, shown: int) -> None:
    """Refuse all phones that ask for the same pupil's place as the phone with a number.

    Raises Usage if no phone shows the number.
    """
    async with rooms.locked(code) as live:
        pupil = allowed_pupil(live, shown)
        await rooms.change(live, lambda c: clear_requests(c, live, pupil))
        live.notify_all()


async def come_again(rooms: RoomService, code: str, number: int) -> None:
    """Note that a pupil of an earlier lesson has come; do nothing if they are here already.

    Raises Illegal if the room is closed or full.
    """
    async with rooms.locked(code) as live:
        former = next((x for x in live.former_pupils if x.number == number), None)
        if former is not None:
            await _enter(rooms, live, former)


async def _enter(rooms: RoomService, live: LiveRoom, pupil: Pupil) -> Pupil:
    """Store that a new or former pupil is here now, and put them into a group; needs the lock."""
    _check_open(live)
    if len(live.pupils) >= MOST_PUPILS:
        raise Illegal(
            _("this class is full with {most} pupils; ask your teacher to remove someone", most=MOST_PUPILS)
        )
    pupil = replace(pupil, joined_at=time.time())
    run, is_new = live.run, pupil.number == len(live.snapshot.pupils)
    groups = None if run is None else with_late(run.groups, pupil.number, live.group_size)

    def job(c: Connection) -> None:
        if is_new:
            rows.add(c, live.code, pupil)
        else:
            rows.change(c, live.code, pupil, person=pupil.person, joined_at=pupil.joined_at)
            clear_requests(c, live, pupil)
        if run is not None and groups is not None:
            rows.change(c, live.code, run, groups=groups)

    mates = next((x for x in groups or () if pupil.number in x), ())
    await rooms.change(live, job, whom=mates)
    await add_players(rooms, live)
    await settle(rooms, live)
    return pupil


def _check_open(live: LiveRoom) -> None:
    if not live.is_open:
        raise Illegal(_("this class is over; ask for the code of the new one"))


async def store_guests(rooms: RoomService, code: str, text: str) -> None:
    """Replace the guest list of a room by the names in a text, one in each line or between commas.

    Raises Usage if a name is not allowed, two names look alike, or there are too many.
    """
    guests: list[str] = []
    for name in (x for x in SEPARATORS.split(text) if x.strip()):
        guest = check_name(name)
        if other := like(guest, guests):
            raise Usage(
                _(
                    "{name} is in the list twice, or looks like {other}; write every name differently",
                    name=guest,
                    other=other,
                )
            )
        guests.append(guest)
    if len(guests) > MOST_PUPILS:
        raise Usage(
            _(
                "the list has {count} names; a class has at most {most} pupils",
                count=len(guests),
                most=MOST_PUPILS,
            )
        )
    async with rooms.locked(code) as live:
        await rooms.change(live, lambda c: rows.note_preparation(c, live.code), guests=tuple(guests))


async def rename(rooms: RoomService, code: str, number: int, name: str) -> None:
    """Rename a pupil, also at their current table; raises Usage if the name is taken or not allowed."""
    async with rooms.locked(code) as live:
        pupil, called = pupil_of(live, number), _free_name(live, name, but=number)
        await rooms.change(live, lambda c: rows.change(c, live.code, pupil, name=called), whom=[number])
        for sitting in live.latest().values():
            if number in sitting.seats:
                await rename_seat(rooms.tables, sitting.table_id, sitting.seats.index(number), called)


async def remove(rooms: RoomService, code: str, number: int) -> None:
    """Remove a pupil; a watcher or a bot takes their seat. Raises Usage if there is no such pupil."""
    async with rooms.locked(code) as live:
        await _remove(rooms, live, [pupil_of(live, number)])


async def remove_all(rooms: RoomService, code: str, is_idle_only: bool) -> None:
    """Remove all pupils at once, or only those who have neither answered nor played yet."""
    async with rooms.locked(code) as live:
        active = await active_pupils(rooms, live) if is_idle_only else set()
        await _remove(rooms, live, [x for x in live.pupils if x.number not in active])


async def active_pupils(rooms: RoomService, live: LiveRoom) -> set[int]:
    """Return the pupils who have answered, written the rule of their group, or acted at a table."""
    active: set[int] = set()
    for x in live.snapshot.answers.values():
        if x.question == RULE:  # stored for the group, as its trials are
            active.add(x.value["by"])
        elif (
            x.pupil >= 0
            and x.question not in (*OF_TEACHER, TRIED, RETURNS)
            and not is_coin_choice(x.pupil, x.value)
        ):
            active.add(x.pupil)
    sittings = {x.table_id: x for x in live.snapshot.sittings}
    for table_id, seat, number in await rooms.read(lambda c: actions_of_persons(c, sorted(sittings))):
        active.add(sittings[table_id].sitter(seat, number))
    return active


async def _remove(rooms: RoomService, live: LiveRoom, pupils: Sequence[Pupil]) -> None:
    """Remove pupils in one change; the caller holds the lock of the room."""
    run = live.run

    def job(c: Connection) -> None:
        for pupil in pupils:
            rows.change(c, live.code, pupil, removed=True)
        if run is not None:
            groups = reduce(without, (x.number for x in pupils), run.groups)
            rows.change(c, live.code, run, groups=groups)

    await rooms.change(live, job, goes_on=True)
    if isinstance(live.step, Choose):
        for pupil in pupils:
            await flip_for(rooms, live, pupil.number)
    await settle(rooms, live)


async def stand_in_for(rooms: RoomService, code: str, number: int) -> None:
    """Let a bot act for a pupil until they come back, or a coin press until they press a button."""
    live = await rooms.find(code)
    sitting = live.sitting_of(pupil_of(live, number))
    if isinstance(live.step, Choose):
        await give_to_coin(rooms, live, number)
        return
    if sitting is not None and number in sitting.seats:
        live.bot_acts_for.discard(number)  # so an open page does not end a decision of the teacher
        await stand_in(rooms.tables, sitting.table_id, sitting.seats.index(number), bot_of(live))


def pupil_of(live: LiveRoom, number: int) -> Pupil:
    """Return a pupil by number; raises Usage if there is no such pupil, or they were removed."""
    pupil = next((x for x in live.enrolled_pupils if x.number == number), None)
    if pupil is None:
        raise Usage(_("there is no pupil {number} in this class; choose one from the list", number=number))
    return pupil


def _free_name(live: LiveRoom, name: str, but: int = -1) -> str:
    called = check_name(name)
    if like(called, [x.name for x in live.enrolled_pupils if x.number != but]):
        raise Usage(
            _(
                "{name} is taken; choose another name. If this is you, ask your teacher for your link",
                name=called,
            )
        )
    return called


def _guest_name(live: LiveRoom, name: str) -> str:
    """Return a name as the guest list spells it; the name itself if the list does not contain it."""
    return like(check_name(name), live.row.guests) or name
