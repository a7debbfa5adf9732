"""What is known of a position besides the worth of each action, on the analysis board."""

import asyncio
import json
from typing import Any

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.engine.errors import UpcardError
from upcard.engine.game import Match
from upcard.engine.record import record_text
from upcard.report.position_insight import answer, drawing_svg
from upcard.web.board.orientation import handed_on
from upcard.web.board.play_out import play_out_of
from upcard.web.board.position_address import ASSUMED, address_of, match_from_address
from upcard.web.http.request_context import CurrentRequest, RequestContext, page, rendered
from upcard.web.http.review_jobs import INSIGHT

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)


@router.get("/insight")
async def insight(asked: CurrentRequest, name: str) -> Response:
    """What is known of a position, as a part of the page or as a page of its own."""
    query = dict(asked.request.query_params)
    match = await asyncio.to_thread(match_from_address, name, query)
    assumed, found, fault = query.get(ASSUMED, ""), None, ""
    try:
        found = await insight_by(asked, match, assumed)
    except UpcardError as wrong:
        fault = str(wrong)
    filled: dict[str, Any] = {
        "found": found,
        "fault": fault,
        "match": match,
        "here": address_of(match) + handed_on(query, play_out_of(query, match)),
        "assumed": assumed,
        "draw": _draw,
        "hidden": [(k, x) for k, x in query.items() if k != ASSUMED],
    }
    if asked.is_fragment:
        return HTMLResponse(rendered(asked, "insight.html.jinja", **filled))
    return page(asked, "insight_page.html.jinja", **filled)


async def insight_by(asked: RequestContext, match: Match, assumed: str) -> dict[str, Any] | None:
    """What is known of a position; empty where nothing is, None while it is looked for.

    Raises
    ------
    UpcardError
        If it cannot be found.
    """
    question = json.dumps({"record": record_text(match), "assumed": assumed})
    return await asked.site.reviewer.ask(f"insight {question}", answer, question, INSIGHT)


def _draw(values: dict[str, Any]) -> Markup:
    return Markup(drawing_svg(values))  # noqa: S704 - drawn by us, with all text escaped
