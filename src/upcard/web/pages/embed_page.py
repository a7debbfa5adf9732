"""A position as a board without header and choices, for a frame in another page."""

from dataclasses import replace

from fastapi import APIRouter
from starlette.responses import Response

from upcard.play.position_address import OPEN, address_of, match_from_address
from upcard.server.fair_threads import in_thread
from upcard.web.board.board_context import BoardContext
from upcard.web.board.board_html import board_html
from upcard.web.board.position_view import read_side, side_part
from upcard.web.http.request_context import CurrentRequest
from upcard.web.http.request_limits import POLICY
from upcard.web.pages.analysis_page import seated_session

router = APIRouter(prefix="/embed/{name}", include_in_schema=False)


@router.get("")
async def embedded_position(context: CurrentRequest, name: str) -> Response:
    """Show a position; other sites may frame it if the server was started with ``--embed``."""
    query = context.query
    match = await in_thread(match_from_address, name, query)
    side = read_side(query, match, None)
    is_open = query.get(OPEN) == "1" or match.is_over
    scene = seated_session(match).scene(None if is_open else match.player)
    board = BoardContext(match.game, style=context.settings.cards, below=side, plays_all=True)
    response = context.page(
        "embed.html.jinja",
        title=match.game.title,
        board=await in_thread(board_html, replace(scene, choices=()), board),
        address=f"/analysis/{match.game.name}?{address_of(match)}{side_part(side) if side else ''}",
    )
    if context.site.embed:
        response.headers["Content-Security-Policy"] = POLICY.replace(
            "frame-ancestors 'none'", f"frame-ancestors 'self' {context.site.embed}"
        )
        response.headers["X-Frame-Options"] = "SAMEORIGIN"  # browsers that know the policy ignore it
    return response
