"""Past its capacity a server refuses new tables, and the tables that it has go on."""

import asyncio
import time

import pytest
from tests.server.test_table_service import ANA, BEN, dealt

from upcard.server import live_table
from upcard.server.capacity import FEW, MOST_DELAY, SAMPLES, Capacity, Crowded
from upcard.server.fair_queue import CLIENT
from upcard.server.table_service import TableService


def test_tables_count_while_somebody_uses_them(service, monkeypatch):
    async def play(service: TableService) -> None:
        capacity = service.capacity = Capacity(service.live, most=2, is_limited=False)
        CLIENT.set("a")
        first = await dealt(service, "kuhn-poker", ANA, BEN)
        await dealt(service, "kuhn-poker", ANA, BEN)
        capacity.count()
        assert dict(capacity.in_use) == {"a": 2}
        with pytest.raises(Crowded, match="as many tables as it can hold; try again in a minute"):
            capacity.admit()
        await service.play_action(first.row.id, first.mover, 0, "pass")  # the match goes on
        monkeypatch.setattr(live_table, "WATCHED", -1.0)
        with first.listening():
            capacity.count()
            assert dict(capacity.in_use) == {"a": 1}
        capacity.admit()

    service(play)


def test_an_address_has_a_share_of_all_tables():
    capacity = Capacity({}, most=10)

    def admitted(client: str) -> int:
        """How many tables a client gets."""
        CLIENT.set(client)
        for number in range(100):
            try:
                capacity.admit()
            except Crowded:
                return number
        return 100

    assert [admitted(x) for x in "abcd"] == [4, 4, 2, 0]


@pytest.mark.parametrize(("tables", "delay", "is_full"), [
    (FEW, 2 * MOST_DELAY, True), (FEW - 1, 2 * MOST_DELAY, False), (FEW, MOST_DELAY / 2, False),
])  # fmt: skip
def test_a_server_that_is_late_with_many_tables_is_full(tables, delay, is_full):
    capacity = Capacity({})
    capacity.in_use[""] = tables
    capacity.delays.extend([delay] * SAMPLES)
    if is_full:
        with pytest.raises(Crowded):
            capacity.admit()
    else:
        capacity.admit()


def test_a_late_server_without_limits_is_not_full():
    capacity = Capacity({}, is_limited=False)
    capacity.in_use[""] = FEW
    capacity.delays.extend([2 * MOST_DELAY] * SAMPLES)
    capacity.admit()


def test_how_late_the_loop_is_is_measured():
    async def play() -> float:
        capacity = Capacity({})
        measuring = asyncio.create_task(capacity.run())
        for _ in range(4):
            await asyncio.sleep(0.05)
            time.sleep(0.3)
        measuring.cancel()
        return max(capacity.delays)

    assert asyncio.run(play()) > 0.15
