"""Requests that wait while the host starts: seats get new numbers, and the request is for its player."""

import asyncio

import pytest
from tests.server.test_table_service import ANA, BEN, with_service

from upcard.server import table_actions
from upcard.server import waiting_room as room
from upcard.server.database import Conflict
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.repository import StoredSeat
from upcard.server.seat_tokens import SeatTokens
from upcard.server.sitters import Sitter, seat_now, sitter_of
from upcard.server.table_service import TableService

CLEO = NewSeat(person="cleo", name="Cleo")


@pytest.fixture
def service(database):
    return lambda play: with_service(database, play)


def test_requests_that_wait_for_the_start_are_for_their_players(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, NewSeat(), BEN, CLEO]))
        name, ben, cleo = live.row.id, sitter_of(live, 2), sitter_of(live, 3)
        async with live.lock:
            waiting = [
                asyncio.create_task(x)
                for x in (
                    room.start(service, name, 0),
                    table_actions.set_notes(service, name, ben, "Ben's"),
                    service.add_to_seed(name, cleo, "Cleo's"),
                    room.remove(service, name, 0, 2, "Ben"),
                    room.leave(service, name, ben),
                )
            ]
            await asyncio.sleep(0.01)
        results = await asyncio.gather(*waiting, return_exceptions=True)
        assert [type(x) for x in results] == [*[type(None)] * 3, Conflict, type(None)]
        assert str(results[3]) == "Ben is no longer in that seat; look at the table again"
        assert [x.name for x in live.seats] == ["Ana", "", "Cleo"]  # Ben has left seat 2

    service(play)


def test_somebody_who_has_left_or_has_several_seats_looks_at_the_table_again(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, NewSeat(), BEN]))
        ben = sitter_of(live, 2)
        await room.start(service, live.row.id, 0)
        assert (seat_now(live, ben), seat_now(live, 1)) == (1, 1)
        for gone in (Sitter(2, "cleo"), Sitter(2, "")):
            with pytest.raises(Conflict, match="the seats of this table have changed"):
                seat_now(live, gone)

    service(play)


def test_an_address_opens_the_seat_that_its_player_has_now():
    tokens = SeatTokens("a key")
    ben, cleo = StoredSeat(2, "Ben", person="ben"), StoredSeat(3, "Cleo", person="cleo")
    invited, place = tokens.place("table", StoredSeat(1)), tokens.place("table", ben)
    before = [StoredSeat(0, "Ana", person="ana"), StoredSeat(1), ben, cleo]
    after = [before[0], StoredSeat(1, "Ben", person="ben"), StoredSeat(2, "Cleo", person="cleo")]
    assert [tokens.seat_with(place, x) for x in (before, after, after[::2])] == [2, 1, None]
    assert [tokens.seat_with(invited, x) for x in (before, after, [StoredSeat(0), *after[1:]])] == [
        1,
        None,
        None,
    ]
