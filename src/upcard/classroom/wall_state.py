"""The teacher's decisions about the projector: results shown or hidden, names, texts, a frozen picture.

Decisions are stored like answers of the room, so they survive a restart and hold for all processes.
"""

import re
import time
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any

from markupsafe import escape

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_steps import BEFORE, Choose, Contest, Poll, Talk
from upcard.classroom.class_record import Story
from upcard.classroom.class_repository import (
    ANONYMOUS,
    COUNTDOWN,
    FROZEN,
    HIDDEN_TEXTS,
    NO_RUN,
    READING,
    RESULTS_SHOWN,
    ROOM,
    Pupil,
    PupilAnswer,
)
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.pairings import matrix_of
from upcard.classroom.room_service import RoomService
from upcard.engine.errors import Illegal, Usage
from upcard.language.messages import gettext as _

SHOW, NEXT = "show", "next"
"""What follows the end of a countdown: the results are shown, or the class goes to the next step."""

MOST_READING = 600
"""Maximum number of seconds for which a group waits for its slowest reader."""


def of_room(live: LiveRoom, name: str) -> Any:
    """Return a decision for all activities of a room; None if there is none."""
    return live.snapshot.answer((NO_RUN, BEFORE, name, ROOM))


def of_step(live: LiveRoom, name: str) -> Any:
    """Return a decision for the current step; None if there is none."""
    run = live.run
    return None if run is None else live.snapshot.answer((run.number, run.step, name, ROOM))


def shows_results(live: LiveRoom) -> bool:
    """Return whether the projector shows the results of the current step.

    Unless the teacher decides otherwise, results of a discussion or a contest are shown, those of a matrix
    once everybody has chosen in all rounds, and others are not.
    """
    decided = of_step(live, RESULTS_SHOWN)
    if decided is not None:
        return bool(decided)
    if isinstance(live.step, Choose):
        game = matrix_of(live)
        return bool(game.players) and not any(game.round_of(x) for x in game.players)
    return isinstance(live.step, Contest | Talk)


def is_anonymous(live: LiveRoom) -> bool:
    """Return whether projector and phones show no names of pupils or groups beside their results."""
    return bool(of_room(live, ANONYMOUS))


def has_results_on_phones(live: LiveRoom) -> bool:
    """Return whether the phones show the results of the current step, which is a poll or certain talks."""
    return isinstance(live.step, Poll) or (isinstance(live.step, Talk) and live.step.on_phones)


def hidden_texts(live: LiveRoom, run: int | None = None, step: int | None = None) -> dict[str, list[int]]:
    """Return the pupils or groups whose texts are hidden, by question; by default at the current step."""
    if run is None or step is None:
        return dict(of_step(live, HIDDEN_TEXTS) or {})
    return dict(live.snapshot.answer((run, step, HIDDEN_TEXTS, ROOM)) or {})


def without_names(story: Story, pupils: Sequence[Pupil]) -> Story:
    """Return the record of a class with ``Pupil 1``, ``Pupil 2`` and so on in place of names.

    The numbers follow the secret keys of the pupils, so nobody can guess them from the order of joining.
    """
    named = sorted((x for x in pupils if not x.is_deleted), key=lambda x: x.person)
    new = {story.names[x.number]: f"Pupil {i}" for i, x in enumerate(named, 1)}
    longest_first = sorted(new, key=len, reverse=True)
    either = "|".join(map(re.escape, longest_first)) or "(?!)"
    pattern = re.compile(rf"(?<!\w)(?:{either})(?!\w)")  # a name may begin or end with any character

    def hide(names: Iterable[str]) -> tuple[str, ...]:
        return tuple(pattern.sub(lambda x: new[x[0]], name) for name in names)

    matches = [replace(x, names=hide(x.names), who=hide(x.who)) for x in story.matches]
    return replace(story, names=hide(story.names), matches=tuple(matches))


async def show_results(rooms: RoomService, code: str, is_shown: bool) -> None:
    """Show or hide the results of the current step on the projector, and on phones that show them too."""
    async with rooms.locked(code) as live:
        counted = is_shown and (of_step(live, COUNTDOWN) or {}).get("then") == SHOW
        stopped = [(COUNTDOWN, None)] if counted else []
        goes_on = bool(stopped) or has_results_on_phones(live)
        await store_decision(rooms, live, [(RESULTS_SHOWN, is_shown), *stopped], goes_on)


async def show_names(rooms: RoomService, code: str, is_anonymous: bool) -> None:
    """Show or hide names beside results on the projector, and on phones that show them too."""
    async with rooms.locked(code) as live:
        await _store_for_room(rooms, live, ANONYMOUS, is_anonymous, has_results_on_phones(live))


async def set_reading_seconds(rooms: RoomService, code: str, seconds: int) -> None:
    """Set for how long groups wait for their slowest reader, 0 for no limit; raises Usage if not valid."""
    if seconds not in range(MOST_READING + 1):
        raise Usage(_("a group waits 0 to {most} seconds; choose another number", most=MOST_READING))
    async with rooms.locked(code) as live:
        await _store_for_room(rooms, live, READING, seconds, goes_on=True)


async def freeze(rooms: RoomService, code: str, picture: str) -> None:
    """Keep a picture on the projector, as HTML, until another decision; an empty one ends this."""
    async with rooms.locked(code) as live:
        await _store_for_room(rooms, live, FROZEN, picture)


def without_texts(picture: str, texts: Iterable[str]) -> str:
    """Return a picture on the projector, as HTML, without the paragraphs that show some texts of pupils."""
    for text in filter(None, texts):
        shown = re.escape(str(escape(text)))
        picture = re.sub(rf"<p>[“„«]?\s?{shown}\s?[”“»]?(?:, [^<]*)?</p>", "", picture)
    return picture


async def hide_text(rooms: RoomService, code: str, question: str, whose: int, is_hidden: bool) -> None:
    """Hide the text of a pupil or a group from the projector, or show it again."""
    async with rooms.locked(code) as live:
        hidden = hidden_texts(live)
        others = [x for x in hidden.get(question, ()) if x != whose]
        hidden[question] = [*others, whose] if is_hidden else others
        await store_decision(rooms, live, [(HIDDEN_TEXTS, hidden)], goes_on=isinstance(live.step, Poll))


async def store_decision(
    rooms: RoomService, live: LiveRoom, decisions: Sequence[tuple[str, Any]], goes_on: bool
) -> None:
    """Store decisions for the current step; the caller holds the lock. Raises Illegal without an activity."""
    if live.run is None:
        raise Illegal(_("no activity is running; start one first"))
    number, step, now = live.run.number, live.run.step, time.time()
    answers = [PupilAnswer(number, step, name, ROOM, value, now) for name, value in decisions]
    await _store(rooms, live, answers, goes_on)


async def _store_for_room(
    rooms: RoomService, live: LiveRoom, name: str, value: Any, goes_on: bool = False
) -> None:
    decision = PupilAnswer(NO_RUN, BEFORE, name, ROOM, value, time.time())
    await _store(rooms, live, [decision], goes_on)


async def _store(rooms: RoomService, live: LiveRoom, answers: Sequence[PupilAnswer], goes_on: bool) -> None:
    after = live.with_answers(answers)
    await rooms.change(live, lambda c: rows.add(c, live.code, *answers), goes_on=goes_on, after=after)
