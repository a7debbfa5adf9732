"""The course of a class: the teacher starts activities, goes from step to step, and changes groups."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import (
    BEFORE,
    OWN_POLLS,
    Activity,
    Choose,
    Play,
)
from upcard.classroom.class_repository import (
    COUNTDOWN,
    NO_RUN,
    OPENED_FROM,
    RETENTION,
    ROOM,
    PupilAnswer,
    Run,
)
from upcard.classroom.contest_fields import field_for
from upcard.classroom.group_assignment import Groups, form, members_of_changed, mixed, name_of, regrouped
from upcard.classroom.lesson_time import MOST_PLANNED, PLANNED
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import has_begun
from upcard.classroom.room_service import RoomService, check_class_name, check_language
from upcard.classroom.seating import first_matches, settle
from upcard.classroom.submissions import players_for
from upcard.engine.errors import Illegal, Usage
from upcard.engine.read_number import plain_number_or
from upcard.language.messages import gettext as _
from upcard.server.database import Conflict
from upcard.server.person_names import skeleton
from upcard.server.service_base import WriteJob

LOCKED_SECONDS = 3 * 3600.0
"""Seconds after which locked phones are free again, in case the teacher forgets them."""


async def start_activity(
    rooms: RoomService, code: str, name: str, settings: Mapping[str, str], gathers: bool = False
) -> None:
    """Start an activity with all pupils of a room; if `gathers`, they first find their groups.

    Raises UpcardError if there is no such activity, a setting is not valid, or the room is empty or closed.
    """
    live = await rooms.find(code)
    activity = find_activity(name)
    chosen: dict[str, Any] = {**check_settings(activity, settings)}
    async with live.lock:
        if not live.pupils or not live.is_open:
            raise Illegal(_("nobody has joined yet, or this class is over; wait for the first pupil"))
        numbers = [x.number for x in live.pupils]
        groups = form(numbers, activity.group_size(chosen))
        if prepared := live.row.questions.get(name):
            chosen = {**chosen, OWN_POLLS: prepared}
        first_step = BEFORE if gathers else activity.with_own_polls(chosen).course[0][0]
        run = Run(len(live.snapshot.runs), activity.name, first_step, chosen, groups, time.time())
        before = live.run

        def first(c: Connection) -> None:
            if before is not None:
                rows.change(c, live.code, before, ended_at=run.began_at)
            rows.add(c, live.code, run)

        await _enter(rooms, live, run, first)


async def go_to_step(rooms: RoomService, code: str, number: int, step: int) -> None:
    """Go forward or back to a step, from 0, of the activity `number`.

    Raises Conflict if another activity has started in the meantime, and Usage if there is no such step.
    """
    async with rooms.locked(code) as live:
        activity = _running(live, number)[1]
        if activity.position(step) == BEFORE:
            raise Usage(
                _(
                    "{activity} has no step {number}; choose one from the list of steps",
                    activity=_(activity.title),
                    number=step + 1,
                )
            )
        await enter_step(rooms, live, step)


async def enter_step(rooms: RoomService, live: LiveRoom, step: int) -> None:
    """Go to a step of the current activity; the caller holds the lock of the room."""
    now = live.run
    if now is None:
        return
    stopped = [PupilAnswer(now.number, now.step, COUNTDOWN, ROOM, None, time.time())]

    def first(c: Connection) -> None:
        rows.change(c, live.code, now, step=step)
        rows.add(c, live.code, *stopped if live.answers(COUNTDOWN) else ())

    await _enter(rooms, live, replace(now, step=step), first)


async def move_pupils(
    rooms: RoomService, code: str, number: int, seen: str, wanted: Mapping[int, int]
) -> None:
    """Move pupils to other groups in the activity `number`; `wanted` maps pupils to new groups, from 0.

    `seen` is the digest of the groups that the teacher saw. Raises Conflict if they have changed since then
    or another activity has started, Usage if a group would be too large, and Illegal if groups are fixed now.
    """
    await _regroup(rooms, code, number, seen, lambda groups, size: regrouped(groups, wanted, size))


async def shuffle_groups(rooms: RoomService, code: str, number: int, seen: str) -> None:
    """Form new random groups in the activity `number`; see :func:`move_pupils` for `seen` and the errors."""
    await _regroup(rooms, code, number, seen, mixed)


def why_fixed(live: LiveRoom) -> str:
    """Return the reason why groups cannot be changed now, as a sentence; empty if they can."""
    if live.run is not None and isinstance(live.step, Choose) and has_begun(live, live.run):
        return _("someone has already chosen: pairs stay as they are until the next step")
    return ""


async def _regroup(
    rooms: RoomService, code: str, number: int, seen: str, change: Callable[[Groups, int], Groups]
) -> None:
    """Change the groups, and send all pupils concerned to their new places."""
    async with rooms.locked(code) as live:
        now = _running(live, number)[0]
        if why_fixed(live):
            raise Illegal(why_fixed(live))
        if seen != name_of(now.groups):
            raise Conflict(
                _("the groups have changed in the meantime; look at the new groups, and change them again")
            )
        run = replace(now, groups=change(now.groups, live.group_size))
        players = players_for(live, run)

        def job(c: Connection) -> None:
            rows.change(c, live.code, now, groups=run.groups)
            rows.add(c, live.code, *players)

        whom = members_of_changed(now.groups, run.groups)
        await rooms.change(live, job, goes_on=not isinstance(live.step, Play), whom=whom)
        await settle(rooms, live)


def _running(live: LiveRoom, number: int) -> tuple[Run, Activity]:
    """Return the current activity and its definition; raises Conflict if its number is another one."""
    if live.run is None or live.activity is None or live.run.number != number:
        raise Conflict(_("another activity has started; reload the page"))
    return live.run, live.activity


async def finish(rooms: RoomService, code: str) -> None:
    """End the current activity; the room stays open."""
    async with rooms.locked(code) as live:
        run = live.run
        if run is not None:
            now = time.time()
            await rooms.change(live, lambda c: rows.change(c, live.code, run, ended_at=now), True, run=NO_RUN)


async def close(rooms: RoomService, code: str) -> None:
    """End the current activity and close the room; nobody can join any more, and its report remains."""
    await finish(rooms, code)
    async with rooms.locked(code) as live:
        await rooms.change(live, lambda c: None, True, ended_at=time.time())


async def open_again(rooms: RoomService, code: str) -> None:
    """Open a room for another lesson, under the same code: its pupils have to come again.

    Raises Illegal if an activity is running.
    """
    async with rooms.locked(code) as live:
        _check_idle(live)
        await rooms.change(live, lambda c: None, True, ended_at=None, opened_at=time.time())


async def open_new_code(rooms: RoomService, code: str, teacher: str, owner: str) -> LiveRoom:
    """Close a room, and return a new one with the same name and language, which expects the same pupils.

    It is stored as long as the teacher chose for the old one.

    Raises Illegal if an activity is running.
    """
    live = await rooms.find(code)
    async with live.lock:
        _check_idle(live)
        names = {skeleton(x): x for x in (*(p.name for p in live.enrolled_pupils), *live.row.guests)}
        guests = sorted(names.values(), key=str.casefold)
        room = await rooms.open(teacher, owner, live.row.name, guests, live.row.language)
        now = time.time()
        chosen = [replace(x, at=now) for x in live.answers_at(NO_RUN, 0) if x.question == RETENTION]
        chosen.append(PupilAnswer(NO_RUN, 0, OPENED_FROM, ROOM, live.code, now))
        async with room.lock:
            await rooms.change(room, lambda c: rows.add(c, room.code, *chosen), questions=live.row.questions)
        if live.is_open:
            await rooms.change(live, lambda c: None, True, ended_at=time.time())
    return room


def _check_idle(live: LiveRoom) -> None:
    if live.run is not None:
        raise Illegal(_("an activity is running; end it before you open the class again"))


async def lock_phones(rooms: RoomService, code: str, is_locked: bool) -> None:
    """Lock the phones of the pupils to the class for the next hours, or unlock them.

    Raises Illegal if the class is closed.
    """
    async with rooms.locked(code) as live:
        if not live.is_open:
            raise Illegal(_("this class is closed; open it again first"))
        until = time.time() + LOCKED_SECONDS if is_locked else 0.0
        await rooms.change(live, lambda c: None, True, locked_until=until)


async def rename_class(rooms: RoomService, code: str, name: str) -> None:
    """Give a class a name, or take it away; raises Usage if it is too long or cannot be seen."""
    async with rooms.locked(code) as live:
        name = check_class_name(name)
        await rooms.change(live, lambda c: rows.note_preparation(c, live.code), name=name)


async def choose_language(rooms: RoomService, code: str, language: str) -> None:
    """Choose the language of a class, or none if it is empty; raises Usage if it is not known."""
    async with rooms.locked(code) as live:
        language = check_language(language)
        await rooms.change(live, lambda c: rows.note_preparation(c, live.code), True, language=language)


def check_settings(activity: Activity, settings: Mapping[str, str]) -> dict[str, str]:
    """Return all settings of an activity: those that the teacher chose, and defaults for the others.

    The planned number of matches is only among them if the teacher chose it.

    Raises UpcardError if a value is not among the choices, is not valid, or contradicts another one.
    """
    chosen = {}
    for x in activity.settings:
        value = settings.get(x.name, x.usual)
        known = [word for word, _ in x.choices]
        if known and value not in known:
            raise Usage(
                _(
                    "{setting}: {value} is not a choice; expected one of {choices}",
                    setting=_(x.words),
                    value=repr(value[:40]),
                    choices=", ".join(known),
                )
            )
        if x.check is not None:
            x.check(value)
        chosen[x.name] = value
    if activity.check is not None:
        activity.check(chosen)
    return chosen | _planned(settings)


def _planned(settings: Mapping[str, str]) -> dict[str, str]:
    """Return the planned number of matches, if the teacher chose it; raises Usage if it is out of range."""
    value = settings.get(PLANNED, "")
    if value and plain_number_or(0, value) not in range(1, MOST_PLANNED + 1):
        raise Usage(
            _(
                "{value} matches cannot be planned; expected a number from 1 to {most}",
                value=repr(value[:20]),
                most=MOST_PLANNED,
            )
        )
    return {PLANNED: value} if value else {}


async def _enter(rooms: RoomService, live: LiveRoom, run: Run, first: WriteJob) -> None:
    """Store a step, its matches and players with the changes `first`, then notify all; needs the lock."""
    sittings = await first_matches(rooms, live, run)
    players, field = players_for(live, run), field_for(live, run)

    def job(c: Connection) -> None:
        first(c)
        rows.add(c, live.code, *sittings, *players, *field)

    await rooms.change(live, job, goes_on=True, run=run.number)
    await settle(rooms, live)
