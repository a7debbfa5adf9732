"""My games: the visitor's tables, their results by game, and what reviews say about their play over time."""

from collections.abc import Sequence
from functools import partial
from typing import Any

from fastapi import APIRouter
from starlette.responses import HTMLResponse, Response

from upcard.server.fair_threads import in_thread
from upcard.server.live_table import ABORTED, LiveTable
from upcard.server.review_summaries import reviewed_matches
from upcard.web.http.request_context import CurrentForm, CurrentRequest, RequestContext
from upcard.web.http.visitor_identity import link_of
from upcard.web.pages.my_results import results_by_game
from upcard.web.pages.review_page import request_for_visitor
from upcard.web.pages.start_pages import OVER, WAITING, YOUR_MOVE, lines_of_tables

router = APIRouter(prefix="/mine", include_in_schema=False)

GROUPS = YOUR_MOVE, WAITING, OVER


@router.get("")
async def mine(context: CurrentRequest) -> Response:
    """Show the visitor's tables: with their move, waiting for others, and finished; then their results."""
    link = link_of(context.site.signer, context.base, context.visitor.person)
    tables = await context.site.tables.tables_of(context.visitor.persons)
    lines = lines_of_tables(context, tables)
    groups = [(title, [x for x in lines if x["group"] == title]) for title in GROUPS]
    return context.page(
        "mine.html.jinja", groups=[x for x in groups if x[1]], private=link, **await _results(context, tables)
    )


@router.get("/results")
async def results(context: CurrentRequest) -> Response:
    """Return the results alone, for a page that shows how the reviews go on."""
    tables = await context.site.tables.tables_of(context.visitor.persons)
    return HTMLResponse(context.render("my_results.html.jinja", **await _results(context, tables)))


@router.post("/reviews")
async def review_all(context: CurrentRequest, form: CurrentForm) -> Response:
    """Review the matches of the visitor that have no review yet, one after the other."""
    persons = context.visitor.persons
    known = await context.site.tables.read(lambda c: reviewed_matches(c, persons))
    tables = await context.site.tables.tables_of(persons)
    names = not_reviewed(tables, persons, {x.summary.table_id for x in known})
    context.site.reviewer.batches.start(context.visitor.person, names, partial(request_for_visitor, context))
    return context.go_to("/mine#results")


def not_reviewed(
    tables: Sequence[LiveTable], persons: frozenset[str], known: set[str] | frozenset[str]
) -> list[str]:
    """Return the finished matches of a visitor that can have a review and have none, the latest first."""
    return [
        live.row.id
        for live in tables
        if live.is_over and live.is_dealt and live.row.ending != ABORTED and live.turn
        and live.seats_of(persons) and live.row.id not in known
    ]  # fmt: skip


async def _results(context: RequestContext, tables: Sequence[LiveTable]) -> dict[str, Any]:
    """Return the values of the part of the page with the results of the visitor's tables."""
    persons = context.visitor.persons
    reviews = await context.site.tables.read(lambda c: reviewed_matches(c, persons))
    known = {x.summary.table_id for x in reviews}
    return {
        "records": await in_thread(results_by_game, tables, persons, reviews),
        "missing": len(not_reviewed(tables, persons, known)),
        "batch": context.site.reviewer.batches.of(context.visitor.person),
    }
