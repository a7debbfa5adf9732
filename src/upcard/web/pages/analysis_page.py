"""The analysis board: any position of any game, with the value of every action.

The address contains everything: the game, its players and options, the seed or the dealt cards, and the
actions. The server stores nothing, so that a position is shared by its address.
"""

import json
from collections.abc import Awaitable, Mapping
from functools import lru_cache, partial
from itertools import groupby
from operator import itemgetter
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.engine.errors import Failure, Unknown, UpcardError
from upcard.engine.game import Game, Match
from upcard.engine.record import record_text
from upcard.language.messages import game_words, gettext
from upcard.play.bot_catalogue import KINDS, bot_name, bots_for, usual_bot
from upcard.play.card_identity import EACH_MOVER
from upcard.play.example_positions import (
    ExamplePosition,
    examples_of,
    number_names,
    numbers_of,
    reached,
)
from upcard.play.position_address import (
    ASSUMED,
    BETWEEN,
    BOT,
    OPEN,
    SEAT,
    address_of,
    match_from_address,
    rules_from_address,
)
from upcard.play.session import MatchSession, SeatPlayer
from upcard.report.position_insight import answer, drawing_svg, has_insight
from upcard.server.fair_threads import in_thread
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_html import board_html
from upcard.web.board.position_view import (
    PlayOut,
    play_on,
    read_play_out,
    read_side,
    side_part,
    side_query,
    undo_address,
    view_query,
)
from upcard.web.board.table_view import since_of
from upcard.web.game_text import game_text
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Refusal, RequestContext
from upcard.web.http.review_jobs import INSIGHT, POSITION, judge_position
from upcard.web.pages.form_fields import option_fields

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)

SHOWN_MOVES, INSIGHT_OF, NOBODY = 12, "insight ", "Nobody"
"""Number of moves in the log, name of a computation of notes, and first word of a verdict of a draw."""


@router.get("")
async def position(context: CurrentRequest, name: str) -> Response:
    """Show a position, as the player to move sees it, or with all cards open."""
    query = context.query
    try:
        match = await in_thread(match_from_address, name, query)  # thousands of actions take time
        against = read_play_out(query, match)
        side = read_side(query, match, against)
    except UpcardError as fault:
        return await refused(context, name, query, fault)
    here, is_open = address_of(match), query.get(OPEN) == "1" or match.is_over
    rest, back = view_query(query, against), undo_address(match, against)
    side_text = side_query(query, side)
    values = await in_thread(_setup_values, match)
    return context.page(
        "analysis.html.jinja",
        board=await in_thread(_board, context, match, against, is_open, side, here + rest),
        whole=here + rest,
        against=against,
        opponent=against and bot_name(against.bot, match.game),
        first=address_of(match, -len(match.actions)) + rest,
        back=back and back + rest,
        by_hand=here + side_text,
        placed=match.placed,
        turned=here + (against.query if against else "") + side_part((side + 1) % match.game.players),
        lay=values["deal"] and values["deal"] + side_text,
        is_open=is_open,
        has_insight=has_insight(match.game.name),
        **values,
    )


def _board(
    context: RequestContext, match: Match, against: PlayOut | None, is_open: bool, side: int, whole: str
) -> Markup:
    """Return the drawn table, with the seat `side` at the bottom."""
    table = seated_session(match)
    seat = against.seat if against else match.player
    captions = [
        SeatCaption("bot" if against and p != against.seat else "person") for p in range(match.game.players)
    ]
    since = since_of(context, len(match.actions))
    board_context = BoardContext(
        game=match.game,
        captions=captions,
        moves=table.log.seen_by(seat if against and not is_open else None)[-SHOWN_MOVES:],
        begun_after=table.log.rounds.begun_after,
        act_url=f"/analysis/{match.game.name}/act?{whole}",
        csrf=context.csrf,
        since=since,
        style=context.settings.cards,
        view_url=f"/analysis/{match.game.name}?{whole}",
        below=side,
        plays_all=against is None,
    )
    eye = None if context.query.get(OPEN) == "1" else seat if against else EACH_MOVER
    scene = table.identify(table.scene(None if is_open else seat), eye, since)
    return board_html(scene, board_context)


