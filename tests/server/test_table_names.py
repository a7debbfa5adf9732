"""Two people at a table never have names that look alike, and no bot has a person's name."""

import asyncio
from dataclasses import replace

import pytest
from tests.server.test_table_service import ANA

from upcard.engine.errors import Usage
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.table_service import TableService


@pytest.mark.parametrize("name", ["Ana", "ana", "\u0410N\u0410", "A\u200bna"])
def test_the_second_person_of_a_name_is_advised_to_choose_another(service, name):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("le-her", [ANA, NewSeat()]))
        with pytest.raises(Usage, match="choose another name"):
            await service.take_seat(live.row.id, 1, "ben", name)
        assert live.seats[1].is_open
        await service.take_seat(live.row.id, 1, "ben", "Ana 2")
        assert [x.name for x in live.seats] == ["Ana", "Ana 2"]

    service(play)


def test_nobody_gets_the_name_of_a_bot_and_no_bot_that_of_a_person(service):
    async def play(service: TableService) -> None:
        bot = NewSeat(strategy="random")
        live = await service.create_table(NewTable("lama", [bot, NewSeat(), NewSeat()]))
        name = live.seats[0].name
        with pytest.raises(Usage, match="is taken; choose another name"):
            await service.take_seat(live.row.id, 1, "ana", name)
        live = await service.create_table(NewTable("lama", [bot, replace(ANA, name=name), NewSeat()]))
        assert [x.name for x in live.seats] == [f"{name} 2", name, ""]

    service(play)


def test_of_two_who_ask_at_once_one_gets_the_name(service):
    async def play(service: TableService) -> None:
        live = await service.create_table(NewTable("lama", [ANA, NewSeat(), NewSeat()]))
        both = [service.take_seat(live.row.id, None, key, "Ben") for key in ("ben", "other")]
        results = await asyncio.gather(*both, return_exceptions=True)
        assert sorted(type(x).__name__ for x in results) == ["Usage", "int"]

    service(play)
