"""The plan of a lesson with its settings: steps with their minutes, and the sheet to prepare it."""

from collections.abc import Mapping, Sequence
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import JOINING, Activity, Choose, Contest, Play, Step, Talk
from upcard.classroom.background_jobs import GivenUp
from upcard.classroom.background_tasks import step_parts
from upcard.classroom.class_record import Story
from upcard.classroom.lesson_time import count_taps, expected_rounds, planned_matches, step_minutes, tap_job
from upcard.classroom.matrix_theory import words_of
from upcard.classroom.pairings import actions_of, shown_actions
from upcard.classroom.progress import check_settings
from upcard.document.model import Section
from upcard.language.messages import LANGUAGE
from upcard.language.messages import gettext as _
from upcard.lessons.chapter_registry import chapter_of
from upcard.solving.matrix2x2 import ROW
from upcard.web.classroom.class_requests import classes_of
from upcard.web.classroom.matrix_views import matrix_from_side
from upcard.web.http.request_context import CurrentForm, CurrentRequest, RequestContext

router = APIRouter(include_in_schema=False)
MOST_PARAGRAPHS = 1
"""Maximum number of paragraphs of each section on a sheet, which has to fit on one page."""

PATIENCE = 12.0
"""Seconds for which a page waits for numbers that are computed beside the server."""


@router.get("/prepare/{name}")
async def prepare_sheet(context: CurrentRequest, name: str) -> Response:
    """Show a page to print: what to bring, the steps with minutes, what to say, and what to expect."""
    activity = find_activity(name)
    settings = check_settings(activity, context.query)
    plan = await plan_values(context, activity, settings)
    expected = [await _expected(context, activity, settings, i, x) for i, x in plan["steps"]]
    return context.page(
        "class_prepare.html.jinja", **plan, expected=expected, chapter=chapter_of(name),
        chosen=_chosen(activity, settings),
        is_waiting=any(x["is_waiting"] for x in expected),
        again=f"/prepare/{name}/again?{context.request.url.query}",
    )  # fmt: skip


@router.post("/prepare/{name}/again")
async def compute_theory_again(form: CurrentForm, context: CurrentRequest, name: str) -> Response:
    """Compute the theory that took too long once more, and go back to the sheet with the same settings."""
    activity, url = find_activity(name), context.request.url
    settings = check_settings(activity, context.query)
    for number, _step in activity.course:
        classes_of(context).jobs.try_again(_sheet_key(activity, number, settings))
    return context.go_to(f"/prepare/{name}?{url.query}")


def _chosen(activity: Activity, settings: Mapping[str, Any]) -> list[tuple[str, str]]:
    """Return the settings of an activity in words, with their values."""
    values = {x: settings[x.name] for x in activity.settings}
    return [(x.words, dict(x.choices).get(value, value)) for x, value in values.items()]


async def plan_values(
    context: RequestContext, activity: Activity, settings: Mapping[str, Any], patience: float = PATIENCE
) -> dict[str, Any]:
    """Return the steps of a lesson with their minutes, as the settings change them.

    Waits at most `patience` seconds for the counted taps; without them, a step takes its usual minutes.
    """
    steps = activity.course
    taps = await _taps(context, activity.group_size(settings), settings, [x for _, x in steps], patience)
    minutes = [step_minutes(x, settings, taps.get(i)) for i, (_, x) in enumerate(steps)]
    return {
        "activity": activity,
        "options": settings,
        "steps": steps,
        "minutes": minutes,
        "total": JOINING + sum(minutes),
        "joining": JOINING,
        "size": activity.group_size(settings),
        "taps": taps,
        "planned": {i: planned_matches(x, settings) for i, (_, x) in enumerate(steps) if isinstance(x, Play)},
    }


async def _taps(
    context: RequestContext, size: int, settings: Mapping[str, Any], steps: list[Step], patience: float
) -> dict[int, float]:
    """Return the taps of a match at each step that needs them, as far as they are computed in time."""
    jobs = classes_of(context).jobs
    wanted = {i: tap_job(x, settings, size) for i, x in enumerate(steps) if isinstance(x, Play) and x.seconds}
    for job in wanted.values():
        jobs.get(("taps", job), count_taps, job, is_public=True)
    await jobs.wait([("taps", x) for x in wanted.values()], patience)
    counted = {i: jobs.get(("taps", x), count_taps, x, is_public=True) for i, x in wanted.items()}
    return {i: x for i, x in counted.items() if x}


async def _expected(
    context: RequestContext, activity: Activity, settings: Mapping[str, Any], number: int, step: Step
) -> dict[str, Any]:
    """Return what a teacher can expect at a step, from the data of the activity."""
    values: dict[str, Any] = {"is_waiting": False, "is_given_up": False, "sections": ()}
    match step:
        case Choose() if step.matrix is not None:
            game, name = step.matrix(settings)
            actions = actions_of(step, settings)
            paragraphs = [_(x) for x in step.story(settings)] if step.story else []
            theory = words_of(game, actions=actions)
            cells = matrix_from_side(game, ROW)
            return values | {
                "matrix": cells,
                "name": _(name),
                "rounds": expected_rounds(step, settings),
                "actions": shown_actions(actions),
                "story": paragraphs,
                "theory": theory,
            }
        case Contest():
            return values | {"matches": step.matches_with(settings)}
        case Talk() if step.tell is not None:
            story, jobs = Story(activity.name, number, settings), classes_of(context).jobs
            key = _sheet_key(activity, number, settings)
            # the page is loaded again until the result is there
            parts = jobs.get(key, step_parts, story, LANGUAGE.get(), is_public=True)
            return values | {
                "is_waiting": parts is None,
                "is_given_up": isinstance(parts, GivenUp),
                "sections": _theory_of(parts or ()),
            }
    return values


def _sheet_key(activity: Activity, number: int, settings: Mapping[str, Any]) -> tuple[Any, ...]:
    """Return the key of the background job with the theory of a step."""
    return "sheet", LANGUAGE.get(), activity.name, number, repr(sorted(settings.items()))


def _theory_of(parts: Sequence[Section]) -> list[tuple[str, list[str], list[Any]]]:
    """Return the title, the first paragraph and the bars of theory of each section."""
    return [(x.title, list(x.text[:MOST_PARAGRAPHS]), [b for b in x.bars if b.is_theory]) for x in parts]
