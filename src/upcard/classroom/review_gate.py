"""When pupils may go over their matches: not before the class has looked for what is best there itself."""

import time

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Contest, Play, Talk
from upcard.classroom.class_repository import GOING_OVER, ROOM, Answer
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import RoomService
from upcard.server.database import Conflict


def opens_at(room: LiveRoom, run: int, step: int) -> str:
    """From which step on pupils may go over the matches of a step, by its title; empty where they may now.

    It is the first step after it that tells results, unless the teacher has let them before.

    Parameters
    ----------
    room : LiveRoom
        The room.
    run, step : int
        The activity, and the step at which they were played.
    """
    if room.run is None or room.run.number != run or room.answers(GOING_OVER, run, step):
        return ""
    steps = list(enumerate(find_activity(room.run.activity).steps))
    telling = next(((i, x) for i, x in steps if i > step and isinstance(x, Contest | Talk)), None)
    return "" if telling is None or room.run.step >= telling[0] else telling[1].title


def last_played(room: LiveRoom) -> int | None:
    """The last step, up to that of now, at which matches of the activity were played; None for none."""
    return max(
        (x.step for x in room.sittings(room.row.run) if room.run and x.step <= room.run.step), default=None
    )


async def let_go_over(rooms: RoomService, code: str, number: int, step: int) -> None:
    """Let pupils go over the matches of a step from now on.

    Raises
    ------
    Conflict
        If another activity goes on meanwhile, or nothing is played at that step.
    """
    async with rooms.locked(code) as live:
        steps = live.activity.steps if live.activity is not None else ()
        is_played = step in range(len(steps)) and isinstance(steps[step], Play)
        if live.run is None or live.run.number != number or not is_played:
            raise Conflict("another activity has started; reload the page")
        given = Answer(number, step, GOING_OVER, ROOM, True, time.time())
        await rooms.change(live, lambda c: rows.put_answer(c, live.code, given), goes_on=True)
