"""The pages of one table: looking, taking a seat, acting, and what else people do there."""

import asyncio

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import PlainTextResponse, Response

from upcard.certificates.record_check import check_text
from upcard.certificates.refutation import Refused
from upcard.classroom.room_service import code_of
from upcard.engine.commitment import check_contribution
from upcard.engine.errors import Ambiguous, Illegal, Unreadable, UpcardError, Usage
from upcard.engine.match_end import MatchEnd
from upcard.engine.record import record_text
from upcard.server import table_actions as manners
from upcard.server.fair_deal import revealed
from upcard.server.live_table import LiveTable, new_session
from upcard.server.new_table import check_name
from upcard.web.board.images import qr_svg
from upcard.web.board.orientation import turned_to
from upcard.web.board.position_address import address_at
from upcard.web.board.table_view import board, desk, is_written_at, panel, written_forms
from upcard.web.classroom.pupil_pages import review_opening, table_strip
from upcard.web.http.event_streams import changes, stream_of
from upcard.web.http.parse_int import whole, whole_or
from upcard.web.http.request_context import (
    CurrentRequest,
    Refusal,
    RequestContext,
    form_of,
    go_to,
    page,
    part_at,
    rendered,
)
from upcard.web.http.visitor_identity import link_of

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)


@router.get("")
async def look(asked: CurrentRequest, table_id: str) -> Response:
    """The table as the visitor may see it."""
    return await _whole(asked, await asked.site.tables.find(table_id))


@router.get("/board")
async def fragment(asked: CurrentRequest, table_id: str) -> Response:
    """What changes on the page."""
    return await _fragment(asked, await asked.site.tables.find(table_id))


@router.get("/events")
async def events(asked: CurrentRequest, table_id: str) -> Response:
    """A stream that says when the table has changed."""
    live = await asked.site.tables.find(table_id)
    seen = whole_or(-1, asked.request.query_params.get("seen", ""))
    return stream_of(changes(asked.site.tables, live, seen))


@router.get("/qr.svg")
async def qr_code(asked: CurrentRequest, table_id: str) -> Response:
    """The address of the table for the camera of a phone."""
    await asked.site.tables.find(table_id)
    return qr_svg(f"{asked.base}/t/{table_id}")


@router.post("/sit")
async def sit(asked: CurrentRequest, table_id: str) -> Response:
    """Take an open seat, and add to the seed."""
    form = await form_of(asked)
    service = asked.site.tables
    live = await service.find(table_id)
    try:
        name = check_name(form.get("name") or asked.visitor.name)
        if form.get("added"):
            check_contribution(form["added"])
        seat = whole_or(-1, form.get("seat", ""))
        taken = await service.take_seat(table_id, None if seat < 0 else seat, asked.visitor.person, name)
    except UpcardError as fault:
        return await _again(asked, live, Refusal("sit", form, fault))
    if form.get("added") and live.is_full:
        await service.add_to_seed(table_id, taken, form["added"])
    return go_to(asked.named(name), f"/t/{table_id}")


@router.post("/add")
async def add(asked: CurrentRequest, table_id: str) -> Response:
    """Add to the seed of the deal."""
    form = await form_of(asked)
    live, seat = await _seated(asked, table_id, form)
    try:
        await asked.site.tables.add_to_seed(table_id, seat, form.get("added", ""))
    except UpcardError as fault:
        return await _again(asked, live, Refusal("add", form, fault))
    return await _after(asked, live)


@router.post("/act")
async def act(asked: CurrentRequest, table_id: str) -> Response:
    """Do an action, or choose it where it is to be confirmed."""
    form = await form_of(asked)
    live, seat = await _seated(asked, table_id, form)
    if code_of(live) and live.is_taken_over(seat):  # in a class who acts again is back
        await manners.come_back(asked.site.tables, table_id, seat)
    action, turn = (whole(x, form.get(x, "")) for x in ("action", "turn"))
    if (live.row.confirm or asked.settings.confirm) and form.get("confirmed") != "1":
        return (
            await _fragment(asked, live, chosen=action, notice="")
            if asked.is_fragment
            else await _whole(asked, live, action)
        )
    try:
        await asked.site.tables.play_action(table_id, seat, turn, action)
    except (Illegal, Unreadable, Ambiguous) as fault:
        if not asked.is_fragment:
            raise
        return await _fragment(asked, live, notice=str(fault))
    return await _after(asked, live)


