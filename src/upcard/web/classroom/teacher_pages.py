"""The pages of the teacher: opening a room, leading it, and the projector."""

from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom import progress as course
from upcard.classroom import roster
from upcard.classroom.activity_registry import find_activity
from upcard.classroom.activity_steps import Choose
from upcard.classroom.class_repository import Pupil
from upcard.classroom.review_gate import allow_review
from upcard.classroom.roster import pupil_of
from upcard.classroom.submissions import turn_page
from upcard.engine.errors import UpcardError, Usage
from upcard.lessons.chapter_registry import chapter_of
from upcard.web.classroom.class_requests import (
    RoomRequest,
    classes_of,
    private_link,
    rendered_part,
    room_request,
)
from upcard.web.classroom.class_views import board_values
from upcard.web.http.parse_int import whole, whole_or
from upcard.web.http.request_context import (
    CurrentRequest,
    Refusal,
    RequestContext,
    form_of,
    go_to,
    page,
    part_at,
)
from upcard.web.http.visitor_identity import new_person, with_person

router = APIRouter(include_in_schema=False)


@router.post("/rooms")
async def open_room(asked: CurrentRequest) -> Response:
    """Open a room and lead it."""
    await form_of(asked)
    teacher = new_person()
    room = await classes_of(asked).rooms.open(teacher)
    seen = RequestContext(asked.site, asked.request, with_person(asked.visitor, teacher), asked.settings)
    return go_to(seen, f"/c/{room.code}/teach")


@router.get("/c/{code}/show")
async def show(asked: CurrentRequest, code: str) -> Response:
    """The projector."""
    here = await room_request(asked, code)
    return await _page(here, "class_show.html.jinja", "class_shown.html.jinja")


@router.get("/c/{code}/show/part")
async def show_part(asked: CurrentRequest, code: str) -> Response:
    """What changes on the projector."""
    here = await room_request(asked, code)
    return await _board(here, "class_shown.html.jinja")


@router.get("/c/{code}/teach")
async def teach(asked: CurrentRequest, code: str) -> Response:
    """The teacher's page."""
    here = await teachers_room(asked, code)
    link = private_link(asked, here.room, here.room.row.teacher)
    return await _page(here, "class_teach.html.jinja", "class_lead.html.jinja", link=link)


@router.get("/c/{code}/teach/part")
async def teach_part(asked: CurrentRequest, code: str) -> Response:
    """What changes on the teacher's page."""
    here = await teachers_room(asked, code)
    return await _board(here, "class_lead.html.jinja")


@router.get("/c/{code}/teach/begin/{name}")
async def prepare(asked: CurrentRequest, code: str, name: str) -> Response:
    """What is chosen before an activity."""
    here = await teachers_room(asked, code)
    return _prepared(here, name)


@router.post("/c/{code}/teach/begin/{name}")
async def begin(asked: CurrentRequest, code: str, name: str) -> Response:
    """Begin an activity."""
    form = await form_of(asked)
    here = await teachers_room(asked, code)
    try:
        await course.begin(here.classes.rooms, code, name, form, gathers="gather" in form)
    except UpcardError as fault:
        return _prepared(here, name, Refusal("begin", form, fault))
    return go_to(asked, f"/c/{here.room.code}/teach")


@router.get("/c/{code}/teach/pupil/{number}")
async def look_at(asked: CurrentRequest, code: str, number: int) -> Response:
    """A pupil: another name, the link for another phone, a bot in the seat, removal."""
    here = await teachers_room(asked, code)
    return _pupil_page(here, pupil_of(here.room, number))


@router.post("/c/{code}/teach/pupil/{number}/{deed}")
async def do_with(asked: CurrentRequest, code: str, number: int, deed: str) -> Response:
    """Rename a pupil, have a bot act, or remove the pupil."""
    form = await form_of(asked)
    here = await teachers_room(asked, code)
    pupil, rooms = pupil_of(here.room, number), here.classes.rooms
    try:
        if deed == "name":
            await roster.rename(rooms, code, number, form.get("name", ""))
        elif deed == "remove":
            await roster.remove(rooms, code, number)
        elif deed == "warm":
            await roster.stand_in_for(rooms, code, number)
        else:
            raise Usage(f"{deed[:20]!r} is not an action for a pupil; expected name, remove or warm")
    except UpcardError as fault:
        return _pupil_page(here, pupil, Refusal(deed, form, fault))
    return go_to(asked, f"/c/{here.room.code}/teach")


@router.post("/c/{code}/teach/{deed}")
async def lead(asked: CurrentRequest, code: str, deed: str) -> Response:
    """Go to a step, turn the page, let pupils go over matches, end the activity, or close the room."""
    form = await form_of(asked)
    here = await teachers_room(asked, code)
    rooms = here.classes.rooms
    if deed in ("go", "over"):
        run, step = (whole(x, form.get(x, "")) for x in ("run", "step"))
        await (course.go if deed == "go" else allow_review)(rooms, code, run, step)
    elif deed == "page":
        await turn_page(rooms, code, whole_or(-1, form.get("page", "")))
    elif deed == "finish":
        await course.finish(rooms, code)
    elif deed == "close":
        await course.close(rooms, code)
    else:
        raise Usage(f"{deed[:20]!r} is not an action for a class; expected go, over, page, finish or close")
    if asked.is_fragment:
        return await _board(here, "class_lead.html.jinja")
    return go_to(asked, f"/c/{here.room.code}/teach")


async def _page(here: RoomRequest, template: str, part: str, **values: Any) -> Response:
    """A page that follows the room from before it is made, so that nothing is missed meanwhile."""
    version, stamp = here.room.row.version, await here.stamp()
    drawn = rendered_part(here.asked, part, **await board_values(here))
    return page(here.asked, template, room=here.room, part=drawn, version=version, stamp=stamp, **values)


async def _board(here: RoomRequest, template: str) -> Response:
    """The part that changes; the room may go on while it is made, so that it is at least of this version."""
    version = here.room.row.version
    return part_at(rendered_part(here.asked, template, **await board_values(here)), version)


async def teachers_room(asked: RequestContext, code: str) -> RoomRequest:
    """A room, for its teacher."""
    here = await room_request(asked, code)
    here.check_teacher()
    return here


def _prepared(here: RoomRequest, name: str, refusal: Refusal | None = None) -> Response:
    status = refusal.status if refusal else 200
    activity = find_activity(name)
    given = refusal.fields if refusal else {}
    return page(
        here.asked, "class_begin.html.jinja", status, room=here.room, activity=activity, given=given,
        refusal=refusal, chapter=chapter_of(name),
    )  # fmt: skip


def _pupil_page(here: RoomRequest, pupil: Pupil, refusal: Refusal | None = None) -> Response:
    link = private_link(here.asked, here.room, pupil.person)
    status = refusal.status if refusal else 200
    return page(
        here.asked, "class_one.html.jinja", status, room=here.room, pupil=pupil, link=link, refusal=refusal,
        sitting=here.room.sitting_of(pupil), has_buttons=isinstance(here.room.step, Choose),
    )  # fmt: skip
