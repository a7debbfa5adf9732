"""The interface for programs, beside playing: resign, come back, agree to a bot, plan, play again."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from upcard.server import table_actions as manners
from upcard.web.api.tables_api import (
    MOST_SEATS,
    SAID,
    BearerToken,
    CurrentSite,
    Made,
    Seat,
    ShortText,
    Strict,
    TableId,
    TableSeen,
    answer,
    seated,
    token_of,
)

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["manners"], responses=SAID)


class ConsentAsked(Strict):
    """Who is away, so that a strategy is to act there."""

    absent: Annotated[int, Field(ge=0, le=MOST_SEATS)]


class PlanAsked(Strict):
    """What is to be done next, and on what another's action it is the answer; if empty, on any."""

    action: ShortText
    condition: ShortText = ""


@router.post("/resignation", response_model=TableSeen)
async def resign(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Give the match up; where more than two play a strategy goes on in one's place."""
    live, seat = await seated(site, table, token)
    await manners.resign(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/back", response_model=TableSeen)
async def come_back(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Take one's seat again from the strategy that acts there; nothing changes where none does."""
    live, seat = await seated(site, table, token)
    await manners.come_back(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/consent", response_model=TableSeen)
async def consent(site: CurrentSite, table: TableId, asked: ConsentAsked, token: BearerToken) -> Response:
    """Agree that a strategy acts for a player who is away; it does when all others agree."""
    live, seat = await seated(site, table, token)
    await manners.consent(site.tables, table, seat, asked.absent)
    return answer(live, seat, live.turn)


@router.post("/plans", status_code=201, response_model=TableSeen)
async def plan(site: CurrentSite, table: TableId, asked: PlanAsked, token: BearerToken) -> Response:
    """Plan an action for the next turn after the plans there are."""
    live, seat = await seated(site, table, token)
    await manners.plan(site.tables, table, seat, asked.condition, asked.action)
    return answer(live, seat, live.turn, 201)


@router.delete("/plans", response_model=TableSeen)
async def forget(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Forget all plans."""
    live, seat = await seated(site, table, token)
    await manners.forget_plans(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/vacation", response_model=TableSeen)
async def take_vacation(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Take one's vacation: two weeks more, once in a match by correspondence."""
    live, seat = await seated(site, table, token)
    await manners.vacation(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/rematch", status_code=201)
async def play_again(site: CurrentSite, table: TableId, token: BearerToken) -> Made:
    """The return match, everybody one seat on, with the token of one's seat there; there is one only."""
    live, seat = await seated(site, table, token)
    made = await site.tables.find(await manners.rematch(site.tables, table))
    own = [x.number for x in made.seats if x.person == live.seats[seat].person]
    seats = [Seat(seat=p, token=token_of(site, made, p)) for p in own]
    return Made(table=made.row.id, commitment=made.row.commitment, seats=seats)
