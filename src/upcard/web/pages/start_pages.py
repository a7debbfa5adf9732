"""Pages besides the tables: the start page, the visitor's name, and the check of records."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path

from fastapi import APIRouter
from starlette.responses import FileResponse, Response

from upcard.engine.errors import Usage
from upcard.engine.result_words import result_of
from upcard.engine.wording import join_names
from upcard.language.messages import game_words, marked, ngettext, word_phrase
from upcard.language.messages import gettext as _
from upcard.language.phrases import time_ago
from upcard.play.bot_levels import CASUAL, PERFECT, WORDS
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

YOUR_MOVE, WAITING, OVER = marked("Your move"), marked("Waiting for others"), marked("Finished")
"""Groups of the visitor's tables."""

OTHER_GAMES = marked("Other games")
PERFECT_OR_STRONG = marked("plays a solution of the game, or thinks ahead if there is none")


@router.get("/")
async def start(context: CurrentRequest) -> Response:
    """Show all games as pictures, and the visitor's tables."""
    return await start_page(context)


async def start_page(context: RequestContext, refusal: Refusal | None = None) -> Response:
    """Show the start page, with the visitor's name or a suggestion, and what is wrong with a refused name."""
    return context.page(
        "start.html.jinja",
        galleries=await in_thread(_galleries),
        levels={**WORDS, PERFECT: PERFECT_OR_STRONG},
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
    return [("", first), (OTHER_GAMES if first else "", others)]


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
    others = [x.name for x in live.seats if x.name and x.number not in mine]
    if is_open:
        others.append(ngettext("{n} open seat", "{n} open seats", is_open))
    is_mine, state = _state(live, mine)
    return {
        "id": live.row.id,
        "game": live.game.title,
        "hand": _hand(live),
        "others": ", ".join(others),
        "state": state,
        "group": YOUR_MOVE if is_mine else OVER if live.is_over else WAITING,
        "at": datetime.fromtimestamp(live.row.changed_at, UTC).isoformat(timespec="seconds"),
        "when": time_ago(live.row.changed_at, time.time()),
    }


def _state(live: LiveTable, mine: Sequence[int]) -> tuple[bool, str]:
    """Return whether the visitor has something to do at a table, and its state in words."""
    if has_next_hand(live):
        return True, word_phrase(live.game.rules.GAME.played_in[0], "next {word}")
    if live.is_over:
        return False, _outcome(live, mine)
    if not live.is_full:
        return False, _("waiting for players")
    if not live.is_dealt:
        has_to_add = any(live.has_to_add(p) for p in mine)
        return has_to_add, _("help shuffle") if has_to_add else _("shuffling")
    if any(live.can_act(p) for p in mine):
        return True, _("your move")
    return False, _("{name} to play", name=live.seats[live.mover].name)


def _hand(live: LiveTable) -> str:
    """Return which hand of a series a table is, or how many hands it had; empty for a single match."""
    if live.row.ending == FINISHED and is_series(live) and not has_next_hand(live):
        return game_words(f"{live.row.hands} {live.game.rules.GAME.played_in[1]}")
    return hand_text(live)


def _outcome(live: LiveTable, mine: Sequence[int]) -> str:
    """Return who won the match or the series, from the visitor's point of view."""
    if is_series(live) and live.row.ending in (FINISHED, AGREED):
        return _series_outcome(live, mine)
    if live.resigned is None and live.is_dealt and live.match.is_over:
        result = result_of(live.game.rules, live.match.seats, live.match.scores())
        if not result.winners:
            return result.sentence[:-1]
    if live.resigned is None and live.early_end is not None and not live.scores:
        return _("draw by agreement") if live.row.ending == AGREED else _("aborted")
    if not set(mine).isdisjoint(live.winners):
        return _("you won") if len(live.winners) == 1 else _("you share the win")
    names = join_names([live.seats[p].name for p in live.winners])
    return _("{name} won", name=names) if names else _("nobody won")


def _series_outcome(live: LiveTable, mine: Sequence[int]) -> str:
    """Return who won a series, and the visitor's total."""
    table, winners = standings_of(live), series_winners(live)
    total = total_text(table[mine[0]].total, live.game) if mine else ""
    if len(winners) == len(table):
        outcome = _("the series is a draw") if len(table) > 1 else _("series over")
    elif not set(mine).isdisjoint(winners):
        outcome = _("you won the series") if len(winners) == 1 else _("you share the win in the series")
    else:
        names = join_names([live.seats[p].name for p in winners])
        outcome = _("{name} won the series", name=names) if names else _("nobody won the series")
        total = _("you: {total}", total=total) if total else ""
    return f"{outcome} ({total})" if total else outcome
