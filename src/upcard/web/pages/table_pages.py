"""Pages of one table: viewing, taking a seat, playing, and all other actions of players."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import NamedTuple

from fastapi import APIRouter
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from upcard.certificates.record_check import check_text
from upcard.classroom.room_service import code_of
from upcard.engine.commitment import check_contribution
from upcard.engine.errors import Ambiguous, Illegal, Refused, Unreadable, UpcardError, Usage
from upcard.engine.record import record_text
from upcard.language.messages import gettext as _
from upcard.language.messages import marked
from upcard.play.bot_names import level_of_name
from upcard.server import agreements, table_actions, waiting_room
from upcard.server.fair_deal import revealed
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable, check_admitted
from upcard.server.person_names import check_name
from upcard.server.plan_answers import plan_answers
from upcard.server.repository import StoredSeat
from upcard.server.sitters import Sitter, sitter_of
from upcard.web.board.images import qr_svg
from upcard.web.board.series_view import series_view
from upcard.web.board.table_view import (
    board,
    earlier_lines,
    has_menus,
    is_written_at,
    panel,
    plans,
    player_forms,
    table_address,
    written_forms,
)
from upcard.web.classroom.pupil_pages import table_strip
from upcard.web.game_text import game_text
from upcard.web.http.event_streams import changes, stream_of
from upcard.web.http.request_context import (
    CurrentForm,
    CurrentRequest,
    Form,
    Refusal,
    RequestContext,
    part_at,
)

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)

NO_MAIL = marked("this server does not send email; whoever runs it can start it with --mail and --smtp")


@router.get("")
async def look(context: CurrentRequest, table_id: str) -> Response:
    """Show the table as the visitor may see it."""
    return await _whole(context, await context.site.tables.watch(table_id))


@router.get("/board")
async def fragment(context: CurrentRequest, table_id: str) -> Response:
    """Return the changing parts of the page."""
    return await _fragment(context, await context.site.tables.watch(table_id))


@router.get("/moves")
async def earlier_moves(context: CurrentRequest, table_id: str) -> Response:
    """Return the first moves of the match, which the log leaves out, as a part of the page or as a page."""
    live = await context.site.tables.watch(table_id)
    lines = earlier_lines(live, live.seat_of(context.visitor.persons), context.query.number("before"))
    suits = partial(game_text, rules=live.game.rules)
    if context.is_fragment:
        return HTMLResponse(context.render("log.html.jinja", log_lines=lines, suits=suits))
    return context.page("log_page.html.jinja", live=live, log_lines=lines, suits=suits)


@router.get("/events")
async def events(context: CurrentRequest, table_id: str) -> Response:
    """Stream an event after every change of the table."""
    live = await context.site.tables.watch(table_id)
    return stream_of(changes(context.site.tables, live, context.query.number_or(-1, "seen")))


@router.get("/plans")
async def possible_plans(context: CurrentRequest, table_id: str) -> Response:
    """Show the plans that are possible now in menus; they are searched for when a player opens the form."""
    live = await context.site.tables.watch(table_id)
    seat = live.seat_of(context.visitor.persons)
    if seat is not None and has_menus(live):
        await plan_answers(live, seat)
    if context.is_fragment:  # without a version, since the board of the page may still be older
        return HTMLResponse(plans(context, live, is_swapped=False))
    return await _whole(context, live)


@router.get("/qr.svg")
async def qr_code(context: CurrentRequest, table_id: str) -> Response:
    """Return the address of the table as a QR code."""
    await context.site.tables.find(table_id)
    return qr_svg(f"{context.base}/t/{table_id}")


@router.get("/private.svg")
async def private_code(context: CurrentRequest, table_id: str) -> Response:
    """Return the visitor's private link as a QR code, which no cache stores."""
    live = await context.site.tables.find(table_id)
    link = player_forms(context, live).get("private")
    if link is None:
        raise Illegal(_("you have no seat at this table, so you have no private link"))
    code = qr_svg(link)
    code.headers["Cache-Control"] = "no-store"
    return code


