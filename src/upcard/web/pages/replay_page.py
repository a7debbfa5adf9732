"""The replay of a finished match: each position with its value, the move played there, and the best one."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, JSONResponse, Response

from upcard.classroom.room_service import code_of
from upcard.engine.errors import Illegal
from upcard.language.messages import gettext, marked
from upcard.report import value_chart as charts
from upcard.report.review_progress import chart_document
from upcard.report.value_chart import value_chart
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable, new_session
from upcard.server.shared_replays import (
    SharedReplay,
    lead_replay,
    shared_replay,
    show_position,
    stop_leading,
)
from upcard.web.board.log_lines import log_line
from upcard.web.board.position_view import address_at, side_part
from upcard.web.board.small_board import decision_scene, marks_of, marks_of_decision, match_before
from upcard.web.board.table_view import board
from upcard.web.classroom.class_requests import room_request
from upcard.web.classroom.pupil_pages import review_opening, table_strip
from upcard.web.game_text import game_text
from upcard.web.http.request_context import CurrentForm, CurrentRequest, RequestContext
from upcard.web.pages.table_pages import match_text
from upcard.web.value_text import is_chance, value_text

router = APIRouter(prefix="/t/{table_id}/replay", include_in_schema=False)

TEACHER = marked("The teacher")

BAR = 600
"""Width of the evaluation bar in units of its drawing."""


@dataclass(frozen=True)
class BarPart:
    """The part of one seat in the evaluation bar."""

    seat: int
    """The seat, from 1."""
    name: str
    value: str
    x: float
    width: float


@router.get("")
async def replay(context: CurrentRequest, table_id: str) -> Response:
    """Show a position of a finished match, with all cards open."""
    live = await _finished(context, table_id)
    is_kept_back = bool(await review_opening(context, live))
    document = None if is_kept_back else await _known_review(context, live)
    shared = await _shared(context, table_id)
    return context.page(
        "replay.html.jinja",
        is_kept_back=is_kept_back,
        strip=await table_strip(context, live),
        shared=shared,
        may_lead=await _may_lead(context, live),
        is_leader=_is_leader(context, shared),
        leader=_leader_name(shared),
        **await replay_values(context, live, position_in(context, live), document, is_kept_back),
    )


@router.get("/board")
async def position(context: CurrentRequest, table_id: str) -> Response:
    """Return one position as a part of the page."""
    live = await _finished(context, table_id)
    is_kept_back = bool(await review_opening(context, live))
    document = None if is_kept_back else await _known_review(context, live)
    at = position_in(context, live)
    return HTMLResponse(await in_thread(step_html, context, live, at, document, is_kept_back))


@router.get("/shared")
async def shared_position(context: CurrentRequest, table_id: str) -> Response:
    """Return the position that the leader shows, as JSON; ``at`` is null if nobody leads."""
    await _finished(context, table_id)
    shared = await _shared(context, table_id)
    at = None if shared is None else shared.position
    return JSONResponse({"at": at, "name": _leader_name(shared), "is_mine": _is_leader(context, shared)})


@router.post("/lead")
async def lead(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Lead the replay from now on; only players of the match and the teacher of its class may."""
    live = await _finished(context, table_id)
    if not await _may_lead(context, live):
        raise Illegal(
            gettext("only players of this match and teachers can lead its replay; you can follow them")
        )
    seat = live.seat_of(context.visitor.persons)
    name = TEACHER if seat is None else live.seats[seat].name
    at, person = max(0, min(form.number_or(0, "at"), live.turn)), context.visitor.person
    shared = await context.site.tables.write(lambda c: lead_replay(c, table_id, person, name, at))
    live.notify_of_replay(shared.changed_at)
    return context.go_to(f"/t/{table_id}/replay?at={at}")


