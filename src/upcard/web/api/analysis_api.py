"""The API: the value of every action of a position, and other insights."""

from typing import Annotated, Any

from fastapi import APIRouter, Path, Query
from pydantic import BaseModel, Field

from upcard.engine.errors import Failure
from upcard.engine.record import record_text
from upcard.play.position_address import address_of, match_from_address
from upcard.server.fair_threads import in_thread
from upcard.web.api.tables_api import FAULTS
from upcard.web.http.request_context import CurrentRequest
from upcard.web.http.review_jobs import POSITION, judge_position
from upcard.web.pages.analysis_page import find_insight

router = APIRouter(prefix="/api/v1/analysis", tags=["analysis"], responses=FAULTS)

LATER = "this takes longer than usual; try again in a few seconds"
MOST_TEXT = 20_000
QueryText = Annotated[str, Query(max_length=MOST_TEXT)]
SmallNumber = Annotated[int, Query(ge=0, le=2**31 - 1)]


class PositionSeen(BaseModel):
    """A position with values and insights."""

    game: str
    address: str = Field(description="The analysis board with this position.")
    player: int = Field(description="The seat that is to act, from 0; -1 when the game is over.")
    worths: dict[str, Any] = Field(description="Every action with its value, the judge, and the unit.")
    insight: dict[str, Any] = Field(
        description="Other insights: sentences, tables and drawings as numbers; empty if there are none."
    )


@router.get("/{game}")
async def analysis(
    context: CurrentRequest,
    game: Annotated[str, Path(max_length=40)],
    players: Annotated[int | None, Query(ge=1, le=10)] = None,
    seed: SmallNumber = 0,
    dealt: QueryText = "",
    do: QueryText = "",
    assumed: Annotated[str, Query(max_length=20)] = "",
) -> PositionSeen:
    """Return values and insights of a position, as the player to move sees it.

    The query has the parts of an address of the analysis board: options as `option-NAME`, dealt cards by
    name and actions by number, with dots between them. `assumed` says how the other players play, for games
    where the insights depend on it.
    """
    match = await in_thread(match_from_address, game, context.query)
    text = record_text(match)
    worths = await context.site.reviewer.compute(f"position {text}", judge_position, text, POSITION)
    insight = await find_insight(context, match, assumed)
    if worths is None or insight is None:
        raise Failure(LATER)
    address = f"{context.base}/analysis/{match.game.name}?{address_of(match)}"
    return PositionSeen(
        game=match.game.name, address=address, player=match.player, worths=worths, insight=insight
    )