def _setup_values(match: Match) -> dict[str, Any]:
    """Return values for the forms around a position, the example that it is, and the address of its deal."""
    written = {"seed": str(match.seed or 0), "dealt": BETWEEN.join(match.dealt)}
    return _form(match, written) | {"seen": _matching_example(match), "deal": deal_address(match)}


def _form(match: Match, written: dict[str, str], **shown: str) -> dict[str, Any]:
    """Return values for the forms that set up a position and play it out."""
    bots = bots_for(match.game)
    return {
        "match": match,
        "options": option_fields(match.game, {**written, **shown}) if shown else option_fields(match.game),
        "written": written,
        "example": example_of(match.game),
        "numbers": numbers_of(match.game.name),
        "examples": examples_of(match.game.name),
        "bots": [(words, [x for x in bots if x.kind == kind]) for kind, words in KINDS.items()],
        "usual": next((x.name for x in bots if x.kind == "solved"), usual_bot(match.game)),
    }


def _matching_example(match: Match) -> ExamplePosition | None:
    """Return the example with this position, if there is one."""
    here, name = address_of(match), match.game.name
    return next((x for x in examples_of(name) if address_of(match_from_address(name, x.query)) == here), None)


def deal_address(match: Match) -> str:
    """Return the address of the deal, without actions; empty if nothing is dealt."""
    words = _outcomes(match.from_start())
    return address_of(Match(match.game, match.seed, match.number, tuple(words), ())) if words else ""


async def refused(
    context: RequestContext, name: str, query: Mapping[str, str], fault: UpcardError
) -> Response:
    """Show the form for a position with its entries, and what is wrong with them.

    Raises the fault if it is Unknown, so that the answer has status 404.
    """
    if isinstance(fault, Unknown):
        raise fault
    values = await in_thread(_form_of_start, name, dict(query))
    return context.page("analysis.html.jinja", refusal=Refusal("setup", query, fault), **values)


def _form_of_start(name: str, written: dict[str, str]) -> dict[str, Any]:
    """Return the values of :func:`_form` for a new match."""
    return _form(match_from_address(name, {}), written, shown="", preset="")


@lru_cache(maxsize=64)
def example_of(game: Game) -> str:
    """Return the first chance outcomes of a sample deal as text; empty for a game without chance."""
    return BETWEEN.join(_outcomes(game.match(seed=1))[:4])


def _outcomes(match: Match) -> list[str]:
    """Return the chance outcomes of a match as texts."""
    text = match.game.rules.card_text
    return [str(text(x)) if kind == "draw" else str(x) for kind, x in match.chance.history]


@router.get("/reach")
async def reach(context: CurrentRequest, name: str) -> Response:
    """Show the position with chosen numbers, such as pennies."""
    query = context.query
    try:
        numbers = number_names(rules_from_address(name).GAME.name)
        match = await in_thread(match_from_address, name, {**query, "do": ""}, numbers)
        match = await in_thread(reached, match, query)
    except UpcardError as fault:
        return await refused(context, name, query, fault)
    return context.go_to(f"/analysis/{match.game.name}?{address_of(match)}")


@router.post("/act")
async def act(context: CurrentRequest, form: CurrentForm, name: str) -> Response:
    """Play an action, and in a playout those of the bots, and show the new position."""
    query = context.query
    match = await in_thread(match_from_address, name, query)
    against = read_play_out(query | {k: form[k] for k in (SEAT, BOT) if k in form}, match)
    if "action" in form:
        match.do(form.number("action"))
    if against:
        await play_on(context.site.tables.bots, match, against)
    return context.go_to(f"/analysis/{match.game.name}?{address_of(match)}{view_query(query, against)}")


