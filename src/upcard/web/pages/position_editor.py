"""Editor for free positions: the visitor clicks a place, then every card that goes there."""

from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.card_notation import suited_names
from upcard.engine.errors import UpcardError
from upcard.engine.read_number import plain_number
from upcard.play.placed_positions import layout_of_game, set_parts
from upcard.play.position_address import check_parts, rules_from_address
from upcard.play.zones import make_face
from upcard.server.fair_threads import in_thread
from upcard.web.board.position_view import side_in
from upcard.web.http.request_context import CurrentRequest
from upcard.web.pages.analysis_page import refused

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)
INTO, CARD, SOURCE = "into", "card", "source"


@router.get("/places")
async def places(context: CurrentRequest, name: str) -> Response:
    """Show the cards of a position by place, and move a card if the query contains one."""
    query, rules = context.query, rules_from_address(name)
    try:
        check_parts(rules, query, (INTO, CARD, SOURCE, *set_parts(query)))
        position = {k: x for k, x in query.items() if k not in (INTO, CARD, SOURCE)}
        layout = await in_thread(layout_of_game, rules.GAME.name, position)
        side = side_in(query)
        into = min(plain_number(INTO, query.get(INTO) or "0"), max(len(layout.heaps) - 1, 0))
        if query.get(CARD):
            source = query.number(SOURCE) if query.get(SOURCE) else None
            parts = {**layout.put(query.number(CARD), into, source), **side, INTO: into}
            return context.go_to(f"/analysis/{rules.GAME.name}/places?{urlencode(parts)}")
    except UpcardError as fault:
        return await refused(context, name, query, fault)

    def to(**more: Any) -> str:
        return f"?{urlencode({**layout.query, **side, INTO: into, **more})}"

    sizes = {f.name for f in layout.sizes}
    return context.page(
        "places.html.jinja",
        title=rules.GAME.title,
        game=rules.GAME.name,
        heaps=[(x.name, [make_face(rules, k) for k in x.cards]) for x in layout.heaps],
        into=into,
        to=to,
        names=suited_names(rules),
        turns=[(words, f"?{urlencode({**changed, **side, INTO: into})}") for words, changed in layout.turns],
        sizes=layout.sizes,
        hidden={k: x for k, x in layout.query.items() if k not in sizes} | side | {INTO: into},
        misfit=layout.misfit,
        address=urlencode({**layout.query, **side}),
    )
