"""Replays that somebody leads: of one table each, led by one person, and seen at every process."""

from functools import partial

import pytest
from tests.server.database_copies import IN_POSTGRES_LATE
from tests.server.test_table_service import ANA, dealt, play_on

from upcard.engine.errors import Illegal
from upcard.server import repository as rows
from upcard.server import shared_replays as replays
from upcard.server.housekeeping import Housekeeping
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.shared_replays import lead_replay, shared_replay, show_position, stop_leading
from upcard.server.table_service import TableService


@pytest.fixture
def url(database: str) -> str:
    return database


@IN_POSTGRES_LATE
def test_those_who_follow_at_another_process_are_notified_once_of_every_change(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="random"))
        await play_on(service, live)
        other = TableService(service.store, service.bots)
        there, housekeeping, name = await other.find(live.key), Housekeeping(other), live.key
        with there.listening() as changed:

            async def is_notified() -> list[bool]:
                notified = []
                for _ in range(2):
                    await housekeeping.run_once()
                    notified.append(changed.is_set())
                    changed.clear()
                return notified

            assert await is_notified() == [False, False]
            await service.write(lambda c: lead_replay(c, name, "ana", "Ana", 1))
            assert await is_notified() == [True, False]
            await service.write(lambda c: show_position(c, name, {"x", "ana"}, 2))
            assert await is_notified() == [True, False]
            shared = await other.read(lambda c: shared_replay(c, name))
            assert shared is not None
            assert (shared.leader, shared.name, shared.position) == ("ana", "Ana", 2)
            await service.write(lambda c: lead_replay(c, name, "ben", "Ben", 0))
            for refused in (
                lambda c: show_position(c, name, {"ana"}, 1),
                lambda c: stop_leading(c, name, {"ana"}),
            ):
                with pytest.raises(Illegal, match="another visitor leads this replay, or nobody does"):
                    await service.write(refused)
            assert await is_notified() == [True, False]
            await service.write(lambda c: stop_leading(c, name, {"ben"}))
            assert await is_notified() == [True, False]
            assert await other.read(lambda c: shared_replay(c, name)) is None

    service(play)


def test_the_oldest_replay_ends_first_and_each_goes_with_its_table(service, monkeypatch):
    monkeypatch.setattr(replays, "MOST_SHARED", 2)

    async def play(service: TableService) -> None:
        tables = [await service.create_table(NewTable("kuhn-poker", [ANA, NewSeat()])) for _ in range(3)]
        names = [x.key for x in tables]

        async def shared() -> list[bool]:
            return [await service.read(partial(shared_replay, table_id=x)) is not None for x in names]

        for name in names:
            await service.write(partial(lead_replay, table_id=name, leader="ana", name="Ana", position=0))
        assert await shared() == [False, True, True]
        await service.write(lambda c: rows.remove_table(c, tables[1].row))
        assert await shared() == [False, False, True]

    service(play)
