"""What the hall refuses or leaves as it is, and what it forgets."""

import asyncio
import time
from dataclasses import replace

import pytest
from tests.play.post_office import ANA as ANA_BY_MAIL
from tests.play.post_office import BEN as BEN_BY_MAIL
from tests.play.post_office import US, PostOffice, in_post_office, text_of
from tests.play.test_hall import ANA, BEN, dealt, in_hall, play_on
from tests.play.test_manners import CLEO

from upcard.engine.errors import Failure, Illegal, UpcardError, Usage
from upcard.engine.game import make_game
from upcard.mail.conversation import Visit
from upcard.play import simultaneous as moment
from upcard.play.deal_builder import lay
from upcard.play.simultaneous import choosers_ahead
from upcard.server import table_actions as manners
from upcard.server.bots import Bots
from upcard.server.database import Conflict, Store
from upcard.server.live_table import bring_to_life
from upcard.server.new_table import MOST_DELAY, SeatWish, Wish
from upcard.server.table_service import Hall, Unknown


def test_a_table_that_nobody_has_joined_can_be_taken_away(hall):
    async def play(hall: Hall) -> None:
        live = await hall.make(Wish("lama", [ANA, SeatWish(), SeatWish()]))
        with hall.listening(live) as changed:
            await manners.cancel(hall, live.row.id, 0)
            assert changed.is_set()
        with pytest.raises(Unknown):
            await hall.find(live.row.id)
        joined = await hall.make(Wish("lama", [ANA, BEN, SeatWish()]))
        with pytest.raises(Illegal, match="Ben sat down already"):
            await manners.cancel(hall, joined.row.id, 0)
        live = await dealt(hall, "le-her", ANA, BEN)
        with pytest.raises(Illegal, match="the cards are dealt already; resign"):
            await manners.cancel(hall, live.row.id, 0)

    hall(play)


def test_there_are_so_many_plans_and_no_more(hall, monkeypatch):
    monkeypatch.setattr(manners, "MOST_PLANS", 2)

    async def play(hall: Hall) -> None:
        live = await dealt(hall, "leduc-poker", ANA, BEN)
        seat = 1 - live.mover
        for _ in range(2):
            await manners.plan(hall, live.row.id, seat, "", "call")
        with pytest.raises(Illegal, match="2 plans are made"):
            await manners.plan(hall, live.row.id, seat, "", "call")
        assert len(live.kept.plans[seat]) == 2

    hall(play)


def test_to_agree_twice_or_to_come_back_to_ones_own_seat_changes_nothing(hall, monkeypatch):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "lama", ANA, BEN, CLEO)
        absent = live.mover
        first = next(p for p in range(3) if p != absent)
        monkeypatch.setattr(manners, "PATIENCE", -1.0)
        for _ in range(2):
            await manners.consent(hall, live.row.id, first, absent)
            assert (live.seats[absent].strategy, live.kept.consents) == ("", {absent: frozenset({first})})
        version = live.row.version
        await manners.come_back(hall, live.row.id, first)
        assert live.row.version == version

    hall(play)


def test_who_watches_with_a_delay_is_behind_until_the_match_is_over(hall):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "leduc-poker", ANA, BEN, delay=2)
        waiting = []
        for turn in range(4):
            waiting.append(live.waiting_for())
            shown = max(0, turn - 2)
            assert (live.shown_turn(None), len(live.moves(None))) == (shown, shown)
            assert live.shown_waiting(None) == waiting[shown]
            assert live.shown_waiting(0) == waiting[turn]
            assert live.scene(None).choices == ()
            await hall.act(live.row.id, live.mover, turn, "raise" if turn == 0 else "call")
        await play_on(hall, live)
        assert live.shown_turn(None) == live.turn == len(live.moves(None))

    hall(play)


def test_by_a_clock_who_has_no_time_left_is_away(hall):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "lama", ANA, BEN, CLEO, clock="days 2")
        assert [manners.is_away(live, p) for p in range(3)] == [False] * 3
        async with live.lock:
            await hall.change(live, lambda c: None, live.kept, due_at=time.time() - 1)
        assert [p for p in range(3) if manners.is_away(live, p)] == [live.mover]

    hall(play)


def test_who_did_not_resign_has_won(hall):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "leduc-poker", ANA, BEN)
        assert (live.resigned, live.winners) == (None, [])
        await manners.resign(hall, live.row.id, 1)
        assert (live.resigned, live.winners) == (1, [0])

    hall(play)


def test_cards_that_were_laid_down_are_dealt_and_none_that_there_are_not(hall):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "kuhn-poker", ANA, BEN, dealt=("king", "jack"))
        assert [live.match.state.card[p] for p in range(2)] == [2, 0]
        with pytest.raises(UpcardError, match="ace"):
            await hall.make(Wish("kuhn-poker", [ANA, BEN], dealt=("ace",)))

    hall(play)


def test_who_looks_sees_a_strategy_act_at_its_pace(hall, monkeypatch):
    waited: list[float] = []
    sleep = asyncio.sleep

    async def wait(seconds: float) -> None:
        waited.append(seconds)
        await sleep(0)

    async def play(hall: Hall) -> None:
        hall.pace = 60.0
        live = await hall.make(Wish("leduc-poker", [SeatWish(strategy="random")] * 2))
        with hall.listening(live):
            while not live.is_over:
                await sleep(0)
        assert len(waited) == live.turn
        assert all(50 < x <= 60 for x in waited)

    monkeypatch.setattr(asyncio, "sleep", wait)
    hall(play)


