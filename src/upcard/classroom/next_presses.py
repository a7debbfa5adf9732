"""Presses of Next: after a round and after a match, a group goes on when all its pupils have pressed.

The group waits for a pupil who reads slowly, but no longer than the teacher allows, counted from the first
press, or from the end of a round. It does not wait for phones that give no sign. After a round, neither a
phone nor a bot acts while an open page of the group still shows how the round ended.
"""

import time
from dataclasses import dataclass

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_steps import Play
from upcard.classroom.class_repository import BOT, NEXT, READING, Pupil, PupilAnswer, Sitting
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import RoomService, code_of
from upcard.classroom.seating import begin_match
from upcard.classroom.substitutes import is_gone
from upcard.classroom.wall_state import of_room
from upcard.engine.errors import Illegal
from upcard.engine.wording import join_names
from upcard.language.messages import gettext as _
from upcard.server.live_table import LiveTable

AT_END = 1_000_000
"""In place of a number of actions: the end of the match."""

READING_SECONDS = 60
"""Default number of seconds for which a group waits for its slowest reader."""


@dataclass(frozen=True)
class NextPress:
    """A press of Next: the match, the number of actions when the round had ended, and the time."""

    match: int
    turn: int
    at: float


def reading_seconds(live: LiveRoom) -> int:
    """Return for how many seconds a group waits for its slowest reader; 0 for no limit."""
    seconds = of_room(live, READING)
    return READING_SECONDS if seconds is None else int(seconds)


def presses_of(live: LiveRoom, sitting: Sitting) -> dict[int, NextPress]:
    """Return the last press of each pupil of a match."""
    all_presses = {p: NextPress(x.value[0], x.value[1], x.at) for p, x in live.answers(NEXT).items()}
    return {
        p: all_presses[p]
        for p in sitting.pupils
        if p in all_presses and all_presses[p].match == sitting.match
    }


def readers(live: LiveRoom, sitting: Sitting, turn: int = AT_END) -> list[int]:
    """Return the pupils who are present and have not pressed Next after action number `turn` of a match."""
    presses = presses_of(live, sitting)
    present = [
        p for p in sitting.pupils if p not in live.bot_acts_for and not is_gone(live.gone_since(p), 0.0)
    ]
    return [p for p in present if p not in presses or presses[p].turn < turn]


def why_waits(rooms: RoomService, table: LiveTable, seat: int) -> str:
    """Return why a seat may not act yet: others of its group read how the round ended; empty if it may."""
    room = rooms.live.get(code_of(table))
    sitting = None if room is None else room.sitting_at(table.row.id)
    if room is None or sitting is None or not _has_round_just_ended(table):
        return ""
    limit = reading_seconds(room)
    is_over_time = limit and time.time() >= table.snapshot.actions[-1].at + limit
    if is_over_time or room.latest().get(sitting.group) != sitting or not isinstance(room.step, Play):
        return ""
    me = sitting.seats[seat] if seat in range(len(sitting.seats)) else BOT
    slow = [p for p in readers(room, sitting, table.turn) if p != me and room.has_page_open(p)]
    names = join_names([room.name_of(p) for p in slow])
    return _("the next round has not started; first {names} must press Next", names=names) if slow else ""


def _has_round_just_ended(table: LiveTable) -> bool:
    if table.session is None or table.is_over or not table.turn:
        return False
    return table.session.log.rounds.begun_after == table.turn


def waits_until(live: LiveRoom, sitting: Sitting) -> float | None:
    """Return the time at which the next match begins even if somebody reads; None if there is none."""
    first = min((x.at for x in presses_of(live, sitting).values() if x.turn == AT_END), default=None)
    limit = reading_seconds(live)
    return None if first is None or not limit else first + limit


async def press_next(rooms: RoomService, code: str, pupil: Pupil, match: int, turn: int) -> Sitting | None:
    """Store that a pupil has pressed Next after action number `turn` of a match of their group.

    Returns the next match if `turn` is ``AT_END`` and everybody has pressed; None if the group waits. Raises
    Illegal if the pupil has no such match or round, or the match is not over.
    """
    async with rooms.locked(code) as live:
        sitting = live.sitting_of(pupil)
        if sitting is None or live.run is None or sitting.match < match:
            raise Illegal(_("there is no such match or round; reload the page"))
        if sitting.match > match:
            return sitting if turn == AT_END else None
        table = await rooms.tables.find(sitting.table_id)
        if turn == AT_END and not table.is_over:
            raise Illegal(_("the match is not over; finish it first"))
        if turn != AT_END and turn not in range(table.turn + 1):
            raise Illegal(_("there is no such match or round; reload the page"))
        press = PupilAnswer(live.run.number, live.run.step, NEXT, pupil.number, [match, turn], time.time())
        earlier = presses_of(live, sitting).get(pupil.number)
        if earlier is None or earlier.turn < turn:
            after = live.with_answers([press])
            await rooms.change(
                live, lambda c: rows.add(c, live.code, press), after=after, whom=sitting.pupils
            )
        rooms.tables.wake(table)
        is_ready = turn == AT_END and not readers(live, sitting)
        return await begin_match(rooms, live, sitting) if is_ready else None


async def begin_next_matches(rooms: RoomService) -> None:
    """Begin the next matches and rounds of groups that have waited long enough; runs about every second."""

    async def begin(live: LiveRoom) -> None:
        if isinstance(live.step, Play):
            for sitting in live.latest().values():
                table = rooms.tables.live.get(sitting.table_id)
                if table is not None and _has_round_just_ended(table):
                    rooms.tables.wake(table)
        if isinstance(live.step, Play) and live.answers(NEXT):
            for sitting in live.latest().values():
                if _is_due(live, sitting):
                    async with live.lock:
                        if live.latest().get(sitting.group) == sitting and isinstance(live.step, Play):
                            await begin_match(rooms, live, sitting)

    await rooms.for_each(begin)


def _is_due(live: LiveRoom, sitting: Sitting) -> bool:
    """Return whether somebody has pressed Next after a match, and the group waits for nobody else."""
    has_pressed = any(x.turn == AT_END for x in presses_of(live, sitting).values())
    until = waits_until(live, sitting)
    return has_pressed and (not readers(live, sitting) or (until is not None and until <= time.time()))
