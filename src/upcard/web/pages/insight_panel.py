"""Insights into a position on the analysis board, besides the value of each action."""

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
from upcard.web.board.orientation import view_query
from upcard.web.board.play_out import read_play_out
from upcard.web.board.position_address import ASSUMED, address_of, match_from_address
from upcard.web.http.request_context import CurrentRequest, RequestContext, page, render
from upcard.web.http.review_jobs import INSIGHT

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)


@router.get("/insight")
async def insight(context: CurrentRequest, name: str) -> Response:
    """Show insights into a position, as a part of the page or as a separate page."""
    query = context.query
    match = await asyncio.to_thread(match_from_address, name, query)
    assumed, result, fault = query[ASSUMED], None, ""
    try:
        result = await find_insight(context, match, assumed)
    except UpcardError as error:
        fault = str(error)
    values: dict[str, Any] = {
        "result": result,
        "fault": fault,
        "match": match,
        "here": address_of(match) + view_query(query, read_play_out(query, match)),
        "assumed": assumed,
        "draw": _draw,
        "hidden": [(k, x) for k, x in query.items() if k != ASSUMED],
    }
    if context.is_fragment:
        return HTMLResponse(render(context, "insight.html.jinja", **values))
    return page(context, "insight_page.html.jinja", **values)


async def find_insight(context: RequestContext, match: Match, assumed: str) -> dict[str, Any] | None:
    """Return insights into a position; empty if there are none, None while they are computed.

    Raises UpcardError if they cannot be computed.
    """
    question = json.dumps({"record": record_text(match), "assumed": assumed})
    return await context.site.reviewer.compute(f"insight {question}", answer, question, INSIGHT)


def _draw(values: dict[str, Any]) -> Markup:
    return Markup(drawing_svg(values))  # noqa: S704 - the drawing escapes all text
