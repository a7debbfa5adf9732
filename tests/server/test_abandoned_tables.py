"""Tables that nobody comes back to are forgotten; what somebody may want is not."""

import time
from dataclasses import replace
from typing import Any

import pytest
import sqlalchemy as sa
from tests.server.test_table_service import ANA, BEN, dealt, play_on

from upcard.server import housekeeping
from upcard.server import repository as rows
from upcard.server.clock import DAY
from upcard.server.housekeeping import Housekeeping
from upcard.server.live_table import ACTION_BYTES, TABLE_BYTES, LiveTable
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.repository import Abandoned
from upcard.server.schema import SITTINGS, TABLES
from upcard.server.table_service import TableService

BOTS = [NewSeat(strategy="random")] * 2


@pytest.fixture
def url(database: str) -> str:
    return database


async def age(service: TableService, live: LiveTable, days: float, **columns: Any) -> str:
    """Let the last change be some days ago, and forget the table in memory."""
    if live.driver is not None:
        await live.driver
    values = {"changed_at": time.time() - days * DAY, **columns}
    await service.write(lambda c: c.execute(sa.update(TABLES).filter_by(id=live.row.id).values(values)))
    service.live.pop(live.row.id, None)
    return live.row.id


async def left(service: TableService, days: Abandoned | None = None) -> set[str]:
    """The tables that are left after a look."""
    await Housekeeping(service, days or Abandoned()).run_once()
    return set(await service.read(lambda c: c.scalars(sa.select(TABLES.c.id)).all()))


def test_unfinished_matches_and_matches_of_bots_expire(service):
    async def play(service: TableService) -> None:
        stay = {
            await age(service, await dealt(service, "kuhn-poker", ANA, BEN), 89),
            await age(service, await service.create_table(NewTable("kuhn-poker", [ANA, NewSeat()])), 89),
            await age(service, await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="random")), 8),
            await age(service, await service.create_table(NewTable("kuhn-poker", BOTS)), 6),
        }
        for live, days in (
            (await dealt(service, "kuhn-poker", ANA, BEN), 91),
            (await service.create_table(NewTable("kuhn-poker", [ANA, NewSeat()])), 91),
            (await service.create_table(NewTable("kuhn-poker", BOTS)), 8),
        ):
            await age(service, live, days)
        assert await left(service) == stay

    service(play)


def test_a_finished_match_of_persons_stays_and_so_does_one_with_a_deadline(service):
    async def play(service: TableService) -> None:
        over = await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="random"))
        await play_on(service, over)
        by_mail = await dealt(service, "kuhn-poker", ANA, BEN, clock="days 30")
        stay = {
            await age(service, over, 5000),
            await age(service, by_mail, 100, due_at=time.time() - 70 * DAY),
        }
        late = await dealt(service, "kuhn-poker", ANA, BEN, clock="days 30")
        await age(service, late, 130, due_at=time.time() - 100 * DAY)
        assert await left(service) == stay

    service(play)


def test_tables_of_a_class_and_tables_in_use_stay(service):
    async def play(service: TableService) -> None:
        of_class = await service.create_table(NewTable("kuhn-poker", BOTS))
        sitting = {"room": "ABCDE", "number": 0, "run": 0, "step": 0, "group": 0, "match": 0}
        sitting |= {"table_id": of_class.row.id, "seats": [0, -1], "watchers": [], "past": []}
        from upcard.classroom.class_repository import StoredRoom, add_room

        await service.write(lambda c: add_room(c, StoredRoom("ABCDE", "teacher")))
        await service.write(lambda c: c.execute(sa.insert(SITTINGS).values(sitting)))
        watched = await dealt(service, "kuhn-poker", ANA, BEN)
        stay = {await age(service, of_class, 5000), await age(service, watched, 5000)}
        service.live[watched.row.id] = watched
        with watched.listening():
            assert await left(service) == stay
            assert await left(service, Abandoned(1e6, 1e6)) == stay

    service(play)


def test_whose_rematch_expires_may_have_another_one(service):
    async def play(service: TableService) -> None:
        first = await dealt(service, "kuhn-poker", ANA, BEN)
        second = await dealt(service, "kuhn-poker", ANA, BEN)
        await age(service, first, 10, followed=second.row.id)
        await age(service, second, 100)
        assert await left(service) == {first.row.id}
        assert (await service.find(first.row.id)).row.followed is None

    service(play)


def test_memory_is_bounded_in_bytes_and_not_in_tables(service, monkeypatch):
    async def play(service: TableService) -> None:
        tables = [await dealt(service, "kuhn-poker", ANA, BEN) for _ in range(4)]
        long = tables[1]
        before = long.size
        actions = tuple(rows.StoredAction(i, 0, 0, "person", 0.0) for i in range(100))
        long.snapshot = replace(long.snapshot, actions=actions)
        assert before == TABLE_BYTES
        assert long.size == TABLE_BYTES + 100 * ACTION_BYTES
        monkeypatch.setattr(housekeeping, "MOST_BYTES", 3 * TABLE_BYTES)
        for number, live in enumerate(tables):
            live.used_at = time.monotonic() - 10 + number
        Housekeeping(service)._forget()
        assert list(service.live) == [x.row.id for x in tables[2:]]

    service(play)
