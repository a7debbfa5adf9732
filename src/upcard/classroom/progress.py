"""The course of a class: an activity starts, groups are made, steps follow each other, and it ends."""

import time
from collections.abc import Callable, Mapping
from dataclasses import replace

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import BEFORE, Activity, Choose, Play
from upcard.classroom.class_repository import NO_RUN, Run
from upcard.classroom.group_assignment import Groups, form, members_of_changed, mixed, name_of
from upcard.classroom.group_assignment import put as groups_after
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import has_begun
from upcard.classroom.room_service import RoomService
from upcard.classroom.seating import first_matches, settle
from upcard.classroom.submissions import players_for
from upcard.engine.errors import Illegal, Usage
from upcard.server.database import Conflict
from upcard.server.service_base import WriteJob


async def begin(
    rooms: RoomService, code: str, name: str, settings: Mapping[str, str], gathers: bool = False
) -> None:
    """Start an activity with all pupils in a room; if `gathers`, pupils see their groups first.

    Raises UpcardError if there is no such activity, the room is empty or closed, or a setting is not valid.
    """
    live = await rooms.find(code)
    activity = find_activity(name)
    chosen = check_settings(activity, settings)
    async with live.lock:
        if not live.pupils or not live.is_open:
            raise Illegal("nobody has joined yet, or the class is over; wait for the first pupil")
        numbers = [x.number for x in live.pupils]
        groups = form(numbers, activity.group_size(chosen))
        first_step = BEFORE if gathers else 0
        run = Run(len(live.snapshot.runs), activity.name, first_step, chosen, groups, time.time())
        before = live.run

        def first(c: Connection) -> None:
            if before is not None:
                rows.change(c, live.code, before, ended_at=run.began_at)
            rows.add(c, live.code, run)

        await _enter_step(rooms, live, run, first)


async def go(rooms: RoomService, code: str, number: int, step: int) -> None:
    """Move forward or back to a step of the activity.

    Raises Conflict if another activity has started in the meantime, and Usage if there is no such step.
    """
    async with rooms.locked(code) as live:
        now, activity = _running(live, number)
        if step not in range(len(activity.steps)):
            raise Usage(f"{activity.title} has no step {step + 1}; it has {len(activity.steps)}")
        run = replace(now, step=step)
        await _enter_step(rooms, live, run, lambda c: rows.change(c, live.code, now, step=step))


async def put(rooms: RoomService, code: str, number: int, seen: str, wanted: Mapping[int, int]) -> None:
    """Move pupils to other groups in the activity `number`; `wanted` are their new groups, counted from 0.

    Raises Conflict if another activity has started, or if the groups are not those whose digest the teacher
    has `seen`; raises another UpcardError if a group would be too large, or groups cannot be changed now.
    """
    await _regroup(rooms, code, number, seen, lambda groups, size: groups_after(groups, wanted, size))


async def mix(rooms: RoomService, code: str, number: int, seen: str) -> None:
    """Form new random groups; raises the errors of :func:`put`."""
    await _regroup(rooms, code, number, seen, mixed)


def why_fixed(live: LiveRoom) -> str:
    """Return why groups cannot be changed now, as a sentence; empty if they can."""
    if live.run is not None and isinstance(live.step, Choose) and has_begun(live, live.run):
        return "someone has already chosen: pairs stay as they are until the next step"
    return ""


async def _regroup(
    rooms: RoomService, code: str, number: int, seen: str, change: Callable[[Groups, int], Groups]
) -> None:
    """Change the groups, and send everybody to their new place."""
    async with rooms.locked(code) as live:
        now, _ = _running(live, number)
        if why_fixed(live):
            raise Illegal(why_fixed(live))
        if seen != name_of(now.groups):
            raise Conflict(
                "the groups have changed in the meantime; look at them, and choose again to replace them"
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
    """Return the current activity if it has this number."""
    if live.run is None or live.activity is None or live.run.number != number:
        raise Conflict("another activity has started; reload the page")
    return live.run, live.activity


async def finish(rooms: RoomService, code: str) -> None:
    """End the activity; the room stays open."""
    async with rooms.locked(code) as live:
        run = live.run
        if run is not None:
            now = time.time()
            await rooms.change(live, lambda c: rows.change(c, live.code, run, ended_at=now), True, run=NO_RUN)


async def close(rooms: RoomService, code: str) -> None:
    """Close the room: nobody can join any more, and the report remains."""
    await finish(rooms, code)
    async with rooms.locked(code) as live:
        await rooms.change(live, lambda c: None, True, ended_at=time.time())


def check_settings(activity: Activity, settings: Mapping[str, str]) -> dict[str, str]:
    """Check the settings of a teacher for an activity, and return them with defaults for the others.

    Raises UpcardError if a value is not among the choices, cannot be read, or contradicts another one.
    """
    chosen = {}
    for x in activity.settings:
        value = settings.get(x.name, x.usual)
        known = [word for word, _ in x.choices]
        if known and value not in known:
            raise Usage(f"{x.words}: {value[:40]!r} is not a choice; expected one of {', '.join(known)}")
        if x.check is not None:
            x.check(value)
        chosen[x.name] = value
    if activity.check is not None:
        activity.check(chosen)
    return chosen


async def _enter_step(rooms: RoomService, live: LiveRoom, run: Run, first: WriteJob) -> None:
    """Store a step with its tables and players at once, then notify everybody; the lock is held."""
    sittings = await first_matches(rooms, live, run)
    players = players_for(live, run)

    def job(c: Connection) -> None:
        first(c)
        rows.add(c, live.code, *sittings, *players)

    await rooms.change(live, job, goes_on=True, run=run.number)
    await settle(rooms, live)
