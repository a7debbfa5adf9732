"""What people do beside playing: resigning, plans, phrases, notes, absence, vacation, return matches."""

import asyncio
import re
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from tests.server.test_table_service import ANA, BEN, dealt, play_on, with_service

from upcard.engine.errors import Failure, Illegal, Unreadable, Usage
from upcard.play.bot_levels import usual_level
from upcard.server import plan_answers as searches
from upcard.server import repository as rows
from upcard.server import table_actions, waiting_room
from upcard.server.bots import Bots
from upcard.server.conditional_moves import unused_sentence
from upcard.server.database import Store
from upcard.server.housekeeping import Housekeeping
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.plan_answers import known_answers, plan_answers
from upcard.server.repository import AHEAD, PERSON
from upcard.server.table_service import TableService

CLEO = NewSeat(person="cleo", name="Cleo")


@pytest.fixture
def service(database: str) -> Callable[[Callable[[TableService], Awaitable[None]]], None]:
    return lambda play: with_service(database, play)


def test_who_resigns_ends_a_match_of_two(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        await table_actions.resign(service, live.row.id, 1)
        assert (live.row.ending, live.is_over, live.waiting_for()) == ("resigned 2", True, [])
        with pytest.raises(Illegal, match="over"):
            await table_actions.resign(service, live.row.id, 0)

    service(play)


def test_where_more_play_a_strategy_goes_on_in_his_place_and_he_may_come_back(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, BEN, CLEO)
        await table_actions.resign(service, live.row.id, 2)
        assert live.seats[2].strategy == usual_level(live.game).strategy
        await table_actions.come_back(service, live.row.id, 2)
        assert (live.seats[2].strategy, live.seats[2].person) == ("", "cleo")

    service(play)


def test_who_is_played_for_does_nothing_before_he_comes_back(service, monkeypatch):
    thinks, go_on = asyncio.Event(), asyncio.Event()

    async def decide(*_: object) -> int:
        thinks.set()
        await go_on.wait()
        return 0

    async def play(service: TableService) -> None:
        monkeypatch.setattr(service.bots, "decide", decide)
        live = await dealt(service, "lama", ANA, BEN, CLEO, clock="days 2")
        seat, choices = live.mover, live.scene(live.mover).choices
        await table_actions.resign(service, live.row.id, seat)
        await thinks.wait()
        assert (live.can_act(seat), live.scene(seat).choices) == (False, ())
        for deed in (
            service.play_action(live.row.id, seat, 0, choices[0].action),
            table_actions.resign(service, live.row.id, seat),
            table_actions.plan(service, live.row.id, seat, "", choices[0].words),
            table_actions.vacation(service, live.row.id, seat),
            table_actions.consent(service, live.row.id, seat, (seat + 1) % 3),
        ):
            with pytest.raises(Illegal, match="take your seat back"):
                await deed
        await table_actions.come_back(service, live.row.id, seat)
        assert live.scene(seat).choices == choices
        go_on.set()
        while live.driver is not None and not live.driver.done():
            await asyncio.sleep(0)
        assert live.turn == 0  # what was thought in his place is not done any more
        await service.play_action(live.row.id, seat, 0, choices[0].action)
        assert live.turn == 1

    service(play)


def test_plans_are_followed_in_their_order_where_they_fit(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        first, second = live.mover, 1 - live.mover
        await table_actions.plan(service, live.row.id, second, "call", "call")
        await service.play_action(live.row.id, first, 0, "call")
        while live.turn < 2:
            await asyncio.sleep(0)
        assert [a.by for a in live.snapshot.actions] == [PERSON, AHEAD]
        assert live.snapshot.plans[second] == ()

    service(play)


def test_plans_for_another_course_are_forgotten(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        first, second = live.mover, 1 - live.mover
        for _ in range(2):
            await table_actions.plan(service, live.row.id, second, "raise", "fold")
        await service.play_action(live.row.id, first, 0, "call")
        while live.snapshot.plans.get(second):
            await asyncio.sleep(0)
        assert (live.turn, live.mover) == (1, second)

    service(play)


def test_a_plan_that_can_never_be_played_is_refused_with_what_is_possible(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        first, second = live.mover, 1 - live.mover
        possible = await plan_answers(live, second)
        assert possible is not None
        after_bet, after_check = ["call 1", "fold"], ["bet 1", "check"]
        everything = sorted([*after_bet, *after_check])
        assert possible.pairs() == [("", everything), ("bet 1", after_bet), ("check", after_check)]
        for condition, action, why in (
            ("bet 1", "check", "you cannot play 'check' after 'bet 1'; plan one of: call 1, fold"),
            ("fold", "check", "your next turn cannot come after 'fold'; plan an answer to: bet 1, check"),
        ):
            with pytest.raises(Illegal, match=re.escape(why)):
                await table_actions.plan(service, live.row.id, second, condition, action)
        await table_actions.plan(service, live.row.id, second, "bet 1", "fold")
        await service.play_action(live.row.id, first, 0, "check")
        while live.snapshot.plans.get(second):
            await asyncio.sleep(0)
        why = "Your plan “If they play bet 1, I play fold” could not be used. Choose your move now."
        turn, unused = live.unused_plans[second]
        assert (turn, unused_sentence(live.game, unused)) == (1, why)
        await service.play_action(live.row.id, second, 1, "bet 1")
        possible = await plan_answers(live, second)
        assert possible is not None
        with pytest.raises(Illegal, match="you have no further turn"):
            await table_actions.plan(service, live.row.id, second, "", "check")

    service(play)


def test_plans_are_searched_once_for_a_position_and_outside_of_the_event_loop(service, monkeypatch):
    threads, search = list[threading.Thread](), searches._searched

    def noted(*asked: Any) -> Any:
        threads.append(threading.current_thread())
        return search(*asked)

    monkeypatch.setattr(searches, "_searched", noted)

    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        first, second = live.mover, 1 - live.mover
        assert known_answers(live, second) is None  # drawing the table computes nothing
        one = await plan_answers(live, second)
        await table_actions.say(service, live.row.id, first, 0)  # a new version of the same position
        assert await plan_answers(live, second) is one is known_answers(live, second)
        await table_actions.plan(service, live.row.id, second, "check", "bet 1")
        assert known_answers(live, second) is None  # the next plan is for the turn after that
        assert len(threads) == 1
        assert threads[0] is not threading.current_thread()

    service(play)


def test_plans_that_cannot_be_read_are_refused_and_others_can_be_taken_back(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        with pytest.raises(Unreadable, match="not an action"):
            await table_actions.plan(service, live.row.id, 1, "", "castle")
        await table_actions.plan(service, live.row.id, 1 - live.mover, "", "call")
        await table_actions.forget_plans(service, live.row.id, 1 - live.mover)
        assert not live.snapshot.plans.get(1 - live.mover)

    service(play)


def test_phrases_and_notes_are_kept(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "le-her", ANA, BEN)
        await table_actions.say(service, live.row.id, 0, 1)
        await table_actions.set_notes(service, live.row.id, 1, "a note")
        assert [(x.seat, x.phrase) for x in live.snapshot.phrases] == [(0, 1)]
        assert [x.notes for x in live.seats] == ["", "a note"]
        with pytest.raises(Usage, match="no phrase"):
            await table_actions.say(service, live.row.id, 0, 9)
        with pytest.raises(Usage, match="characters"):
            await table_actions.set_notes(service, live.row.id, 0, "x" * 10_001)

    service(play)


def test_who_says_too_much_keeps_nobody_else_from_speaking(service, monkeypatch):
    async def play(service: TableService) -> None:
        monkeypatch.setattr(table_actions, "MOST_PHRASES", 3)
        live = await dealt(service, "le-her", ANA, BEN)
        for _ in range(3):
            await table_actions.say(service, live.row.id, 0, 0)
        with pytest.raises(Illegal, match="you have said 3 phrases"):
            await table_actions.say(service, live.row.id, 0, 0)
        await table_actions.say(service, live.row.id, 1, 4)
        assert [x.seat for x in live.snapshot.phrases] == [0, 0, 0, 1]

    service(play)


def test_a_strategy_acts_for_who_is_away_when_all_others_agree(service, monkeypatch):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, BEN, CLEO)
        absent = live.mover
        first, second = sorted({0, 1, 2} - {absent})
        with pytest.raises(Illegal, match="not away"):
            await table_actions.consent(service, live.row.id, first, absent)
        for none in (-1, 3, 10**8):
            with pytest.raises(Usage, match="no seat"):
                await table_actions.consent(service, live.row.id, first, none)
        monkeypatch.setattr(table_actions, "PATIENCE", -1.0)
        await table_actions.consent(service, live.row.id, first, absent)
        assert live.seats[absent].strategy == ""
        await table_actions.consent(service, live.row.id, second, absent)
        assert live.seats[absent].strategy == usual_level(live.game).strategy
        assert live.snapshot.consents == {}

    service(play)


def test_who_agreed_before_a_player_came_back_has_not_agreed_for_the_next_time(service, monkeypatch):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, BEN, CLEO)
        absent = live.mover
        first, second = sorted({0, 1, 2} - {absent})
        monkeypatch.setattr(table_actions, "PATIENCE", -1.0)
        await table_actions.consent(service, live.row.id, first, absent)
        while live.mover == absent or live.turn == 0:
            await service.play_action(live.row.id, live.mover, live.turn, live.match.legal()[0])
        while live.mover != absent and not live.is_over:
            await service.play_action(live.row.id, live.mover, live.turn, live.match.legal()[0])
        assert live.snapshot.consents == {}
        await table_actions.consent(service, live.row.id, second, absent)
        assert live.seats[absent].strategy == ""
        await service.refresh(live)
        assert table_actions.still_to_agree(live, absent) == [first]

    service(play)


def test_the_time_before_the_deal_makes_nobody_absent(service, monkeypatch):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("le-her", [ANA, NewSeat()]))
        moment = live.row.made_at + 10 * table_actions.PATIENCE
        monkeypatch.setattr(time, "time", lambda: moment)
        await service.take_seat(live.row.id, 1, "ben", "Ben")
        for seat in range(2):
            await service.add_to_seed(live.row.id, seat, "x")
        assert live.is_dealt
        assert not table_actions.is_away(live, live.mover)
        moment += table_actions.PATIENCE + 1
        assert table_actions.is_away(live, live.mover)

    service(play)


def test_tables_that_go_on_are_listed_before_those_that_have_ended(service):
    async def play(service: TableService) -> None:
        slow = await dealt(service, "le-her", ANA, BEN, clock="days 2")
        for _ in range(3):
            ended = await dealt(service, "le-her", ANA, BEN)
            await table_actions.resign(service, ended.row.id, 0)
        found = await service.read(lambda c: rows.tables_of(c, "ana", 2))
        assert found[0] == slow.row.id
        assert len(found) == 2

    service(play)


def test_a_clock_does_not_act_for_a_strategy_that_thinks(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "le-her", ANA, NewSeat(strategy="random"), clock="move 60")
        housekeeping = Housekeeping(service)
        while not live.seats[live.mover].strategy:
            await service.play_action(live.row.id, live.mover, live.turn, live.match.legal()[0])
        turn = live.turn
        await housekeeping._run_out(live)
        assert all(a.by != "clock" for a in live.snapshot.actions)
        assert live.turn >= turn

    service(play)


def test_there_is_one_vacation_and_only_by_correspondence(service):
    async def play(service: TableService) -> None:
        quick = await dealt(service, "le-her", ANA, BEN)
        with pytest.raises(Illegal, match="for correspondence matches"):
            await table_actions.vacation(service, quick.row.id, 0)
        slow = await dealt(service, "le-her", ANA, BEN, clock="days 2")
        before = slow.row.due_at or 0.0
        with pytest.raises(Illegal, match="when it is your turn"):
            await table_actions.vacation(service, slow.row.id, 1 - slow.mover)
        await table_actions.vacation(service, slow.row.id, slow.mover)
        assert slow.row.due_at == before + 14 * 24 * 3600
        with pytest.raises(Illegal, match="already taken"):
            await table_actions.vacation(service, slow.row.id, slow.mover)

    service(play)


def test_the_return_match_is_one_seat_on_and_there_is_one_only(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        with pytest.raises(Illegal, match="has not ended"):
            await table_actions.rematch(service, live.row.id)
        await play_on(service, live)
        again = await asyncio.gather(*(table_actions.rematch(service, live.row.id) for _ in range(2)))
        assert again[0] == again[1] == live.row.followed
        made = await service.find(again[0])
        assert [x.name for x in made.seats] == ["Ben", "Ana"]
        assert made.row.follows == live.row.id
        assert not made.is_dealt

    service(play)


def test_a_rematch_that_everybody_has_left_gives_way_to_another_one(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        await play_on(service, live)
        first = await table_actions.rematch(service, live.row.id)
        for seat in (0, 1):
            await waiting_room.leave(service, first, seat)
        second = await table_actions.rematch(service, live.row.id)
        assert second != first
        assert (await service.find(second)).row.follows == live.row.id
        assert await table_actions.rematch(service, live.row.id) == second

    service(play)


def test_the_return_match_and_its_link_are_written_together_or_not_at_all(service, monkeypatch):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        await play_on(service, live)
        write, written = service.store.write, []

        def count(job: Any) -> Any:
            written.append(job)
            return write(job)

        def fail(*_: object) -> None:
            raise Failure("the disk is full")

        with monkeypatch.context() as broken:
            broken.setattr(rows, "add_table", fail)
            with pytest.raises(Failure):
                await table_actions.rematch(service, live.row.id)
        assert service.store.read(lambda c: rows.load(c, live.row.id)).row.followed is None  # type: ignore[union-attr]
        monkeypatch.setattr(service.store, "write", count)
        again = await table_actions.rematch(service, live.row.id)
        assert len(written) == 1
        assert len(service.store.read(lambda c: rows.tables_of(c, "ana"))) == 2
        assert (await service.find(again)).row.follows == live.row.id

    service(play)


def test_two_who_play_again_in_two_processes_get_the_same_table(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN)
        await play_on(service, live)
        store = Store(service.store.url)
        other = TableService(store, Bots())
        await other.find(live.row.id)
        first = await table_actions.rematch(service, live.row.id)
        assert await table_actions.rematch(other, live.row.id) == first
        assert len(store.read(lambda c: rows.tables_of(c, "ana"))) == 2
        await other.close()
        store.close()

    service(play)


def test_a_return_match_of_strategies_alone_begins_at_once(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("kuhn-poker", [NewSeat(strategy="random")] * 2))
        while not live.is_over:
            await asyncio.sleep(0)
        again = await service.find(await table_actions.rematch(service, live.row.id))
        while not again.is_over:
            await asyncio.sleep(0)

    service(play)


def test_tables_where_one_is_to_act_come_first(service):
    async def play(service: TableService) -> None:
        mine = await dealt(service, "kuhn-poker", ANA, BEN)
        theirs = await dealt(service, "kuhn-poker", BEN, ANA)
        await service.create_table(NewTable("kuhn-poker", [ANA, NewSeat()]))
        first = await service.tables_of({"ana"})
        assert len(first) == 3
        acting = [x for x in (mine, theirs) if x.seat_of({"ana"}) in x.waiting_for()]
        assert first[: len(acting)] == acting
        assert await service.tables_of({"nobody"}) == []

    service(play)


def test_who_looks_is_told_once_that_somebody_stays_away(service, monkeypatch):
    async def play(service: TableService) -> None:
        live, housekeeping = await dealt(service, "leduc-poker", ANA, BEN), Housekeeping(service)
        with live.listening() as changed:
            await housekeeping.run_once()
            assert not changed.is_set()
            monkeypatch.setattr(table_actions, "PATIENCE", -1.0)
            await housekeeping.run_once()
            assert changed.is_set()
            changed.clear()
            await housekeeping.run_once()
            assert not changed.is_set()

    service(play)


def test_whoever_can_act_makes_no_plans(service):
    async def play(service: TableService) -> None:
        for game in ("leduc-poker", "goofspiel"):
            live = await dealt(service, game, ANA, BEN)
            words = live.scene(live.mover).choices[0].words
            for seat in live.waiting_for():
                with pytest.raises(Illegal, match="it is your turn; act now"):
                    await table_actions.plan(service, live.row.id, seat, "", words)
            assert (live.turn, dict(live.snapshot.plans)) == (0, {})
            if game == "goofspiel":  # both choose at once; who has chosen may plan the next choice
                ahead = next(p for p in live.waiting_for() if p != live.mover)
                await service.play_action(live.row.id, ahead, live.turn, words)
                await table_actions.plan(service, live.row.id, ahead, "", words)
                assert [x.action for x in live.snapshot.plans[ahead] if x.number] == [words]

    service(play)
