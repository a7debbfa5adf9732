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

from upcard.engine.errors import UpcardError
from upcard.engine.game import Game, Match
from upcard.engine.record import record_text
from upcard.play.hall import Unknown
from upcard.play.table import Sitter, Table
from upcard.report.insight import has_insight
from upcard.web.addresses import BETWEEN, address_of, match_of, whole
from upcard.web.board import board_html, suited_names, with_suits
from upcard.web.fields import option_fields
from upcard.web.reviewer import appraised
from upcard.web.site import Asked, Refusal, form_of, go_to, page, rendered
from upcard.web.tables import Visit
from upcard.web.told import Told

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)

SHOWN_MOVES = 12


@router.get("")
async def position(asked: Visit, name: str) -> Response:
    """A position, as who is to act sees it, or with all cards open."""
    query = dict(asked.request.query_params)
    try:
        match = await asyncio.to_thread(match_of, name, query)  # thousands of actions take their time
    except Unknown:
        raise
    except UpcardError as fault:
        return refused(asked, name, Refusal("setup", query, fault))
    table = await asyncio.to_thread(_table, match)
    here = address_of(match)
    is_open = query.get("open") == "1" or match.is_over
    scene = table.scene(None if is_open else match.player)
    told = Told(
        game=match.game,
        moves=table.log.seen_by(None)[-SHOWN_MOVES:],
        act_url=f"/analysis/{match.game.name}/act?{here}",
        csrf=asked.csrf,
        style=asked.settings.cards,
        view_url=f"/analysis/{match.game.name}?{here}",
    )
    return page(
        asked,
        "analysis.html.jinja",
        match=match,
        board=Markup(board_html(scene, told)),  # noqa: S704 - filled in by a template that escapes
        here=here,
        back=address_of(match, -1) if match.actions else "",
        options=option_fields(match.game),
        is_open=is_open,
        lay=laid_address(match),
        has_insight=has_insight(match.game.name),
        written={"seed": match.seed or 0, "dealt": BETWEEN.join(match.dealt)},
        example=example_of(match.game),
        refusal=None,
    )


def laid_address(match: Match) -> str:
    """The address of all that chance did before the first action; empty where it did nothing."""
    history = Match(match.game, match.seed, match.number, match.dealt, ()).chance.history
    words = [str(match.game.rules.card_text(x)) if door == "draw" else str(x) for door, x in history]
    return address_of(Match(match.game, match.seed, match.number, tuple(words), ())) if words else ""


def refused(asked: Asked, name: str, refusal: Refusal) -> Response:
    """The form for a position as it was filled in, and why there is no such position."""
    match = match_of(name, {})
    return page(
        asked,
        "analysis.html.jinja",
        refusal.status,
        match=match,
        options=option_fields(match.game, {**refusal.fields, "shown": "", "preset": ""}),
        written=refusal.fields,
        example=example_of(match.game),
        refusal=refusal,
    )


@lru_cache(maxsize=64)
def example_of(game: Game) -> str:
    """The first outcomes of chance of some deal, as they are written; empty where chance does nothing."""
    history = game.match(seed=1).chance.history[:4]
    return BETWEEN.join(str(game.rules.card_text(x)) if door == "draw" else str(x) for door, x in history)


@router.post("/act")
async def act(asked: Visit, name: str) -> Response:
    """The position after an action."""
    form = await form_of(asked)
    match = match_of(name, dict(asked.request.query_params))
    match.do(whole("action", form.get("action", "")))
    return go_to(asked, f"/analysis/{match.game.name}?{address_of(match)}")


@router.get("/worths")
async def worths(asked: Visit, name: str) -> Response:
    """What every action is worth, as a part of the page or as a page of its own."""
    match = await asyncio.to_thread(match_of, name, dict(asked.request.query_params))
    text = record_text(match)
    found, fault = None, ""
    try:
        found = await asked.site.reviewer.ask(f"position {text}", appraised, text)
    except UpcardError as wrong:
        fault = str(wrong)
    ways = {x["action"]: address_of(match, 0, x["action"]) for x in found["choices"]} if found else {}
    filled: dict[str, Any] = {
        "found": found,
        "fault": fault,
        "match": match,
        "here": address_of(match),
        "ways": ways,
        "suits": partial(with_suits, names=suited_names(match.game.rules)),
    }
    if asked.is_fragment:
        return HTMLResponse(rendered(asked, "worths.html.jinja", **filled))
    return page(asked, "worths_page.html.jinja", **filled)


def _table(match: Match) -> Table:
    """A table at which everybody acts by hand, with all that was done."""
    table = Table(Match(match.game, match.seed, match.number, match.dealt, match.seats), _sitters(match.game))
    for action in match.actions:
        table.act(action)
    return table


def _sitters(game: Game) -> list[Sitter]:
    return [Sitter(f"player {p + 1}") for p in range(game.players)]
