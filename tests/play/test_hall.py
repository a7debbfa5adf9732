"""The authority: who may do what and when, and that all of it lies in the database first."""

import asyncio
from collections.abc import Awaitable, Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from upcard.engine.errors import Failure, Illegal, Usage
from upcard.server import repository as rows
from upcard.server.bots import Bots
from upcard.server.database import Conflict, Store
from upcard.server.housekeeping import Warden
from upcard.server.live_table import LiveTable, is_same_moment
from upcard.server.new_table import SeatWish, Wish
from upcard.server.table_service import Hall, Unknown

ANA, BEN = SeatWish(person="ana", name="Ana"), SeatWish(person="ben", name="Ben")


@pytest.fixture
def url(database: str) -> str:
    return database


def in_hall(url: str, play: Callable[[Hall], Awaitable[None]]) -> None:
    """Open a hall, do something in it, and close it."""

    async def visit() -> None:
        store = Store(url)
        hall = Hall(store, Bots(), pace=0.0)
        try:
            await play(hall)
        finally:
            await hall.close()
            store.close()

    asyncio.run(visit())


async def dealt(hall: Hall, game: str, *seats: SeatWish, **wish: Any) -> LiveTable:
    live = await hall.make(Wish(game, seats, **wish))
    for p, seat in enumerate(seats):
        if seat.person:
            await hall.add(live.row.id, p, f"of {seat.name}")
    return live


async def play_on(hall: Hall, live: LiveTable, seed: int = 1) -> None:
    """Play at random for everybody who is waited for, until the end."""
    random = Random(seed)
    while not live.is_over:
        people = [p for p in live.waiting_for() if live.seats[p].person]
        if not people:
            await asyncio.sleep(0)
            continue
        seat = random.choice(people)
        choice = random.choice(live.scene(seat).choices)
        await hall.act(live.row.id, seat, live.turn, choice.action)


@pytest.mark.parametrize("game", ["lama", "smallsum", "four-cell", "stoppers", "goofspiel"])
def test_a_person_plays_with_a_strategy_to_the_end(url, game):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, game, ANA, SeatWish(strategy="random"))
        await play_on(hall, live)
        assert live.row.ending == "finished"
        assert len(live.scene(0).scores) == 2

    in_hall(url, play)


def test_everything_is_there_after_a_restart(url):
    seen: list[Any] = []

    async def begin(hall: Hall) -> None:
        live = await dealt(hall, "smallsum", ANA, BEN)
        for _ in range(5):
            seat = live.waiting_for()[0]
            await hall.act(live.row.id, seat, live.turn, live.scene(seat).choices[0].action)
        seen.extend([live.row.id, live.scene(0), live.scene(1), live.moves(0)])

    async def go_on(hall: Hall) -> None:
        live = await hall.find(seen[0])
        assert [live.scene(0), live.scene(1), live.moves(0)] == seen[1:]
        await play_on(hall, live)

    in_hall(url, begin)
    in_hall(url, go_on)


def test_of_two_requests_for_one_turn_one_wins(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "kuhn-poker", ANA, BEN)
        seat = live.mover
        asked = [hall.act(live.row.id, seat, 0, "bet"), hall.act(live.row.id, seat, 0, "pass")]
        first, second = await asyncio.gather(*asked, return_exceptions=True)
        assert first is None
        assert isinstance(second, Conflict)
        assert live.turn == 1

    in_hall(url, play)


def test_two_processes_do_not_write_the_same_turn(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "kuhn-poker", ANA, BEN)
        store = Store(url)
        other = Hall(store, Bots())
        theirs = await other.find(live.row.id)
        await hall.act(live.row.id, live.mover, 0, "bet")
        with pytest.raises(Conflict):
            await other.act(live.row.id, theirs.mover, 0, "pass")
        assert theirs.turn == 1
        await other.act(live.row.id, theirs.mover, 1, "pass")
        await hall.refresh(live)
        assert live.row.ending == "finished"
        await other.close()
        store.close()

    in_hall(url, play)


