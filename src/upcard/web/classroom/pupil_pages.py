"""Pages of pupils: joining in two taps, the current page, and answers."""

from contextlib import suppress
from dataclasses import replace

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.classroom.activity_steps import Choose, Play, Poll, Write
from upcard.classroom.class_repository import Pupil
from upcard.classroom.next_presses import AT_END, press_next
from upcard.classroom.pseudonyms import pseudonym
from upcard.classroom.return_requests import request_of
from upcard.classroom.room_service import code_of
from upcard.classroom.roster import come_again
from upcard.classroom.roster import join as join_room
from upcard.classroom.submissions import answer as store_answer
from upcard.classroom.submissions import choose, place_name, step_name, store_rule, store_trial
from upcard.classroom.wall_state import shows_results
from upcard.engine.errors import Illegal, Unknown, UpcardError, Usage
from upcard.language.messages import gettext as _
from upcard.server.database import Conflict
from upcard.server.fair_queue import CLIENT
from upcard.server.live_table import LiveTable
from upcard.web.classroom import class_views as views
from upcard.web.classroom.class_requests import CurrentRoom, RoomRequest, room_request
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Refusal, RequestContext, part_at
from upcard.web.http.visitor_identity import new_person

router = APIRouter(include_in_schema=False)


@router.get("/class")
async def ask_code(context: CurrentRequest) -> Response:
    """Show the field for the code of a room, or go to the room."""
    code = context.query["code"]
    if code.strip():
        try:
            here = await room_request(context, code)
        except Unknown as fault:
            return _code_page(context, code, fault)
        return here.go()
    return context.page("class_code.html.jinja")


def _code_page(context: RequestContext, code: str, fault: Unknown) -> Response:
    refusal = Refusal("code", {"code": code[:20]}, fault)
    return context.page("class_code.html.jinja", refusal=refusal)


@router.get("/c/{code}")
async def place(context: CurrentRequest, code: str) -> Response:
    """Show the current page of a pupil, or go to their table."""
    try:
        here = await room_request(context, code)
    except Unknown as fault:
        return _code_page(context, code, fault)
    if code != here.room.code:
        return here.go()
    await _note_arrival(here)
    where = here.room.place_of(here.pupil)
    return await _whole(here) if where == f"/c/{here.room.code}" else context.go_to(where)


@router.get("/c/{code}/place")
async def fragment(here: CurrentRoom) -> Response:
    """Return the changing part of the page, or the strip above a table; send the pupil elsewhere if needed.

    A pupil who looks back at another table stays there until the class or the pupil moves on from the place
    in ``since``.
    """
    if here.pupil is None:  # the teacher has removed the pupil
        return here.go()
    await _note_arrival(here)
    is_writing = isinstance(here.room.step, Write)  # a text that is not saved yet would be lost
    if ("locked" in here.context.query) != (here.context.locked_class is not None) and not is_writing:
        return Response(status_code=204, headers={"HX-Refresh": "true"})
    where, room_page = here.room.place_of(here.pupil), f"/c/{here.room.code}"
    context, query = here.context, here.context.query
    if where != query.get("at", room_page):
        looks_back = query.get("since") == place_name(here.room, here.pupil)
        return Response(status_code=204) if looks_back else context.go_to(where)
    sitting = here.room.sitting_of(here.pupil)
    if where == room_page or sitting is None:
        return await _shown(here)
    live = await here.classes.rooms.tables.find(sitting.table_id)  # its page refreshes the table
    return HTMLResponse(await table_strip(context, live, is_swapped=True))


@router.post("/c/{code}/join")
async def join(form: CurrentForm, here: CurrentRoom) -> Response:
    """Join the room under a pseudonym, or ask the teacher to be a pupil of an earlier lesson again."""
    if here.pupil is not None:
        return here.go()
    rooms, persons, person = here.classes.rooms, here.context.visitor.persons, new_person()
    try:
        with here.classes.join_limit.place(here.room, CLIENT.get()) as new:
            pupil = await join_room(rooms, here.room.code, form["name"], person, persons)
            if pupil is not None:
                new.append(pupil.number)
    except UpcardError as fault:
        return await _whole(here, Refusal("join", form, fault))
    if pupil is None and request_of(here.room, persons) is not None:  # asked before, with an earlier key
        return here.go()
    return replace(here, context=here.context.with_person(person)).go()


@router.post("/c/{code}/answer")
async def answer(form: CurrentForm, here: CurrentRoom) -> Response:
    """Answer a question of a poll, or press one of the two buttons of a matrix."""
    pupil, rooms, code = _pupil(here), here.classes.rooms, here.room.code
    question, step = form["question"], here.room.step
    if form["at"] != step_name(here.room):
        raise Conflict(_("the class has moved on; answer the current question"))
    if isinstance(step, Poll):
        if shows_results(here.room):
            raise Conflict(_("the answers are closed: the results are on show"))
        try:
            value = step.question(question).read(form["value"])
        except Usage as fault:
            if here.context.is_fragment:  # the text stays in its field
                raise
            return await _whole(here, Refusal(question, form, fault))
        await store_answer(rooms, code, pupil.number, question, value)
    elif isinstance(step, Choose):
        number = form.number_or(-1, "value")
        await choose(rooms, code, pupil.number, form.number_or(-1, "question"), number)
    else:
        raise Illegal(_("there is no question now; wait for your teacher"))
    return await _after(here)


