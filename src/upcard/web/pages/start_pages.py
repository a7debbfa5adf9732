"""Pages besides the tables: the start page, the visitor's name, and the check of records."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from upcard.engine.errors import Usage
from upcard.engine.result_words import result_of
from upcard.engine.wording import ago, counted, join_names
from upcard.play.bot_levels import CASUAL, PERFECT, STRONG, WORDS
from upcard.play.example_positions import examples_of
from upcard.play.series import total_text
from upcard.server.fair_threads import in_thread
from upcard.server.live_table import AGREED, FINISHED, LiveTable
from upcard.server.person_names import check_name
from upcard.server.series_tables import (
    hand_text,
    has_next_hand,
    is_series,
    series_winners,
    standings_of,
)
from upcard.web.classroom.teacher_classes import ON_START_PAGE, lines_of_classes
from upcard.web.http.request_context import CurrentForm, CurrentRequest, Refusal, RequestContext
from upcard.web.http.visitor_identity import read_link
from upcard.web.pages.game_gallery import GameTile, first_and_other_tiles, tiles
from upcard.web.pages.table_pages import verify_page

OFFLINE_WORKER = Path(__file__).parents[1] / "static" / "offline_worker.js"

router = APIRouter(include_in_schema=False)

YOUR_MOVE, WAITING, OVER = "Your move", "Waiting for others", "Finished"
YOUR_TURN = ("your move", "help shuffle")
"""States of a table in which the visitor has something to do."""


@router.get("/")
async def start(context: CurrentRequest) -> Response:
    """Show all games as pictures, and the visitor's tables."""
    return await start_page(context)


async def start_page(context: RequestContext, refusal: Refusal | None = None) -> Response:
    """Show the start page, with the visitor's name or a suggestion, and what is wrong with a refused name."""
    return context.page(
        "start.html.jinja",
        galleries=await in_thread(_galleries),
        levels={**WORDS, PERFECT: f"{WORDS[PERFECT]}, or {WORDS[STRONG]} if there is none"},
        usual_level=CASUAL,
        mine=lines_of_tables(context, await context.site.tables.tables_of(context.visitor.persons)),
        name=refusal.fields.get("name", "") if refusal else context.suggested_name(),
        classes=await lines_of_classes(context, ON_START_PAGE + 1),
        most_classes=ON_START_PAGE,
        refusal=refusal,
        is_out_of_reach=context.is_out_of_reach,
        network=context.network,
    )


def _galleries() -> list[tuple[str, tuple[GameTile, ...]]]:
    """Return the groups of games on the start page with their headings; the first has none."""
    first, others = first_and_other_tiles()
    return [("", first), ("Other games" if first else "", others)]


@router.get("/analysis")
async def boards(context: CurrentRequest) -> Response:
    """Show the games with an analysis board, each with its interesting positions."""
    return context.page("boards.html.jinja", boards=[(tile, examples_of(tile.name)) for tile in tiles()])


@router.get("/offline_worker.js")
async def offline_worker() -> Response:
    """Return the script that opens pages without a connection; its address lets it serve every page."""
    return FileResponse(OFFLINE_WORKER, media_type="text/javascript", headers={"Cache-Control": "no-cache"})


@router.get("/offline")
async def offline(context: CurrentRequest) -> Response:
    """Show what works without a connection."""
    return context.page("offline.html.jinja")


@router.post("/name")
async def rename(context: CurrentRequest, form: CurrentForm) -> Response:
    """Change the visitor's name for future tables."""
    try:
        return context.with_name(check_name(form["name"])).go_to("/")
    except Usage as fault:
        return await start_page(context, Refusal("name", form, fault))


@router.get("/me/{link}")
async def follow(context: CurrentRequest, link: str) -> Response:
    """Follow a private link: become the same person on another device, or only at one table."""
    key, path = read_link(context.site.signer, link)
    return context.with_person(key).go_to(path)


