"""Pages of the teacher: leading a room, and its groups."""

import hashlib
from collections.abc import Mapping
from urllib.parse import urlencode

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.classroom import progress, roster
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Choose, Play
from upcard.classroom.class_repository import PAGE, ROOM, Pupil, Run
from upcard.classroom.group_assignment import name_of
from upcard.classroom.lesson_time import MOST_PLANNED
from upcard.classroom.progress import check_settings
from upcard.classroom.review_gate import allow_review
from upcard.classroom.roster import MOST_PUPILS, pupil_of
from upcard.classroom.submissions import answer
from upcard.engine.errors import UpcardError, Usage
from upcard.engine.read_number import plain_number_or
from upcard.lessons.chapter_registry import chapter_of
from upcard.web.classroom.class_requests import (
    RoomRequest,
    TeachersRoom,
    room_request,
    teachers_room,
)
from upcard.web.classroom.class_views import board_values
from upcard.web.classroom.lesson_plan import PATIENCE, plan_values
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Form, Refusal, part_at

router = APIRouter(include_in_schema=False)
FIELD = "pupil-"
"""Prefix of the fields with the group of a pupil, counted from 1."""


@router.get("/c/{code}/teach")
async def teach(here: TeachersRoom) -> Response:
    """Show the teacher's page."""
    link = here.private_link(here.room.row.teacher)
    version, stamp = here.room.row.version, await here.stamp()  # before rendering, so that nothing is missed
    part = here.context.render("class_lead.html.jinja", **await board_values(here))
    return here.context.page(
        "class_teach.html.jinja", room=here.room, part=part, version=version, stamp=stamp, link=link
    )


@router.get("/c/{code}/teach/part")
async def teach_part(here: TeachersRoom) -> Response:
    """Return the changing part of the teacher's page."""
    return await lead_part(here)


@router.get("/c/{code}/teach/begin/{name}")
async def prepare(here: TeachersRoom, name: str) -> Response:
    """Show the choices before an activity."""
    return await _begin_page(here, name, here.context.query)


@router.get("/c/{code}/teach/plan/{name}")
async def plan(here: TeachersRoom, name: str) -> Response:
    """Return the steps of an activity, with their minutes as the settings change them."""
    return HTMLResponse(await _plan(here, name, here.context.query, PATIENCE))


@router.post("/c/{code}/teach/begin/{name}")
async def begin(form: CurrentForm, here: TeachersRoom, name: str) -> Response:
    """Begin an activity."""
    try:
        await progress.start_activity(
            here.classes.rooms, here.room.code, name, form, gathers="gather" in form
        )
    except UpcardError as fault:
        return await _begin_page(here, name, form, Refusal("begin", form, fault))
    return here.go("/teach")


@router.get("/c/{code}/teach/pupil/{number}")
async def look_at(context: CurrentRequest, code: str, number: int) -> Response:
    """Show the page of a pupil: name, link for another phone, bot in the seat, removal."""
    here = await teachers_room(await room_request(context, code))
    return _pupil_page(here, pupil_of(here.room, number))


@router.post("/c/{code}/teach/pupil/{number}/{deed}")
async def change_pupil(
    context: CurrentRequest, form: CurrentForm, code: str, number: int, deed: str
) -> Response:
    """Rename a pupil, let a bot play for them, or remove them."""
    here = await teachers_room(await room_request(context, code))
    pupil, rooms = pupil_of(here.room, number), here.classes.rooms
    try:
        if deed == "name":
            await roster.rename(rooms, code, number, form["name"])
        elif deed == "remove":
            await roster.remove(rooms, code, number)
        elif deed == "warm":
            await roster.stand_in_for(rooms, code, number)
        else:
            raise Usage(f"{deed[:20]!r} is not an action for a pupil; expected name, remove or warm")
    except UpcardError as fault:
        return _pupil_page(here, pupil, Refusal(deed, form, fault))
    return here.go("/teach")


@router.get("/c/{code}/teach/groups")
async def groups(here: TeachersRoom) -> Response:
    """Show the groups by name, with a menu for each pupil."""
    return await _groups_page(here)


@router.get("/c/{code}/teach/groups/part")
async def groups_part(here: TeachersRoom) -> Response:
    """Return the changing part of the page, after somebody joins or leaves."""
    version = here.room.row.version
    return here.go("/teach") if here.room.run is None else part_at(_groups(here, here.room.run), version)


@router.post("/c/{code}/teach/groups")
async def put(form: CurrentForm, here: TeachersRoom) -> Response:
    """Put pupils into other groups."""
    wanted = {plain_number_or(-1, k[len(FIELD) :]): form.number(k) - 1 for k in form if k.startswith(FIELD)}
    try:
        await progress.move_pupils(here.classes.rooms, here.room.code, *_seen(form), wanted)
    except UpcardError as fault:
        return await _groups_page(here, Refusal("groups", form, fault))
    return here.go("/teach")


