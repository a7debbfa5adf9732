"""The page that goes over a match that has ended."""

from collections.abc import Sequence
from functools import partial

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.card_notation import with_suits
from upcard.engine.errors import Failure, Illegal, UpcardError
from upcard.report.value_chart import HEIGHT, LEFT, MARK, RIGHT, RING, TOP, WIDTH, course_chart
from upcard.server.repository import StoredSeat
from upcard.web.classroom.pupil_pages import review_opening, table_strip
from upcard.web.http.request_context import CurrentRequest, page
from upcard.web.http.review_jobs import REVIEW, reviewed
from upcard.web.pages.table_pages import match_text

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)

FRAME = {
    "width": WIDTH,
    "height": HEIGHT,
    "left": LEFT,
    "right": WIDTH - RIGHT,
    "top": TOP,
    "mark": MARK,
    "ring": RING,
}


@router.get("/review")
async def look_back(asked: CurrentRequest, table_id: str) -> Response:
    """Every decision of a match that has ended, and what was luck."""
    live = await asked.site.tables.find(table_id)
    if not live.is_over or not live.is_dealt:
        raise Illegal("the match is not over; you can review it when it has ended")
    if title := await review_opening(asked, live):
        raise Illegal(
            "your class is still looking for the best moves; you can review the match from "
            f"“{title}” on, or when your teacher allows it"
        )
    try:
        work = partial(reviewed, strategies=strategies_of(live.seats))
        found = await asked.site.reviewer.ask(table_id, work, match_text(live), REVIEW)
    except Failure as fault:  # nothing is wrong with the match
        raise Failure(f"the match is fine, but {fault}") from None
    except UpcardError as fault:
        raise Illegal(f"this match cannot be reviewed: {fault}") from None
    chart = None if found is None else course_chart(found)
    suits = partial(with_suits, rules=live.game.rules)
    own = [p + 1 for p in live.seats_of(asked.visitor.persons)]
    return page(
        asked,
        "review.html.jinja",
        live=live,
        strip=await table_strip(asked, live),
        found=found,
        chart=chart,
        frame=FRAME,
        suits=suits,
        own=own,
    )


def strategies_of(seats: Sequence[StoredSeat]) -> tuple[str, ...]:
    """The strategy of every seat; empty for a person, also where a strategy acted in his place."""
    return tuple("" if x.person else x.strategy for x in seats)
