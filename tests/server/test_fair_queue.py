"""Whose turn it is at what everybody needs: no flood of one client keeps others waiting."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.server.test_table_service import ANA, dealt

from upcard.server import fair_workers, live_table
from upcard.server.byte_cache import ENTRY_BYTES, ByteCache
from upcard.server.fair_queue import CLIENT, Busy, FairQueue
from upcard.server.housekeeping import Housekeeping
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService


class Clock:
    """The clock of a loop, which moves only when nothing else happens."""

    def __init__(self) -> None:
        self.now = 0.0

    def attach(self) -> None:
        """Let the running loop sleep in no time."""
        loop = asyncio.get_running_loop()
        self.now = loop.time()
        select = loop._selector.select  # type: ignore[attr-defined]
        loop.time = lambda: self.now  # type: ignore[method-assign]

        def pass_by(seconds: float | None) -> object:
            events = select(0)
            self.now += seconds or 0.0 if not events else 0.0
            return events

        loop._selector.select = pass_by  # type: ignore[attr-defined]


def in_time(play: Callable[[Clock], Awaitable[None]]) -> None:
    """Play in a loop whose clock does not wait."""

    async def begin() -> None:
        clock = Clock()
        clock.attach()
        await asyncio.wait_for(play(clock), 10_000)

    asyncio.run(begin())


async def work(queue: FairQueue, client: str, item: str, seconds: float, done: list[str]) -> None:
    """Use a place for a time, then note it."""
    CLIENT.set(client)
    async with queue.turn(item):
        await asyncio.sleep(seconds)
        done.append(f"{client}{item}")


def start(queue: FairQueue, jobs: str, seconds: float, done: list[str]) -> list["asyncio.Task[None]"]:
    """Start jobs that are named by client and item."""
    return [asyncio.create_task(work(queue, x[0], x[1:], seconds, done)) for x in jobs.split()]


@pytest.mark.parametrize(
    ("jobs", "order"),
    [
        ("a1 a2 a3 b1 b2", "a1 b1 a2 b2 a3"),
        ("a1 a1 a1 a2 a3", "a1 a1 a2 a3 a1"),
        ("a1 a1 a2 b1 b1 c1", "a1 b1 c1 a1 b1 a2"),
    ],
)
def test_clients_take_turns_and_so_do_their_tables(jobs, order):
    async def play(clock: Clock) -> None:
        done: list[str] = []
        await asyncio.gather(*start(FairQueue(1), jobs, 1.0, done))
        assert done == order.split()

    in_time(play)


def test_no_client_has_all_places():
    async def play(clock: Clock) -> None:
        queue = FairQueue(3)
        done: list[str] = []
        flood = start(queue, " ".join(f"a{i}" for i in range(20)), 20.0, done)
        await asyncio.sleep(1.0)
        began = clock.now
        await asyncio.gather(*start(queue, "b1", 1.0, done))
        assert clock.now - began == pytest.approx(1.0)
        assert done == ["b1"]
        for x in flood:
            x.cancel()
        await asyncio.gather(*flood, return_exceptions=True)
        await asyncio.gather(*start(queue, "c1", 1.0, done))
        assert clock.now - began == pytest.approx(2.0)

    in_time(play)


def test_who_uses_more_time_waits_longer():
    async def play(clock: Clock) -> None:
        queue = FairQueue(1)
        done: list[str] = []
        long = start(queue, "a1 a2 a3", 20.0, done)
        await asyncio.sleep(0)
        await asyncio.gather(*start(queue, "b1 b2 b3 b4", 4.0, done))
        assert done == ["a1", "b1", "b2", "b3", "b4"]
        await asyncio.gather(*long)

    in_time(play)


def test_a_full_queue_refuses_who_has_most_in_it():
    async def play(clock: Clock) -> None:
        queue = FairQueue(1, most_waiting=4, most_of_client=4)
        done: list[str] = []
        flood = start(queue, "a0 a1 a2 a3 a4 a5", 1.0, done)
        others = start(queue, "b1 c1", 1.0, done)
        results = await asyncio.gather(*flood, return_exceptions=True)
        await asyncio.gather(*others)
        assert [isinstance(x, Busy) for x in results] == [False, False, False, True, True, True]
        assert done == ["a0", "b1", "c1", "a1", "a2"]

    in_time(play)


def test_a_search_that_has_waited_for_its_own_time_interrupts_who_has_used_more():
    async def search(queue: FairQueue, client: str, seconds: float) -> float:
        CLIENT.set(client)
        stop = asyncio.Event()
        began = asyncio.get_running_loop().time()
        async with queue.turn(client, patience=0.5 * seconds) as turn:
            turn.interrupt = stop.set
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), seconds)
        return asyncio.get_running_loop().time() - began

    async def play(clock: Clock) -> None:
        queue = FairQueue(2)
        floods = [asyncio.create_task(search(queue, f"flood {i % 10}", 20.0)) for i in range(40)]
        await asyncio.sleep(3.0)
        assert await search(queue, "visitor", 1.0) <= 2.0
        assert not all(x.done() for x in floods)
        for x in floods:
            x.cancel()
        await asyncio.gather(*floods, return_exceptions=True)

    in_time(play)


def test_a_flood_of_tables_with_bots_does_not_delay_the_bot_of_a_visitor(service, monkeypatch):
    """30 tables of 8 searching bots, all watched: a visitor's bot answers within twice its thinking time."""
    answers: list[float] = []

    async def think(
        self: fair_workers.FairWorkers, work: object, text: str, strategy: str, seconds: float, **how: Any
    ) -> int:
        """Search for all of the thinking time, by the clock of the loop."""
        loop, stop = asyncio.get_running_loop(), asyncio.Event()
        began = loop.time()
        async with self.queue.turn(how["item"], patience=how["patience"]) as turn:
            turn.interrupt = stop.set
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), seconds)
        if CLIENT.get() == "visitor":
            answers.append(loop.time() - began)
        return -1

    async def play(service: TableService) -> None:
        monkeypatch.setattr(fair_workers.FairWorkers, "run", think)
        monkeypatch.setattr(live_table, "WATCHED", float("inf"))
        CLIENT.set("flood")
        flood = [
            await service.create_table(NewTable("lama", [NewSeat(strategy="ismcts", thinking=20.0)] * 8))
            for _ in range(30)
        ]
        CLIENT.set("visitor")
        live = await dealt(service, "lama", ANA, NewSeat(strategy="ismcts", thinking=1.0))
        Clock().attach()
        while len(answers) < 5 and not live.is_over:
            if live.mover == 0:
                await service.play_action(live.row.id, 0, live.turn, live.scene(0).choices[0].action)
            await asyncio.sleep(0.01)
        assert 0 < max(answers) <= 2.0
        assert any(x.turn for x in flood)

    service(play)