@router.post("/c/{code}/teach/groups/mix")
async def mix(form: CurrentForm, here: TeachersRoom) -> Response:
    """Form new random groups, and show them."""
    try:
        await progress.shuffle_groups(here.classes.rooms, here.room.code, *_seen(form))
    except UpcardError as fault:
        return await _groups_page(here, Refusal("groups", form, fault))
    return here.go("/teach/groups")


@router.post("/c/{code}/teach/{deed}")
async def lead(form: CurrentForm, here: TeachersRoom, deed: str) -> Response:
    """Go to a step, turn the page, allow reviews, end the activity, close, or change who is in the room."""
    rooms, code = here.classes.rooms, here.room.code
    if deed in ("go", "over"):
        run, step = form.number("run"), form.number("step")
        await (progress.go_to_step if deed == "go" else allow_review)(rooms, code, run, step)
    elif deed == "page":
        await answer(rooms, code, ROOM, PAGE, form.number_or(-1, "page"))
    elif deed == "finish":
        await progress.finish(rooms, code)
    elif deed in ("remove-idle", "remove-all"):
        await roster.remove_all(rooms, code, is_idle_only=deed == "remove-idle")
    elif deed == "let-in":
        await roster.let_in(
            rooms, code, [plain_number_or(-1, x) for x in form["shown"].split()[:MOST_PUPILS]]
        )
    elif deed == "refuse":
        await roster.refuse(rooms, code, form.number("shown"))
    elif deed == "close":
        await progress.close(rooms, code)
    else:
        raise Usage(
            f"{deed[:20]!r} is not an action for a class; "
            "expected go, over, page, finish, remove-idle, remove-all, let-in, refuse or close"
        )
    if here.context.is_fragment:
        return await lead_part(here)
    return here.go("/teach")


async def lead_part(here: RoomRequest) -> Response:
    """Return the changing part with the version before rendering: the part is at least as new."""
    version = here.room.row.version
    return part_at(here.context.render("class_lead.html.jinja", **await board_values(here)), version)


async def _begin_page(
    here: RoomRequest, name: str, form: Mapping[str, str], refusal: Refusal | None = None
) -> Response:
    activity = find_activity(name)
    plays = [x for x in activity.steps if isinstance(x, Play) and x.seconds]
    return here.context.page(
        "class_begin.html.jinja", refusal=refusal, room=here.room, activity=activity,
        entries=refusal.fields if refusal else {}, chapter=chapter_of(activity.about or name),
        plan=await _plan(here, name, form, 0.0),
        can_plan=bool(plays), most_planned=MOST_PLANNED, usual_matches=plays[0].matches if plays else 1,
    )  # fmt: skip


async def _plan(here: RoomRequest, name: str, form: Mapping[str, str], patience: float) -> Markup:
    """Return the steps with their minutes, or why the settings cannot be used."""
    try:
        activity = find_activity(name)
        settings = check_settings(activity, form)
        values = await plan_values(here.context, activity, settings, patience)
    except UpcardError as fault:
        return here.context.render("class_plan.html.jinja", fault=Refusal("plan", form, fault).sentence)
    query = urlencode(settings)
    return here.context.render("class_plan.html.jinja", **values, query=query, fault="")


def _pupil_page(here: RoomRequest, pupil: Pupil, refusal: Refusal | None = None) -> Response:
    link = here.private_link(pupil.person)
    return here.context.page(
        "class_one.html.jinja", room=here.room, pupil=pupil, link=link, refusal=refusal,
        sitting=here.room.sitting_of(pupil), has_buttons=isinstance(here.room.step, Choose),
    )  # fmt: skip


def _seen(form: Form) -> tuple[int, str]:
    """Return the activity of a form, and the groups that it shows."""
    return form.number_or(-1, "run"), form["seen"]


async def _groups_page(here: RoomRequest, refusal: Refusal | None = None) -> Response:
    room = here.room
    if room.run is None:
        return here.go("/teach")
    version, stamp = room.row.version, await here.stamp()
    part = _groups(here, room.run, refusal)
    return here.context.page(
        "class_groups.html.jinja", refusal=refusal, room=room, part=part, version=version, stamp=stamp
    )


def _groups(here: RoomRequest, run: Run, refusal: Refusal | None = None) -> Markup:
    room, fixed = here.room, progress.why_fixed(here.room)
    numbered = [(i, group) for i, group in enumerate(run.groups, 1) if group]
    names = [[room.name_of(x) for x in group] for _, group in numbered]
    at = hashlib.sha256(repr((run.groups, names, run.step, fixed)).encode()).hexdigest()[:16]
    return here.context.render(
        "class_together.html.jinja", room=room, run=run, activity=room.activity, at=at,
        step=room.step, groups=numbered, seen=name_of(run.groups), size=room.group_size,
        fixed=fixed, refusal=refusal, entries=refusal.fields if refusal else {},
    )  # fmt: skip
