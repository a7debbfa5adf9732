"""Two servers with one database: a room is the same room at both."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from functools import partial

import pytest
import sqlalchemy as sa

from upcard.classroom import room_service
from upcard.classroom.class_repository import presences, store_presences
from upcard.classroom.deletion import delete_class, delete_pupil_data
from upcard.classroom.live_room import ELSEWHERE_SECONDS, SILENT_SECONDS, LiveRoom
from upcard.classroom.next_presses import press_next, why_waits
from upcard.classroom.progress import lock_phones, open_again, start_activity
from upcard.classroom.room_service import RoomService
from upcard.classroom.roster import come_again, join, remove
from upcard.classroom.seating import update_substitutes
from upcard.classroom.substitutes import NOBODY
from upcard.server.bots import Bots
from upcard.server.database import Store
from upcard.server.housekeeping import Housekeeping
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService
from upcard.web.classroom.class_requests import board_events

Play = Callable[[RoomService, RoomService], Awaitable[None]]


def at_two_servers(url: str, play: Play) -> None:
    """Open two servers with one database, do something, and close them."""

    async def visit() -> None:
        services = [TableService(Store(url), Bots(), pace=0.0) for _ in range(2)]
        try:
            await play(*map(RoomService, services))
        finally:
            for x in services:
                await x.close()
                x.store.close()

    asyncio.run(visit())


async def both(rooms: RoomService, other: RoomService) -> tuple[LiveRoom, LiveRoom]:
    """A new room, in the memory of both servers."""
    here = await rooms.open("teacher")
    return here, await other.find(here.code)


def test_who_joins_at_one_server_is_seen_at_the_other(database):
    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        board = board_events(rooms.tables, here)
        await anext(board)
        await join(other, there.code, "Ana", "ana")
        await rooms.follow()
        assert [x.name for x in here.pupils] == ["Ana"]
        assert b"event: room" in await asyncio.wait_for(anext(board), 10)
        await remove(rooms, here.code, 0)
        await other.follow()
        assert there.pupils == []
        await board.aclose()

    at_two_servers(database, play)


def test_whose_phone_is_at_the_other_server_is_not_away(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        for name in ("Ana", "Ben", "Cleo"):
            await join(other, there.code, name, name)
        here.loaded_at = there.loaded_at = time.time() - 1000
        there.seen = {0: time.time(), 1: time.time() - 5}
        there.listeners[asyncio.Event()] = 0
        await other.follow()
        for _ in range(2):
            await rooms.follow()
            await update_substitutes(rooms)
            assert here.away == {2}
        here.seen[2] = time.time()  # Cleo comes back, at this server
        await rooms.follow()
        await other.follow()
        await update_substitutes(other)
        assert there.away == set()

    at_two_servers(database, play)


def test_a_pupil_who_opens_the_page_at_the_other_server_has_come(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        for name in ("Ana", "Ben"):
            await join(rooms, here.code, name, name)
        here.loaded_at = time.time() - 1000
        here.unconfirmed = {0: "192.0.2.1", 1: "192.0.2.1"}
        await other.follow()
        there.see(there.pupils[1])
        await other.follow()
        await rooms.follow()
        assert here.unconfirmed == {0: "192.0.2.1"}

    at_two_servers(database, play)


def test_a_pupil_whose_requests_reach_both_servers_has_come_too(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        await join(rooms, here.code, "Ana", "ana")
        here.unconfirmed = {0: "192.0.2.1"}
        await other.follow()
        await listen(there, 0)
        await other.follow()
        here.see(here.pupils[0])  # the server here has always seen her last
        await rooms.follow()
        assert here.unconfirmed == {}

    at_two_servers(database, play)


async def listen(room: LiveRoom, pupil: int) -> None:
    """Open a page of a pupil, which stays open."""
    room.see(room.pupils[pupil])
    room.listeners[asyncio.Event()] = pupil


def test_a_page_at_the_other_server_counts_as_open_until_it_is_closed(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        await join(other, there.code, "Ana", "ana")
        await rooms.follow()
        assert not here.has_page_open(0)
        await listen(there, 0)
        await other.follow()
        await rooms.follow()
        assert here.has_page_open(0)
        assert here.gone_since(0) is None
        there.listeners.clear()
        for server in (other, rooms, other, rooms):  # neither takes its own sign for one of the other
            await server.follow()
        now = time.time()
        monkeypatch.setattr(time, "time", lambda: now + ELSEWHERE_SECONDS + 1)
        assert not here.has_page_open(0)
        assert not there.has_page_open(0)

    at_two_servers(database, play)


def test_a_dead_phone_with_a_stream_at_both_servers_is_silent_at_both(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        await join(other, there.code, "Ana", "ana")
        await rooms.follow()
        await listen(here, 0)
        await listen(there, 0)
        now = time.time()
        for seconds in range(0, int(SILENT_SECONDS) + 20, 10):
            at = now + seconds
            monkeypatch.setattr(time, "time", lambda at=at: at)
            for server in (rooms, other):
                await server.follow()
            assert here.has_page_open(0) or seconds > ELSEWHERE_SECONDS
        assert not here.has_page_open(0)
        assert not there.has_page_open(0)
        assert here.gone_since(0) == pytest.approx(now, abs=5)

    at_two_servers(database, play)


def test_a_page_counts_as_open_while_its_signs_reach_another_server_than_its_stream(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        await join(other, there.code, "Ana", "ana")
        await rooms.follow()
        await listen(there, 0)
        await other.follow()
        now = time.time()
        for seconds in range(0, 200, 20):
            at = now + seconds
            monkeypatch.setattr(time, "time", lambda at=at: at)
            here.see(here.pupils[0])
            for server in (rooms, other):
                await server.follow()
            assert here.has_page_open(0)
            assert there.has_page_open(0)

    at_two_servers(database, play)


def test_only_new_signs_of_phones_are_written(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, _ = await both(rooms, other)
        await join(rooms, here.code, "Ana", "ana")
        await listen(here, 0)
        written: list[str] = []
        sa.event.listen(
            rooms.store.engine, "before_cursor_execute", lambda *event: written.append(event[2].split()[0])
        )
        for expected in (1, 1):
            await rooms.follow()
            assert written.count("INSERT") == expected
        here.see(here.pupils[0])
        await rooms.follow()
        assert written.count("INSERT") == 2

    at_two_servers(database, play)


def test_an_older_sign_never_replaces_a_newer_one(database):
    async def play(rooms: RoomService, other: RoomService) -> None:
        here, _ = await both(rooms, other)
        await join(rooms, here.code, "Ana", "ana")
        for at in (2.0, 1.0):
            await rooms.write(partial(store_presences, signs={(here.code, 0): at}))
        assert await other.read(lambda c: presences(c, [here.code], 0.0)) == {(here.code, 0): 2.0}

    at_two_servers(database, play)


def test_a_group_waits_for_a_reader_whose_page_is_at_the_other_server(database, monkeypatch):
    monkeypatch.setattr(room_service, "SHARED_EVERY", 0.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        for name in ("Ana", "Ben"):
            await join(rooms, here.code, name, name)
        await start_activity(rooms, here.code, "smallsum", {"rounds": "6"})
        sitting = here.latest()[0]
        table = await rooms.tables.find(sitting.table_id)
        while table.session is None or table.session.log.rounds.begun_after != table.turn or not table.turn:
            seat, action = table.mover, table.match.legal()[0]
            await rooms.tables.play_action(table.key, seat, table.turn, action)
        reader = 1 - sitting.seats[table.mover]
        assert not why_waits(rooms, table, table.mover)
        await other.follow()
        await listen(there, reader)
        await other.follow()
        await rooms.follow()
        assert here.name_of(reader) in why_waits(rooms, table, table.mover)
        await press_next(other, there.code, there.pupils[reader], 0, table.turn)
        await rooms.follow()
        assert not why_waits(rooms, table, table.mover)

    at_two_servers(database, play)


@pytest.mark.parametrize("is_class", [True, False])
def test_the_other_server_forgets_what_was_deleted_here(database, is_class):
    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        forgotten: list[str] = []
        rooms.on_deletion = lambda code: forgotten.append(f"{code} here")
        other.on_deletion = lambda code: forgotten.append(f"{code} there")
        await join(rooms, here.code, "Zoe", "zoe")
        seats = [NewSeat(person="zoe", name="Zoe"), NewSeat(person="yan", name="Yan")]
        ours = await rooms.tables.create_table(NewTable("lama", seats))  # outside the class
        theirs = await other.tables.find(ours.key)
        await other.follow()
        assert (there.pupils[0].name, theirs.seats[0].name, forgotten) == ("Zoe", "Zoe", [])
        if is_class:
            await delete_class(rooms, here.code)
        else:
            await delete_pupil_data(rooms, here.code, 0)
        await other.follow()
        await Housekeeping(other.tables).run_once()
        assert set(forgotten) == {f"{here.code} here", f"{here.code} there"}
        assert [x.seats[0].name for x in (ours, theirs)] == [NOBODY, NOBODY]
        assert (here.code in other.live) is not is_class
        assert is_class or there.pupils == []

    at_two_servers(database, play)


def test_signs_of_a_class_are_written_with_one_statement(database):
    async def play(rooms: RoomService, other: RoomService) -> None:
        here, _ = await both(rooms, other)
        for number in range(60):
            await join(rooms, here.code, f"Pupil {number}", f"key {number}")
        statements: list[str] = []
        sa.event.listen(
            rooms.store.engine, "before_cursor_execute", lambda *event: statements.append(event[2])
        )
        for at in (1.0, 2.0):
            signs = {(here.code, pupil): at + pupil for pupil in range(60)}
            await rooms.write(partial(store_presences, signs=signs))
        assert sum("presences" in x for x in statements) == 2
        stored = await other.read(lambda c: presences(c, [here.code], 0.0))
        assert stored == {(here.code, pupil): 2.0 + pupil for pupil in range(60)}

    at_two_servers(database, play)


@pytest.mark.parametrize("is_watched", [False, True])
def test_rooms_that_nobody_looks_at_leave_the_memory(url, monkeypatch, is_watched):
    monkeypatch.setattr(room_service, "IDLE_SECONDS", -1.0)

    async def play(rooms: RoomService, other: RoomService) -> None:
        here, _ = await both(rooms, other)
        if is_watched:
            here.boards.add(asyncio.Event())
        await rooms.follow()
        assert list(rooms.live) == [here.code] * is_watched

    at_two_servers(url, play)


def test_an_idle_room_is_unloaded_without_a_word_until_something_was_deleted_elsewhere(url, monkeypatch):
    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        await join(other, there.code, "Zoe", "zoe")
        await rooms.follow()
        forgotten: list[str] = []
        rooms.on_deletion = forgotten.append
        monkeypatch.setattr(room_service, "IDLE_SECONDS", -1.0)
        rooms._share_at = 0.0
        await rooms.follow()
        assert not rooms.live
        await rooms.follow()
        assert forgotten == []
        await delete_pupil_data(other, here.code, 0)
        await rooms.follow()
        await rooms.follow()
        assert forgotten == [here.code]

    at_two_servers(url, play)


def test_a_class_that_opens_again_locked_at_one_server_is_so_at_the_other(database):
    async def play(rooms: RoomService, other: RoomService) -> None:
        here, there = await both(rooms, other)
        await join(rooms, here.code, "Ana", "ana")
        await open_again(rooms, here.code)
        await lock_phones(rooms, here.code, is_locked=True)
        await other.follow()
        assert there.is_locked
        assert (there.pupils, there.missing) == ([], ["Ana"])
        await come_again(other, here.code, 0)
        other.live.clear()  # it starts again
        await other.load_locked()
        again = other.live[here.code]
        assert again.is_locked
        assert [x.name for x in again.pupils] == ["Ana"]

    at_two_servers(database, play)
