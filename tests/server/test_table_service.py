"""The authority: who may do what and when, and that all of it lies in the database first."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from upcard.engine.errors import Failure, Illegal, Unknown, Usage
from upcard.server import repository as rows
from upcard.server.bots import Bots
from upcard.server.database import Conflict, Store
from upcard.server.housekeeping import Housekeeping
from upcard.server.live_table import LiveTable, is_same_moment
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService

ANA, BEN = NewSeat(person="ana", name="Ana"), NewSeat(person="ben", name="Ben")


@pytest.fixture
def url(database: str) -> str:
    return database


def with_service(url: str, play: Callable[[TableService], Awaitable[None]]) -> None:
    """Open a service, do something in it, and close it."""

    async def visit() -> None:
        store = Store(url)
        service = TableService(store, Bots(), pace=0.0)
        try:
            await play(service)
        finally:
            await service.close()
            store.close()

    asyncio.run(visit())


async def dealt(service: TableService, game: str, *seats: NewSeat, **new: Any) -> LiveTable:
    live = await service.create_table(NewTable(game, seats, **new))
    for p, seat in enumerate(seats):
        if seat.person:
            await service.add_to_seed(live.row.id, p, f"of {seat.name}")
    return live


async def play_on(service: TableService, live: LiveTable, seed: int = 1) -> None:
    """Play at random for everybody who is waited for, until the end."""
    random = Random(seed)
    while not live.is_over:
        people = [p for p in live.waiting_for() if live.seats[p].person]
        if not people:
            await asyncio.sleep(0)
            continue
        seat = random.choice(people)
        choice = random.choice(live.scene(seat).choices)
        await service.play_action(live.row.id, seat, live.turn, choice.action)


@pytest.mark.parametrize("game", ["lama", "smallsum", "four-cell", "stoppers", "goofspiel"])
def test_a_person_plays_with_a_strategy_to_the_end(url, game):
    async def play(service: TableService) -> None:
        live = await dealt(service, game, ANA, NewSeat(strategy="random"))
        await play_on(service, live)
        assert live.row.ending == "finished"
        assert len(live.scene(0).scores) == 2

    with_service(url, play)


def test_everything_is_there_after_a_restart(url):
    seen: list[Any] = []

    async def begin(service: TableService) -> None:
        live = await dealt(service, "smallsum", ANA, BEN)
        for _ in range(5):
            seat = live.waiting_for()[0]
            await service.play_action(live.row.id, seat, live.turn, live.scene(seat).choices[0].action)
        seen.extend([live.row.id, live.scene(0), live.scene(1), live.moves(0)])

    async def go_on(service: TableService) -> None:
        live = await service.find(seen[0])
        assert [live.scene(0), live.scene(1), live.moves(0)] == seen[1:]
        await play_on(service, live)

    with_service(url, begin)
    with_service(url, go_on)


def test_of_two_requests_for_one_turn_one_wins(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        seat = live.mover
        asked = [
            service.play_action(live.row.id, seat, 0, "bet"),
            service.play_action(live.row.id, seat, 0, "pass"),
        ]
        first, second = await asyncio.gather(*asked, return_exceptions=True)
        assert first is None
        assert isinstance(second, Conflict)
        assert live.turn == 1

    with_service(url, play)


def test_two_processes_do_not_write_the_same_turn(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        store = Store(url)
        other = TableService(store, Bots())
        theirs = await other.find(live.row.id)
        await service.play_action(live.row.id, live.mover, 0, "bet")
        with pytest.raises(Conflict):
            await other.play_action(live.row.id, theirs.mover, 0, "pass")
        assert theirs.turn == 1
        await other.play_action(live.row.id, theirs.mover, 1, "pass")
        await service.refresh(live)
        assert live.row.ending == "finished"
        await other.close()
        store.close()

    with_service(url, play)


def test_what_another_process_wrote_is_seen_at_the_next_look(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        store = Store(url)
        other = TableService(store, Bots())
        housekeeping = Housekeeping(other)
        theirs = await other.find(live.row.id)
        with theirs.listening() as told:
            await service.play_action(live.row.id, live.mover, 0, "bet")
            await housekeeping.run_once()
            assert told.is_set()
        assert (theirs.turn, theirs.mover) == (1, live.mover)
        await other.close()
        store.close()

    with_service(url, play)


def test_a_table_never_goes_back_to_what_was_read_before(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        old = service.store.read(lambda c: rows.load(c, live.row.id))
        await service.play_action(live.row.id, live.mover, 0, "bet")
        service.store.read = lambda job: old  # type: ignore[method-assign, assignment, return-value]
        await service.refresh(live)
        assert live.turn == 1

    with_service(url, play)


def test_a_strategy_that_was_kept_from_acting_goes_on_at_the_next_look(url):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("kuhn-poker", [NewSeat(strategy="random")] * 2))
        await settled(live)
        assert live.is_over
        live = await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="random"))
        write, service.store.write = service.store.write, fails  # type: ignore[method-assign]
        await settled(live)
        if live.mover == 0:
            service.store.write = write  # type: ignore[method-assign]
            await service.play_action(live.row.id, 0, live.turn, "bet")
            service.store.write = fails  # type: ignore[method-assign]
            await settled(live)
        turn = live.turn
        service.store.write = write  # type: ignore[method-assign]
        await Housekeeping(service).run_once()
        await settled(live)
        assert live.turn == turn + 1

    with_service(url, play)


def fails(job: object) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(Failure("the disk is full"))
    return future


async def settled(live: LiveTable) -> None:
    """Wait until nothing goes on by itself."""
    while live.driver is not None and not live.driver.done():
        await asyncio.wait([live.driver])


def test_names_of_tables_that_are_none_leave_nothing_behind(url):
    async def play(service: TableService) -> None:
        for name in ("nothing", "a\x00b", "ä", "", "x" * 5000):
            with pytest.raises(Unknown):
                await service.find(name)
        assert service._loading == {}

    with_service(url, play)


def test_choices_of_one_moment_are_made_in_any_order_and_hidden_until_both_are_in(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "goofspiel", ANA, BEN)
        first, second = live.waiting_for()
        before = live.scene(first)
        await service.play_action(live.row.id, second, 0, live.scene(second).choices[3].action)
        assert live.turn == 0
        assert live.waiting_for() == [first]
        assert live.scene(first) == before
        with pytest.raises(Conflict, match="already chosen"):
            await service.play_action(live.row.id, second, 0, 1)
        await service.play_action(live.row.id, first, 0, live.scene(first).choices[0].action)
        while live.turn < 2:
            await asyncio.sleep(0)
        assert [m.words is None for m in live.moves(0)] == [False, False]

    with_service(url, play)


def test_choices_that_were_made_at_one_moment_are_all_taken_whichever_comes_first(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "goofspiel", ANA, BEN)
        turns = []
        while not live.is_over:
            turn, (first, second) = live.turn, live.waiting_for()
            own = [live.scene(p).choices[-1].action for p in (first, second)]
            turns.append(turn)
            await service.play_action(live.row.id, first, turn, own[0])
            await service.play_action(live.row.id, second, turn, own[1])
            for seat in (first, second):
                with pytest.raises((Conflict, Illegal)):
                    await service.play_action(live.row.id, seat, turn, own[0])
        assert turns == list(range(0, live.turn, 2))

    with_service(url, play)


def test_a_choice_of_an_earlier_moment_is_not_taken_for_one_of_now(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        while not live.is_over:
            turn, seat = live.turn, live.mover
            assert not any(is_same_moment(live, seat, t) for t in range(-1, turn + 2) if t != turn)
            await service.play_action(live.row.id, seat, turn, live.scene(seat).choices[0].action)
            with pytest.raises((Conflict, Illegal)):
                await service.play_action(live.row.id, live.mover if live.mover >= 0 else seat, turn, 0)

    with_service(url, play)


def test_nothing_is_dealt_before_all_have_sat_down_and_added_to_the_seed(url):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("le-her", [ANA, NewSeat()]))
        with pytest.raises(Illegal, match="seats are still open"):
            await service.add_to_seed(live.row.id, 0, "abc")
        assert await service.take_seat(live.row.id, None, "ben", "Ben") == 1
        assert await service.take_seat(live.row.id, 0, "ben", "Ben") == 1
        with pytest.raises(Illegal, match="taken"):
            await service.take_seat(live.row.id, 0, "cleo", "Cleo")
        await service.add_to_seed(live.row.id, 0, "abc")
        assert not live.is_dealt
        await service.add_to_seed(live.row.id, 1, "def")
        assert live.is_dealt

    with_service(url, play)


def test_of_two_requests_with_one_key_that_come_at_once_the_second_gets_what_the_first_made(url):
    async def play(service: TableService) -> None:
        store = Store(url)
        other = TableService(store, Bots())
        new = NewTable("le-her", [ANA, NewSeat()], key="k")
        asked = [x.create_table(new) for x in (service, service, other, other)]
        made = {live.row.id for live in await asyncio.gather(*asked)}
        made.add((await service.create_table(new)).row.id)
        assert len(made) == 1
        found = service.store.read(lambda c: rows.tables_of(c, "ana"))
        assert {*found} == made
        assert (await service.create_table(NewTable("le-her", [ANA, BEN]))).row.id not in made
        await other.close()
        store.close()

    with_service(url, play)


def test_a_seat_that_is_asked_for_again_at_another_process_is_the_one_that_was_taken(url):
    async def play(service: TableService) -> None:
        store = Store(url)
        other = TableService(store, Bots())
        live = await service.create_table(NewTable("lama", [ANA, NewSeat(), NewSeat()]))
        await other.find(live.row.id)
        assert await service.take_seat(live.row.id, 2, "ben", "Ben") == 2
        assert await other.take_seat(live.row.id, None, "ben", "Ben") == 2
        assert await service.take_seat(live.row.id, None, "cyd", "Cyd") == 1
        with pytest.raises((Conflict, Illegal)):
            await other.take_seat(live.row.id, None, "dan", "Dan")
        await other.close()
        store.close()

    with_service(url, play)


def test_what_does_not_exist_is_refused(url):
    async def play(service: TableService) -> None:
        with pytest.raises(Unknown):
            await service.find("nothing")
        for new in (
            NewTable("chess", [ANA, BEN]),
            NewTable("lama", [ANA]),
            NewTable("lama", [ANA, NewSeat(strategy="solved:/etc/passwd")]),
            NewTable("lama", [ANA, NewSeat(strategy="nobody")]),
            NewTable("lama", [ANA, BEN], clock="move 1"),
            NewTable("lama", [ANA, NewSeat(person="x", name="\n")]),
        ):
            with pytest.raises(Usage):
                await service.create_table(new)

    with_service(url, play)


def test_a_strategy_that_searches_thinks_beside_the_server(url):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="ismcts", thinking=0.3))
        await play_on(service, live)

    with_service(url, play)


def test_strategies_of_one_name_are_told_apart(url):
    async def play(service: TableService) -> None:
        bot = NewSeat(strategy="random")
        live = await service.create_table(NewTable("lama", [ANA, bot, NewSeat(strategy="folding"), bot]))
        assert [x.name for x in live.seats] == ["Ana", "Random 2", "Folding", "Random 4"]

    with_service(url, play)
