"""The API for everything besides moves.

Before the deal: start, change the rules, open a seat. Then: offers, abort, resign, return, agree to a bot,
plan moves, rematch.
"""

from typing import Annotated, Literal

from fastapi import APIRouter, Path
from pydantic import Field
from starlette.responses import Response

from upcard.play.series import USUAL_HANDS
from upcard.server import agreements, table_actions, waiting_room
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
    seat_of,
    seated,
)

router = APIRouter(prefix="/api/v1/tables/{table}", tags=["manners"], responses=FAULTS)

OFFERS = {
    "take-back": agreements.take_back,
    "draw": agreements.offer_draw,
    "stop": agreements.offer_stop,
}
"""The function of each offer."""

SeatNumber = Annotated[int, Path(ge=0, le=MOST_SEATS)]


class ConsentAsked(Strict):
    """Agreement that a bot plays for an absent player."""

    absent: Annotated[int, Field(ge=0, le=MOST_SEATS)]


class PlanAsked(Strict):
    """A planned action, and the action of another player that it answers; empty for any action."""

    action: ShortText
    condition: ShortText = ""


class StartAsked(Strict):
    """Whether computers first take the free seats; else they disappear if the game allows it."""

    fill: bool = False


class RulesAsked(Strict):
    """The variant, empty for the standard rules, and the numbers of players and of hands in a row."""

    preset: ShortText = waiting_room.AS_NOW
    players: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    hands: Annotated[int, Field(ge=0, le=USUAL_HANDS[-1], description="0 for as many as now")] = 0


class ReturnAsked(Strict):
    """The name of a removed person who may come back."""

    name: ShortText


class OfferAsked(Strict):
    """Something to offer to the others."""

    offer: Literal["take-back", "draw", "stop"]


class OfferAnswered(Strict):
    """Whether to accept the open offer of another player; false also withdraws one's own."""

    accept: bool


@router.post("/start", response_model=TableSeen)
async def start(site: CurrentSite, table: TableId, body: StartAsked, token: BearerToken) -> Response:
    """Start with the players who are here; only the host may, before the deal."""
    live, sitter = await seated(site, table, token)
    await (waiting_room.fill if body.fill else waiting_room.start)(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/rules", response_model=TableSeen)
async def change_rules(site: CurrentSite, table: TableId, body: RulesAsked, token: BearerToken) -> Response:
    """Change the variant and the numbers of players and hands; only the host may, before the deal."""
    live, sitter = await seated(site, table, token)
    await waiting_room.change_rules(site.tables, table, sitter, body.preset, body.players, body.hands)
    return answer(live, seat_of(site, live, token), live.turn)


@router.delete("/seats/{number}", response_model=TableSeen)
async def open_seat(site: CurrentSite, table: TableId, number: SeatNumber, token: BearerToken) -> Response:
    """Leave your own seat, or as the host remove another player, before the deal.

    A removed person cannot come back until the host lets them. The last person who leaves removes the table.
    """
    live, sitter = await seated(site, table, token)
    if number == sitter.seat:
        await waiting_room.leave(site.tables, table, sitter)
        return answer(live, None, live.turn)
    name = live.seats[number].name if number < len(live.seats) else ""
    await waiting_room.remove(site.tables, table, sitter, number, name)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/returns", response_model=TableSeen)
async def let_back_in(site: CurrentSite, table: TableId, body: ReturnAsked, token: BearerToken) -> Response:
    """Let a removed person take a seat again; only the host may, before the deal."""
    live, sitter = await seated(site, table, token)
    await waiting_room.let_back_in(site.tables, table, sitter, body.name)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/offers", response_model=TableSeen)
async def make_offer(site: CurrentSite, table: TableId, body: OfferAsked, token: BearerToken) -> Response:
    """Offer a draw, to stop, or to take your last move back; the last two are done at once with bots."""
    live, sitter = await seated(site, table, token)
    await OFFERS[body.offer](site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/offers/answer", response_model=TableSeen)
async def answer_offer(
    site: CurrentSite, table: TableId, body: OfferAnswered, token: BearerToken
) -> Response:
    """Accept the open offer, which takes effect when all others have accepted; or decline or withdraw it."""
    live, sitter = await seated(site, table, token)
    await (agreements.accept if body.accept else agreements.decline)(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/abort", response_model=TableSeen)
async def abort(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """End the match without a result, before everybody has acted."""
    live, sitter = await seated(site, table, token)
    await agreements.abort(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/resignation", response_model=TableSeen)
async def resign(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Resign; with more than two players, a bot continues in your seat."""
    live, sitter = await seated(site, table, token)
    await table_actions.resign(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/back", response_model=TableSeen)
async def come_back(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Return to your seat, if a bot plays there for you."""
    live, sitter = await seated(site, table, token)
    await table_actions.come_back(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/consent", response_model=TableSeen)
async def consent(site: CurrentSite, table: TableId, body: ConsentAsked, token: BearerToken) -> Response:
    """Agree that a bot plays for an absent player; the bot starts when all others agree."""
    live, sitter = await seated(site, table, token)
    await table_actions.consent(site.tables, table, sitter, body.absent)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/plans", status_code=201, response_model=TableSeen)
async def plan(site: CurrentSite, table: TableId, body: PlanAsked, token: BearerToken) -> Response:
    """Plan an action for a coming turn, after the existing plans."""
    live, sitter = await seated(site, table, token)
    await table_actions.plan(site.tables, table, sitter, body.condition, body.action)
    return answer(live, seat_of(site, live, token), live.turn, 201)


@router.delete("/plans", response_model=TableSeen)
async def forget(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Delete all your plans."""
    live, sitter = await seated(site, table, token)
    await table_actions.forget_plans(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/vacation", response_model=TableSeen)
async def take_vacation(site: CurrentSite, table: TableId, token: BearerToken) -> Response:
    """Take a vacation: two extra weeks for your move, once per correspondence match."""
    live, sitter = await seated(site, table, token)
    await table_actions.vacation(site.tables, table, sitter)
    return answer(live, seat_of(site, live, token), live.turn)


@router.post("/rematch", status_code=201)
async def play_again(site: CurrentSite, table: TableId, token: BearerToken) -> Made:
    """Open the rematch or the next hand of a series, with seats rotated; return the token of your seat.

    There is only one such table, whoever asks for it.
    """
    _, sitter = await seated(site, table, token)
    rematch = await site.tables.find(await table_actions.rematch(site.tables, table))
    return made(site, rematch, [x.number for x in rematch.seats if x.person == sitter.person])