@router.post("/show")
async def show(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Show a position to everybody who follows; raises Illegal unless the visitor leads."""
    live = await _finished(context, table_id)
    at, persons = max(0, min(form.number("at"), live.turn)), context.visitor.persons
    changed_at = await context.site.tables.write(lambda c: show_position(c, table_id, persons, at))
    live.notify_of_replay(changed_at)
    return Response(status_code=204)


@router.post("/stop")
async def stop(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Stop leading; everybody replays alone again."""
    live = await _finished(context, table_id)
    persons = context.visitor.persons
    await context.site.tables.write(lambda c: stop_leading(c, table_id, persons))
    live.notify_of_replay(0.0)
    return context.go_to(f"/t/{table_id}/replay?at={form.number_or(0, 'at')}")


async def _known_review(context: RequestContext, live: LiveTable) -> Mapping[str, Any] | None:
    """Return what is known of the review of a match; None if nothing is."""
    matches = context.site.reviewer.matches
    await matches.restore(live.key, lambda: match_text(live, for_people=True))
    return matches.known(live.key)


async def _shared(context: RequestContext, table_id: str) -> SharedReplay | None:
    """Return the replay that somebody leads, at whichever process; None if nobody leads."""
    return await context.site.tables.read(lambda c: shared_replay(c, table_id))


def _leader_name(shared: SharedReplay | None) -> str:
    """Return the name of the leader, in the language of the request for a teacher; empty without one."""
    name = shared.name if shared else ""
    return gettext(name) if name == TEACHER else name


def _is_leader(context: RequestContext, shared: SharedReplay | None) -> bool:
    return shared is not None and shared.leader in context.visitor.persons


async def _may_lead(context: RequestContext, live: LiveTable) -> bool:
    """Return whether the visitor has a seat, or is the teacher of the class."""
    if live.seat_of(context.visitor.persons) is not None:
        return True
    code = code_of(live)
    here = await room_request(context, code) if code else None
    return here is not None and here.leads


async def _finished(context: RequestContext, table_id: str) -> LiveTable:
    live = await context.site.tables.find(table_id)
    if not live.is_over or not live.is_dealt:
        raise Illegal(gettext("the match is not over; you can replay it when it has ended"))
    return live


def position_in(context: RequestContext, live: LiveTable, usual: int | None = None) -> int:
    """Return the number of moves in the query; by default `usual`, or all of them."""
    default = live.turn if usual is None else usual
    return max(0, min(context.query.number_or(default, "at"), live.turn))


async def replay_values(
    context: RequestContext, live: LiveTable, at: int, document: Mapping[str, Any] | None, is_kept_back: bool
) -> dict[str, Any]:
    """Return the values of ``replay_box.html.jinja``; `document` is that of a review, None without one."""
    step = await in_thread(step_html, context, live, at, document, is_kept_back)
    return await side_values(live, at, document) | {"step": step}


async def side_values(live: LiveTable, at: int, document: Mapping[str, Any] | None) -> dict[str, Any]:
    """Return the values of ``replay_side.html.jinja``: the chart and the list of moves."""
    names = [x.name for x in live.seats]
    has_course = document is not None and len(document["worths"]) > live.turn
    return {
        "live": live,
        "at": at,
        "moves": await in_thread(_moves, live, document),
        "chart": value_chart(chart_document(document, names)) if document and has_course else None,
        "frame": charts,
        "names": names,
        "suits": partial(game_text, rules=live.game.rules),
    }


def step_html(
    context: RequestContext, live: LiveTable, at: int, document: Mapping[str, Any] | None, is_kept_back: bool
) -> Markup:
    """Return one position: the move played there and the best one, the evaluation bar, and the board."""
    table = new_session(live.game, live.row, live.seats)
    for a in live.snapshot.actions[:at]:
        table.push(a.action)
    judged = document and document["decisions"].get(at + 1)
    marks = {}
    if at < live.turn:
        action = live.snapshot.actions[at].action
        marked = marks_of_decision(judged) if judged else {action: "next"}
        before = match_before(live.match, at + 1)
        marks = marks_of(decision_scene(before), marked)
    return context.render(
        "replay_step.html.jinja",
        live=live,
        at=at,
        judged=judged,
        unit=document["unit"] if document else "",
        move=_words_of_next(live, at),
        bar=evaluation_bar(live, at, document),
        board=board(context, live, table=table, marks=marks),
        is_kept_back=is_kept_back,
        title=live.game.title,
        analysis=address_at(live, at) + side_part(live.seat_of(context.visitor.persons) or 0),
        mine=live.seats_of(context.visitor.persons),
        suits=partial(game_text, rules=live.game.rules),
    )


def _words_of_next(live: LiveTable, at: int) -> tuple[int, str, str] | None:
    """Return the seat, the player and the words of the next move; None at the end."""
    if at >= live.turn:
        return None
    move = _log(live)[at]
    return move[1], live.seats[move[1]].name, move[2]


def _log(live: LiveTable) -> list[tuple[int, int, str]]:
    """Return number, seat and words of every move."""
    return [(m.number, m.seat, m.words or "…") for m in live.moves(None)]


def _moves(live: LiveTable, document: Mapping[str, Any] | None) -> list[tuple[int, str, str, bool]]:
    """Return number, player and what they did of every move, and whether it is a mistake as far as known."""
    known = document["decisions"] if document else {}
    wrong = {n for n, d in known.items() if d["is_mistake"]}
    lines = [log_line(m, live.seats[m.seat].name, is_me=False, remark="") for m in live.moves(None)]
    return [(line.number, line.who, line.what, line.number in wrong) for line in lines]


def evaluation_bar(live: LiveTable, at: int, document: Mapping[str, Any] | None) -> Sequence[BarPart]:
    """Return the parts of the evaluation bar; none without a value, or if the parts have no common whole.

    Chances fill the bar together. In a game for two, the bar shows a value between the lowest and the
    highest one of this match, and the middle if the value never changes.
    """
    worths = document["worths"].get(at) if document else None
    if worths is None or document is None:
        return ()
    unit, shares = document["unit"], list(worths)
    if not is_chance(unit):
        every = [w[0] for w in document["worths"].values()]
        low, high = min(every), max(every)
        share = (worths[0] - low) / (high - low) if low < high else 0.5
        shares = [share, 1 - share] if len(worths) == 2 else [0.0] * len(worths)
    parts, x = [], 0.0
    for p, share in enumerate(shares):
        width = max(0.0, share) * BAR
        parts.append(
            BarPart(p + 1, live.seats[p].name, value_text(worths[p], unit), round(x, 1), round(width, 1))
        )
        x += width
    return parts
