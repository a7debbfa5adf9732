"""The interface for programs: what every action of a position is worth, and what else is known of it."""

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Path, Query
from pydantic import BaseModel, Field
from starlette.requests import Request

from upcard.engine.errors import Failure
from upcard.engine.record import record_text
from upcard.web.api.tables_api import SAID
from upcard.web.board.position_address import address_of, match_from_address
from upcard.web.http.request_context import RequestContext, visit
from upcard.web.http.review_jobs import POSITION, appraised
from upcard.web.pages.insight_panel import insight_by

router = APIRouter(prefix="/api/v1/analysis", tags=["analysis"], responses=SAID)

LATER = "this takes longer than usual; try again in a few seconds"
MOST_TEXT = 20_000
QueryText = Annotated[str, Query(max_length=MOST_TEXT)]
SmallNumber = Annotated[int, Query(ge=0, le=2**31 - 1)]


class PositionSeen(BaseModel):
    """A position, and what is known of it."""

    game: str
    address: str = Field(description="The analysis board with this position.")
    player: int = Field(description="The seat that is to act, from 0; -1 when the game is over.")
    worths: dict[str, Any] = Field(description="Every action with its value, who judged it, and the unit.")
    insight: dict[str, Any] = Field(
        description="What else is known: sentences, tables and drawings as numbers; empty if nothing."
    )


@router.get("/{game}")
async def analysis(
    request: Request,
    asked: Annotated[RequestContext, Depends(visit)],
    game: Annotated[str, Path(max_length=40)],
    players: Annotated[int | None, Query(ge=1, le=10)] = None,
    seed: SmallNumber = 0,
    dealt: QueryText = "",
    do: QueryText = "",
    assumed: Annotated[str, Query(max_length=20)] = "",
) -> PositionSeen:
    """What is known of a position, as who is to act sees it.

    The query is that of an address of the analysis board: options are given as `option-NAME`, cards that were
    dealt by their names and actions by their numbers, with dots between them. `assumed` says how the others
    play, where that matters.
    """
    match = await asyncio.to_thread(match_from_address, game, dict(request.query_params))
    text = record_text(match)
    worths = await asked.site.reviewer.ask(f"position {text}", appraised, text, POSITION)
    insight = await insight_by(asked, match, assumed)
    if worths is None or insight is None:
        raise Failure(LATER)
    address = f"{asked.base}/analysis/{match.game.name}?{address_of(match)}"
    return PositionSeen(
        game=match.game.name, address=address, player=match.player, worths=worths, insight=insight
    )
