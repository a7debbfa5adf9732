"""Background jobs of tables and mail: no failure ends their loops."""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

import pytest
from tests.mail.post_office import PostOffice, in_post_office
from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.engine.errors import Failure
from upcard.mail import outbox as postman
from upcard.server import housekeeping as warden
from upcard.server import mail_queue as post
from upcard.server.database import Conflict
from upcard.server.housekeeping import Housekeeping
from upcard.server.live_table import LiveTable
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.repository import CLOCK
from upcard.server.table_service import TableService


def stumbling(*faults: Exception) -> tuple[Callable[[], Awaitable[None]], asyncio.Event]:
    """A look that fails in each of these ways and then says that it has gone on."""
    left, went_on = list(faults), asyncio.Event()

    async def look() -> None:
        if left:
            raise left.pop(0)
        went_on.set()

    return look, went_on


@pytest.mark.parametrize("module", [warden, postman])
def test_whatever_goes_wrong_in_a_look_the_next_one_comes(module, url, monkeypatch, caplog):
    monkeypatch.setattr(module, "EVERY", 0.0)

    async def walk(walker: Any) -> None:
        walker.run_once, went_on = stumbling(Failure("the disk is full"), ValueError("a fault of ours"))
        await walker.open()
        await asyncio.wait_for(went_on.wait(), 60)
        await walker.close()
        assert walker._task.done()

    async def play(post: PostOffice) -> None:
        await walk(Housekeeping(post.tables) if module is warden else post.outbox)

    with caplog.at_level(logging.WARNING):
        in_post_office(url, play)
    assert [(x.levelname, "the disk is full" in x.getMessage()) for x in caplog.records] == [
        ("WARNING", True),
        ("ERROR", False),
    ]


@pytest.mark.parametrize("module", [warden, postman])
def test_who_never_set_out_goes_home_all_the_same(module, url):
    async def play(post: PostOffice) -> None:
        walker: Any = Housekeeping(post.tables) if module is warden else post.outbox
        await walker.close()
        assert walker._task is None

    in_post_office(url, play)


@pytest.mark.parametrize(("address", "clock"), [("", "none"), ("", "days 2"), ("ana@example.net", "none")])
def test_after_a_restart_strategies_go_on_where_somebody_waits_or_looks(url, address, clock):
    begun: list[str] = []

    async def begin(service: TableService) -> None:
        service.wake = lambda live: None  # type: ignore[method-assign]
        ana = replace(ANA, address=address)
        live = await dealt(service, "leduc-poker", ana, NewSeat(strategy="random"), clock=clock)
        while live.mover == 0:
            await service.play_action(live.row.id, 0, live.turn, "call")
        begun.append(live.row.id)

    async def go_on(service: TableService) -> None:
        walker = Housekeeping(service)
        await walker.open()
        await walker.run_once()
        is_awaited = bool(address) or clock != "none"
        assert list(service.live) == begun * is_awaited
        live = await (service.find if is_awaited else service.watch)(begun[0])
        while live.mover != 0 and not live.is_over:
            await asyncio.sleep(0)
        await walker.close()

    with_service(url, begin)
    with_service(url, go_on)


@pytest.mark.parametrize(("clock", "acts"), [("move 60", True), ("days 2", False)])
def test_chance_acts_where_a_clock_of_seconds_has_run_out(service, monkeypatch, clock, acts):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, clock=clock)
        async with live.lock:
            await service.change(live, lambda c: None, live.snapshot, due_at=time.time() - 1)
        await Housekeeping(service).run_once()
        assert [x.by for x in live.snapshot.actions] == [CLOCK] * acts

    service(play)


def test_tables_that_nobody_looks_at_leave_the_memory(service, monkeypatch):
    monkeypatch.setattr(warden, "IDLE_SECONDS", -1.0)

    async def play(service: TableService) -> None:
        tables = [await dealt(service, "kuhn-poker", ANA, BEN) for _ in range(3)]
        with tables[0].listening():
            async with tables[1].lock:
                await Housekeeping(service).run_once()
        assert list(service.live) == [x.row.id for x in tables[:2]]
        again = await service.find(tables[2].row.id)
        assert again.scene(0) == tables[2].scene(0)

    service(play)


def test_before_the_deal_there_is_nothing_to_see(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("le-her", [ANA, NewSeat()]))
        for see in (lambda: live.match, lambda: live.moves(0), lambda: live.scene(None)):
            with pytest.raises(Failure, match="the cards have not been dealt yet"):
                see()
        assert (live.mover, live.winners, live.waiting_for(), live.ahead()) == (-1, [], [], {})

    service(play)


def test_who_has_several_seats_looks_from_the_one_that_is_asked(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("leduc-poker", [ANA, ANA]))
        assert live.seat_of({"ana"}) == 0
        await service.add_to_seed(live.row.id, 0, "words")
        assert live.seat_of({"ana"}) == 1
        await service.add_to_seed(live.row.id, 1, "words")
        for _ in range(2):
            assert live.seat_of({"ana"}) == live.mover
            await service.play_action(live.row.id, live.mover, live.turn, "call")
        assert live.seat_of({"ben"}) is None

    service(play)


async def refused(walker: Any, fault: Exception) -> list[str]:
    """What is left in the outbox after a look in which the news of a table cannot be told."""

    async def tell(live: LiveTable, numbers: list[int]) -> None:
        raise fault

    walker._write_letters = tell
    await walker.run_once()
    return [line.content for line in await walker.tables.read(lambda c: post.waiting(c, time.time()))]


@pytest.mark.parametrize(
    ("fault", "is_kept"),
    [(Conflict("another process was faster"), True), (Failure("its rules are gone"), False)],
)
def test_news_that_cannot_be_told_are_dropped_unless_another_process_tells_them(url, fault, is_kept):
    async def play(post: PostOffice) -> None:
        ben = NewSeat(person="ben", name="Ben", address="ben@example.net")
        await dealt(post.tables, "leduc-poker", ANA, ben)
        assert bool(await refused(post.outbox, fault)) == is_kept

    in_post_office(url, play)
