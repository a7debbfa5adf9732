"""Total time for a match: it runs in one's own turn only, survives a restart, and ends with a bot."""

import asyncio
import time
from random import Random

import pytest
from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.engine.errors import Illegal
from upcard.play.bot_levels import OpponentLevel
from upcard.server import table_actions
from upcard.server.bots import Bots
from upcard.server.housekeeping import Housekeeping
from upcard.server.live_table import LiveTable
from upcard.server.match_time import ROUND_PAUSE
from upcard.server.table_service import TableService


class Watch:
    """A clock on the wall that the test moves on."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def watch(monkeypatch) -> Watch:
    hands = Watch()
    monkeypatch.setattr(time, "time", hands)
    return hands


async def act(service: TableService, live: LiveTable, random: Random) -> int:
    """An action of whoever is to move; gives the seat."""
    seat = live.mover
    await service.play_action(live.row.id, seat, live.turn, random.choice(live.match.legal()))
    return seat


def times(live: LiveTable) -> tuple[float, ...]:
    assert live.match_time is not None
    return live.match_time.left


def test_time_runs_in_the_own_turn_only_and_is_the_same_after_a_restart(url, watch):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, clock="total 60 5")
        assert (times(live), live.row.due_at) == ((60.0, 60.0), watch.now + 60)
        watch.now += 10
        first = await act(service, live, Random(1))
        assert times(live)[first] == 55.0  # 60 - 10 + 5
        assert live.row.due_at == watch.now + 60
        watch.now += 20
        second = await act(service, live, Random(1))
        assert (first != second, times(live)[second], times(live)[first]) == (True, 45.0, 55.0)
        again = TableService(service.store, Bots())
        assert times(await again.find(live.row.id)) == times(live)
        again.bots.close()

    with_service(url, play)


def test_after_a_round_the_time_waits_until_everybody_has_seen_the_result(url, watch):
    async def play(service: TableService) -> None:
        live, random = await dealt(service, "smallsum", ANA, BEN, clock="total 60"), Random(2)
        while not live.round_end_numbers:
            await act(service, live, random)
        assert not live.is_over
        assert live.match_time is not None
        assert live.match_time.begun == watch.now + ROUND_PAUSE
        assert live.row.due_at == live.match_time.due_at(live.mover) == watch.now + ROUND_PAUSE + 60
        watch.now += 1
        seat = await act(service, live, random)
        assert times(live)[seat] == 60.0

    with_service(url, play)


def test_at_zero_a_bot_plays_on_and_the_seat_cannot_be_taken_back(url, watch, monkeypatch):
    monkeypatch.setattr(table_actions, "usual_level", lambda game: OpponentLevel("Casual", "random"))

    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, clock="total 60 5")
        seat, housekeeping = live.mover, Housekeeping(service)
        watch.now += 59
        await housekeeping.run_once()
        assert not live.is_taken_over(seat)
        watch.now += 2
        await housekeeping.run_once()
        assert live.is_taken_over(seat)
        with pytest.raises(Illegal, match="your time for this match is used up"):
            await table_actions.come_back(service, live.row.id, seat)
        while live.mover == seat and not live.is_over:
            await asyncio.sleep(0.01)
        assert [a.by for a in live.snapshot.actions] == ["strategy"]
        assert times(live)[seat] == 0.0
        with pytest.raises(Illegal, match="your time for this match is used up"):
            await table_actions.come_back(service, live.row.id, seat)
        await table_actions.resign(service, live.row.id, 1 - seat)
        again = await service.find(await table_actions.rematch(service, live.row.id, seat=1 - seat))
        assert again.row.clock == "total 60 5"

    with_service(url, play)