@router.get("/verify")
async def ask_record(context: CurrentRequest) -> Response:
    """Show the field for a record."""
    return context.page("verify.html.jinja", text="", proved=[], fault="")


@router.post("/verify")
async def verify(context: CurrentRequest, form: CurrentForm) -> Response:
    """Show what a pasted record proves."""
    return await verify_page(context, form["record"].replace("\r\n", "\n"))


def lines_of_tables(context: RequestContext, tables: Sequence[LiveTable]) -> list[dict[str, object]]:
    """Return a line for each of the visitor's tables, in their order."""
    return [_line(context, live) for live in tables]


def _line(context: RequestContext, live: LiveTable) -> dict[str, object]:
    """Return the line of a table in the visitor's list."""
    mine = live.seats_of(context.visitor.persons)
    is_open = sum(x.is_open for x in live.seats)
    names = [x.name for x in live.seats if x.name and x.number not in mine]
    others = ", ".join([*names, *([counted(is_open, "open seat")] if is_open else [])])
    if has_next_hand(live):
        state = f"next {live.game.rules.GAME.played_in[0]}"
    elif live.is_over:
        state = _outcome(live, mine)
    elif not live.is_full:
        state = "waiting for players"
    elif not live.is_dealt:
        has_to_add = any(live.has_to_add(p) for p in mine)
        state = "help shuffle" if has_to_add else "shuffling"
    else:
        can_act = any(live.can_act(p) for p in mine)
        state = "your move" if can_act else f"{live.seats[live.mover].name} to play"
    is_mine = state in YOUR_TURN or has_next_hand(live)
    group = YOUR_MOVE if is_mine else OVER if live.is_over else WAITING
    return {
        "id": live.row.id,
        "title": _title(live),
        "others": others,
        "state": state,
        "group": group,
        "at": datetime.fromtimestamp(live.row.changed_at, UTC).isoformat(timespec="seconds"),
        "when": ago(live.row.changed_at, time.time()),
    }


def _title(live: LiveTable) -> str:
    """Return the name of the game, and of a series which hand it is, or how many hands it had."""
    hand = hand_text(live)
    if live.row.ending == FINISHED and not has_next_hand(live) and hand:
        hand = f"{live.row.hands} {live.game.rules.GAME.played_in[1]}"
    return f"{live.game.title}, {hand}" if hand else live.game.title


def _outcome(live: LiveTable, mine: Sequence[int]) -> str:
    """Return who won the match or the series, from the visitor's point of view."""
    if is_series(live) and live.row.ending in (FINISHED, AGREED):
        return _series_outcome(live, mine)
    if live.resigned is None and live.is_dealt and live.match.is_over:
        result = result_of(live.game.rules, live.match.seats, live.match.scores())
        if not result.winners:
            return result.sentence[:-1]
    if live.resigned is None and live.early_end is not None and not live.scores:
        return "draw by agreement" if live.row.ending == AGREED else "aborted"
    return _won(live, live.winners, mine)


def _series_outcome(live: LiveTable, mine: Sequence[int]) -> str:
    """Return who won a series, and the visitor's total."""
    table, winners = standings_of(live), series_winners(live)
    total = f" ({total_text(table[mine[0]].total, live.game)})" if mine else ""
    if len(winners) == len(table):
        return f"the series is a draw{total}" if len(table) > 1 else f"series over{total}"
    if set(mine).isdisjoint(winners):
        total = total.replace("(", "(you: ")
    return f"{_won(live, winners, mine, ' the series', ' in the series')}{total}"


def _won(live: LiveTable, winners: Sequence[int], mine: Sequence[int], of: str = "", within: str = "") -> str:
    """Return who won a match, or a series: `of` and `within` it."""
    if not set(mine).isdisjoint(winners):
        return f"you won{of}" if len(winners) == 1 else f"you share the win{within}"
    return f"{join_names([live.seats[p].name for p in winners]) or 'nobody'} won{of}"
