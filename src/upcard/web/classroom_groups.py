"""The page of groups: who is with whom, and how the teacher changes it."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Depends
from starlette.responses import Response

from upcard.classroom import course
from upcard.classroom.groups import name_of
from upcard.engine.errors import UpcardError
from upcard.web.classroom import InClass
from upcard.web.classroom_teacher import led
from upcard.web.numbers import whole, whole_or
from upcard.web.site import Asked, Refusal, form_of, go_to, page, visit

router = APIRouter(prefix="/c/{code}/teach/groups", include_in_schema=False)
Visit = Annotated[Asked, Depends(visit)]
FIELD = "pupil-"
"""How the fields begin that say into which group a pupil is put, counted from 1."""


@router.get("")
async def groups(asked: Visit, code: str) -> Response:
    """The groups by name, with a menu for everybody."""
    return _page(await led(asked, code))


@router.post("")
async def put(asked: Visit, code: str) -> Response:
    """Put pupils into other groups."""
    form = await form_of(asked)
    here = await led(asked, code)
    wanted = {whole_or(-1, k[len(FIELD) :]): whole(k, x) - 1 for k, x in form.items() if k.startswith(FIELD)}
    try:
        await course.put(here.classes.rooms, code, *_seen(form), wanted)
    except UpcardError as fault:
        return _page(here, Refusal("groups", form, fault))
    return go_to(asked, f"/c/{here.room.code}/teach")


@router.post("/mix")
async def mix(asked: Visit, code: str) -> Response:
    """Make the groups anew, by lot, and show them."""
    form = await form_of(asked)
    here = await led(asked, code)
    try:
        await course.mix(here.classes.rooms, code, *_seen(form))
    except UpcardError as fault:
        return _page(here, Refusal("groups", form, fault))
    return go_to(asked, f"/c/{here.room.code}/teach/groups")


def _seen(form: Mapping[str, str]) -> tuple[int, str]:
    """Of which activity a form shows the groups, and which."""
    return whole_or(-1, form.get("run", "")), form.get("seen", "")


def _page(here: InClass, refusal: Refusal | None = None) -> Response:
    room = here.room
    if room.run is None:
        return go_to(here.asked, f"/c/{room.code}/teach")
    status = refusal.status if refusal else 200
    numbered = [(i, group) for i, group in enumerate(room.run.groups, 1) if group]
    return page(
        here.asked, "class_groups.html.jinja", status, room=room, run=room.run, activity=room.activity,
        step=room.step, groups=numbered, seen=name_of(room.run.groups), size=room.group_size,
        fixed=course.why_fixed(room), refusal=refusal, given=refusal.fields if refusal else {},
    )  # fmt: skip
