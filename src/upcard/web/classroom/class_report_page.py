"""The report of a class, and the table of all its decisions."""

from datetime import datetime
from typing import Any

from fastapi import APIRouter
from starlette.responses import PlainTextResponse, Response

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Play, Poll, Step
from upcard.classroom.class_repository import Run
from upcard.classroom.decision_export import csv_text
from upcard.classroom.decision_losses import judge_all
from upcard.classroom.recording import story_of
from upcard.web.classroom.class_requests import RoomRequest, TeachersRoom
from upcard.web.classroom.class_views import step_values

router = APIRouter(prefix="/c/{code}", include_in_schema=False)

RESULTS = {"poll": "polls", "write": "rules", "choose": "held"}
"""The value that is empty until something happens, for each kind of step."""


@router.get("/report")
async def report(here: TeachersRoom) -> Response:
    """Show the report of a class, activity by activity, to the teacher."""
    runs = [
        (activity_of(run), _clock(run.began_at), await _steps(here, run)) for run in here.room.snapshot.runs
    ]
    is_waiting = any(x["is_waiting"] for _, _, steps in runs for x in steps)
    return here.context.page("class_report.html.jinja", room=here.room, runs=runs, is_waiting=is_waiting)


@router.get("/decisions.csv")
async def decisions(here: TeachersRoom) -> Response:
    """Return all decisions of the class, under pseudonyms."""
    room, service = here.room, here.classes.rooms.tables
    stories = []
    for run in room.snapshot.runs:
        verdicts = await judge_all(service, here.classes.jobs, room, run.number)
        stories.append((run, await story_of(service, room, run), verdicts))
    headers = {"Content-Disposition": f'attachment; filename="class-{room.code}.csv"'}
    return PlainTextResponse(csv_text(stories), headers=headers, media_type="text/csv")


def _clock(then: float) -> str:
    """Return a date and time in the local time of this computer, which is usually the teacher's."""
    return datetime.fromtimestamp(then).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006


async def _steps(here: RoomRequest, run: Run) -> list[dict[str, Any]]:
    """Return the results of each step that the class reached."""
    steps = []
    for number, step in activity_of(run).course:
        values = await _step(here, run, number, step)
        if values is not None:
            steps.append({"number": number, "step": step, "kind": step.kind, "is_waiting": False} | values)
    return steps


async def _step(here: RoomRequest, run: Run, number: int, step: Step) -> dict[str, Any] | None:
    """Return the results of a step; None if nothing has happened in it."""
    values = await step_values(here, run, number, step)
    if isinstance(step, Poll):
        values["polls"] = [x for x in values["polls"] if x.answered]
    happened = values.get(RESULTS.get(step.kind, ""), values)
    if isinstance(step, Play):
        happened = here.room.sittings(run.number, number)
    return values if happened else None
