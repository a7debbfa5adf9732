"""Hints at a table against computers: the best move, how much better it is, and why."""

from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from upcard.engine.errors import Illegal, UpcardError
from upcard.engine.record import record_text
from upcard.language.messages import gettext as _
from upcard.web.board.table_view import is_alone
from upcard.web.game_text import game_text
from upcard.web.http.request_context import CurrentRequest
from upcard.web.http.review_jobs import POSITION, judge_position
from upcard.web.pages.analysis_page import find_insight

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)


@router.get("/hint")
async def hint(context: CurrentRequest, table_id: str) -> Response:
    """Show the best move of the visitor, as a part of the page or as a page.

    Raises Illegal if the visitor plays with other people, or has no move now.
    """
    live = await context.site.tables.find(table_id)
    seat = live.seat_of(context.visitor.persons)
    if not is_alone(live, seat):
        raise Illegal(_("hints are for matches against computers only"))
    if not live.is_dealt or live.mover != seat:
        raise Illegal(_("it is not your turn; ask again when it is"))
    text, result, reasons, fault = record_text(live.match), None, [], ""
    try:
        result = await context.site.reviewer.compute(f"position {text}", judge_position, text, POSITION)
        insight = await find_insight(context, live.match, "") if result else None
        reasons = list(insight["says"])[:1] if insight else []
    except UpcardError as error:
        fault = str(error)
    values: dict[str, Any] = {
        "live": live,
        "result": result,
        "reasons": reasons,
        "fault": fault,
        "is_part": context.is_fragment,
        "suits": partial(game_text, rules=live.game.rules),
    }
    if context.is_fragment:
        return HTMLResponse(context.render("hint.html.jinja", **values))
    return context.page("hint_page.html.jinja", **values)