@router.post("/sit")
async def sit(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Take an open seat, and add to the seed, unless the commitment that the visitor saw has changed."""
    service = context.site.tables
    live = await service.find(table_id)
    try:
        check_admitted(live, context.visitor.persons)
        name = check_name(form["name"] or context.visitor.name)
        if form["added"]:
            check_contribution(form["added"])
        seat = form.number_or(-1, "seat")
        taken = await service.take_seat(table_id, None if seat < 0 else seat, context.visitor.person, name)
    except UpcardError as fault:
        return await _again(context, live, Refusal("sit", form, fault))
    if form["added"] and live.is_full and _saw_commitment(form, live):
        await service.add_to_seed(table_id, sitter_of(live, taken), form["added"])
    return context.with_name(name).go_to(f"/t/{table_id}")


@router.post("/add")
async def add(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Add to the seed of the deal."""
    live, sitter = await _seated(context, table_id, form)
    try:
        if not _saw_commitment(form, live):
            raise Illegal(_("the table has changed, and with it the commitment; add to the new one"))
        await context.site.tables.add_to_seed(table_id, sitter, form["added"])
    except UpcardError as fault:
        return await _again(context, live, Refusal("add", form, fault))
    return await _after(context, live)


def _saw_commitment(form: Form, live: LiveTable) -> bool:
    """Return whether the page with a form showed the present commitment of a table, as far as it says."""
    return form.get("commitment", live.row.commitment) == live.row.commitment


@router.post("/act")
async def act(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Play an action, or show it for confirmation."""
    live, sitter = await _seated(context, table_id, form)
    if code_of(live) and live.is_taken_over(sitter.seat):  # in a class, acting ends an absence
        await table_actions.come_back(context.site.tables, table_id, sitter)
    action, turn = form.number("action"), form.number("turn")
    if (live.row.confirm or context.settings.confirm) and form.get("confirmed") != "1":
        if context.is_fragment:
            return await _fragment(context, live, chosen=action, notice="")
        return await _whole(context, live, action)
    try:
        await context.site.tables.play_action(table_id, sitter, turn, action)
    except (Illegal, Unreadable, Ambiguous) as fault:
        if not context.is_fragment:
            raise
        return await _fragment(context, live, notice=str(fault))
    return await _after(context, live)


class SeatAction(NamedTuple):
    """Something that players do besides moves."""

    run: Callable[..., Awaitable[None]]
    """Function of the table service, the table's name, the seat, and the values of `fields`."""
    next_page: str = ""
    """Page to show next; empty to show the changed table."""
    fields: tuple[str, ...] = ()
    """Form fields that the function needs."""


HERE = "/t/{table_id}"
NUMBERS = ("phrase", "absent", "removed", "players", "hands")
"""Fields with whole numbers."""

SEAT_ACTIONS = {
    "resign": SeatAction(table_actions.resign),
    "skip": SeatAction(table_actions.skip_round),
    "cancel": SeatAction(table_actions.cancel, "/mine"),
    "leave": SeatAction(waiting_room.leave, "/mine"),
    "remove": SeatAction(waiting_room.remove, fields=("removed", "name")),
    "let-back": SeatAction(waiting_room.let_back_in, fields=("person",)),
    "fill": SeatAction(waiting_room.fill),
    "start": SeatAction(waiting_room.start),
    "rules": SeatAction(waiting_room.change_rules, fields=("preset", "players", "hands")),
    "take-back": SeatAction(agreements.take_back),
    "draw": SeatAction(agreements.offer_draw),
    "stop": SeatAction(agreements.offer_stop),
    "accept": SeatAction(agreements.accept),
    "decline": SeatAction(agreements.decline),
    "abort": SeatAction(agreements.abort),
    "say": SeatAction(table_actions.say, fields=("phrase",)),
    "note": SeatAction(table_actions.set_notes, HERE, ("notes",)),
    "address": SeatAction(table_actions.set_address, HERE, ("address",)),
    "plan": SeatAction(table_actions.plan, HERE, ("condition", "then")),
    "forget": SeatAction(table_actions.forget_plans, HERE),
    "consent": SeatAction(table_actions.consent, fields=("absent",)),
    "back": SeatAction(table_actions.come_back),
    "vacation": SeatAction(table_actions.vacation, HERE),
}
"""Actions by the last part of their address."""

NOT_IN_CLASS = ("take-back", "draw", "abort")


def _add_route(name: str, action: SeatAction) -> None:
    @router.post(f"/{name}")
    async def do(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
        """Do the action."""
        live, sitter = await _seated(context, table_id, form)
        values = [form.number_or(0, x) if x in NUMBERS else form[x] for x in action.fields]
        try:
            if name == "address" and not context.site.mail:
                raise Usage(_(NO_MAIL))
            if name in NOT_IN_CLASS and code_of(live):
                raise Illegal(_("this is not possible in a class; ask your teacher"))
            await action.run(context.site.tables, table_id, sitter, *values)
        except UpcardError as fault:
            return await _again(context, live, Refusal(name, form, fault))
        if action.next_page and not (context.is_fragment and action.next_page == HERE):
            return context.go_to(action.next_page.format(table_id=table_id))
        return await _after(context, live)


for _name, _action in SEAT_ACTIONS.items():
    _add_route(_name, _action)


@router.post("/again")
async def rematch(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Open the rematch, or the next hand of a series, and go there.

    A visitor who has only a private link for this seat gets one for the new seat.
    """
    live, sitter = await _seated(context, table_id, form)
    new = await table_actions.rematch(context.site.tables, table_id, seat=sitter.seat)
    return context.go_to(table_address(context, live, sitter.seat, new))


@router.post("/no-rematch")
async def decline_rematch(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Leave the waiting room of the rematch, so that the others can start without the visitor."""
    live, sitter = await _seated(context, table_id, form)
    if live.row.followed:
        rematch = await context.site.tables.find(live.row.followed)
        mine = rematch.seat_of({sitter.person})
        if mine is not None:
            await waiting_room.leave(context.site.tables, rematch.key, sitter_of(rematch, mine))
    return await _after(context, live)


@router.get("/verify")
async def verify(context: CurrentRequest, table_id: str) -> Response:
    """Show whether the deal of a finished match was fair; the checker shares no code with the dealer."""
    live = await context.site.tables.find(table_id)
    if not live.is_over:
        raise Illegal(_("the match is not over; you can check its deal when it has ended"))
    return await verify_page(context, match_text(live))


@router.get("/match.upc")
async def record(context: CurrentRequest, table_id: str) -> Response:
    """Return the record of a finished match, with the data that proves a fair deal."""
    live = await context.site.tables.find(table_id)
    headers = {"Content-Disposition": f'attachment; filename="{live.row.game}-{table_id}.upc"'}
    return PlainTextResponse(match_text(live), headers=headers)


def match_text(live: LiveTable, for_people: bool = False) -> str:
    """Return the record of a finished match; raises Illegal for another one.

    The names of opponents are followed by their strategies, or by their levels in words `for_people`.
    """
    if not live.is_over:
        raise Illegal(_("the match is not over, and its record would show hidden cards; wait for its end"))
    fairness = None
    if not live.row.dealt:
        fairness = revealed(
            live.row.id, live.game, live.row.secret, [x.added or "" for x in live.seats], live.row.commitment
        )
    names = [_seat_text(x, for_people) for x in live.seats]
    return record_text(live.match, fairness, live.early_end, names, live.row.taken_back)


def _seat_text(seat: StoredSeat, for_people: bool) -> str:
    """Return the name of a player for a record; with the strategy or level if it has a name of its own."""
    level = level_of_name(seat.name) if seat.strategy and not seat.person else ""
    return f"{seat.name} ({level if for_people else seat.strategy})" if level else seat.name


async def verify_page(context: RequestContext, text: str) -> Response:
    """Show what a record proves, or what is wrong with it."""
    try:
        proved, fault = await in_thread(check_text, text), ""
    except (UpcardError, Refused) as error:
        proved, fault = [], str(error)
    return context.page("verify.html.jinja", text=text, proved=proved, fault=fault)


async def _seated(context: RequestContext, table_id: str, form: CurrentForm) -> tuple[LiveTable, Sitter]:
    """Return the table, and the visitor in their seat: the one in the form, if they have several."""
    live = await context.site.tables.find(table_id)
    seat = live.seat_of(context.visitor.persons)
    if seat is None:
        raise Illegal(_("you have no seat at this table; take an open one, or use your private link"))
    mine = {str(p): p for p in live.seats_of(context.visitor.persons)}
    number = form.get("seat", str(seat))
    if number not in mine:
        raise Illegal(_("that seat is not yours; reload the table"))
    return live, sitter_of(live, mine[number])


async def _after(context: RequestContext, live: LiveTable) -> Response:
    """Show the table after a change, and clear the notice of an earlier refusal."""
    return (
        await _fragment(context, live, notice="")
        if context.is_fragment
        else context.go_to(f"/t/{live.row.id}")
    )


async def _fragment(
    context: RequestContext, live: LiveTable, chosen: int | None = None, notice: str | None = None
) -> Response:
    """Return the changing parts of the page; `notice` replaces the notice of an earlier refusal."""
    _prepare_review(context, live)
    parts = board(context, live, chosen) + panel(context, live, is_swapped=True)
    parts += plans(context, live)
    parts += await table_strip(context, live, is_swapped=True)
    if notice is not None:
        parts += context.render("notice.html.jinja", notice=notice)
    return part_at(parts, live.row.version)


def _prepare_review(context: RequestContext, live: LiveTable) -> None:
    """Start a process for the review of a finished match that a player looks at; not in a class."""
    is_player = live.seat_of(context.visitor.persons) is not None
    if is_player and live.is_over and live.is_dealt and not code_of(live):
        context.site.reviewer.matches.prepare(live.key, match_text(live, for_people=True))


async def _again(context: RequestContext, live: LiveTable, refusal: Refusal) -> Response:
    """Show the table with a refused form, its entries, and the reason beside it.

    Raises the fault if the page has no such form, or if htmx shows the fault on the current page.
    """
    if context.is_fragment or refusal.form not in written_forms(context, live):
        raise refusal.fault
    return await _whole(context, live, refusal=refusal)


async def _whole(
    context: RequestContext, live: LiveTable, chosen: int | None = None, refusal: Refusal | None = None
) -> Response:
    """Return the whole page, perhaps with an action to confirm or a refused form."""
    seat = live.seat_of(context.visitor.persons)
    _prepare_review(context, live)
    return context.page(
        "table.html.jinja",
        live=live,
        seat=seat,
        board=board(context, live, chosen, refusal=refusal),
        panel=panel(context, live),
        series=series_view(live, seat),
        strip=await table_strip(context, live),
        refusal=refusal,
        is_read=chosen is None and refusal is None and not is_written_at(context, live),
        **player_forms(context, live, refusal),
    )
