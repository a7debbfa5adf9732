"""The pages of pupils: joining in two taps, where one belongs now, and what one answers."""

from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.classroom import seating
from upcard.classroom.activity_steps import Choose, Play, Poll, Write
from upcard.classroom.class_repository import Pupil
from upcard.classroom.pseudonyms import pseudonym
from upcard.classroom.room_service import code_of
from upcard.classroom.roster import join as join_room
from upcard.classroom.submissions import answer as keep_answer
from upcard.classroom.submissions import choose, place_name, step_name, store_rule
from upcard.engine.errors import Illegal, UpcardError, Usage
from upcard.server.database import Conflict
from upcard.server.live_table import LiveTable
from upcard.server.service_base import Unknown
from upcard.web.classroom.class_requests import RoomRequest, rendered_part, room_request
from upcard.web.classroom.class_views import (
    check_written,
    menus_sent,
    pupil_values,
    review_closed_until,
    rule_chosen,
    strip_values,
)
from upcard.web.http.parse_int import whole_or
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


@router.get("/class")
async def ask_code(asked: CurrentRequest) -> Response:
    """Where the code of the room is typed."""
    code = asked.request.query_params.get("code", "")
    if code.strip():
        try:
            here = await room_request(asked, code)
        except Unknown as fault:
            return _asked_again(asked, code, fault)
        return go_to(asked, f"/c/{here.room.code}")
    return page(asked, "class_code.html.jinja", refusal=None)


def _asked_again(asked: RequestContext, code: str, fault: Unknown) -> Response:
    refusal = Refusal("code", {"code": code[:20]}, fault)
    return page(asked, "class_code.html.jinja", refusal.status, refusal=refusal)


@router.get("/c/{code}")
async def place(asked: CurrentRequest, code: str) -> Response:
    """Where a pupil belongs now: joining, waiting, answering, or at a table."""
    try:
        here = await room_request(asked, code)
    except Unknown as fault:
        return _asked_again(asked, code, fault)
    if code != here.room.code:
        return go_to(asked, f"/c/{here.room.code}")
    where = here.room.place_of(here.pupil)
    return await _whole(here) if where == f"/c/{here.room.code}" else go_to(asked, where)


@router.get("/c/{code}/place")
async def fragment(asked: CurrentRequest, code: str) -> Response:
    """The part that changes, above a table the strip alone; another page, where the pupil belongs there.

    Who looks back at another table stays while the class stands at the step, and he in the group, that
    ``since`` tells.
    """
    here = await room_request(asked, code)
    if here.pupil is None:  # the teacher has removed him since
        return go_to(asked, f"/c/{here.room.code}")
    where, own = here.room.place_of(here.pupil), f"/c/{here.room.code}"
    query = asked.request.query_params
    if where != query.get("at", own):
        looks_back = query.get("since") == place_name(here.room, here.pupil)
        return Response(status_code=204) if looks_back else go_to(asked, where)
    sitting = here.room.sitting_of(here.pupil)
    if where == own or sitting is None:
        return await _shown(here)
    live = await here.classes.rooms.tables.find(
        sitting.table_id
    )  # which tells of itself, not of its watchers
    return HTMLResponse(await table_strip(asked, live, is_swapped=True))


@router.post("/c/{code}/join")
async def join(asked: CurrentRequest, code: str) -> Response:
    """Come into the room, under a pseudonym."""
    form = await form_of(asked)
    here = await room_request(asked, code)
    if here.pupil is None:
        person = new_person()
        try:
            await join_room(here.classes.rooms, code, form.get("name", ""), person)
        except UpcardError as fault:
            return await _whole(here, Refusal("join", form, fault))
        asked = RequestContext(asked.site, asked.request, with_person(asked.visitor, person), asked.settings)
    return go_to(asked, f"/c/{here.room.code}")


