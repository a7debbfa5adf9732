"""Take back, draw and abort: at once against computers, by an accepted offer among people."""

import pytest
from tests.server.test_table_service import ANA, BEN, dealt, with_service

from upcard.certificates.record_check import check_text
from upcard.engine.errors import Illegal
from upcard.server import agreements
from upcard.server.new_table import NewSeat
from upcard.server.table_service import TableService
from upcard.web.board.table_view import ending_text
from upcard.web.pages.table_pages import match_text


@pytest.fixture
def service(database):
    return lambda play: with_service(database, play)


async def act(service, live):
    seat = live.mover
    await service.play_action(live.row.id, seat, live.turn, live.scene(seat).choices[0].action)
    return seat


async def rest(live):
    if live.driver is not None:
        await live.driver


def test_against_computers_an_action_and_all_later_ones_are_taken_back(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, NewSeat(strategy="random"), NewSeat(strategy="random"))
        with pytest.raises(Illegal, match="you have not acted yet"):
            await agreements.take_back(service, live.row.id, 0)
        await rest(live)
        for _ in range(2):
            before = (live.turn, str(live.scene(0)))
            await act(service, live)
            await rest(live)
        await agreements.take_back(service, live.row.id, 0)
        assert (live.turn, str(live.scene(0))) == before
        assert live.row.taken_back > 0
        again = TableService(service.store, service.bots)
        assert str((await again.find(live.row.id)).scene(0)) == before[1]

    service(play)


def test_a_person_takes_an_action_back_if_all_others_accept(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "lama", ANA, BEN, NewSeat(person="cleo", name="Cleo"))
        first = await act(service, live)
        second, third = [p for p in range(3) if p != first]
        await agreements.take_back(service, live.row.id, first)
        await agreements.accept(service, live.row.id, second)
        with pytest.raises(Illegal, match="no offer that you could accept"):
            await agreements.accept(service, live.row.id, second)
        assert live.turn == 1
        await agreements.accept(service, live.row.id, third)
        assert (live.turn, live.row.taken_back, live.row.offer) == (0, 1, "")
        await act(service, live)
        await agreements.take_back(service, live.row.id, first)
        await agreements.decline(service, live.row.id, second)
        assert agreements.offer_of(live) is None
        name = live.seats[second].name
        assert agreements.declined_text(live, first) == f"{name} declined to take your last move back."
        assert agreements.declined_text(live, third) == ""
        await agreements.take_back(service, live.row.id, first)
        await act(service, live)
        assert agreements.offer_of(live) is None  # the next action of a person ends an offer

    service(play)


def test_nothing_is_taken_back_with_a_clock(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN, clock="move 60")
        seat = await act(service, live)
        assert not agreements.can_take_back(live, seat)
        with pytest.raises(Illegal, match="has a clock"):
            await agreements.take_back(service, live.row.id, seat)

    service(play)


def test_two_people_agree_on_a_draw_and_the_record_says_so(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        await act(service, live)
        await agreements.offer_draw(service, live.row.id, 0)
        assert not live.is_over
        await agreements.accept(service, live.row.id, 1)
        assert (live.row.ending, live.winners, live.mover) == ("agreed", [], -1)
        assert "\nended agreed\n" in match_text(live)
        assert any("agreed on a draw" in x for x in check_text(match_text(live)))

    service(play)


def test_two_people_agree_to_stop_and_the_score_so_far_counts(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "smallsum", ANA, BEN, options={"variant": "alternate"})
        await service.play_action(live.row.id, 0, live.turn, "bet 2")
        await service.play_action(live.row.id, 1, live.turn, "fold")
        await service.play_action(live.row.id, live.mover, live.turn, "bet 3")  # nobody has answered this bet
        await agreements.offer_stop(service, live.row.id, 0)
        await agreements.decline(service, live.row.id, 1)
        assert agreements.declined_text(live, 0) == "Ben declined to stop."
        await agreements.offer_stop(service, live.row.id, 1)
        assert not live.is_over
        await agreements.accept(service, live.row.id, 0)
        assert (live.row.ending, live.winners, live.scores, live.mover) == ("stopped", [0], [1, -1], -1)
        assert (live.scene(1).scores, live.scene(1).winning) == ((1, -1), (0,))
        assert ending_text(live) == "The players agreed to stop. Ana wins."
        assert "\nended stopped\n" in match_text(live)
        assert any(
            "agreed to stop; then seat 1 has 1 and seat 2 has -1" in x for x in check_text(match_text(live))
        )
        again = await TableService(service.store, service.bots).find(live.row.id)
        assert again.scores == [1, -1]

    service(play)


def test_a_computer_agrees_to_stop_and_rules_without_a_score_for_it_refuse(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "smallsum", ANA, NewSeat(strategy="random"))
        await agreements.offer_stop(service, live.row.id, 0)
        assert (live.row.ending, live.scores) == ("stopped", [0, 0])
        other = await dealt(service, "leduc-poker", ANA, BEN)
        assert not agreements.can_stop(other)
        with pytest.raises(Illegal, match="cannot be stopped by agreement"):
            await agreements.offer_stop(service, other.row.id, 0)

    service(play)


def test_a_match_is_aborted_until_everybody_has_acted(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        await act(service, live)
        await agreements.abort(service, live.row.id, 1)
        assert live.row.ending == "aborted"
        assert "\nended aborted\n" in match_text(live)
        live = await dealt(service, "leduc-poker", ANA, BEN)
        await act(service, live)
        await act(service, live)
        with pytest.raises(Illegal, match="so the match counts"):
            await agreements.abort(service, live.row.id, 1)
        bot = await dealt(service, "leduc-poker", ANA, NewSeat(strategy="random"))
        with pytest.raises(Illegal, match="only two people"):
            await agreements.offer_draw(service, bot.row.id, 0)

    service(play)


def test_the_record_remarks_what_was_taken_back(service):
    async def play(service: TableService) -> None:
        live = await dealt(service, "leduc-poker", ANA, BEN)
        seat = await act(service, live)
        await agreements.take_back(service, live.row.id, seat)
        await agreements.accept(service, live.row.id, 1 - seat)
        await agreements.abort(service, live.row.id, seat)
        assert match_text(live).splitlines()[1] == "# 1 action was taken back"
        assert check_text(match_text(live))

    service(play)