def test_what_another_process_wrote_is_seen_at_the_next_look(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "kuhn-poker", ANA, BEN)
        store = Store(url)
        other = Hall(store, Bots())
        warden = Warden(other)
        theirs = await other.find(live.row.id)
        with other.listening(theirs) as told:
            await hall.act(live.row.id, live.mover, 0, "bet")
            await warden.look()
            assert told.is_set()
        assert (theirs.turn, theirs.mover) == (1, live.mover)
        await other.close()
        store.close()

    in_hall(url, play)


def test_a_table_never_goes_back_to_what_was_read_before(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "kuhn-poker", ANA, BEN)
        old = hall.store.read(lambda c: rows.load(c, live.row.id))
        await hall.act(live.row.id, live.mover, 0, "bet")
        hall.store.read = lambda job: old  # type: ignore[method-assign, assignment, return-value]
        await hall.refresh(live)
        assert live.turn == 1

    in_hall(url, play)


def test_a_strategy_that_was_kept_from_acting_goes_on_at_the_next_look(url):
    async def play(hall: Hall) -> None:
        live = await hall.make(Wish("kuhn-poker", [SeatWish(strategy="random")] * 2))
        await settled(live)
        assert live.is_over
        live = await dealt(hall, "kuhn-poker", ANA, SeatWish(strategy="random"))
        write, hall.store.write = hall.store.write, fails  # type: ignore[method-assign]
        await settled(live)
        if live.mover == 0:
            hall.store.write = write  # type: ignore[method-assign]
            await hall.act(live.row.id, 0, live.turn, "bet")
            hall.store.write = fails  # type: ignore[method-assign]
            await settled(live)
        turn = live.turn
        hall.store.write = write  # type: ignore[method-assign]
        await Warden(hall).look()
        await settled(live)
        assert live.turn == turn + 1

    in_hall(url, play)


def fails(job: object) -> "Future[Any]":
    future: Future[Any] = Future()
    future.set_exception(Failure("the disk is full"))
    return future


async def settled(live: LiveTable) -> None:
    """Wait until nothing goes on by itself."""
    while live.driver is not None and not live.driver.done():
        await asyncio.wait([live.driver])


def test_names_of_tables_that_are_none_leave_nothing_behind(url):
    async def play(hall: Hall) -> None:
        for name in ("nothing", "a\x00b", "ä", "", "x" * 5000):
            with pytest.raises(Unknown):
                await hall.find(name)
        assert hall._loading == {}

    in_hall(url, play)


def test_choices_of_one_moment_are_made_in_any_order_and_hidden_until_both_are_in(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "goofspiel", ANA, BEN)
        first, second = live.waiting_for()
        before = live.scene(first)
        await hall.act(live.row.id, second, 0, live.scene(second).choices[3].action)
        assert live.turn == 0
        assert live.waiting_for() == [first]
        assert live.scene(first) == before
        with pytest.raises(Conflict, match="chosen already"):
            await hall.act(live.row.id, second, 0, 1)
        await hall.act(live.row.id, first, 0, live.scene(first).choices[0].action)
        while live.turn < 2:
            await asyncio.sleep(0)
        assert [m.words is None for m in live.moves(0)] == [False, False]

    in_hall(url, play)


def test_choices_that_were_made_at_one_moment_are_all_taken_whichever_comes_first(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "goofspiel", ANA, BEN)
        turns = []
        while not live.is_over:
            turn, (first, second) = live.turn, live.waiting_for()
            own = [live.scene(p).choices[-1].action for p in (first, second)]
            turns.append(turn)
            await hall.act(live.row.id, first, turn, own[0])
            await hall.act(live.row.id, second, turn, own[1])
            for seat in (first, second):
                with pytest.raises((Conflict, Illegal)):
                    await hall.act(live.row.id, seat, turn, own[0])
        assert turns == list(range(0, live.turn, 2))

    in_hall(url, play)