@router.post("/c/{code}/answer")
async def answer(asked: CurrentRequest, code: str) -> Response:
    """Answer a question of a poll, or press one of the two buttons of a matrix."""
    form = await form_of(asked)
    here = await room_request(asked, code)
    pupil = _pupil(here)
    question, value, step = form.get("question", ""), form.get("value", ""), here.room.step
    if form.get("at", "") != step_name(here.room):
        raise Conflict("the class has moved on; answer the current question")
    number = whole_or(-1, value)
    if isinstance(step, Poll):
        known = {x.name: x.choices for x in step.questions}
        if number not in range(len(known.get(question, ()))):
            raise Usage(f"{value[:20]!r} is not an answer to {question[:40]!r}; press one of the buttons")
        await keep_answer(here.classes.rooms, code, pupil.number, question, number)
    elif isinstance(step, Choose):
        await choose(here.classes.rooms, code, pupil.number, whole_or(-1, question), number)
    else:
        raise Illegal("there is no question now; wait for your teacher")
    return await _after(here)


@router.post("/c/{code}/rule")
async def write(asked: CurrentRequest, code: str) -> Response:
    """Keep what a group has written: its strategy in words, and the rule made from menus."""
    form = await form_of(asked)
    here = await room_request(asked, code)
    pupil, step = _pupil(here), here.room.step
    if not isinstance(step, Write) or here.room.group_of(pupil) is None:
        raise Illegal("there is nothing to write now; wait for your teacher")
    chosen = menus_sent(step, form)
    for menu in step.menus:
        if chosen[menu.name] not in [value for value, _ in menu.choices]:
            raise Usage(f"{chosen[menu.name][:20]!r} is not in the menu {menu.words or menu.name!r}")
    told: dict[str, Any] = {"words": form.get("words", "").strip()[:1000]}
    told["rule"] = rule_chosen(step, form)
    try:
        check_written(here.room, pupil, step, told)
        await store_rule(here.classes.rooms, code, pupil, told, form.get("seen", ""), form.get("at", ""))
    except (Conflict, Usage) as fault:
        if here.asked.is_fragment:  # what is typed stays in its field
            raise
        return await _whole(here, Refusal("rule", form, fault))
    return await _after(here)


@router.post("/c/{code}/next")
async def next_match(asked: CurrentRequest, code: str) -> Response:
    """The next match of the pupil's group."""
    form = await form_of(asked)
    here = await room_request(asked, code)
    group, match = here.room.group_of(_pupil(here)), whole_or(-1, form.get("match", ""))
    if group is None or not isinstance(here.room.step, Play) or match < 0:
        return go_to(asked, f"/c/{here.room.code}")
    sitting = await seating.next_match(here.classes.rooms, code, group, match)
    return go_to(asked, f"/t/{sitting.table_id}")


async def table_strip(asked: RequestContext, live: LiveTable, is_swapped: bool = False) -> Markup:
    """What stands above a table of a room: the role, and the way on; nothing above others."""
    code = code_of(live)
    if not code:
        return Markup("")
    here = await room_request(asked, code)
    return rendered_part(asked, "class_strip.html.jinja", **strip_values(here, live), is_swapped=is_swapped)


async def review_opening(asked: RequestContext, live: LiveTable) -> str:
    """From which step of its class on who asks may go over a match, by its title; empty where he may now."""
    code = code_of(live)
    here = await room_request(asked, code) if code else None
    return (
        ""
        if here is None or here.leads
        else review_closed_until(here.room, here.room.sitting_at(live.row.id))
    )


def _pupil(here: RoomRequest) -> Pupil:
    pupil = here.pupil
    if pupil is None:
        raise Illegal("you are not in this class; join it first")
    return pupil


async def _after(here: RoomRequest) -> Response:
    if here.asked.is_fragment:
        return await _shown(here)
    return go_to(here.asked, f"/c/{here.room.code}")


async def _shown(here: RoomRequest) -> Response:
    return part_at(await _part(here), here.room.row.version)


async def _part(here: RoomRequest, refusal: Refusal | None = None) -> Markup:
    return rendered_part(
        here.asked, "class_place.html.jinja", **await pupil_values(here, refusal), refusal=refusal
    )


async def _whole(here: RoomRequest, refusal: Refusal | None = None) -> Response:
    status = refusal.status if refusal else 200
    if here.pupil is None:
        name = refusal.fields.get("name", "") if refusal else pseudonym(x.name for x in here.room.pupils)
        return page(here.asked, "class_join.html.jinja", status, room=here.room, name=name, refusal=refusal)
    return page(
        here.asked,
        "class_pupil.html.jinja",
        status,
        room=here.room,
        pupil=here.pupil,
        part=await _part(here, refusal),
        is_read=not isinstance(here.room.step, Write),
    )
