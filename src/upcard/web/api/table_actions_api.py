"""The API for everything besides moves: resign, return, agree to a bot, plan moves, rematch."""

from typing import Annotated

from fastapi import APIRouter
from pydantic import Field
from starlette.responses import Response

from upcard.server import table_actions
from upcard.web.api.tables_api import (
    FAULTS,
    MOST_SEATS,
    BearerToken,
    CurrentSite,
    Made,
    ShortText,
    Strict,
    TableId,
    TableSeen,
    answer,
    made,
    seated,
)

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["manners"], responses=FAULTS)


class ConsentAsked(Strict):
    """Agreement that a bot plays for an absent player."""

    absent: Annotated[int, Field(ge=0, le=MOST_SEATS)]


class PlanAsked(Strict):
    """A planned action, and the action of another player that it answers; empty for any action."""

    action: ShortText
    condition: ShortText = ""


@router.post("/resignation", response_model=TableSeen)
async def resign(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Resign; with more than two players, a bot continues in your seat."""
    live, seat = await seated(site, table, token)
    await table_actions.resign(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/back", response_model=TableSeen)
async def come_back(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Return to your seat, if a bot plays there for you."""
    live, seat = await seated(site, table, token)
    await table_actions.come_back(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/consent", response_model=TableSeen)
async def consent(site: CurrentSite, table: TableId, body: ConsentAsked, token: BearerToken) -> Response:
    """Agree that a bot plays for an absent player; the bot starts when all others agree."""
    live, seat = await seated(site, table, token)
    await table_actions.consent(site.tables, table, seat, body.absent)
    return answer(live, seat, live.turn)


@router.post("/plans", status_code=201, response_model=TableSeen)
async def plan(site: CurrentSite, table: TableId, body: PlanAsked, token: BearerToken) -> Response:
    """Plan an action for a coming turn, after the existing plans."""
    live, seat = await seated(site, table, token)
    await table_actions.plan(site.tables, table, seat, body.condition, body.action)
    return answer(live, seat, live.turn, 201)


@router.delete("/plans", response_model=TableSeen)
async def forget(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Delete all your plans."""
    live, seat = await seated(site, table, token)
    await table_actions.forget_plans(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/vacation", response_model=TableSeen)
async def take_vacation(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Take a vacation: two extra weeks for your move, once per correspondence match."""
    live, seat = await seated(site, table, token)
    await table_actions.vacation(site.tables, table, seat)
    return answer(live, seat, live.turn)


@router.post("/rematch", status_code=201)
async def play_again(site: CurrentSite, table: TableId, token: BearerToken) -> Made:
    """Open the rematch or the next hand of a series, with seats rotated; return the token of your seat.

    There is only one such table, whoever asks for it.
    """
    live, seat = await seated(site, table, token)
    rematch = await site.tables.find(await table_actions.rematch(site.tables, table))
    return made(site, rematch, [x.number for x in rematch.seats if x.person == live.seats[seat].person])
