"""The pages beside the tables: the start, one's own games, who one is, and what records prove."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom.pseudonyms import pseudonym
from upcard.engine.errors import Usage
from upcard.engine.wording import counted, join_names
from upcard.server.clock import DAY
from upcard.server.live_table import LiveTable
from upcard.server.new_table import check_name
from upcard.web.board.example_positions import examples_of
from upcard.web.http.request_context import (
    CurrentRequest,
    Refusal,
    RequestContext,
    form_of,
    go_to,
    page,
)
from upcard.web.http.visitor_identity import link_of, read_link, with_person
from upcard.web.pages.game_gallery import tiles
from upcard.web.pages.table_pages import checked

router = APIRouter(include_in_schema=False)

GROUPS = YOUR_MOVE, WAITING, OVER = "Your move", "Waiting for others", "Finished"
ASKED = ("your move", "help shuffle")
"""States of a table in which its player has something to do."""


@router.get("/")
async def start(asked: CurrentRequest) -> Response:
    """The games as pictures, and one's own tables."""
    return await start_page(asked)


async def start_page(asked: RequestContext, refusal: Refusal | None = None) -> Response:
    """The start, with a name that is offered where none was given, or what is wrong with the one that was."""
    return page(
        asked,
        "start.html.jinja",
        refusal.status if refusal else 200,
        tiles=tiles(),
        mine=await _mine(asked),
        name=refusal.fields.get("name", "") if refusal else asked.visitor.name or pseudonym(()),
        refusal=refusal,
        is_out_of_reach=asked.is_out_of_reach,
    )


@router.get("/analysis")
async def boards(asked: CurrentRequest) -> Response:
    """The games whose positions can be analysed, with those that are worth a look."""
    found = [(tile, examples_of(tile.name)) for tile in tiles()]
    return page(asked, "boards.html.jinja", boards=found)


@router.get("/mine")
async def mine(asked: CurrentRequest) -> Response:
    """One's own tables: where one is to act, where others are, and those that are over."""
    link = link_of(asked.site.signer, asked.base, asked.visitor.person)
    found = await _mine(asked)
    groups = [(title, [x for x in found if x["group"] == title]) for title in GROUPS]
    return page(asked, "mine.html.jinja", groups=[x for x in groups if x[1]], private=link)


@router.post("/name")
async def rename(asked: CurrentRequest) -> Response:
    """Another name for tables to come."""
    form = await form_of(asked)
    try:
        return go_to(asked.named(check_name(form.get("name", ""))), "/")
    except Usage as fault:
        return await start_page(asked, Refusal("name", form, fault))


@router.get("/me/{link}")
async def follow(asked: CurrentRequest, link: str) -> Response:
    """Be the same person on another device, or have his seat at one table."""
    key, path = read_link(asked.site.signer, link)
    return go_to(
        RequestContext(asked.site, asked.request, with_person(asked.visitor, key), asked.settings), path
    )


@router.get("/verify")
async def ask_record(asked: CurrentRequest) -> Response:
    """Where a record can be pasted."""
    return page(asked, "verify.html.jinja", text="", proved=[], fault="")


@router.post("/verify")
async def verify(asked: CurrentRequest) -> Response:
    """What a pasted record proves."""
    form = await form_of(asked)
    return await checked(asked, form.get("record", "").replace("\r\n", "\n"))


async def _mine(asked: RequestContext) -> list[dict[str, object]]:
    tables = await asked.site.tables.tables_of(asked.visitor.persons)
    return [_line(asked, live) for live in tables]


def _line(asked: RequestContext, live: LiveTable) -> dict[str, object]:
    """What the list of one's tables says of one."""
    mine = live.seats_of(asked.visitor.persons)
    is_open = sum(x.is_open for x in live.seats)
    names = [x.name for x in live.seats if x.name and x.number not in mine]
    others = ", ".join([*names, *([counted(is_open, "open seat")] if is_open else [])])
    if live.is_over:
        state = _outcome(live, mine)
    elif not live.is_full:
        state = "waiting for players"
    elif not live.is_dealt:
        is_asked = any(live.has_to_add(p) for p in mine)
        state = "help shuffle" if is_asked else "shuffling"
    else:
        is_asked = any(live.can_act(p) for p in mine)
        state = "your move" if is_asked else f"{live.seats[live.mover].name} to play"
    group = OVER if live.is_over else YOUR_MOVE if state in ASKED else WAITING
    return {
        "id": live.row.id,
        "title": live.game.title,
        "others": others,
        "state": state,
        "group": group,
        "at": datetime.fromtimestamp(live.row.changed_at, UTC).isoformat(timespec="seconds"),
        "when": ago(live.row.changed_at, time.time()),
    }


def ago(then: float, now: float) -> str:
    """How long ago something was; after a month the day, by the clock of Greenwich."""
    seconds = max(0.0, now - then)
    for length, words in ((DAY, "day"), (3600.0, "hour"), (60.0, "minute")):
        if seconds >= 31 * DAY:
            day = datetime.fromtimestamp(then, UTC)
            return f"{day.day} {day:%b %Y}"
        if seconds >= length:
            return f"{counted(int(seconds // length), words)} ago"
    return "just now"


def _outcome(live: LiveTable, mine: Sequence[int]) -> str:
    """Who has won, as one of the players reads it."""
    if not set(mine).isdisjoint(live.winners):
        return "you won" if len(live.winners) == 1 else "you share the win"
    return f"{join_names([live.seats[p].name for p in live.winners]) or 'nobody'} won"
