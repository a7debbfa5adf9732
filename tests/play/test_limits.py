"""What is longer than a column, or holds what one cannot, is refused in a sentence by every database."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa
from tests.play.post_office import US, PostOffice, in_post_office
from tests.play.test_hall import ANA, BEN, dealt, in_hall

from upcard.engine.errors import UpcardError, Usage
from upcard.server import repository as rows
from upcard.server import table_actions as manners
from upcard.server.new_table import LONGEST_NAME, LONGEST_STRATEGY, SeatWish, Wish
from upcard.server.repository import Plan
from upcard.server.schema import LINE, METADATA, SEATS, check_fits
from upcard.server.table_actions import LONGEST_NOTES
from upcard.server.table_service import Hall

LONGEST_ADDRESS = "a" * 64 + "@" + "b" * 120


@pytest.fixture
def hall(database: str) -> Callable[[Callable[[Hall], Awaitable[None]]], None]:
    return lambda play: in_hall(database, play)


def strategy_of(length: int) -> str:
    """A strategy whose parameter is written at length."""
    return "ismcts:playouts=" + "1".rjust(length - len("ismcts:playouts="), "0")


def test_strategies_are_kept_up_to_their_limit(hall):
    async def play(hall: Hall) -> None:
        bots = [SeatWish(strategy=strategy_of(LONGEST_STRATEGY))] * 2
        live = await hall.make(Wish("le-her", [bots[0], ANA]))
        assert live.seats[0].strategy == bots[0].strategy
        live = await hall.make(Wish("lama", [*bots, ANA]))
        names = [x.name for x in live.seats]  # made of the title and the number of the seat
        assert len(set(names)) == 3
        assert LONGEST_STRATEGY < max(map(len, names)) <= LINE
        for length in (LONGEST_STRATEGY + 1, LINE, LINE + 1, 5000):
            with pytest.raises(Usage, match="characters was given"):
                await hall.make(Wish("le-her", [SeatWish(strategy=strategy_of(length)), ANA]))

    hall(play)


@pytest.mark.parametrize("letter", ["x", "ä", "\U0001f0a1"])
def test_names_and_what_is_added_are_kept_up_to_their_limits(hall, letter):
    async def play(hall: Hall) -> None:
        live = await hall.make(Wish("le-her", [replace(ANA, name=letter * LONGEST_NAME), SeatWish()]))
        await hall.sit(live.row.id, 1, "ben", letter * LONGEST_NAME)
        await hall.add(live.row.id, 0, letter * 64)
        kept = hall.store.read(lambda c: rows.load(c, live.row.id))
        assert kept is not None
        assert [x.name for x in kept.seats] == [letter * LONGEST_NAME] * 2
        assert kept.seats[0].added == letter * 64
        with pytest.raises(UpcardError, match="65 long"):
            await hall.add(live.row.id, 1, letter * 65)
        with pytest.raises(Usage, match="41 letters is too long"):
            await hall.make(Wish("le-her", [replace(ANA, name=letter * (LONGEST_NAME + 1)), BEN]))

    hall(play)


def test_notes_addresses_and_plans_are_kept_up_to_their_limits(hall):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "leduc-poker", ANA, BEN)
        table, seat = live.row.id, 1 - live.mover
        await manners.note(hall, table, seat, "ä" * LONGEST_NOTES)
        await manners.write_to(hall, table, seat, LONGEST_ADDRESS)
        kept = hall.store.read(lambda c: rows.load(c, table))
        assert kept is not None
        assert (len(kept.seats[seat].notes), kept.seats[seat].address) == (LONGEST_NOTES, LONGEST_ADDRESS)
        for refused in (
            manners.note(hall, table, seat, "x" * (LONGEST_NOTES + 1)),
            manners.note(hall, table, seat, "a\x00b"),
            manners.write_to(hall, table, seat, LONGEST_ADDRESS + "b"),
            manners.write_to(hall, table, seat, "a" + LONGEST_ADDRESS),
            manners.plan(hall, table, seat, "", "x" * (LINE + 1)),
            manners.plan(hall, table, seat, "x" * (LINE + 1), "call"),
            manners.plan(hall, table, seat, "", "call\x00"),
        ):
            with pytest.raises(UpcardError) as fault:
                await refused
            assert "database" not in str(fault.value)
        assert live.kept.plans == {}

    hall(play)


@pytest.mark.parametrize("text", ["x" * (LINE + 1), "a\x00b"])
def test_what_no_sentence_of_its_own_refuses_is_refused_before_the_database_is_asked(hall, text):
    async def play(hall: Hall) -> None:
        live = await dealt(hall, "le-her", ANA, BEN)
        kept = live.kept
        for job in (
            lambda c: rows.add(c, replace(kept.table, id="new", game=text), kept.seats),
            lambda c: rows.add(c, replace(kept.table, id="new"), [replace(kept.seats[0], person=text)]),
            lambda c: rows.change_seat(c, live.row.id, 0, name=text),
            lambda c: rows.add_plan(c, live.row.id, 0, Plan(1, None, "", text)),
        ):
            with pytest.raises(Usage, match="kept"):
                hall.store.write(job).result()
        hall.store.write(lambda c: rows.change_seat(c, live.row.id, 0, name="x" * LINE)).result()

    hall(play)


@pytest.mark.parametrize("option", ["position", "deal"])
def test_options_as_long_as_anybody_may_write_them_are_answered_in_a_sentence(hall, option):
    async def play(hall: Hall) -> None:
        for text in ("x" * 5000, "a\x00b"):
            with pytest.raises(UpcardError) as fault:
                await hall.make(Wish("beat-it-or-eat-it", [ANA, BEN], {"deal": "given", option: text}))
            assert "database" not in str(fault.value)

    hall(play)


def test_letters_of_the_longest_address_are_answered(database):
    async def play(post: PostOffice) -> None:
        answer = await post.write(f"Zoe <{LONGEST_ADDRESS}>", US, "start lama with random")
        assert answer["To"] == LONGEST_ADDRESS
        live = next(iter(post.hall.live.values()))
        assert live.seats[0].address == LONGEST_ADDRESS

    in_post_office(database, play)


def test_every_column_of_text_but_those_without_end_has_a_length():
    texts = [x for table in METADATA.sorted_tables for x in table.columns if isinstance(x.type, sa.String)]
    assert [x.name for x in texts if getattr(x.type, "length", None) is None] == ["notes"]
    check_fits(SEATS, {"name": "x" * LINE, "notes": "x" * 20_000, "added": None, "number": 3})
