"""The review of a finished match: the costliest decisions first, the rest as it becomes known."""

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import Any, Self

from fastapi import APIRouter
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.engine.errors import Failure, Illegal, Unknown, UpcardError
from upcard.engine.game import Match
from upcard.language.messages import game_words, gettext
from upcard.play.position_address import address_of
from upcard.report.position_insight import has_insight
from upcard.report.review_progress import CostliestMistakes, costliest
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import LiveTable
from upcard.server.repository import StoredSeat
from upcard.web.board.small_board import (
    decision_scene,
    marks_of_decision,
    match_before,
    shows_all,
    small_board,
)
from upcard.web.classroom.pupil_pages import review_opening, table_strip
from upcard.web.game_text import game_text
from upcard.web.http.match_reviews import MatchReview
from upcard.web.http.request_context import CurrentForm, CurrentRequest, RequestContext, status_of
from upcard.web.http.review_jobs import OPPONENTS, PATIENCE, opponents_name
from upcard.web.http.review_pieces import ReviewRequest, judge_opponents_of
from upcard.web.pages.replay_page import position_in, replay_values, side_values
from upcard.web.pages.review_words import JUDGING, against_texts, lessons_title, progress_text, verdict_text
from upcard.web.pages.table_pages import match_text

router = APIRouter(prefix="/t/{table_id}", include_in_schema=False)

FIRST_WAIT = 2.0
"""Seconds a visitor waits for the first mistakes before the page shows that they are being computed."""


@dataclass(frozen=True)
class Reviewed:
    """The review of a match as one visitor sees it at one moment, while its computation continues."""

    live: LiveTable
    review: MatchReview
    request: ReviewRequest
    mine: tuple[int, ...]
    """The visitor's seats; empty for a watcher."""
    document: dict[str, Any] | None
    """Results at that moment, from which all parts of an answer are drawn."""
    version: int
    """The number of its results."""

    @property
    def latest(self) -> Self:
        """The same review as it is now."""
        return replace(self, document=self.review.document, version=self.review.version)

    @property
    def seats(self) -> tuple[int, ...]:
        """The seats whose mistakes come first: the visitor's, for watchers those of people, or else all."""
        return self.request.viewers[0]

    @property
    def costliest(self) -> CostliestMistakes | None:
        """The costliest mistakes so far; None if nothing is known yet."""
        return None if self.document is None else costliest(self.document, self.seats)

    @property
    def parts(self) -> dict[str, str]:
        """The parts of the page by the names of their elements, each with a text that changes with it."""
        document, first = self.document, self.costliest
        if document is None or first is None:
            return {}
        numbers = "-".join(str(d["number"]) for d in first.decisions)
        done = {"lessons": f"{numbers}.{int(first.is_settled)}"}
        if len(document["worths"]) > document["of"]:
            done["course"] = str(len(document["decisions"]) == document["of"])
        if document["review"] is not None:
            done["whole"] = "1"
        return done


@router.get("/review")
async def look_back(context: CurrentRequest, table_id: str) -> Response:
    """Show the costliest decisions of a finished match, and the rest as far as it is known."""
    seen = await _reviewed(context, table_id)
    await _first_mistakes(context, seen.review)
    seen = seen.latest
    fault, first, live = _fault_of(seen), seen.costliest, seen.live
    usual = first.decisions[0]["number"] - 1 if first and first.decisions else 0
    values = await _values(context, seen)
    values |= await replay_values(context, live, position_in(context, live, usual), seen.document, False)
    return context.page(
        "review.html.jinja",
        status=status_of(Failure()) if fault else 200,
        strip=await table_strip(context, seen.live),
        **values,
    )


@router.get("/review/parts")
async def parts(context: CurrentRequest, table_id: str) -> Response:
    """Return the progress, with the parts of the page that are new since the version that it shows."""
    seen = await _reviewed(context, table_id)
    version = context.query.number_or(-1, "seen")
    await context.site.reviewer.matches.next_results(seen.review, version, PATIENCE)
    seen = seen.latest
    has_lessons = context.query["lessons"] == seen.parts.get("lessons")  # these take longest to draw
    values = await _values(context, seen, not has_lessons)
    shown = {name for name, key in values["parts"].items() if context.query[name] == key}
    if "course" in values["parts"] and "course" not in shown:
        values |= await side_values(seen.live, 0, seen.document)
    return HTMLResponse(context.render("review_news.html.jinja", shown=shown, **values))