def test_a_choice_of_an_earlier_moment_is_not_taken_for_one_of_now(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "leduc-poker", ANA, BEN)
        while not live.is_over:
            turn, seat = live.turn, live.mover
            assert not any(is_same_moment(live, seat, t) for t in range(-1, turn + 2) if t != turn)
            await hall.act(live.row.id, seat, turn, live.scene(seat).choices[0].action)
            with pytest.raises((Conflict, Illegal)):
                await hall.act(live.row.id, live.mover if live.mover >= 0 else seat, turn, 0)

    in_hall(url, play)


def test_nothing_is_dealt_before_all_have_sat_down_and_added_to_the_seed(url):
    async def play(hall: Hall) -> None:
        live = await hall.make(Wish("le-her", [ANA, SeatWish()]))
        with pytest.raises(Illegal, match="seats are still open"):
            await hall.add(live.row.id, 0, "abc")
        assert await hall.sit(live.row.id, None, "ben", "Ben") == 1
        assert await hall.sit(live.row.id, 0, "ben", "Ben") == 1
        with pytest.raises(Illegal, match="taken"):
            await hall.sit(live.row.id, 0, "cleo", "Cleo")
        await hall.add(live.row.id, 0, "abc")
        assert not live.is_dealt
        await hall.add(live.row.id, 1, "def")
        assert live.is_dealt

    in_hall(url, play)


def test_of_two_requests_with_one_key_that_come_at_once_the_second_gets_what_the_first_made(url):
    async def play(hall: Hall) -> None:
        store = Store(url)
        other = Hall(store, Bots())
        wish = Wish("le-her", [ANA, SeatWish()], key="k")
        asked = [x.make(wish) for x in (hall, hall, other, other)]
        made = {live.row.id for live in await asyncio.gather(*asked)}
        made.add((await hall.make(wish)).row.id)
        assert len(made) == 1
        found = hall.store.read(lambda c: rows.tables_of(c, "ana"))
        assert {*found} == made
        assert (await hall.make(Wish("le-her", [ANA, BEN]))).row.id not in made
        await other.close()
        store.close()

    in_hall(url, play)


def test_a_seat_that_is_asked_for_again_at_another_process_is_the_one_that_was_taken(url):
    async def play(hall: Hall) -> None:
        store = Store(url)
        other = Hall(store, Bots())
        live = await hall.make(Wish("lama", [ANA, SeatWish(), SeatWish()]))
        await other.find(live.row.id)
        assert await hall.sit(live.row.id, 2, "ben", "Ben") == 2
        assert await other.sit(live.row.id, None, "ben", "Ben") == 2
        assert await hall.sit(live.row.id, None, "cyd", "Cyd") == 1
        with pytest.raises((Conflict, Illegal)):
            await other.sit(live.row.id, None, "dan", "Dan")
        await other.close()
        store.close()

    in_hall(url, play)


def test_what_does_not_exist_is_refused(url):
    async def play(hall: Hall) -> None:
        with pytest.raises(Unknown):
            await hall.find("nothing")
        for wish in (
            Wish("chess", [ANA, BEN]),
            Wish("lama", [ANA]),
            Wish("lama", [ANA, SeatWish(strategy="solved:/etc/passwd")]),
            Wish("lama", [ANA, SeatWish(strategy="nobody")]),
            Wish("lama", [ANA, BEN], clock="move 1"),
            Wish("lama", [ANA, SeatWish(person="x", name="\n")]),
        ):
            with pytest.raises(Usage):
                await hall.make(wish)

    in_hall(url, play)


def test_a_strategy_that_searches_thinks_beside_the_server(url):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "kuhn-poker", ANA, SeatWish(strategy="ismcts", thinking=0.3))
        await play_on(hall, live)

    in_hall(url, play)


def test_strategies_of_one_name_are_told_apart(url):
    async def play(hall: Hall) -> None:
        bot = SeatWish(strategy="random")
        live = await hall.make(Wish("lama", [ANA, bot, SeatWish(strategy="folding"), bot]))
        assert [x.name for x in live.seats] == ["Ana", "Random 2", "Folding", "Random 4"]

    in_hall(url, play)