def test_tables_of_bots_rest_until_somebody_looks(service, monkeypatch):
    async def play(service: TableService) -> None:
        monkeypatch.setattr(live_table, "WATCHED", -1.0)
        live = await service.create_table(NewTable("kuhn-poker", [NewSeat(strategy="random")] * 2))
        await asyncio.sleep(0.05)
        await Housekeeping(service).run_once()
        assert (live.turn, live.driver) == (0, None)
        with live.listening():
            await service.watch(live.row.id)
            while not live.is_over:
                await asyncio.sleep(0)

    service(play)


def test_where_a_bot_plays_for_every_person_they_rest_too(service, monkeypatch):
    async def play(service: TableService) -> None:
        monkeypatch.setattr(live_table, "WATCHED", -1.0)
        live = await dealt(service, "lama", ANA, NewSeat(strategy="random"), NewSeat(strategy="random"))
        assert not live.is_resting
        seats = tuple(replace(x, strategy="random") for x in live.seats)
        live.update(replace(live.snapshot, seats=seats))
        assert live.is_resting
        with live.listening():
            assert not live.is_resting

    service(play)


def test_a_cache_holds_no_more_bytes_than_it_may():
    cache = ByteCache[str, str](10 * (ENTRY_BYTES + 50))
    for i in range(100):
        cache.put(str(i), "x", 50)
        assert cache.get("0") == "x"
    assert len(cache) == 10
    assert (cache.get("98"), cache.get("50")) == ("x", None)
    cache.put("large", "y", 100_000)
    assert cache.get("large") is None
    assert len(cache) == 10
