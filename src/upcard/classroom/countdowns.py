"""Countdowns of the teacher, after which results are shown or the class goes to the next step.

The end of a countdown is stored, so a server that was restarted, or another process, ends it as well.
"""

import time
from dataclasses import dataclass
from math import ceil

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.class_repository import COUNTDOWN, RESULTS_SHOWN
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.progress import enter_step
from upcard.classroom.room_service import RoomService
from upcard.classroom.wall_state import NEXT, SHOW, of_step, store_decision
from upcard.engine.errors import Usage
from upcard.engine.wording import minutes_text
from upcard.language.messages import gettext as _

SHORTEST, LONGEST = 5, 3600
"""Limits of a countdown in seconds."""


@dataclass(frozen=True)
class Countdown:
    """A countdown that is running: its end, in seconds since 1970, and what follows."""

    until: float
    then: str

    @property
    def left(self) -> int:
        """The seconds that are left, rounded up."""
        return max(0, ceil(self.until - time.time()))

    @property
    def clock(self) -> str:
        """The time that is left in minutes and seconds."""
        return minutes_text(self.left)


def countdown_of(live: LiveRoom) -> Countdown | None:
    """Return the countdown of the current step; None if none is running."""
    stored = of_step(live, COUNTDOWN)
    return Countdown(**stored) if stored else None


async def start_countdown(rooms: RoomService, code: str, seconds: int, then: str) -> None:
    """Start a countdown at the current step, in place of another one; raises Usage if it is not valid."""
    if seconds not in range(SHORTEST, LONGEST + 1) or then not in (SHOW, NEXT):
        raise Usage(
            _(
                "a countdown takes {least} to {most} seconds; choose another number",
                least=SHORTEST,
                most=f"{LONGEST:,}",
            )
        )
    async with rooms.locked(code) as live:
        end = {"until": time.time() + seconds, "then": then}
        await store_decision(rooms, live, [(COUNTDOWN, end)], goes_on=True)


async def stop_countdown(rooms: RoomService, code: str) -> None:
    """Stop the countdown of the current step; nothing follows."""
    async with rooms.locked(code) as live:
        await store_decision(rooms, live, [(COUNTDOWN, None)], goes_on=True)


async def end_countdowns(rooms: RoomService) -> None:
    """Do what follows the countdowns that have ended; runs about every second."""

    async def end(live: LiveRoom) -> None:
        if _has_ended(live):
            async with live.lock:
                if _has_ended(live):  # nobody was faster
                    await _end(rooms, live)

    await rooms.for_each(end)


def _has_ended(live: LiveRoom) -> bool:
    running = countdown_of(live)
    return running is not None and running.until <= time.time()


async def _end(rooms: RoomService, live: LiveRoom) -> None:
    """Do what follows a countdown; the caller holds the lock."""
    running, run = countdown_of(live), live.run
    if running is None or run is None:
        return
    activity = activity_of(run)
    later = activity.course[activity.position(run.step) + 1 :]
    if running.then == NEXT and later:
        await enter_step(rooms, live, later[0][0])
    else:
        shown = [(RESULTS_SHOWN, True)] if running.then == SHOW else []
        await store_decision(rooms, live, [(COUNTDOWN, None), *shown], goes_on=True)
