"""Editor for the deal of a position: the visitor chooses one chance outcome after another."""

from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.errors import UpcardError
from upcard.engine.read_number import plain_number
from upcard.play.deal_builder import DealOutcome, PartialDeal, partial_deal, replaced
from upcard.play.example_positions import number_names
from upcard.play.position_address import (
    BETWEEN,
    OPTION,
    SIDE,
    address_of,
    game_from_address,
    match_from_address,
    rules_from_address,
    split_words,
)
from upcard.server.fair_threads import in_thread
from upcard.web.board.position_view import view_query
from upcard.web.game_text import game_text
from upcard.web.http.request_context import CurrentRequest
from upcard.web.pages.analysis_page import refused

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)
AT, PICK = "at", "pick"
STORED = ("players", "seed", "number", SIDE)
"""Parts of an address that the editor passes on; the number, with the seed, decides later draws."""


@router.get("/cards")
async def cards(context: CurrentRequest, name: str) -> Response:
    """Show the cards dealt so far, and the possible outcomes of the next draw or of a chosen one."""
    query = context.query
    try:
        numbers = number_names(rules_from_address(name).GAME.name)  # part of the form that leads here
        game, rest = game_from_address(name, query, (AT, PICK, *numbers)), view_query(query)
        dealt = split_words(query.get("dealt", ""))
        at = plain_number(AT, query[AT]) if query.get(AT) else None
        if query.get(PICK) and at is not None:
            return context.go_to(_link(query, await in_thread(replaced, game, dealt, at, query[PICK])))
        deal = await in_thread(partial_deal, game, dealt)
        choices = deal if at is None else await in_thread(partial_deal, game, dealt[:at])
    except UpcardError as fault:
        return await refused(context, name, query, fault)
    here = _stored(query) | {"dealt": BETWEEN.join(deal.words)}
    return context.page(
        "cards.html.jinja",
        game=game,
        places=_places(deal),
        options=[(x, _chosen(query, deal, x, at)) for x in choices.options],
        next_place=choices.options[0].where if choices.options and choices.options[0].face else "",
        at=at,
        chosen=deal.outcomes[at] if at is not None and at < len(deal.outcomes) else None,
        suits=partial(game_text, rules=game.rules),
        change=lambda i: _link(query, deal.words, str(i)),
        begin=_link(query, ()),
        here=urlencode(here),
        address="" if deal.options else address_of(match_from_address(name, here)) + rest,
    )


def _stored(query: Mapping[str, str]) -> dict[str, str]:
    """Return the parts of an address besides cards and actions."""
    return {k: x for k, x in query.items() if k in STORED or k.startswith(OPTION)}


def _link(query: Mapping[str, str], dealt: Any, at: str = "", pick: str = "") -> str:
    """Return the address of this page with some dealt cards."""
    more = {k: x for k, x in ((AT, at), (PICK, pick)) if x}
    return f"?{urlencode(_stored(query) | {'dealt': BETWEEN.join(dealt)} | more)}"


def _chosen(query: Mapping[str, str], deal: PartialDeal, x: DealOutcome, at: int | None) -> str:
    """Return the address after choosing an outcome."""
    if at is None or at >= len(deal.outcomes):
        return _link(query, [*deal.words, x.word])
    return _link(query, deal.words, str(at), x.word)


def _places(deal: PartialDeal) -> dict[str, list[tuple[int, DealOutcome]]]:
    """Return the numbered outcomes of a deal by place; those without a card have none."""
    places: dict[str, list[tuple[int, DealOutcome]]] = {}
    for i, x in enumerate(deal.outcomes):
        places.setdefault(x.where if x.face else "", []).append((i, x))
    return places
