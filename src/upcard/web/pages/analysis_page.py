"""The analysis board: any position of any game, kept in its address, with what every action is worth.

The address holds all: the game, its players and options, the seed or the cards that were dealt, and the
actions. Nothing is kept on the server, so that a position is shared by its address, and whoever follows it
goes on from there on his own.
"""

import asyncio
from functools import lru_cache, partial
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.engine.card_notation import with_suits
from upcard.engine.errors import UpcardError
from upcard.engine.game import Game, Match
from upcard.engine.record import record_text
from upcard.engine.wording import end_sentence
from upcard.play.session import MatchSession, SeatPlayer
from upcard.report.position_insight import has_insight
from upcard.server.bots import KINDS, bot_name, bots_for, usual_bot
from upcard.server.service_base import Unknown
from upcard.web.board.board_context import BoardContext, SeatCaption
from upcard.web.board.board_html import board_html
from upcard.web.board.example_positions import (
    ExamplePosition,
    can_lay,
    examples_of,
    number_names,
    numbers_of,
    reached,
)
from upcard.web.board.orientation import handed_on, kept_by_hand, side_of, turned_to
from upcard.web.board.play_out import PlayOut, play_on, play_out_of, taken_back
from upcard.web.board.position_address import (
    BETWEEN,
    BOT,
    OPEN,
    SEAT,
    address_of,
    match_from_address,
    rules_from_address,
)
from upcard.web.http.parse_int import whole
from upcard.web.http.request_context import (
    CurrentRequest,
    Refusal,
    RequestContext,
    form_of,
    go_to,
    page,
    rendered,
)
from upcard.web.http.review_jobs import POSITION, appraised
from upcard.web.pages.form_fields import option_fields

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)

SHOWN_MOVES = 12


@router.get("")
async def position(asked: CurrentRequest, name: str) -> Response:
    """A position, as who is to act sees it, or with all cards open."""
    query = dict(asked.request.query_params)
    try:
        match = await asyncio.to_thread(
            match_from_address, name, query
        )  # thousands of actions take their time
        against = play_out_of(query, match)
        side = side_of(query, match, against)
    except Unknown:
        raise
    except UpcardError as fault:
        return refused(asked, name, Refusal("setup", query, fault))
    here, is_open = address_of(match), query.get(OPEN) == "1" or match.is_over
    rest, back = handed_on(query, against), taken_back(match, against)
    lay, kept = laid_address(match), kept_by_hand(query, side)
    return page(
        asked,
        "analysis.html.jinja",
        board=await asyncio.to_thread(_board, asked, match, against, is_open, side, here + rest),
        whole=here + rest,
        against=against,
        opponent=against and bot_name(against.bot, match.game),
        first=address_of(match, -len(match.actions)) + rest,
        back=back and back + rest,
        by_hand=here + kept,
        turned=here + (against.query if against else "") + turned_to((side + 1) % match.game.players),
        lay=lay and lay + kept,
        can_put=can_lay(match.game.name),
        is_open=is_open,
        has_insight=has_insight(match.game.name),
        seen=_seen(match),
        refusal=None,
        **_form(match, {"seed": str(match.seed or 0), "dealt": BETWEEN.join(match.dealt)}),
    )


def _board(
    asked: RequestContext, match: Match, against: PlayOut | None, is_open: bool, side: int, whole: str
) -> Markup:
    """The table as it is drawn, with one seat below whoever is to act."""
    table = _table(match)
    seat = against.seat if against else match.player
    bots = [
        SeatCaption("bot" if against and p != against.seat else "person") for p in range(match.game.players)
    ]
    told = BoardContext(
        game=match.game,
        captions=bots,
        moves=table.log.seen_by(seat if against and not is_open else None)[-SHOWN_MOVES:],
        begun_after=table.log.rounds.begun_after,
        act_url=f"/analysis/{match.game.name}/act?{whole}",
        csrf=asked.csrf,
        style=asked.settings.cards,
        view_url=f"/analysis/{match.game.name}?{whole}",
        below=side,
    )
    scene = table.scene(None if is_open else seat)
    return Markup(board_html(scene, told))  # noqa: S704 - filled in by a template that escapes


