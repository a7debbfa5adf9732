"""What programs and pages are told follows from what a seat may see: with other hidden cards it is the same.

The state behind a table is replaced by one that a strategy could imagine: all cards that a seat does not see
are dealt again. What that seat, and who watches, is told must not change; nor may what it is told of actions
that are not allowed.
"""

import asyncio
import json
from pathlib import Path
from random import Random
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.requests import Request
from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.engine import seeds
from upcard.engine.chance import Recorder, Stream
from upcard.engine.determinization import World
from upcard.engine.errors import Illegal, UpcardError
from upcard.engine.state import PlainState
from upcard.server import table_actions as manners
from upcard.server.live_table import LiveTable
from upcard.server.table_service import TableService
from upcard.web.api.table_json import table_json
from upcard.web.board.table_view import board, captions, panel
from upcard.web.http.display_settings import DisplaySettings
from upcard.web.http.request_context import RequestContext, Site
from upcard.web.http.visitor_identity import Signer, Visitor

GAMES = [
    "beat-it-or-eat-it",
    "four-cell",
    "goofspiel",
    "kuhn-poker",
    "lama",
    "le-her",
    "leduc-poker",
    "liars-dice",
    "smallsum",
    "stoppers",
]
OPEN = ["beat-it-or-eat-it"]
"""Where all cards lie open."""

MOMENTS, DEALS = 16, 10


def told(live: LiveTable, seat: int | None) -> str:
    """All that a seat is told."""
    live._ahead = (-1, {})
    live.drawn.clear()
    return table_json(live, seat).decode()


def seen(live: LiveTable, seat: int | None) -> Any:
    """The same, read."""
    return json.loads(told(live, seat))


def drawn(service: TableService, live: LiveTable, seat: int | None) -> str:
    """What is drawn for a seat, or who watches, in a browser."""
    live._ahead = (-1, {})
    visitor = Visitor("watcher" if seat is None else live.seats[seat].person)
    site = Site(service, Signer("key"), "http://testserver")
    asked = RequestContext(
        site, Request({"type": "http", "headers": [], "app": FastAPI()}), visitor, DisplaySettings()
    )
    return str(board(asked, live) + panel(asked, live))


def refused(live: LiveTable) -> list[str]:
    """What is said of every action to the player whose turn it is."""
    words = []
    for a in range(live.game.rules.ACTIONS):
        try:
            words.append(str(live.match.verify(a)))
        except UpcardError as fault:
            words.append(str(fault))
    return words


def other_deals(live: LiveTable, seat: int) -> list[PlainState]:
    """States in which the seat sees what it sees now."""
    rules = live.game.rules
    world = World(rules)
    v = live.match.view(seat)
    seeds.open_stream(v, 7, live.turn)
    found = []
    for _ in range(DEALS):
        world.imagine(v)
        found.append(world.state.copy(chance=Recorder(Stream(rules))))
    return found


@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_told_depends_on_what_a_seat_cannot_see(game, tmp_path: Path):
    async def play(service: TableService) -> None:
        live = await dealt(service, game, ANA, BEN)
        random = Random(game)
        differ = 0
        for moment in range(MOMENTS):
            if live.is_over:
                break
            if moment % 5 == 0:
                differ += sum(compare(service, live, seat) for seat in (0, 1))
            actor = random.choice(live.waiting_for())
            action = random.choice(live.scene(actor).choices).action
            await service.play_action(live.row.id, actor, live.turn, action)
            while live.driver is not None and not live.driver.done():
                await asyncio.wait([live.driver])
        assert (differ > 0) == (game not in OPEN)

    with_service(f"sqlite:///{tmp_path / 'x.sqlite'}", play)


def compare(service: TableService, live: LiveTable, seat: int) -> int:
    """Compare what is told with other hidden cards; how many of the other deals are really others."""
    match, real = live.match, live.match.state
    before = told(live, seat), told(live, None)
    pages = drawn(service, live, seat), drawn(service, live, None)
    words = refused(live) if live.mover == seat else []
    hidden = told(live, 1 - seat)
    differ = 0
    for other in other_deals(live, seat):
        match.state = other
        assert (told(live, seat), told(live, None)) == before
        assert (drawn(service, live, seat), drawn(service, live, None)) == pages
        assert (refused(live) if live.mover == seat else []) == words
        differ += told(live, 1 - seat) != hidden
        match.state = real
    live._ahead = (-1, {})
    return differ


def test_who_is_not_to_act_learns_nothing_from_trying(tmp_path: Path):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        other = 1 - live.mover
        said = set()
        for action in (0, 1, 2, 99, -1, "bet", "raise", "", "x" * 50):
            with pytest.raises(Illegal) as fault:
                await service.play_action(live.row.id, other, 0, action)
            said.add(str(fault.value))
        assert len(said) == 1
        plans = []
        for seat in (0, 1):
            try:
                await manners.plan(service, live.row.id, seat, "", "castle")
            except UpcardError as fault:
                plans.append(str(fault))
        assert plans[0] == plans[1]

    with_service(f"sqlite:///{tmp_path / 'x.sqlite'}", play)


def test_who_watches_with_a_delay_is_told_nothing_of_the_present(tmp_path):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, delay=2)
        past = [seen(live, None)]
        while not live.is_over and live.turn < 4:
            await service.play_action(live.row.id, live.mover, live.turn, live.match.legal()[-1])
            past.append(seen(live, 0))
            if live.is_over:
                break
            shown, then = seen(live, None), past[max(0, live.turn - 2)]
            assert (shown["turn"], shown["waiting_for"]) == (then["turn"], then["waiting_for"])
            assert len(shown["moves"]) == shown["turn"]
            await manners.say(service, live.row.id, 0, 0)
            assert [x.is_thinking for x in captions(live, None)] == [p in then["waiting_for"] for p in (0, 1)]
            assert not any(x.note and live.turn <= 2 for x in captions(live, None))
        assert live.turn >= 3

    with_service(f"sqlite:///{tmp_path / 'tables.sqlite'}", play)
