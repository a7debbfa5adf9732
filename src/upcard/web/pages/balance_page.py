"""The page about the balance of a game: each section is computed on its own, and shown when it is ready."""

import json
from collections.abc import Mapping
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.document.model import Table
from upcard.engine.errors import Failure, Unknown, UpcardError, Usage
from upcard.engine.game import Game
from upcard.engine.game_spec import GameSpec
from upcard.engine.read_number import plain_number_or
from upcard.language.messages import game_words, gettext, marked
from upcard.play.position_address import rules_from_address
from upcard.report.number_text import cell_text, column_decimals
from upcard.report.section_files import section_charts
from upcard.server.fair_threads import in_thread
from upcard.web.http.request_context import CurrentRequest
from upcard.web.http.review_jobs import PendingJob, TooLong

router = APIRouter(prefix="/balance/{name}", include_in_schema=False)

EFFORT = 0.1
"""Part of the usual number of games; a server has other things to do."""


BALANCE = PendingJob(
    marked("playing these games took more than {0} s and was stopped; run 'upcard balance' instead"),
    marked("playing these games was interrupted; try again"),
    is_study=True,
)


def balance_part(text: str) -> dict[str, Any]:
    """Return a section of a balance report as plain values; `text` names the game and the section."""
    from upcard.study.balance.measure_balance import balance_section, shared_bank

    name, players, preset, section = json.loads(text)
    document = balance_section(shared_bank(name, players, preset, EFFORT), section).document
    return {
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
    players = plain_number_or(-1, query["players"]) if query["players"] else None
    if players == -1:
        raise Usage(gettext("that is not a number of players; choose one from the list"))
    return GameSpec(name, players, query["preset"] or None, {}).game()


def _section_titles() -> dict[str, str]:
    """Return the titles of the sections in the language of the visitor, by their names."""
    return {
        "seats": gettext("Seats"),
        "length": gettext("Length"),
        "choice": gettext("Choice"),
        "luck": gettext("Luck and skill"),
        "tension": gettext("Tension"),
        "cards": gettext("Cards and actions"),
        "ends": gettext("Ends"),
    }


@router.get("")
async def balance_of(context: CurrentRequest, name: str) -> Response:
    """Show the page, whose sections load by themselves."""
    game = await in_thread(_game, name, context.query)
    return context.page(
        "balance.html.jinja",
        game=game,
        presets=sorted(game.rules.PRESETS),
        preset=context.query["preset"],
        sections=_section_titles(),
    )


@router.get("/{section}")
async def balance_section_of(context: CurrentRequest, name: str, section: str) -> Response:
    """Show a section, as a part of the page or as a page."""
    titles = _section_titles()
    if section not in titles:
        raise Unknown(gettext("there is no such section; go back to the page of the game"))
    game, preset = await in_thread(_game, name, context.query), context.query["preset"]
    text = json.dumps([game.name, game.players, preset, section])  # one text for all ways to type the same
    result, fault, can_retry = None, "", False
    try:
        result = await context.site.reviewer.compute(f"balance {text}", balance_part, text, BALANCE)
    except UpcardError as error:
        fault, can_retry = (
            game_words(str(error)),
            isinstance(error, Failure) and not isinstance(error, TooLong),
        )
    values: dict[str, Any] = {
        "game": game,
        "preset": preset,
        "section": section,
        "title": titles[section],
        "result": result,
        "fault": fault,
        "can_retry": can_retry,
        "svg": Markup,
    }
    if context.is_fragment:
        return HTMLResponse(context.render("balance_part.html.jinja", **values))
    return context.page("balance_part_page.html.jinja", **values)