async def _resign(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.resign(asked.site.tables, table_id, seat)
    return ""


async def _cancel(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.cancel(asked.site.tables, table_id, seat)
    return "/mine"


async def _say(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.say(asked.site.tables, table_id, seat, whole_or(0, form.get("phrase", "")))
    return ""


async def _note(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.set_notes(asked.site.tables, table_id, seat, form.get("notes", ""))
    return f"/t/{table_id}"


async def _address(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    if not asked.site.mail:
        raise Usage("this server does not send email; whoever runs it can start it with --mail and --smtp")
    await manners.set_address(asked.site.tables, table_id, seat, form.get("address", ""))
    return f"/t/{table_id}"


async def _plan(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.plan(asked.site.tables, table_id, seat, form.get("condition", ""), form.get("then", ""))
    return f"/t/{table_id}"


async def _forget(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.forget_plans(asked.site.tables, table_id, seat)
    return f"/t/{table_id}"


async def _consent(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.consent(asked.site.tables, table_id, seat, whole_or(0, form.get("absent", "")))
    return ""


async def _back(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.come_back(asked.site.tables, table_id, seat)
    return ""


async def _vacation(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    await manners.vacation(asked.site.tables, table_id, seat)
    return f"/t/{table_id}"


async def _rematch(asked: RequestContext, table_id: str, seat: int, form: dict[str, str]) -> str:
    made = await manners.rematch(asked.site.tables, table_id)
    person = (await asked.site.tables.find(table_id)).seats[seat].person
    return f"/t/{made}" if person in asked.visitor.persons else link_of(asked.site.signer, "", person, made)


DEEDS = {
    "resign": _resign,
    "cancel": _cancel,
    "say": _say,
    "note": _note,
    "address": _address,
    "plan": _plan,
    "forget": _forget,
    "consent": _consent,
    "back": _back,
    "vacation": _vacation,
    "again": _rematch,
}
"""What players do beside acting; each gives the page to go on at, or nothing for the table as it is."""


def _add_deed(deed: str) -> None:
    """Let players do something; what has no address of its own is not found."""

    @router.post(f"/{deed}")
    async def do(asked: CurrentRequest, table_id: str) -> Response:
        """What else a player does."""
        form = await form_of(asked)
        live, seat = await _seated(asked, table_id, form)
        try:
            path = await DEEDS[deed](asked, table_id, seat, form)
        except UpcardError as fault:
            return await _again(asked, live, Refusal(deed, form, fault))
        return go_to(asked, path) if path else await _after(asked, live)


for _deed in DEEDS:
    _add_deed(_deed)


@router.get("/replay")
async def replay(asked: CurrentRequest, table_id: str) -> Response:
    """Every position of a match that has ended, with everything open."""
    live = await asked.site.tables.find(table_id)
    if not live.is_over or not live.is_dealt:
        raise Illegal("the match is not over; you can replay it when it has ended")
    at = min(whole_or(live.turn, asked.request.query_params.get("at", "")), live.turn)
    table = new_session(live.game, live.row, live.seats)
    for a in live.snapshot.actions[:at]:
        table.push(a.action)
    return page(
        asked,
        "replay.html.jinja",
        live=live,
        strip=await table_strip(asked, live),
        at=at,
        is_kept_back=bool(await review_opening(asked, live)),
        board=board(asked, live, table=table),
        analysis=address_at(live, at) + turned_to(live.seat_of(asked.visitor.persons) or 0),
    )


@router.get("/verify")
async def verify(asked: CurrentRequest, table_id: str) -> Response:
    """Whether the deal of a match that has ended was fair, checked by other code than that which dealt."""
    live = await asked.site.tables.find(table_id)
    if not live.is_over:
        raise Illegal("the match is not over; you can check its deal when it has ended")
    return await checked(asked, match_text(live))


@router.get("/match.upc")
async def record(asked: CurrentRequest, table_id: str) -> Response:
    """The record of a match that has ended, with what proves that its deal was fair."""
    live = await asked.site.tables.find(table_id)
    if not live.is_over:
        raise Illegal("the match is not over, and its record would show hidden cards; wait until it ends")
    headers = {"Content-Disposition": f'attachment; filename="{live.row.game}-{table_id}.upc"'}
    return PlainTextResponse(match_text(live), headers=headers)


def match_text(live: LiveTable) -> str:
    """The record of a match that has ended."""
    fairness = None
    if not live.row.dealt:
        fairness = revealed(live.row.id, live.game, live.row.secret, [x.added or "" for x in live.seats])
    ending = None if live.resigned is None else MatchEnd("resigned", live.resigned + 1)
    return record_text(live.match, fairness, ending)


async def checked(asked: RequestContext, text: str) -> Response:
    """The page that says what a record proves, or what is wrong with it; others are answered meanwhile."""
    try:
        proved, fault = await asyncio.to_thread(check_text, text), ""
    except (UpcardError, Refused) as wrong:
        proved, fault = [], str(wrong)
    return page(asked, "verify.html.jinja", text=text, proved=proved, fault=fault)


async def _seated(asked: RequestContext, table_id: str, form: dict[str, str]) -> tuple[LiveTable, int]:
    """The table, and the visitor's seat: the one that the form is for, since he may have several.

    Raises
    ------
    Illegal
        If he has none, or not that one.
    """
    live = await asked.site.tables.find(table_id)
    seat = live.seat_of(asked.visitor.persons)
    if seat is None:
        raise Illegal("you have no seat at this table; take an open one, or use your private link")
    mine = {str(p): p for p in live.seats_of(asked.visitor.persons)}
    named = form.get("seat", str(seat))
    if named not in mine:
        raise Illegal("that seat is not yours; reload the table")
    return live, mine[named]


async def _after(asked: RequestContext, live: LiveTable) -> Response:
    """The table after something was done, which makes what was refused before a thing of the past."""
    return await _fragment(asked, live, notice="") if asked.is_fragment else go_to(asked, f"/t/{live.row.id}")


async def _fragment(
    asked: RequestContext, live: LiveTable, chosen: int | None = None, notice: str | None = None
) -> Response:
    """What changes on the page; `notice` takes the place of what was refused before, which else stays."""
    parts = board(asked, live, chosen) + panel(asked, live, is_swapped=True)
    parts += await table_strip(asked, live, is_swapped=True)
    if notice is not None:
        parts += Markup(rendered(asked, "notice.html.jinja", notice=notice))  # noqa: S704 - a template that escapes
    return part_at(parts, live.row.version)


async def _again(asked: RequestContext, live: LiveTable, refusal: Refusal) -> Response:
    """The table with a form that was refused as it was filled in, and why beside it.

    Raises
    ------
    UpcardError
        The fault, where the page has no such form to write in, or stays as it is and tells it.
    """
    if asked.is_fragment or refusal.form not in written_forms(asked, live):
        raise refusal.fault
    return await _whole(asked, live, refusal=refusal)


async def _whole(
    asked: RequestContext, live: LiveTable, chosen: int | None = None, refusal: Refusal | None = None
) -> Response:
    """The whole page, where an action that was chosen may wait to be confirmed, or a form was refused."""
    seat = live.seat_of(asked.visitor.persons)
    return page(
        asked,
        "table.html.jinja",
        refusal.status if refusal else 200,
        live=live,
        seat=seat,
        board=board(asked, live, chosen, refusal=refusal),
        panel=panel(asked, live),
        strip=await table_strip(asked, live),
        refusal=refusal,
        is_read=chosen is None and refusal is None and not is_written_at(asked, live),
        **desk(asked, live, refusal),
    )
