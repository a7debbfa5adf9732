"""Series at tables: every hand is a table of its own, and totals, seats and names go from one to the next."""

import asyncio

import pytest
from tests.server.test_table_actions import CLEO
from tests.server.test_table_service import ANA, BEN, dealt, play_on, with_service

from upcard.engine.errors import Illegal, Usage
from upcard.play.bot_levels import levels_of
from upcard.server import agreements, table_actions, waiting_room
from upcard.server import repository as rows
from upcard.server.housekeeping import Housekeeping
from upcard.server.live_table import LiveTable
from upcard.server.new_table import NewSeat, NewTable
from upcard.server.series_tables import (
    hand_text,
    has_next_hand,
    series_winners,
    standings_of,
)
from upcard.server.table_service import TableService


async def next_hand(service: TableService, live: LiveTable) -> LiveTable:
    """Go to the next hand, and let every person help to shuffle."""
    new = await service.find(await table_actions.rematch(service, live.key, seat=0))
    for x in new.seats:
        if x.person:
            await service.add_to_seed(new.key, x.number, f"of {x.name}")
    return new


def totals(live: LiveTable) -> dict[str, object]:
    return {x.name: s.total for x, s in zip(live.seats, standings_of(live), strict=True)}


@pytest.mark.parametrize("people", [(ANA, BEN), (ANA, BEN, CLEO)])
def test_scores_are_added_up_by_person_and_survive_a_restart(url, people):
    sums = {x.name: 0 for x in people}
    at = [""]

    async def first(service: TableService) -> None:
        live = await dealt(service, "high-card", *people, hands=4)
        await play_on(service, live)
        note(live)

    async def another(service: TableService) -> None:
        live = await next_hand(service, await service.find(at[0]))
        assert not has_next_hand(live)
        await play_on(service, live)
        note(live)

    def note(live: LiveTable) -> None:
        for x, score in zip(live.seats, live.match.scores(), strict=True):
            sums[x.name] += int(score)
        at[0] = live.key
        assert totals(live) == sums
        assert has_next_hand(live) is (live.row.hand < 4)

    with_service(url, first)
    for _ in range(3):
        with_service(url, another)

    async def last(service: TableService) -> None:
        live = await service.find(at[0])
        assert hand_text(live) == "hand 4 of 4"
        best = max(sums.values())
        assert {live.seats[p].name for p in series_winners(live)} == {k for k, x in sums.items() if x == best}
        assert rows_of_person(service, "ana") == [live.key]
        again = await service.find(await table_actions.rematch(service, live.key))
        assert (again.row.hand, again.row.hands, list(again.row.earlier)) == (1, 4, [])
        assert len(rows_of_person(service, "ana")) == 2

    with_service(url, last)


def rows_of_person(service: TableService, person: str) -> list[str]:
    return service.store.read(lambda c: rows.tables_of(c, person))


def test_computers_keep_their_names_and_levels(service):
    async def play(service: TableService) -> None:
        casual = levels_of(await game_of(service))[1].strategy
        seats = [ANA, NewSeat(strategy=casual), NewSeat(strategy="random"), NewSeat(strategy="random")]
        live = await dealt(service, "high-card", *seats, hands=3)
        before = {(x.name, x.strategy) for x in live.seats}
        await play_on(service, live)
        live = await next_hand(service, live)
        assert {(x.name, x.strategy) for x in live.seats} == before
        assert live.seats[0].name == [x.name for x in (await service.find(live.row.follows or "")).seats][1]

    async def game_of(service: TableService):
        live = await service.create_table(NewTable("high-card", [ANA, BEN]))
        return live.game

    service(play)


def test_a_series_of_strategies_continues_while_somebody_watches(service):
    async def play(service: TableService) -> None:
        housekeeping = Housekeeping(service)
        live = await service.create_table(NewTable("kuhn-poker", [NewSeat(strategy="random")] * 2, hands=3))
        for hand in (1, 2, 3):
            assert live.row.hand == hand
            while not live.is_over:
                await asyncio.sleep(0)
            await housekeeping.run_once()
            live = await service.find(live.row.followed or live.key)
        assert (live.row.hand, live.row.followed) == (3, None)

    service(play)


def test_a_draw_counts_nothing_and_who_resigns_or_aborts_ends_the_series(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, hands=5)
        await agreements.offer_draw(service, live.key, 0)
        await agreements.accept(service, live.key, 1)
        assert (totals(live), has_next_hand(live)) == ({"Ana": 0, "Ben": 0}, True)
        live = await next_hand(service, live)
        assert [x.name for x in live.seats] == ["Ben", "Ana"]
        await table_actions.resign(service, live.key, 0)
        assert (has_next_hand(live), series_winners(live)) == (False, [1])
        live = await next_hand(service, live)
        assert (live.row.hand, live.row.hands) == (1, 5)
        await agreements.abort(service, live.key, 0)
        assert (has_next_hand(live), series_winners(live)) == (False, [])

    service(play)


def test_a_series_that_has_begun_keeps_its_rules_and_its_players(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "high-card", ANA, BEN, CLEO, hands=2)
        await play_on(service, live)
        new = await service.find(await table_actions.rematch(service, live.key, seat=0))
        cleo = new.seat_of({"cleo"})
        assert cleo is not None
        assert new.host is not None
        with pytest.raises(Illegal, match="a series keeps its rules and its number of players"):
            await waiting_room.change_rules(service, new.key, new.host, "one-suit", 3)
        await waiting_room.leave(service, new.key, cleo)
        assert not waiting_room.can_start_with(new, 2)
        await waiting_room.start(service, new.key, new.host)
        assert (new.row.players, bool(new.seats[cleo].strategy)) == (3, True)

    service(play)


def test_a_next_hand_that_is_cancelled_can_be_opened_again(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "kuhn-poker", ANA, NewSeat(strategy="random"), hands=2)
        await play_on(service, live)
        new = await service.find(await table_actions.rematch(service, live.key, seat=0))
        await table_actions.cancel(service, new.key, new.seat_of({"ana"}) or 0)
        assert rows_of_person(service, "ana") == [live.key]
        live = await next_hand(service, live)
        assert live.row.hand == 2

    service(play)


def test_a_game_with_rounds_of_its_own_has_no_series(service):
    async def play(service: TableService) -> None:
        with pytest.raises(Usage, match="has rounds of its own"):
            await service.create_table(NewTable("lama", [ANA, BEN], hands=5))

    service(play)
