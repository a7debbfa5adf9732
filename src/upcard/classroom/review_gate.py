"""When pupils may review their matches: once the class has thought about the best moves for itself."""

import time

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Contest, Play, Talk
from upcard.classroom.class_repository import REVIEW_ALLOWED, ROOM, PupilAnswer
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import RoomService
from upcard.language.messages import gettext as _
from upcard.server.database import Conflict


def opens_at(room: LiveRoom, run: int, step: int) -> str:
    """Return the title of the step from which pupils may review the matches of a step of activity `run`.

    That is the first later step that shows results. It is empty if they may now, because the class has
    reached that step, the teacher has allowed it, or the activity has ended.
    """
    if room.run is None or room.run.number != run or room.answers(REVIEW_ALLOWED, run, step):
        return ""
    activity = activity_of(room.run)
    later = activity.course[activity.position(step) + 1 :]
    showing = next(((i, x) for i, x in later if isinstance(x, Contest | Talk)), None)
    is_reached = showing is None or activity.position(room.run.step) >= activity.position(showing[0])
    return "" if showing is None or is_reached else showing[1].title


def last_played(room: LiveRoom) -> int | None:
    """Return the number of the last step, up to the current one, with matches; None if there is none."""
    if room.run is None:
        return None
    place = activity_of(room.run).position
    reached = {x.step for x in room.sittings(room.row.run) if place(x.step) <= place(room.run.step)}
    return max(reached, key=place, default=None)


async def allow_review(rooms: RoomService, code: str, number: int, step: int) -> None:
    """Allow pupils to review a step now; raises Conflict for another activity or a step without matches."""
    async with rooms.locked(code) as live:
        steps = live.activity.steps if live.activity is not None else ()
        is_played = step in range(len(steps)) and isinstance(steps[step], Play)
        if live.run is None or live.run.number != number or not is_played:
            raise Conflict(_("another activity has started; reload the page"))
        permission = PupilAnswer(number, step, REVIEW_ALLOWED, ROOM, True, time.time())
        await rooms.change(live, lambda c: rows.add(c, live.code, permission), goes_on=True)