def _form(match: Match, written: dict[str, str], **shown: str) -> dict[str, Any]:
    """What the page needs to set up a position, and to play one out."""
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


def _seen(match: Match) -> ExamplePosition | None:
    """The example that this position is, if it is one."""
    here = address_of(match)
    found = examples_of(match.game.name)
    return next((x for x in found if address_of(match_from_address(match.game.name, x.query)) == here), None)


def laid_address(match: Match) -> str:
    """The address of all that chance did before the first action; empty where it did nothing."""
    history = match.from_start().chance.history
    words = [str(match.game.rules.card_text(x)) if door == "draw" else str(x) for door, x in history]
    return address_of(Match(match.game, match.seed, match.number, tuple(words), ())) if words else ""


def refused(asked: RequestContext, name: str, refusal: Refusal) -> Response:
    """The form for a position as it was filled in, and why there is no such position."""
    filled = _form(match_from_address(name, {}), dict(refusal.fields), shown="", preset="")
    return page(asked, "analysis.html.jinja", refusal.status, refusal=refusal, **filled)


@lru_cache(maxsize=64)
def example_of(game: Game) -> str:
    """The first outcomes of chance of some deal, as they are written; empty where chance does nothing."""
    history = game.match(seed=1).chance.history[:4]
    return BETWEEN.join(str(game.rules.card_text(x)) if door == "draw" else str(x) for door, x in history)


@router.get("/reach")
async def reach(asked: CurrentRequest, name: str) -> Response:
    """The position with the numbers that were chosen, such as pennies."""
    query = dict(asked.request.query_params)
    try:
        numbers = number_names(rules_from_address(name).GAME.name)
        match = await asyncio.to_thread(match_from_address, name, {**query, "do": ""}, numbers)
        match = await asyncio.to_thread(reached, match, query)
    except Unknown:
        raise
    except UpcardError as fault:
        return refused(asked, name, Refusal("setup", query, fault))
    return go_to(asked, f"/analysis/{match.game.name}?{address_of(match)}")


@router.post("/act")
async def act(asked: CurrentRequest, name: str) -> Response:
    """The position after an action; where it is played out, after those of the others too."""
    form = await form_of(asked)
    query = dict(asked.request.query_params)
    match = await asyncio.to_thread(match_from_address, name, query)
    against = play_out_of(query | {k: form[k] for k in (SEAT, BOT) if k in form}, match)
    if "action" in form:
        match.do(whole("action", form["action"]))
    if against:
        await play_on(asked.site.tables.bots, match, against)
    return go_to(asked, f"/analysis/{match.game.name}?{address_of(match)}{handed_on(query, against)}")


@router.get("/worths")
async def worths(asked: CurrentRequest, name: str) -> Response:
    """What every action is worth, as a part of the page or as a page of its own."""
    query = dict(asked.request.query_params)
    match = await asyncio.to_thread(match_from_address, name, query)
    text, rest = record_text(match), handed_on(query, play_out_of(query, match))
    found, fault = None, ""
    try:
        found = await asked.site.reviewer.ask(f"position {text}", appraised, text, POSITION)
    except UpcardError as wrong:
        fault = str(wrong)
    ways = {x["action"]: address_of(match, 0, x["action"]) + rest for x in found["choices"]} if found else {}
    filled: dict[str, Any] = {
        "found": found,
        "fault": fault,
        "match": match,
        "here": address_of(match) + rest,
        "ways": ways,
        "suits": partial(with_suits, rules=match.game.rules),
        "stopped": end_sentence,
    }
    if asked.is_fragment:
        return HTMLResponse(rendered(asked, "worths.html.jinja", **filled))
    return page(asked, "worths_page.html.jinja", **filled)


def _table(match: Match) -> MatchSession:
    """A table at which everybody acts by hand, with all that was done."""
    sitters = [SeatPlayer(f"player {p + 1}") for p in range(match.game.players)]
    table = MatchSession(match.from_start(), sitters)
    for action in match.actions:
        table.push(action)
    return table