@router.get("/worths")
async def values(context: CurrentRequest, name: str) -> Response:
    """Show the value of every action, as a part of the page or as a separate page."""
    query = context.query
    match = await in_thread(match_from_address, name, query)
    text, rest = record_text(match), view_query(query, read_play_out(query, match))
    return await _panel(
        context,
        "worths",
        context.site.reviewer.compute(f"position {text}", judge_position, text, POSITION),
        match=match,
        here=address_of(match) + rest,
        way=lambda action: address_of(match, 0, action) + rest,
        suits=partial(game_text, rules=match.game.rules),
        verdict_text=_verdict,
        turns_of=_turns,
    )


def _verdict(result: Mapping[str, Any], match: Match) -> str:
    """Return who wins with perfect play; `result` has a verdict, so its first choice has a note."""
    best = result["choices"][0]
    move, outcome = (game_text(best[x], match.game.rules) for x in ("words", "note"))
    if result["verdict"].startswith(NOBODY):
        return gettext("Nobody wins with perfect play: {move} {outcome}.", move=move, outcome=outcome)
    return gettext(
        "Player {number} {outcome} with perfect play: {move}.",
        number=match.player + 1, outcome=outcome, move=move,
    )  # fmt: skip


def _turns(result: Mapping[str, Any], match: Match) -> list[str]:
    """Return the turns of the best line, each with its player and moves."""
    turns = groupby(zip(result["line_players"], result["line"], strict=True), key=itemgetter(0))
    rules = match.game.rules
    moves = [(p, ", ".join(game_text(words, rules) for _, words in turn)) for p, turn in turns]
    return [gettext("player {number}: {moves}", number=p, moves=text) for p, text in moves]


async def _panel(
    context: RequestContext, name: str, work: Awaitable[dict[str, Any] | None], **values: Any
) -> Response:
    """Show the result of a computation, or what is wrong with it, as a part of the page or as a page."""
    result, fault, can_retry = None, "", False
    try:
        result = await work
    except UpcardError as error:
        fault, can_retry = game_words(str(error)), isinstance(error, Failure)
    values |= {"result": result, "fault": fault, "can_retry": can_retry}
    if context.is_fragment:
        return HTMLResponse(context.render(f"{name}.html.jinja", **values))
    return context.page(f"{name}_page.html.jinja", **values)


@router.post("/again")
async def compute_again(context: CurrentRequest, form: CurrentForm, name: str) -> Response:
    """Compute the values and notes of a position again after that took too long."""
    query = context.query
    match = await in_thread(match_from_address, name, query)
    context.site.reviewer.retry(f"position {record_text(match)}")
    context.site.reviewer.retry(_insight_name(match, form[ASSUMED]))
    rest = view_query(query, read_play_out(query, match))
    return context.go_to(f"/analysis/{match.game.name}?{address_of(match)}{rest}")


@router.get("/insight")
async def insight(context: CurrentRequest, name: str) -> Response:
    """Show insights into a position, as a part of the page or as a separate page."""
    query = context.query
    match = await in_thread(match_from_address, name, query)
    return await _panel(
        context,
        "insight",
        find_insight(context, match, query[ASSUMED]),
        match=match,
        here=address_of(match) + view_query(query, read_play_out(query, match)),
        assumed=query[ASSUMED],
        draw=_draw,
        hidden=[(k, x) for k, x in query.items() if k != ASSUMED],
    )


async def find_insight(context: RequestContext, match: Match, assumed: str) -> dict[str, Any] | None:
    """Return insights into a position; empty if there are none, None if they are not computed yet.

    Raises UpcardError if they cannot be computed.
    """
    name = _insight_name(match, assumed)
    return await context.site.reviewer.compute(name, answer, name.removeprefix(INSIGHT_OF), INSIGHT)


def _insight_name(match: Match, assumed: str) -> str:
    """Return the name of the computation of insights into a position."""
    return INSIGHT_OF + json.dumps({"record": record_text(match), "assumed": assumed})


def _draw(values: dict[str, Any]) -> Markup:
    return Markup(drawing_svg(values))  # noqa: S704 - the drawing escapes all text


def seated_session(match: Match) -> MatchSession:
    """Return a session of a match in which people play all seats."""
    players = [SeatPlayer(f"player {p + 1}") for p in range(match.game.players)]
    table = MatchSession(match.from_start(), players)
    for action in match.actions:
        table.push(action)
    return table
