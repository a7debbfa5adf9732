"""What bots played in the place of pupils counts as nobody's result."""

import asyncio
import csv
import io
import time

from tests.web.classes import Class, new_class
from tests.web.classroom.test_absent_pupils import let_pass, look

from upcard.classroom.class_board import Board, board_of
from upcard.server.live_table import LiveTable

LIMIT = 60.0


def board(room: Class) -> Board:
    """The board of the class as it is now."""
    boards: list[Board] = []

    async def draw() -> None:
        boards.append(await board_of(room.rooms.tables, room.service.jobs, room.live))

    room.call(draw)
    return boards[0]


def table_of(room: Class) -> LiveTable:
    (sitting,) = room.live.latest().values()
    return room.rooms.tables.live[sitting.table_id]


def ended(room: Class, live: LiveTable) -> None:
    """Wait until bots have ended a match."""
    until = time.monotonic() + LIMIT
    while not live.is_over:
        assert time.monotonic() < until, f"the match goes on after {live.turn} actions"
        let_pass(room)
        look(room)
        time.sleep(0.05)


def lines(room: Class) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(room.teacher.get(f"/c/{room.code}/decisions.csv").text)))


def test_a_match_of_two_substitutes_enters_neither_wall_nor_report_nor_csv(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    live = table_of(room)
    ended(room, live)
    assert live.turn > 0
    shown = board(room)
    assert (shown.finished, shown.judged, shown.decisions) == (0, 0, 0)
    assert not shown.pupils
    assert not shown.roles
    assert lines(room) == []
    assert "1 match" not in room.show().text


def test_a_match_counts_for_the_pupil_who_played_it_and_not_for_the_one_who_was_away(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    ben = room.pupils[1]
    (sitting,) = room.live.latest().values()
    room.live.listeners[asyncio.Event()] = 0  # Ana's page stays open
    let_pass(room)
    look(room)
    room.pupils = room.pupils[:1]
    room.play()
    shown = board(room)
    assert [(x.name, x.matches) for x in shown.pupils if x.matches] == [("Ana", 1)]
    assert sum(n for _, _, n in shown.roles) == 1
    assert shown.finished == 1
    counted = {(x["pupil"], x["counts"]) for x in lines(room)}
    assert ("Ana", "yes") in counted
    assert (ben.name, "yes") not in counted
    assert len(sitting.seats) == 2


def test_a_pupil_who_chose_more_than_half_of_their_actions_has_played_the_match(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum")
    room.play()
    shown = board(room)
    assert sorted((x.name, x.matches) for x in shown.pupils) == [("Ana", 1), ("Ben", 1)]
    assert {x["counts"] for x in lines(room)} == {"yes"}
