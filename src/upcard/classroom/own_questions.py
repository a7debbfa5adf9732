"""The teacher's own questions: read from a form, stored with the class, and asked in its activities."""

import secrets
from collections.abc import Mapping, Sequence
from typing import Any

from sqlalchemy.engine import Connection

from upcard.classroom import class_repository as rows
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import BEFORE, LONGEST_TEXT, OWN_POLLS, OwnPoll, Poll, Question
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.room_service import RoomService
from upcard.engine.errors import Usage
from upcard.engine.typed_numbers import readings
from upcard.language.messages import gettext as _
from upcard.language.messages import marked

MOST_QUESTIONS, MOST_CHOICES = 20, 8
"""Maximum number of questions of a class in one activity, and of choices of a question."""

TITLE = marked("Question {0}")
"""Title of the step with a question of the teacher, and its number."""

RIGHT = "*"
"""Mark before the right choice."""

KINDS = {"choice": marked("choices"), "number": marked("a number"), "text": marked("a free text")}
"""How pupils answer a question, with a label for the form."""


def read_question(form: Mapping[str, str]) -> Question:
    """Return the question in a form; raises UpcardError if something in it is missing or wrong.

    The fields are ``words``, ``kind``, ``choices`` with one choice in each line and ``*`` before the right
    one, ``right`` and ``tolerance`` for a number, and ``reason``.
    """
    words, kind, reason = (form.get(x, "").strip() for x in ("words", "kind", "reason"))
    if not words:
        raise Usage(_("the question is missing; write it in the first field"))
    if max(len(words), len(reason)) > LONGEST_TEXT:
        raise Usage(
            _(
                "a question and its reason have at most {most} characters each; shorten the longer one",
                most=LONGEST_TEXT,
            )
        )
    if kind not in KINDS:
        raise Usage(f"{kind[:20]!r} is not a kind of answer; expected one of {', '.join(KINDS)}")
    name = f"own {secrets.token_hex(4)}"
    if kind == "choice":
        return Question(name, words, *_read_choices(form.get("choices", "")), reason)
    if kind == "text":
        return Question(name, words, reason=reason)
    right, tolerance = (_read_number(form.get(x, "")) for x in ("right", "tolerance"))
    return Question(name, words, (), right, reason, is_number=True, tolerance=abs(tolerance or 0.0))


def _read_choices(text: str) -> tuple[tuple[str, ...], int | None]:
    """Return the choices in a text, and the index of the right one; None if none is marked."""
    lines = [x.strip() for x in text.splitlines() if x.strip()]
    choices = tuple(x.removeprefix(RIGHT).strip() for x in lines)
    right = [i for i, x in enumerate(lines) if x.startswith(RIGHT)]
    if not 2 <= len(choices) <= MOST_CHOICES or len(set(choices)) < len(choices) or not all(choices):
        raise Usage(_("write 2 to {most} different choices, one in each line", most=MOST_CHOICES))
    if len(right) > 1:
        raise Usage(_("only one choice can be right; write * before one of them, or before none"))
    if max(map(len, choices)) > LONGEST_TEXT:
        raise Usage(_("a choice has at most {most} characters; shorten the longest one", most=LONGEST_TEXT))
    return choices, right[0] if right else None


def _read_number(text: str) -> float | None:
    """Return a number, or None for an empty text; raises Usage for anything else."""
    return float(readings(text)[0].value) if text.strip() else None


def own_polls_of(live: LiveRoom, activity: str) -> list[OwnPoll]:
    """Return the teacher's own questions for an activity, as polls of one question each."""
    return [OwnPoll.load(x) for x in live.row.questions.get(activity, ())]


async def add_question(
    rooms: RoomService, code: str, activity: str, places: Sequence[int], question: Question
) -> int | None:
    """Add a question to an activity of a class, after one or more of its steps.

    If the class does this activity now, the question is also added there, and the number of its first step is
    returned. Raises Usage if there is no such step, or there are too many questions.
    """
    steps = find_activity(activity).steps
    if not places or not all(BEFORE <= x < len(steps) for x in places):
        raise Usage(_("there is no such step; choose one from the list"))
    async with rooms.locked(code) as live:
        before = list(live.row.questions.get(activity, ()))
        if len(before) + len(places) > MOST_QUESTIONS:
            raise Usage(
                _(
                    "there are already {count} questions, and at most {most}; remove one",
                    count=len(before),
                    most=MOST_QUESTIONS,
                )
            )
        new: list[dict[str, Any]] = [
            OwnPoll(x, Poll(TITLE.format(len(before) + i), questions=(question,))).stored
            for i, x in enumerate(places, 1)
        ]
        run = live.run if live.run is not None and live.run.activity == activity else None
        running = [] if run is None else [*run.settings.get(OWN_POLLS, ()), *new]

        def job(c: Connection) -> None:
            rows.note_preparation(c, live.code)
            if run is not None:
                rows.change(c, live.code, run, settings={**run.settings, OWN_POLLS: running})

        await rooms.change(live, job, questions={**live.row.questions, activity: [*before, *new]})
    return None if run is None else len(steps) + len(running) - len(new)


async def remove_question(rooms: RoomService, code: str, activity: str, name: str) -> None:
    """Remove a question from an activity; a class that does the activity now still has it."""
    async with rooms.locked(code) as live:
        left = [
            x for x in live.row.questions.get(activity, ()) if all(q["name"] != name for q in x["questions"])
        ]
        questions = {**live.row.questions, activity: left}
        await rooms.change(live, lambda c: rows.note_preparation(c, live.code), questions=questions)