@router.get("/review/decision")
async def decision(context: CurrentRequest, table_id: str) -> Response:
    """Show one reviewed decision: with its lesson, or for another try, perhaps with the move tried there."""
    seen = await _reviewed(context, table_id)
    number = context.query.number_or(0, "at")
    judged = (seen.document or {}).get("decisions", {}).get(number)
    if judged is None:
        raise Unknown(gettext("this move has not been reviewed yet; go back to the review"))
    tried = context.query.number_or(-1, "action")
    is_try = context.query["try"] == "1" or tried in judged["words"]
    view = LessonView(is_try, tried if tried in judged["words"] else None, context.query["open"] == "1")
    lesson = await in_thread(_lesson, context, seen, judged, view)
    if context.is_fragment:
        return HTMLResponse(lesson)
    return context.page("review_decision.html.jinja", live=seen.live, lesson=lesson)


@router.post("/review/again")
async def try_again(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Continue a review that has stopped."""
    await _reviewable(context, table_id)
    context.site.reviewer.matches.retry(table_id)
    context.site.reviewer.retry(opponents_name(table_id))
    return context.go_to(f"/t/{table_id}/review")


@router.post("/review/opponents")
async def judge_opponents(context: CurrentRequest, form: CurrentForm, table_id: str) -> Response:
    """Judge the decisions against the opponents of the match; its page shows the result."""
    seen = await _reviewed(context, table_id)
    if seen.review.is_finished:
        matches, review = context.site.reviewer.matches, seen.review
        # If an earlier server has finished it, only its results are known, and the judgements need more.
        if not review.state:
            matches.renew(table_id)
            review = matches.open(table_id, seen.request)
        review.is_opposed = True
    return context.go_to(f"/t/{table_id}/review#whole")


async def _reviewed(context: RequestContext, table_id: str) -> Reviewed:
    """Return the review of a match for a visitor, which continues from now on."""
    live = await _reviewable(context, table_id)
    mine = tuple(live.seats_of(context.visitor.persons))
    people = tuple(x.number for x in live.seats if x.person)
    request = _request(live, mine or people or tuple(range(live.row.players)))
    await context.site.reviewer.matches.restore(table_id, lambda: request.text)
    review = context.site.reviewer.matches.open(table_id, request)
    if review.fault is not None and not isinstance(review.fault, Failure):
        raise Illegal(gettext("this match cannot be reviewed: {fault}", fault=review.fault))
    return Reviewed(live, review, request, mine, review.document, review.version)


def _request(live: LiveTable, seats: tuple[int, ...]) -> ReviewRequest:
    """Return the request for a review in which the mistakes of some seats come first."""
    return ReviewRequest(match_text(live, for_people=True), (seats,), strategies_of(live.seats))


async def request_for_visitor(context: RequestContext, table_id: str) -> ReviewRequest | None:
    """Return the request for the review of a visitor's match; None if they may not review it now."""
    try:
        live = await _reviewable(context, table_id)
    except UpcardError:
        return None
    return _request(live, tuple(live.seats_of(context.visitor.persons)))


async def _first_mistakes(context: RequestContext, review: MatchReview) -> None:
    """Wait for the costliest mistakes or the end of the review, for ``FIRST_WAIT`` seconds at most."""
    until = time.monotonic() + FIRST_WAIT
    while not review.is_settled and review.task is not None and (left := until - time.monotonic()) > 0:
        await context.site.reviewer.matches.next_results(review, review.version, left)


async def _reviewable(context: RequestContext, table_id: str) -> LiveTable:
    """Return a finished match that the visitor may review now; raises Illegal for any other."""
    live = await context.site.tables.find(table_id)
    if not live.is_over or not live.is_dealt:
        raise Illegal(gettext("the match is not over; you can review it when it has ended"))
    if title := await review_opening(context, live):
        raise Illegal(
            gettext(
                "your class is still looking for the best moves; you can review the match from "
                "“{title}” on, or when your teacher allows it",
                title=title,
            )
        )
    return live


def _fault_of(seen: Reviewed) -> str:
    """Return why the review has stopped, as a sentence; empty if it has not."""
    fault = seen.review.fault
    return "" if fault is None else gettext("The match is fine, but {fault}.", fault=game_words(str(fault)))


async def _values(context: RequestContext, seen: Reviewed, is_drawn: bool = True) -> dict[str, Any]:
    """Return the values of the templates of a review; without lessons unless they are drawn."""
    live, document, first = seen.live, seen.document, seen.costliest
    decisions = first.decisions if first and is_drawn else ()
    lessons = [await in_thread(_lesson, context, seen, d, LessonView()) for d in decisions]
    result, opposing, parts = document and document["review"], "", seen.parts
    if result and seen.review.is_opposed:
        result, opposing = await _against_opponents(context, seen, result)
        parts["whole"] = opposing or "opponents"
    return {
        "live": live,
        "version": seen.version,
        "parts": parts,
        "progress": document,
        "first": first,
        "lessons": lessons,
        "fault": _fault_of(seen),
        "result": result,
        "opposing": opposing,
        "progress_text": progress_text,
        "lessons_title": lessons_title,
        "verdict_text": verdict_text,
        "against_texts": against_texts,
        "suits": partial(game_text, rules=live.game.rules),
        "viewer": [p + 1 for p in seen.mine],
    }


async def _against_opponents(
    context: RequestContext, seen: Reviewed, result: Mapping[str, Any]
) -> tuple[Mapping[str, Any], str]:
    """Return the document with the judgements against the opponents, or the old one and what is missing."""
    request = ReviewRequest(
        seen.request.text, seen.request.viewers, seen.request.strategies, seen.review.state
    )
    work = partial(_opposed, request=request)
    try:
        judged = await context.site.reviewer.compute(opponents_name(seen.live.key), work, "", OPPONENTS)
    except UpcardError as fault:
        return result, gettext("The review is fine, but {fault}.", fault=game_words(str(fault)))
    return (judged, "") if judged else (result, JUDGING)


def _opposed(text: str, request: ReviewRequest) -> dict[str, Any]:
    """Return the document of a review with the judgements against the opponents; `text` is not used."""
    return judge_opponents_of(request)


@dataclass(frozen=True)
class LessonView:
    """How a reviewed decision is shown."""

    is_try: bool = False
    """Whether the visitor looks for the best move, so that it is not shown."""
    tried: int | None = None
    """The move that the visitor has tried; None for none."""
    is_open: bool = False
    """Whether the cards of the others are shown."""


def _lesson(context: RequestContext, seen: Reviewed, judged: Mapping[str, Any], view: LessonView) -> Markup:
    """Return a reviewed decision on a small board."""
    live, unit = seen.live, (seen.document or {})["unit"]
    before = match_before(live.match, judged["number"])
    scene = decision_scene(before, view.is_open)
    is_right = view.tried is not None and view.tried in judged["good"]
    is_hidden = view.is_try and not is_right
    marked = {} if is_hidden else marks_of_decision(judged)
    return context.render(
        "lesson.html.jinja",
        live=live,
        d=judged,
        unit=unit,
        view=view,
        is_right=is_right,
        is_hidden=is_hidden,
        choices=scene.choices,
        is_marked=shows_all(scene, marked),
        board=small_board(scene, before, context.settings.cards, marked, view.is_open),
        is_mine=judged["seat"] in seen.mine,
        name=live.seats[judged["seat"]].name,
        can_open=not live.game.rules.GAME.perfect_information,
        insight=_insight_address(before),
        suits=partial(game_text, rules=live.game.rules),
    )


def _insight_address(before: Match) -> str:
    """Return the address of the notes on a position; empty if its game has none."""
    name = before.game.name
    return f"/analysis/{name}/insight?{address_of(before)}" if has_insight(name) else ""


def strategies_of(seats: Sequence[StoredSeat]) -> tuple[str, ...]:
    """Return the strategy of every seat; empty for a person, even if a bot played for them."""
    return tuple("" if x.person else x.strategy for x in seats)
