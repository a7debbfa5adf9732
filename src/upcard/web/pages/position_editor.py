"""Putting the cards of a position anywhere by clicking: first the place, then every card that goes there."""

import asyncio
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.card_notation import suited_names
from upcard.engine.errors import UpcardError
from upcard.play.zones import make_face
from upcard.server.service_base import Unknown
from upcard.web.board.example_positions import can_lay, layout_of
from upcard.web.board.orientation import turned
from upcard.web.board.position_address import check_parts, rules_from_address
from upcard.web.http.parse_int import whole
from upcard.web.http.request_context import CurrentRequest, Refusal, go_to, page
from upcard.web.pages.analysis_page import refused

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)
INTO, CARD = "into", "card"


@router.get("/places")
async def places(asked: CurrentRequest, name: str) -> Response:
    """The cards of a position by their places; each goes where it is clicked to."""
    query, rules = dict(asked.request.query_params), rules_from_address(name)
    if not can_lay(rules.GAME.name):
        raise Unknown(
            f"the cards of {rules.GAME.title} are dealt and cannot be placed freely; choose the deal instead"
        )
    try:
        check_parts(rules, query, (INTO, CARD))
        position = {k: x for k, x in query.items() if k not in (INTO, CARD)}
        found = await asyncio.to_thread(layout_of, rules.GAME.name, position)
        side = turned(query)
        into = min(whole(INTO, query.get(INTO) or "0"), len(found.heaps) - 1)
        if query.get(CARD):
            put = found.put(whole(CARD, query[CARD]), into)
            return go_to(
                asked, f"/analysis/{rules.GAME.name}/places?{urlencode({**put, **side, INTO: into})}"
            )
    except UpcardError as fault:
        return refused(asked, name, Refusal("setup", query, fault))

    def to(**more: Any) -> str:
        """Where this page leads with something else chosen."""
        return f"?{urlencode({**found.query, **side, INTO: into, **more})}"

    return page(
        asked,
        "places.html.jinja",
        title=rules.GAME.title,
        game=rules.GAME.name,
        heaps=[(x.name, [make_face(rules, k) for k in x.cards]) for x in found.heaps],
        into=into,
        to=to,
        names=suited_names(rules),
        turns=[(words, f"?{urlencode({**changed, **side, INTO: into})}") for words, changed in found.turns],
        sizes=found.sizes,
        kept={k: x for k, x in found.query.items() if k not in {f.name for f in found.sizes}}
        | side
        | {INTO: into},
        misfit=found.misfit,
        address=urlencode({**found.query, **side}),
    )
