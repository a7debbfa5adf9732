"""The page about the balance of a game: each section is computed on its own, and shown when it is ready."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.document.model import Table
from upcard.engine.errors import Unknown, UpcardError
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.language.messages import game_words, gettext, marked
from upcard.play.position_address import rules_from_address
from upcard.report.number_text import cell_text, column_decimals
from upcard.report.section_files import section_charts
from upcard.server.fair_threads import in_thread
from upcard.web.http.request_context import CurrentRequest
from upcard.web.http.review_jobs import PendingJob

router = APIRouter(prefix="/balance/{name}", include_in_schema=False)

EFFORT = 0.1
"""Part of the usual number of games; a server has other things to do."""

SECTIONS = ("seats", "length", "choice", "luck", "tension", "cards", "ends")

BALANCE = PendingJob(
    marked("playing these games took more than {0} s and was stopped; run 'upcard balance' instead"),
    marked("playing these games was interrupted; try again"),
)


def balance_part(text: str) -> dict[str, Any]:
    """Return a section of a balance report as plain values; `text` names the game and the section."""
    from upcard.study.balance.measure_balance import balance

    query = json.loads(text)
    game = _game(query["name"], query)
    report = balance(game, sections=[query["section"]], effort=EFFORT, threads=1)
    document = report.sections[0].document
    return {
        "title": document.title,
        "text": list(document.text),
        "tables": [_plain_table(x) for x in document.tables],
        "charts": section_charts(document),
    }


def _plain_table(table: Table) -> dict[str, Any]:
    columns = list(zip(*table.rows, strict=True)) if table.rows else [() for _ in table.columns]
    decimals = [column_decimals(c) for c in columns]
    rows = [[cell_text(x, d) for x, d in zip(row, decimals, strict=True)] for row in table.rows]
    return {"title": table.title, "columns": list(table.columns), "rows": rows, "note": table.note}


def _game(name: str, query: Mapping[str, Any]) -> Game:
    """Return the game of an address.

    Raises Unknown for an unknown game, and Usage for a number of players or a preset that it does not have.
    """
    rules_from_address(name)
    players = query["players"]
    return GameSpec(name, int(players) if players.isdecimal() else None, query["preset"] or None, {}).game()


@router.get("")
async def balance_of(context: CurrentRequest, name: str) -> Response:
    """Show the page, whose sections load by themselves."""
    query = {"players": context.query["players"][:3], "preset": context.query["preset"][:80]}
    game = await in_thread(_game, name, query)
    return context.page(
        "balance.html.jinja",
        game=game,
        presets=sorted(game.rules.PRESETS),
        preset=query["preset"],
        sections=SECTIONS,
    )


@router.get("/{section}")
async def balance_section(context: CurrentRequest, name: str, section: str) -> Response:
    """Show a section, as a part of the page or as a page."""
    if section not in SECTIONS:
        raise Unknown(gettext("there is no such section; go back to the page of the game"))
    query = {"players": context.query["players"][:3], "preset": context.query["preset"][:80]}
    game = await in_thread(_game, name, query)
    text = json.dumps({"name": game.name, "section": section, **query})
    result, fault = None, ""
    try:
        result = await context.site.reviewer.compute(f"balance {text}", balance_part, text, BALANCE)
    except UpcardError as error:
        fault = game_words(str(error))
    values: dict[str, Any] = {
        "game": game,
        "preset": query["preset"],
        "section": section,
        "result": result,
        "fault": fault,
        "svg": Markup,
    }
    if context.is_fragment:
        return HTMLResponse(context.render("balance_part.html.jinja", **values))
    return context.page("balance_part_page.html.jinja", **values)
