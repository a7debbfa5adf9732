"""What is longer than a column, or holds what one cannot, is refused in a sentence by every database."""

from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest
import sqlalchemy as sa
from tests.mail.post_office import US, PostOffice, in_post_office
from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.engine.errors import UpcardError, Usage
from upcard.server import repository as rows
from upcard.server import table_actions as manners
from upcard.server.columns import LINE
from upcard.server.new_table import LONGEST_STRATEGY, NewSeat, NewTable
from upcard.server.person_names import LONGEST_NAME
from upcard.server.repository import PlannedMove
from upcard.server.schema import METADATA, SEATS, check_fits
from upcard.server.table_actions import LONGEST_NOTES
from upcard.server.table_service import TableService

LONGEST_ADDRESS = "a" * 64 + "@" + "b" * 120


@pytest.fixture
def service(database: str) -> Callable[[Callable[[TableService], Awaitable[None]]], None]:
    return lambda play: with_service(database, play)


def strategy_of(length: int) -> str:
    """A strategy whose parameter is written at length."""
    return "ismcts:playouts=" + "1".rjust(length - len("ismcts:playouts="), "0")


def test_strategies_are_kept_up_to_their_limit(service):
    async def play(service: TableService) -> None:
        bots = [NewSeat(strategy=strategy_of(LONGEST_STRATEGY))] * 2
        live = await service.create_table(NewTable("le-her", [bots[0], ANA]))
        assert live.seats[0].strategy == bots[0].strategy
        live = await service.create_table(NewTable("lama", [*bots, ANA]))
        names = [x.name for x in live.seats]  # made of the title and the number of the seat
        assert len(set(names)) == 3
        assert LONGEST_STRATEGY < max(map(len, names)) <= LINE
        for length in (LONGEST_STRATEGY + 1, LINE, LINE + 1, 5000):
            with pytest.raises(Usage, match="characters; expected at most 160"):
                await service.create_table(NewTable("le-her", [NewSeat(strategy=strategy_of(length)), ANA]))

    service(play)


@pytest.mark.parametrize("letter", ["x", "ä", "\U0001f0a1"])
def test_names_and_what_is_added_are_kept_up_to_their_limits(service, letter):
    async def play(service: TableService) -> None:
        live = await service.create_table(
            NewTable("le-her", [replace(ANA, name=letter * LONGEST_NAME), NewSeat()])
        )
        other = letter * (LONGEST_NAME - 1) + "b"
        await service.take_seat(live.row.id, 1, "ben", other)
        await service.add_to_seed(live.row.id, 0, letter * 64)
        kept = service.store.read(lambda c: rows.load(c, live.row.id))
        assert kept is not None
        assert [x.name for x in kept.seats] == [letter * LONGEST_NAME, other]
        assert kept.seats[0].added == letter * 64
        with pytest.raises(UpcardError, match="65 characters long"):
            await service.add_to_seed(live.row.id, 1, letter * 65)
        with pytest.raises(Usage, match="41 characters is too long"):
            await service.create_table(
                NewTable("le-her", [replace(ANA, name=letter * (LONGEST_NAME + 1)), BEN])
            )

    service(play)


def test_notes_addresses_and_plans_are_kept_up_to_their_limits(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        table, seat = live.row.id, 1 - live.mover
        await manners.set_notes(service, table, seat, "ä" * LONGEST_NOTES)
        await manners.set_address(service, table, seat, LONGEST_ADDRESS)
        kept = service.store.read(lambda c: rows.load(c, table))
        assert kept is not None
        assert (len(kept.seats[seat].notes), kept.seats[seat].address) == (LONGEST_NOTES, LONGEST_ADDRESS)
        for refused in (
            manners.set_notes(service, table, seat, "x" * (LONGEST_NOTES + 1)),
            manners.set_notes(service, table, seat, "a\x00b"),
            manners.set_address(service, table, seat, LONGEST_ADDRESS + "b"),
            manners.set_address(service, table, seat, "a" + LONGEST_ADDRESS),
            manners.plan(service, table, seat, "", "x" * (LINE + 1)),
            manners.plan(service, table, seat, "x" * (LINE + 1), "call"),
            manners.plan(service, table, seat, "", "call\x00"),
        ):
            with pytest.raises(UpcardError) as fault:
                await refused
            assert "database" not in str(fault.value)
        assert live.snapshot.plans == {}

    service(play)


@pytest.mark.parametrize("text", ["x" * (LINE + 1), "a\x00b"])
def test_what_no_sentence_of_its_own_refuses_is_refused_before_the_database_is_asked(service, text):
    async def play(service: TableService) -> None:
        live = await dealt(service, "le-her", ANA, BEN)
        kept = live.snapshot
        for job in (
            lambda c: rows.add_table(c, replace(kept.row, id="new", game=text), kept.seats),
            lambda c: rows.add_table(c, replace(kept.row, id="new"), [replace(kept.seats[0], person=text)]),
            lambda c: rows.change_seat(c, live.row.id, 0, name=text),
            lambda c: rows.add_plan(c, live.row.id, 0, PlannedMove(1, None, "", text)),
        ):
            with pytest.raises(Usage, match=r"characters; a game has|cannot be stored|at most"):
                service.store.write(job).result()
        service.store.write(lambda c: rows.change_seat(c, live.row.id, 0, name="x" * LINE)).result()

    service(play)


@pytest.mark.parametrize("option", ["position", "deal"])
def test_options_as_long_as_anybody_may_write_them_are_answered_in_a_sentence(service, option):
    async def play(service: TableService) -> None:
        for text in ("x" * 5000, "a\x00b"):
            with pytest.raises(UpcardError) as fault:
                await service.create_table(
                    NewTable("beat-it-or-eat-it", [ANA, BEN], {"deal": "given", option: text})
                )
            assert "database" not in str(fault.value)

    service(play)


def test_letters_of_the_longest_address_are_answered(database):
    async def play(post: PostOffice) -> None:
        answer = await post.write(f"Zoe <{LONGEST_ADDRESS}>", US, "start lama with random")
        assert answer["To"] == LONGEST_ADDRESS
        live = next(iter(post.tables.live.values()))
        assert live.seats[0].address == LONGEST_ADDRESS

    in_post_office(database, play)


def test_every_column_of_text_but_those_without_end_has_a_length():
    texts = [x for table in METADATA.sorted_tables for x in table.columns if isinstance(x.type, sa.String)]
    assert [x.name for x in texts if getattr(x.type, "length", None) is None] == ["notes"]
    check_fits(SEATS, {"name": "x" * LINE, "notes": "x" * 20_000, "added": None, "number": 3})
