"""Pages of the teacher: opening a room, leading it, and the projector."""

from typing import Any

from fastapi import APIRouter, Depends
from starlette.responses import Response

from upcard.classroom import progress, roster
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import PAGE, ROOM, Pupil
from upcard.classroom.review_gate import allow_review
from upcard.classroom.roster import pupil_of
from upcard.classroom.submissions import answer
from upcard.engine.errors import UpcardError, Usage
from upcard.lessons.chapter_registry import chapter_of
from upcard.web.classroom.class_requests import (
    RoomRequest,
    classes_of,
    private_link,
    render_part,
    room_request,
)
from upcard.web.classroom.class_views import board_values
from upcard.web.http.request_context import (
    CurrentForm,
    CurrentRequest,
    Refusal,
    RequestContext,
    go_to,
    page,
    part_at,
    read_form,
)
from upcard.web.http.visitor_identity import new_person

router = APIRouter(include_in_schema=False)


@router.post("/rooms", dependencies=[Depends(read_form)])
async def open_room(context: CurrentRequest) -> Response:
    """Open a room and lead it."""
    teacher = new_person()
    room = await classes_of(context).rooms.open(teacher)
    return go_to(context.with_person(teacher), f"/c/{room.code}/teach")


@router.get("/c/{code}/show")
async def show(context: CurrentRequest, code: str) -> Response:
    """Show the projector page."""
    here = await room_request(context, code)
    return await _page(here, "class_show.html.jinja", "class_shown.html.jinja")


@router.get("/c/{code}/show/part")
async def show_part(context: CurrentRequest, code: str) -> Response:
    """Return the changing part of the projector page."""
    here = await room_request(context, code)
    return await _board(here, "class_shown.html.jinja")


@router.get("/c/{code}/teach")
async def teach(context: CurrentRequest, code: str) -> Response:
    """Show the teacher's page."""
    here = await teachers_room(context, code)
    link = private_link(context, here.room, here.room.row.teacher)
    return await _page(here, "class_teach.html.jinja", "class_lead.html.jinja", link=link)


@router.get("/c/{code}/teach/part")
async def teach_part(context: CurrentRequest, code: str) -> Response:
    """Return the changing part of the teacher's page."""
    here = await teachers_room(context, code)
    return await _board(here, "class_lead.html.jinja")


@router.get("/c/{code}/teach/begin/{name}")
async def prepare(context: CurrentRequest, code: str, name: str) -> Response:
    """Show the choices before an activity."""
    return _begin_page(await teachers_room(context, code), name)


@router.post("/c/{code}/teach/begin/{name}")
async def begin(context: CurrentRequest, form: CurrentForm, code: str, name: str) -> Response:
    """Begin an activity."""
    here = await teachers_room(context, code)
    try:
        await progress.start_activity(here.classes.rooms, code, name, form, gathers="gather" in form)
    except UpcardError as fault:
        return _begin_page(here, name, Refusal("begin", form, fault))
    return go_to(context, f"/c/{here.room.code}/teach")


@router.get("/c/{code}/teach/pupil/{number}")
async def look_at(context: CurrentRequest, code: str, number: int) -> Response:
    """Show the page of a pupil: name, link for another phone, bot in the seat, removal."""
    here = await teachers_room(context, code)
    return _pupil_page(here, pupil_of(here.room, number))


@router.post("/c/{code}/teach/pupil/{number}/{deed}")
async def change_pupil(
    context: CurrentRequest, form: CurrentForm, code: str, number: int, deed: str
) -> Response:
    """Rename a pupil, let a bot play for them, or remove them."""
    here = await teachers_room(context, code)
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
    return go_to(context, f"/c/{here.room.code}/teach")


@router.post("/c/{code}/teach/{deed}")
async def lead(context: CurrentRequest, form: CurrentForm, code: str, deed: str) -> Response:
    """Go to a step, turn the page, let pupils review matches, end the activity, or close the room."""
    here = await teachers_room(context, code)
    rooms = here.classes.rooms
    if deed in ("go", "over"):
        run, step = form.number("run"), form.number("step")
        await (progress.go_to_step if deed == "go" else allow_review)(rooms, code, run, step)
    elif deed == "page":
        await answer(rooms, code, ROOM, PAGE, form.number_or(-1, "page"))
    elif deed == "finish":
        await progress.finish(rooms, code)
    elif deed == "close":
        await progress.close(rooms, code)
    else:
        raise Usage(f"{deed[:20]!r} is not an action for a class; expected go, over, page, finish or close")
    if context.is_fragment:
        return await _board(here, "class_lead.html.jinja")
    return go_to(context, f"/c/{here.room.code}/teach")


async def _page(here: RoomRequest, template: str, part: str, **values: Any) -> Response:
    """Return a page with the stamp of the room before drawing, so that its stream misses no change."""
    version, stamp = here.room.row.version, await here.stamp()
    drawn = render_part(here.context, part, **await board_values(here))
    return page(here.context, template, room=here.room, part=drawn, version=version, stamp=stamp, **values)


async def _board(here: RoomRequest, template: str) -> Response:
    """Return the changing part, with the version before drawing: it shows at least this version."""
    version = here.room.row.version
    return part_at(render_part(here.context, template, **await board_values(here)), version)


async def teachers_room(context: RequestContext, code: str) -> RoomRequest:
    """Return a request of its teacher to a room; raises Stranger for anyone else."""
    here = await room_request(context, code)
    here.check_teacher()
    return here


def _begin_page(here: RoomRequest, name: str, refusal: Refusal | None = None) -> Response:
    return page(
        here.context, "class_begin.html.jinja", refusal=refusal, room=here.room, activity=find_activity(name),
        entries=refusal.fields if refusal else {}, chapter=chapter_of(name),
    )  # fmt: skip


def _pupil_page(here: RoomRequest, pupil: Pupil, refusal: Refusal | None = None) -> Response:
    link = private_link(here.context, here.room, pupil.person)
    return page(
        here.context, "class_one.html.jinja", room=here.room, pupil=pupil, link=link, refusal=refusal,
        sitting=here.room.sitting_of(pupil), has_buttons=isinstance(here.room.step, Choose),
    )  # fmt: skip
