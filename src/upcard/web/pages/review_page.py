"""The review of a finished match."""

from collections.abc import Sequence
from functools import partial

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.card_notation import with_suits
from upcard.engine.errors import Failure, Illegal, UpcardError
from upcard.report import value_chart
from upcard.server.live_table import LiveTable
from upcard.server.repository import StoredSeat
from upcard.web.classroom.pupil_pages import review_opening, table_strip
from upcard.web.http.request_context import CurrentForm, CurrentRequest, RequestContext, status_of
from upcard.web.http.review_jobs import REVIEW, review_record
from upcard.web.pages.table_pages import match_text

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)


@router.get("/review")
async def look_back(context: CurrentRequest, table_id: str) -> Response:
    """Show the decisions of a finished match, and its luck."""
    live = await _reviewable(context, table_id)
    result, fault = None, ""
    try:
        work = partial(review_record, strategies=strategies_of(live.seats))
        result = await context.site.reviewer.compute(table_id, work, match_text(live), REVIEW)
    except Failure as error:  # the match itself can be reviewed
        fault = f"The match is fine, but {error}."
    except UpcardError as error:
        raise Illegal(f"this match cannot be reviewed: {error}") from None
    return context.page(
        "review.html.jinja",
        status=status_of(Failure()) if fault else 200,
        live=live,
        strip=await table_strip(context, live),
        result=result,
        fault=fault,
        chart=None if result is None else value_chart.value_chart(result),
        frame=value_chart,
        suits=partial(with_suits, rules=live.game.rules),
        viewer=[p + 1 for p in live.seats_of(context.visitor.persons)],
    )


@router.post("/review/again")
async def try_again(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Review a match again after that took too long."""
    await _reviewable(context, table_id)
    context.site.reviewer.retry(table_id)
    return context.go_to(f"/t/{table_id}/review")


async def _reviewable(context: RequestContext, table_id: str) -> LiveTable:
    """Return a finished match that the visitor may review now; raises Illegal for any other."""
    live = await context.site.tables.find(table_id)
    if not live.is_over or not live.is_dealt:
        raise Illegal("the match is not over; you can review it when it has ended")
    if title := await review_opening(context, live):
        raise Illegal(
            "your class is still looking for the best moves; you can review the match from "
            f"“{title}” on, or when your teacher allows it"
        )
    return live


def strategies_of(seats: Sequence[StoredSeat]) -> tuple[str, ...]:
    """Return the strategy of every seat; empty for a person, even if a bot played for them."""
    return tuple("" if x.person else x.strategy for x in seats)
