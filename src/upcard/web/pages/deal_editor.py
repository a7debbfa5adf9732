"""Editor for the deal of a position: one outcome of chance after another, each chosen from the rest."""

import asyncio
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from fastapi import APIRouter
from starlette.responses import Response

from upcard.engine.card_notation import with_suits
from upcard.engine.errors import UpcardError
from upcard.play.deal_builder import DealOutcome, PartialDeal, partial_deal, replaced
from upcard.server.service_base import Unknown
from upcard.web.board.example_positions import number_names
from upcard.web.board.orientation import handed_on
from upcard.web.board.position_address import (
    BETWEEN,
    OPTION,
    SIDE,
    address_of,
    game_from_address,
    match_from_address,
    rules_from_address,
    words_of,
)
from upcard.web.http.parse_int import whole
from upcard.web.http.request_context import CurrentRequest, Refusal, go_to, page
from upcard.web.pages.analysis_page import refused

router = APIRouter(prefix="/analysis/{name}", include_in_schema=False)
AT, PICK = "at", "pick"
KEPT = ("players", "seed", "number", SIDE)
"""The number too: with the seed it is what chance draws by after the deal."""


@router.get("/cards")
async def cards(asked: CurrentRequest, name: str) -> Response:
    """The cards as far as they are laid, and those that may come next, or in a place that was chosen."""
    query = dict(asked.request.query_params)
    try:
        numbers = number_names(rules_from_address(name).GAME.name)  # of the form that leads here
        game, rest = game_from_address(name, query, (AT, PICK, *numbers)), handed_on(query)
        dealt = words_of(query.get("dealt", ""))
        at = whole(AT, query[AT]) if query.get(AT) else None
        if query.get(PICK) and at is not None:
            return go_to(asked, _link(query, await asyncio.to_thread(replaced, game, dealt, at, query[PICK])))
        found = await asyncio.to_thread(partial_deal, game, dealt)
        choices = found if at is None else await asyncio.to_thread(partial_deal, game, dealt[:at])
    except Unknown:
        raise
    except UpcardError as fault:
        return refused(asked, name, Refusal("setup", query, fault))
    whole_deal = (
        ""
        if found.options
        else address_of(match_from_address(name, {**_kept(query), "dealt": BETWEEN.join(found.words)})) + rest
    )
    return page(
        asked,
        "cards.html.jinja",
        game=game,
        places=_places(found),
        options=[(x, _chosen(query, found, x, at)) for x in choices.options],
        next_place=choices.options[0].where if choices.options and choices.options[0].face else "",
        at=at,
        chosen=found.outcomes[at] if at is not None and at < len(found.outcomes) else None,
        suits=partial(with_suits, rules=game.rules),
        change=lambda i: _link(query, found.words, str(i)),
        begin=_link(query, ()),
        here=urlencode(_kept(query) | {"dealt": BETWEEN.join(found.words)}),
        address=whole_deal,
    )


def _kept(query: Mapping[str, str]) -> dict[str, str]:
    """What an address says besides the cards and the actions."""
    return {k: x for k, x in query.items() if k in KEPT or k.startswith(OPTION)}


def _link(query: Mapping[str, str], dealt: Any, at: str = "", pick: str = "") -> str:
    """The page with some cards laid."""
    parts = (
        _kept(query)
        | {"dealt": BETWEEN.join(dealt)}
        | ({AT: at} if at else {})
        | ({PICK: pick} if pick else {})
    )
    return f"?{urlencode(parts)}"


def _chosen(query: Mapping[str, str], found: PartialDeal, x: DealOutcome, at: int | None) -> str:
    """Where choosing an outcome leads."""
    if at is None or at >= len(found.outcomes):
        return _link(query, [*found.words, x.word])
    return _link(query, found.words, str(at), x.word)


def _places(found: PartialDeal) -> dict[str, list[tuple[int, DealOutcome]]]:
    """What is laid, by where it went."""
    places: dict[str, list[tuple[int, DealOutcome]]] = {}
    for i, x in enumerate(found.outcomes):
        places.setdefault(x.where if x.face else "", []).append((i, x))
    return places
