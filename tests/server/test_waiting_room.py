"""What people do before the deal: start, fill, change the rules, remove, leave; and the deal stays fair."""

import pytest
from tests.server.test_table_service import ANA, BEN, with_service

from upcard.engine.commitment import commitment, terms_of
from upcard.engine.errors import Illegal, Unknown, Usage
from upcard.server import waiting_room as room
from upcard.server.fair_deal import seed_of
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService

OPEN = NewSeat()


@pytest.fixture
def service(database):
    return lambda play: with_service(database, play)


def is_committed(live):
    return live.row.commitment == commitment(live.row.secret, terms_of(live.row.id, live.game))


def test_the_host_starts_with_those_who_are_here(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, OPEN, OPEN, OPEN]))
        before = live.row.commitment
        await service.take_seat(live.row.id, 2, "ben", "Ben")
        with pytest.raises(Illegal, match="only Ana, who opened this table"):
            await room.start(service, live.row.id, 2)
        await room.start(service, live.row.id, 0)
        assert (live.row.players, live.game.players, [x.name for x in live.seats]) == (2, 2, ["Ana", "Ben"])
        assert live.row.commitment != before
        assert is_committed(live)
        await service.add_to_seed(live.row.id, 0, "mine")
        await service.add_to_seed(live.row.id, 1, "yours")
        assert live.is_dealt
        assert live.match.seed == seed_of(live.row, live.seats)
        assert live.row.dealt_at is not None
        again = TableService(service.store, service.bots)
        assert str((await again.find(live.row.id)).scene(1)) == str(live.scene(1))
        with pytest.raises(Illegal, match="already been dealt"):
            await room.leave(service, live.row.id, 1)

    service(play)


def test_one_person_alone_starts_against_computers(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, OPEN, OPEN]))
        before = live.row.commitment
        await room.start(service, live.row.id, 0)
        assert [bool(x.strategy) for x in live.seats] == [False, True, True]
        assert len({x.name for x in live.seats}) == 3
        assert live.row.commitment == before  # the terms are the same, and nobody had added anything

    service(play)


def test_what_somebody_added_to_another_deal_does_not_count(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, BEN, NewSeat(person="cleo", name="Cleo")]))
        await service.add_to_seed(live.row.id, 0, "mine")
        before = live.row.commitment
        await room.leave(service, live.row.id, 1)
        assert live.seats[0].added is None
        assert live.row.commitment != before
        await room.fill(service, live.row.id, 0)
        assert not live.is_dealt
        await service.add_to_seed(live.row.id, 0, "mine again")
        await service.add_to_seed(live.row.id, 2, "hers")
        assert live.is_dealt
        assert is_committed(live)

    service(play)


def test_the_host_changes_the_variant_and_the_number_of_players(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, OPEN]))
        assert room.preset_of(live) == ""
        preset = "paper"
        await service.take_seat(live.row.id, 1, "ben", "Ben")
        await room.change_rules(service, live.row.id, 0, preset, 3)
        assert (room.preset_of(live), live.row.players, live.seats[2].is_open) == (preset, 3, True)
        assert is_committed(live)
        await room.change_rules(service, live.row.id, 0, room.AS_NOW, 2)
        assert (room.preset_of(live), live.row.players, live.is_full) == (preset, 2, True)
        with pytest.raises(Usage, match="choose one of these numbers"):
            await room.change_rules(service, live.row.id, 0, "", 99)

    service(play)


def test_fewer_seats_than_people_are_refused(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, BEN, NewSeat(person="cleo", name="Cleo")]))
        with pytest.raises(Usage, match="3 players are here; remove somebody"):
            await room.change_rules(service, live.row.id, 0, "", 2)

    service(play)


def test_the_host_removes_somebody_and_hands_over_when_leaving(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [OPEN, ANA, BEN]))
        assert live.host == 1
        await service.take_seat(live.row.id, 0, "cleo", "Cleo")
        assert live.host == 1  # who opened the table, not who has the first seat
        with pytest.raises(Illegal, match="choose Leave"):
            await room.remove(service, live.row.id, 1, 1)
        await room.remove(service, live.row.id, 1, 0)
        assert live.seats[0].is_open
        with pytest.raises(Illegal, match="nobody is in that seat"):
            await room.remove(service, live.row.id, 1, 0)
        await room.leave(service, live.row.id, 1)
        assert live.host == 2
        await room.leave(service, live.row.id, 2)
        with pytest.raises(Unknown):
            await service.find(live.row.id)

    service(play)


def test_a_removed_person_comes_back_only_when_the_host_lets_them(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, BEN, OPEN]))
        await room.remove(service, live.row.id, 0, 1)
        again = TableService(service.store, service.bots)
        for one in (service, again):  # also after a restart
            with pytest.raises(Illegal, match="Ana removed you from this table"):
                await one.take_seat(live.row.id, None, "ben", "Somebody Else")
        await service.take_seat(live.row.id, None, "cleo", "Cleo")
        with pytest.raises(Illegal, match="only Ana"):
            await room.let_back_in(service, live.row.id, 1, "Ben")
        with pytest.raises(Illegal, match="nobody of this name"):
            await room.let_back_in(service, live.row.id, 0, "Cleo")
        await room.let_back_in(service, live.row.id, 0, "Ben")
        assert live.row.removed == ()
        assert await service.take_seat(live.row.id, None, "ben", "Ben") == 2

    service(play)