@router.post("/c/{code}/rule")
async def write(form: CurrentForm, here: CurrentRoom) -> Response:
    """Store the strategy of a group: in words, and as a rule made from menus."""
    pupil, step = _pupil(here), here.room.step
    if not isinstance(step, Write) or here.room.group_of(pupil) is None:
        raise Illegal(_("there is nothing to write now; wait for your teacher"))
    chosen = views.menus_sent(step, form)
    for menu in step.menus:
        if chosen[menu.name] not in [value for value, _ in menu.choices]:
            raise Usage(f"{chosen[menu.name][:20]!r} is not in the menu {menu.words or menu.name!r}")
    strategy = {"words": form["words"].strip()[:1000], "rule": views.rule_chosen(step, form)}
    try:
        views.check_written(here.room, pupil, step, strategy)
        await store_rule(here.classes.rooms, here.room.code, pupil, strategy, form["seen"], form["at"])
    except (Conflict, Usage) as fault:
        if here.context.is_fragment:  # the text stays in its field
            raise
        return await _whole(here, Refusal("rule", form, fault))
    return await _after(here)


@router.post("/c/{code}/try")
async def try_rule(form: CurrentForm, here: CurrentRoom) -> Response:
    """Try the stored rule of the pupil's group against the known strategies of the contest."""
    pupil, step = _pupil(here), here.room.step
    group = here.room.group_of(pupil)
    if not isinstance(step, Write) or step.strategy is None or group is None:
        raise Illegal(_("there is no rule to try now; wait for your teacher"))
    if form["at"] != place_name(here.room, pupil):
        raise Conflict(_("the class has moved on; look at the page again"))
    stored = here.room.answers("rule").get(group)
    if stored is None or not stored.value["rule"]:
        raise Usage(_("your group has no rule yet; choose one from the menus, and save it"))
    members = here.room.run.members(group) if here.room.run is not None else ()
    await store_trial(here.classes.rooms, here.room.code, group, step.strategy(stored.value["rule"]), members)
    return await _after(here)


@router.post("/c/{code}/next")
async def next_match(form: CurrentForm, here: CurrentRoom) -> Response:
    """Store that the pupil has pressed Next after a round or a match; open the next match if all have."""
    pupil, match = _pupil(here), form.number_or(-1, "match")
    if not isinstance(here.room.step, Play) or match < 0:
        return here.go()
    turn = form.number_or(AT_END, "turn")
    sitting = await press_next(here.classes.rooms, here.room.code, pupil, match, turn)
    if sitting is None and here.context.is_fragment:
        now = here.room.sitting_of(pupil)
        if now is not None:
            table = await here.classes.rooms.tables.find(now.table_id)
            return HTMLResponse(await table_strip(here.context, table, is_swapped=True))
    return here.context.go_to(f"/t/{sitting.table_id}") if sitting is not None else here.go()


async def table_strip(context: RequestContext, live: LiveTable, is_swapped: bool = False) -> Markup:
    """Return the strip above a table of a room, with role and next step; empty for other tables."""
    code = code_of(live)
    if not code:
        return Markup("")
    here = await room_request(context, code)
    values = await views.strip_values(here, live)
    return context.render("class_strip.html.jinja", **values, is_swapped=is_swapped)


async def review_opening(context: RequestContext, live: LiveTable) -> str:
    """Return the title of the step that opens the review of a match; empty if the visitor may review it."""
    code = code_of(live)
    here = await room_request(context, code) if code else None
    if here is None or here.leads:
        return ""
    return views.review_closed_until(here.room, here.room.sitting_at(live.row.id))


async def _note_arrival(here: RoomRequest) -> None:
    """Note that a pupil of an earlier lesson is here again."""
    if here.pupil in here.room.former_pupils and here.room.is_open:
        with suppress(Conflict):  # another process changed the room: its pages are read again at once
            await come_again(here.classes.rooms, here.room.code, here.pupil.number)


def _pupil(here: RoomRequest) -> Pupil:
    pupil = here.pupil
    if pupil is None:
        raise Illegal(_("you are not in this class; join it first"))
    return pupil


async def _after(here: RoomRequest) -> Response:
    return await _shown(here) if here.context.is_fragment else here.go()


async def _shown(here: RoomRequest) -> Response:
    return part_at(await _part(here), here.room.row.version)


async def _part(here: RoomRequest, refusal: Refusal | None = None) -> Markup:
    return here.context.render(
        "class_place.html.jinja", **await views.pupil_values(here, refusal), refusal=refusal
    )


async def _whole(here: RoomRequest, refusal: Refusal | None = None) -> Response:
    if here.pupil is None:
        known = [x.name for x in here.room.enrolled_pupils]
        name = "" if here.room.missing else pseudonym(known, here.context.visitor.person)
        name = refusal.fields.get("name", "") if refusal else name
        asks = request_of(here.room, here.context.visitor.persons)
        return here.context.page(
            "class_join.html.jinja", room=here.room, name=name, refusal=refusal, asks=asks
        )
    return here.context.page(
        "class_pupil.html.jinja",
        refusal=refusal,
        room=here.room,
        pupil=here.pupil,
        part=await _part(here, refusal),
        is_read=not views.is_written(here.room.step),
    )
