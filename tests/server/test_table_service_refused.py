"""What the table service refuses or leaves as it is, and what it forgets."""

import asyncio
import time
from dataclasses import replace

import pytest
from tests.mail.post_office import ANA as ANA_BY_MAIL
from tests.mail.post_office import BEN as BEN_BY_MAIL
from tests.mail.post_office import US, PostOffice, in_post_office, text_of
from tests.server.test_table_actions import CLEO
from tests.server.test_table_service import ANA, BEN, dealt, play_on, with_service

from upcard.engine.errors import Failure, Illegal, Unknown, UpcardError, Usage
from upcard.engine.game import make_game
from upcard.mail.conversation import Conversation
from upcard.play import simultaneous as moment
from upcard.play.deal_builder import partial_deal
from upcard.play.simultaneous import simultaneous_choosers
from upcard.server import table_actions
from upcard.server.bots import Bots
from upcard.server.database import Conflict, Store
from upcard.server.live_table import revive
from upcard.server.new_table import MOST_DELAY, NewSeat, NewTable
from upcard.server.table_service import TableService


def test_a_table_that_nobody_has_joined_can_be_taken_away(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, NewSeat(), NewSeat()]))
        with live.listening() as changed:
            await table_actions.cancel(service, live.row.id, 0)
            assert changed.is_set()
        with pytest.raises(Unknown):
            await service.find(live.row.id)
        joined = await service.create_table(NewTable("lama", [ANA, BEN, NewSeat()]))
        with pytest.raises(Illegal, match="Ben already joined"):
            await table_actions.cancel(service, joined.row.id, 0)
        live = await dealt(service, "le-her", ANA, BEN)
        with pytest.raises(Illegal, match="the cards have already been dealt; resign"):
            await table_actions.cancel(service, live.row.id, 0)

    service(play)


def test_there_are_so_many_plans_and_no_more(service, monkeypatch):
    monkeypatch.setattr(table_actions, "MOST_PLANS", 2)

    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        seat = 1 - live.mover
        for _ in range(2):
            await table_actions.plan(service, live.row.id, seat, "", "call")
        with pytest.raises(Illegal, match="you have 2 plans"):
            await table_actions.plan(service, live.row.id, seat, "", "call")
        assert len(live.snapshot.plans[seat]) == 2

    service(play)


def test_to_agree_twice_or_to_come_back_to_ones_own_seat_changes_nothing(service, monkeypatch):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, BEN, CLEO)
        absent = live.mover
        first = next(p for p in range(3) if p != absent)
        monkeypatch.setattr(table_actions, "PATIENCE", -1.0)
        for _ in range(2):
            await table_actions.consent(service, live.row.id, first, absent)
            assert (live.seats[absent].strategy, live.snapshot.consents) == ("", {absent: frozenset({first})})
        version = live.row.version
        await table_actions.come_back(service, live.row.id, first)
        assert live.row.version == version

    service(play)


def test_who_watches_with_a_delay_is_behind_until_the_match_is_over(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, delay=2)
        waiting = []
        for turn in range(4):
            waiting.append(live.waiting_for())
            shown = max(0, turn - 2)
            assert (live.shown_turn(None), len(live.moves(None))) == (shown, shown)
            assert live.shown_waiting(None) == waiting[shown]
            assert live.shown_waiting(0) == waiting[turn]
            assert live.scene(None).choices == ()
            await service.play_action(live.row.id, live.mover, turn, "raise" if turn == 0 else "call")
        await play_on(service, live)
        assert live.shown_turn(None) == live.turn == len(live.moves(None))

    service(play)


def test_by_a_clock_who_has_no_time_left_is_away(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, BEN, CLEO, clock="days 2")
        assert [table_actions.is_away(live, p) for p in range(3)] == [False] * 3
        async with live.lock:
            await service.change(live, lambda c: None, live.snapshot, due_at=time.time() - 1)
        assert [p for p in range(3) if table_actions.is_away(live, p)] == [live.mover]

    service(play)