def test_before_the_deal_nothing_is_done_or_planned_and_words_are_added_once(hall):
    async def play(hall: Hall) -> None:
        live = await hall.make(Wish("le-her", [ANA, BEN]))
        for deed, kind in (
            (hall.act(live.row.id, 0, 0, "keep"), Illegal),
            (manners.plan(hall, live.row.id, 0, "", "keep"), Illegal),
            (manners.vacation(hall, live.row.id, 0), Illegal),
        ):
            with pytest.raises(kind, match="the cards are not dealt yet"):
                await deed
        for words in ("the first", "the second"):
            await hall.add(live.row.id, 0, words)
        assert live.seats[0].added == "the first"
        assert not live.is_dealt

    hall(play)


@pytest.mark.parametrize("key", ["", "a key of a request"])
def test_a_table_with_a_key_is_asked_for_again_where_another_process_was_faster(hall, key):
    tried = []

    async def play(hall: Hall) -> None:
        write = hall.write

        async def conflict_first(job):
            tried.append(job)
            if len(tried) == 1:
                raise Conflict("somebody else was faster")
            return await write(job)

        hall.write = conflict_first  # type: ignore[method-assign]
        if key:
            assert (await hall.make(Wish("le-her", [ANA, SeatWish()], key=key))).row.game == "le-her"
        else:
            with pytest.raises(Conflict):
                await hall.make(Wish("le-her", [ANA, SeatWish()]))

    hall(play)
    assert len(tried) == (2 if key else 1)


@pytest.mark.parametrize(
    ("wish", "reason"),
    [
        (Wish("le-her", [ANA, BEN], delay=-1), f"expected 0 to {MOST_DELAY}"),
        (Wish("le-her", [ANA, BEN], delay=MOST_DELAY + 1), f"expected 0 to {MOST_DELAY}"),
        (Wish("le-her", [ANA, SeatWish(strategy="random", thinking=-1)]), "-1 seconds to think were given"),
    ],
)
def test_a_table_that_makes_no_sense_is_refused(hall, wish, reason):
    async def play(hall: Hall) -> None:
        with pytest.raises(Usage, match=reason):
            await hall.make(wish)
        assert not hall.live

    hall(play)


def test_a_table_of_other_rules_is_left_to_the_upcard_that_began_it(hall):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "le-her", ANA, BEN)
        old = replace(live.kept, table=replace(live.row, rules_version=99))
        with pytest.raises(Failure, match=r"was begun with version 99 .*; use the Upcard that began it"):
            bring_to_life(old)

    hall(play)


def test_what_another_process_took_away_is_forgotten_and_what_it_changed_is_kept(url):
    async def play(hall: Hall) -> None:
        gone, changed = [await hall.make(Wish("le-her", [ANA, SeatWish()])) for _ in range(2)]
        other = Hall(Store(url), Bots())
        await manners.cancel(other, gone.row.id, 0)
        await other.sit(changed.row.id, 1, "ben", "Ben", "", "words")
        with hall.listening(gone) as told:
            async with gone.lock:
                await hall.refresh(gone)
            assert told.is_set()
        with pytest.raises(Unknown):
            await hall.find(gone.row.id)
        with pytest.raises(Conflict):
            await manners.cancel(hall, changed.row.id, 0)
        assert [x.person for x in changed.seats] == ["ana", "ben"]
        await other.close()
        other.store.close()

    in_hall(url, play)


def test_databases_that_are_closed_or_of_other_kinds_are_refused(url):
    store = Store(url)
    store.close()
    with pytest.raises(Failure, match="the database is closed; start the server again"):
        store.write(lambda c: None).result()
    with pytest.raises(Usage, match="databases of mysql are not used; give SQLite or PostgreSQL"):
        Store("mysql://somewhere/tables")


def test_where_there_are_too_many_ways_nobody_chooses_ahead(monkeypatch):
    game = make_game("goofspiel")
    match = game.match(seed=1)
    assert list(choosers_ahead(game, match.state)) == [1 - match.player]
    monkeypatch.setattr(moment, "MOST_WAYS", 12)
    assert choosers_ahead(game, match.state) == {}


def test_what_is_not_legal_where_it_stands_is_not_laid():
    game = make_game("kuhn-poker")
    with pytest.raises(Illegal, match="action 7 is not allowed where it stands"):
        lay(game, ["jack", "queen"], [7])


def test_a_letter_that_is_overtaken_every_time_can_be_delivered_again(url, monkeypatch):
    tried = []

    async def overtaken(visit: Visit) -> bool:
        tried.append(visit)
        raise Conflict("somebody else was faster")

    async def play(post: PostOffice) -> None:
        with pytest.raises(Conflict, match="the letter can be delivered again"):
            await post.write(ANA_BY_MAIL, US, "start leduc-poker")
        assert len(tried) > 1

    monkeypatch.setattr(Visit, "answer", overtaken)
    in_post_office(url, play)


def test_by_mail_an_open_seat_is_accepted_first_and_only_once(url):
    async def play(post: PostOffice) -> None:
        assert "needs a table" in text_of(await post.write(ANA_BY_MAIL, US, "resign"))
        await post.write(ANA_BY_MAIL, US, "start leduc-poker with ben@example.net 2 days")
        letter = post.last("ben@example.net")
        assert "The seat is open; accept it first." in text_of(
            await post.write(BEN_BY_MAIL, letter, "resign")
        )
        await post.write(BEN_BY_MAIL, letter, "accept")
        letter = next(x for x in reversed(post.sent) if x["To"] == "ben@example.net" and "#" in x["Subject"])
        assert "The seat is yours already." in text_of(await post.write(BEN_BY_MAIL, letter, "accept"))
        letter = post.last("ana@example.org")
        assert "Your vacation has begun" in text_of(await post.write(ANA_BY_MAIL, letter, "vacation"))

    in_post_office(url, play)
