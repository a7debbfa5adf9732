"""The page of groups: who is with whom, and how the teacher changes it."""

import hashlib
from collections.abc import Mapping

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import Response

from upcard.classroom import progress as course
from upcard.classroom.class_repository import Run
from upcard.classroom.group_assignment import name_of
from upcard.engine.errors import UpcardError
from upcard.web.classroom.class_requests import RoomRequest, rendered_part
from upcard.web.classroom.teacher_pages import teachers_room
from upcard.web.http.parse_int import whole, whole_or
from upcard.web.http.request_context import (
    CurrentRequest,
    Refusal,
    form_of,
    go_to,
    page,
    part_at,
)

router = APIRouter(prefix="/c/{code}/teach/groups", include_in_schema=False)
FIELD = "pupil-"
"""How the fields begin that say into which group a pupil is put, counted from 1."""


@router.get("")
async def groups(context: CurrentRequest, code: str) -> Response:
    """The groups by name, with a menu for everybody."""
    return await _page(await teachers_room(context, code))


@router.get("/part")
async def groups_part(context: CurrentRequest, code: str) -> Response:
    """What changes on the page of groups, where somebody joins or leaves."""
    here = await teachers_room(context, code)
    version = here.room.row.version
    if here.room.run is None:
        return go_to(context, f"/c/{here.room.code}/teach")
    return part_at(_part(here, here.room.run), version)


@router.post("")
async def put(context: CurrentRequest, code: str) -> Response:
    """Put pupils into other groups."""
    form = await form_of(context)
    here = await teachers_room(context, code)
    wanted = {whole_or(-1, k[len(FIELD) :]): whole(k, x) - 1 for k, x in form.items() if k.startswith(FIELD)}
    try:
        await course.put(here.classes.rooms, code, *_seen(form), wanted)
    except UpcardError as fault:
        return await _page(here, Refusal("groups", form, fault))
    return go_to(context, f"/c/{here.room.code}/teach")


@router.post("/mix")
async def mix(context: CurrentRequest, code: str) -> Response:
    """Make the groups anew, by lot, and show them."""
    form = await form_of(context)
    here = await teachers_room(context, code)
    try:
        await course.mix(here.classes.rooms, code, *_seen(form))
    except UpcardError as fault:
        return await _page(here, Refusal("groups", form, fault))
    return go_to(context, f"/c/{here.room.code}/teach/groups")


def _seen(form: Mapping[str, str]) -> tuple[int, str]:
    """Of which activity a form shows the groups, and which."""
    return whole_or(-1, form.get("run", "")), form.get("seen", "")


async def _page(here: RoomRequest, refusal: Refusal | None = None) -> Response:
    room = here.room
    if room.run is None:
        return go_to(here.context, f"/c/{room.code}/teach")
    status, version, stamp = refusal.status if refusal else 200, room.row.version, await here.stamp()
    part = _part(here, room.run, refusal)
    return page(
        here.context, "class_groups.html.jinja", status, room=room, part=part, version=version, stamp=stamp
    )


def _part(here: RoomRequest, run: Run, refusal: Refusal | None = None) -> Markup:
    room, fixed = here.room, course.why_fixed(here.room)
    numbered = [(i, group) for i, group in enumerate(run.groups, 1) if group]
    names = [[room.name_of(x) for x in group] for _, group in numbered]
    at = hashlib.sha256(repr((run.groups, names, run.step, fixed)).encode()).hexdigest()[:16]
    return rendered_part(
        here.context, "class_together.html.jinja", room=room, run=run, activity=room.activity, at=at,
        step=room.step, groups=numbered, seen=name_of(run.groups), size=room.group_size,
        fixed=fixed, refusal=refusal, given=refusal.fields if refusal else {},
    )  # fmt: skip