def test_who_did_not_resign_has_won(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        assert (live.resigned, live.winners) == (None, [])
        await table_actions.resign(service, live.row.id, 1)
        assert (live.resigned, live.winners) == (1, [0])

    service(play)


def test_cards_that_were_laid_down_are_dealt_and_none_that_there_are_not(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, BEN, dealt=("king", "jack"))
        assert [live.match.state.card[p] for p in range(2)] == [2, 0]
        with pytest.raises(UpcardError, match="ace"):
            await service.create_table(NewTable("kuhn-poker", [ANA, BEN], dealt=("ace",)))

    service(play)


def test_who_looks_sees_a_strategy_act_at_its_pace(service, monkeypatch):
    waited: list[float] = []
    sleep = asyncio.sleep

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    async def play(service: TableService) -> None:
        service.pace = 60.0
        live = await service.create_table(NewTable("leduc-poker", [NewSeat(strategy="random")] * 2))
        with live.listening():
            while not live.is_over:
                await sleep(0)
        assert len(waited) == live.turn
        assert all(50 < x <= 60 for x in waited)

    monkeypatch.setattr(asyncio, "sleep", wait)
    service(play)


def test_before_the_deal_nothing_is_done_or_planned_and_words_are_added_once(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("le-her", [ANA, BEN]))
        for deed, kind in (
            (service.play_action(live.row.id, 0, 0, "keep"), Illegal),
            (table_actions.plan(service, live.row.id, 0, "", "keep"), Illegal),
            (table_actions.vacation(service, live.row.id, 0), Illegal),
        ):
            with pytest.raises(kind, match="the cards have not been dealt yet"):
                await deed
        for words in ("the first", "the second"):
            await service.add_to_seed(live.row.id, 0, words)
        assert live.seats[0].added == "the first"
        assert not live.is_dealt

    service(play)


@pytest.mark.parametrize("key", ["", "a key of a request"])
def test_a_table_with_a_key_is_asked_for_again_where_another_process_was_faster(service, key):
    tried = []

    async def play(service: TableService) -> None:
        write = service.write

        async def conflict_first(job):
            tried.append(job)
            if len(tried) == 1:
                raise Conflict("somebody else was faster")
            return await write(job)

        service.write = conflict_first  # type: ignore[method-assign]
        if key:
            assert (
                await service.create_table(NewTable("le-her", [ANA, NewSeat()], key=key))
            ).row.game == "le-her"
        else:
            with pytest.raises(Conflict):
                await service.create_table(NewTable("le-her", [ANA, NewSeat()]))

    service(play)
    assert len(tried) == (2 if key else 1)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (NewTable("le-her", [ANA, BEN], delay=-1), f"expected 0 to {MOST_DELAY}"),
        (NewTable("le-her", [ANA, BEN], delay=MOST_DELAY + 1), f"expected 0 to {MOST_DELAY}"),
        (
            NewTable("le-her", [ANA, NewSeat(strategy="random", thinking=-1)]),
            "the thinking time is -1 seconds",
        ),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(service, wish, reason):
    async def play(service: TableService) -> None:
        with pytest.raises(Usage, match=reason):
            await service.create_table(wish)
        assert not service.live

    service(play)


def test_a_table_of_other_rules_is_left_to_the_upcard_that_began_it(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "le-her", ANA, BEN)
        old = replace(live.snapshot, row=replace(live.row, rules_version=99))
        with pytest.raises(Failure, match=r"was started with version 99 .*; use the Upcard that started it"):
            revive(old)

    service(play)


def test_what_another_process_took_away_is_forgotten_and_what_it_changed_is_kept(url):
    async def play(service: TableService) -> None:
        gone, changed = [await service.create_table(NewTable("le-her", [ANA, NewSeat()])) for _ in range(2)]
        other = TableService(Store(url), Bots())
        await table_actions.cancel(other, gone.row.id, 0)
        await other.take_seat(changed.row.id, 1, "ben", "Ben", "", "words")
        with gone.listening() as told:
            async with gone.lock:
                await service.refresh(gone)
            assert told.is_set()
        with pytest.raises(Unknown):
            await service.find(gone.row.id)
        with pytest.raises(Conflict):
            await table_actions.cancel(service, changed.row.id, 0)
        assert [x.person for x in changed.seats] == ["ana", "ben"]
        await other.close()
        other.store.close()

    with_service(url, play)


def test_databases_that_are_closed_or_of_other_kinds_are_refused(url):
    store = Store(url)
    store.close()
    with pytest.raises(Failure, match="the database is closed; start the server again"):
        store.write(lambda c: None).result()
    with pytest.raises(Usage, match="mysql databases are not supported; use SQLite or PostgreSQL"):
        Store("mysql://somewhere/tables")


def test_where_there_are_too_many_ways_nobody_chooses_ahead(monkeypatch):
    game = make_game("goofspiel")
    match = game.match(seed=1)
    assert list(simultaneous_choosers(game, match.state)) == [1 - match.player]
    monkeypatch.setattr(moment, "MOST_WAYS", 12)
    assert simultaneous_choosers(game, match.state) == {}


def test_what_is_not_legal_where_it_stands_is_not_laid():
    game = make_game("kuhn-poker")
    with pytest.raises(Illegal, match="action 7 is not allowed after this deal; delete it"):
        partial_deal(game, ["jack", "queen"], [7])


def test_a_letter_that_is_overtaken_every_time_can_be_delivered_again(url, monkeypatch):
    tried = []

    async def overtaken(visit: Conversation) -> bool:
        tried.append(visit)
        raise Conflict("somebody else was faster")

    async def play(post: PostOffice) -> None:
        with pytest.raises(Conflict, match="deliver the email again"):
            await post.write(ANA_BY_MAIL, US, "start leduc-poker")
        assert len(tried) > 1

    monkeypatch.setattr(Conversation, "answer", overtaken)
    in_post_office(url, play)


def test_by_mail_an_open_seat_is_accepted_first_and_only_once(url):
    async def play(post: PostOffice) -> None:
        assert "the word help" in text_of(await post.write(ANA_BY_MAIL, US, "resign"))
        await post.write(ANA_BY_MAIL, US, "start leduc-poker with ben@example.net 2 days")
        letter = post.last("ben@example.net")
        assert "You have not taken this seat yet; write: accept." in text_of(
            await post.write(BEN_BY_MAIL, letter, "resign")
        )
        await post.write(BEN_BY_MAIL, letter, "accept")
        letter = next(x for x in reversed(post.sent) if x["To"] == "ben@example.net" and "#" in x["Subject"])
        assert "You already have this seat." in text_of(await post.write(BEN_BY_MAIL, letter, "accept"))
        letter = post.last("ana@example.org")
        assert "Your vacation has begun" in text_of(await post.write(ANA_BY_MAIL, letter, "vacation"))

    in_post_office(url, play)
