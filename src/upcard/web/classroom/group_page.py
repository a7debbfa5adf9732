"""The page of groups, on which the teacher changes them."""

import hashlib

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from upcard.classroom import progress
from upcard.classroom.class_repository import Run
from upcard.classroom.group_assignment import name_of
from upcard.engine.errors import UpcardError
from upcard.web.classroom.class_requests import RoomRequest, render_part
from upcard.web.classroom.teacher_pages import teachers_room
from upcard.web.http.parse_int import whole_or
from upcard.web.http.request_context import (
    CurrentForm,
    CurrentRequest,
    Form,
    Refusal,
    go_to,
    page,
    part_at,
)

router = APIRouter(prefix="/c/{code}/teach/groups", include_in_schema=False)
FIELD = "pupil-"
"""Start of the names of fields that contain the group of a pupil, counted from 1."""


@router.get("")
async def groups(context: CurrentRequest, code: str) -> Response:
    """Show the groups by name, with a menu for each pupil."""
    return await _page(await teachers_room(context, code))


@router.get("/part")
async def groups_part(context: CurrentRequest, code: str) -> Response:
    """Return the changing part of the page, after somebody joins or leaves."""
    here = await teachers_room(context, code)
    version = here.room.row.version
    if here.room.run is None:
        return go_to(context, f"/c/{here.room.code}/teach")
    return part_at(_part(here, here.room.run), version)


@router.post("")
async def put(context: CurrentRequest, form: CurrentForm, code: str) -> Response:
    """Put pupils into other groups."""
    here = await teachers_room(context, code)
    wanted = {whole_or(-1, k[len(FIELD) :]): form.number(k) - 1 for k in form if k.startswith(FIELD)}
    try:
        await progress.move_pupils(here.classes.rooms, code, *_seen(form), wanted)
    except UpcardError as fault:
        return await _page(here, Refusal("groups", form, fault))
    return go_to(context, f"/c/{here.room.code}/teach")


@router.post("/mix")
async def mix(context: CurrentRequest, form: CurrentForm, code: str) -> Response:
    """Form new random groups, and show them."""
    here = await teachers_room(context, code)
    try:
        await progress.shuffle_groups(here.classes.rooms, code, *_seen(form))
    except UpcardError as fault:
        return await _page(here, Refusal("groups", form, fault))
    return go_to(context, f"/c/{here.room.code}/teach/groups")


def _seen(form: Form) -> tuple[int, str]:
    """Return the activity of a form, and the groups that it shows."""
    return form.number_or(-1, "run"), form["seen"]


async def _page(here: RoomRequest, refusal: Refusal | None = None) -> Response:
    room = here.room
    if room.run is None:
        return go_to(here.context, f"/c/{room.code}/teach")
    version, stamp = room.row.version, await here.stamp()
    part = _part(here, room.run, refusal)
    return page(
        here.context, "class_groups.html.jinja", refusal=refusal, room=room, part=part, version=version,
        stamp=stamp,
    )  # fmt: skip


def _part(here: RoomRequest, run: Run, refusal: Refusal | None = None) -> Markup:
    room, fixed = here.room, progress.why_fixed(here.room)
    numbered = [(i, group) for i, group in enumerate(run.groups, 1) if group]
    names = [[room.name_of(x) for x in group] for _, group in numbered]
    at = hashlib.sha256(repr((run.groups, names, run.step, fixed)).encode()).hexdigest()[:16]
    return render_part(
        here.context, "class_together.html.jinja", room=room, run=run, activity=room.activity, at=at,
        step=room.step, groups=numbered, seen=name_of(run.groups), size=room.group_size,
        fixed=fixed, refusal=refusal, entries=refusal.fields if refusal else {},
    )  # fmt: skip
