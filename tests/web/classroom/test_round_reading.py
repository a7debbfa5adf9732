"""After a round, neither a phone nor a bot goes on while an open page of the group shows how it ended."""

import asyncio

import pytest
from tests.web.browsing import csrf
from tests.web.classes import Class, new_class

from upcard.classroom.live_room import SILENT_SECONDS
from upcard.classroom.next_presses import AT_END, READING_SECONDS, press_next, why_waits
from upcard.classroom.roster import stand_in_for
from upcard.classroom.wall_state import set_reading_seconds
from upcard.engine.errors import Illegal
from upcard.server.live_table import LiveTable

MOST = 60


def table_of(room: Class) -> LiveTable:
    sitting = room.live.latest()[0]
    return room.rooms.tables.live[sitting.table_id]


def play_to_the_end_of_a_round(room: Class) -> LiveTable:
    """Play until a round has just ended and another one has begun."""
    for _ in range(MOST):
        room.play(most=1)
        table = table_of(room)
        assert table.session is not None
        assert not table.is_over
        if table.session.log.rounds.begun_after == table.turn:
            return table
    raise AssertionError("no round has ended")


def act(room: Class) -> None:
    """The player to move plays the first legal action."""
    table = table_of(room)
    seat, action = table.mover, table.match.legal()[0]
    room.call(room.rooms.tables.play_action, table.row.id, seat, table.turn, action)


def open_pages(room: Class, *pupils: int) -> None:
    for x in pupils:
        room.live.listeners[asyncio.Event()] = x


def test_a_phone_that_sends_at_once_waits_for_those_who_read(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum", rounds="6")
    table = play_to_the_end_of_a_round(room)
    mover = room.live.latest()[0].seats[table.mover]
    other = 1 - mover
    open_pages(room, mover, other)
    name = room.live.name_of(other)
    turn = table.turn
    with pytest.raises(Illegal, match=f"first {name} must press Next"):
        act(room)
    phone, path = room.pupils[mover].client, f"/t/{table.row.id}"
    form = {"csrf": csrf(phone, path), "seat": str(table.mover), "turn": str(turn)}
    sent = phone.post(f"{path}/act", data=form | {"action": str(table.match.legal()[0])})
    assert table.turn == turn, sent.text
    pupil = room.live.snapshot.pupils[other]
    room.call(press_next, room.rooms, room.code, pupil, 0, turn)
    act(room)
    assert table.turn == turn + 1


def test_the_group_waits_no_longer_than_the_teacher_allows_and_not_for_closed_pages(client, monkeypatch):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum", rounds="6")
    table = play_to_the_end_of_a_round(room)
    mover = room.live.latest()[0].seats[table.mover]
    assert not why_waits(room.rooms, table, table.mover)  # nobody has a page open
    open_pages(room, 1 - mover)
    assert why_waits(room.rooms, table, table.mover)
    ended = table.snapshot.actions[-1].at
    monkeypatch.setattr("time.time", lambda: ended + READING_SECONDS - 1)
    assert why_waits(room.rooms, table, table.mover)
    monkeypatch.setattr("time.time", lambda: ended + READING_SECONDS)
    assert not why_waits(room.rooms, table, table.mover)
    room.call(set_reading_seconds, room.rooms, room.code, 0)
    slow = room.live.snapshot.pupils[1 - mover]
    room.live.see(slow)
    assert why_waits(room.rooms, table, table.mover)  # no limit
    seen = room.live.seen[slow.number]
    monkeypatch.setattr("time.time", lambda: seen + SILENT_SECONDS)
    assert why_waits(room.rooms, table, table.mover)
    monkeypatch.setattr("time.time", lambda: seen + SILENT_SECONDS + 1)
    assert not why_waits(room.rooms, table, table.mover)  # the page is open, but its connection is dead
    room.live.see(slow)
    assert why_waits(room.rooms, table, table.mover)


def test_a_bot_waits_too_and_acts_when_all_have_pressed(client):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum", rounds="6")
    table = play_to_the_end_of_a_round(room)
    mover = room.live.latest()[0].seats[table.mover]
    open_pages(room, 1 - mover)
    room.call(stand_in_for, room.rooms, room.code, mover)
    pupil = room.live.snapshot.pupils[1 - mover]
    assert table.seats[table.mover].strategy
    turn = table.turn
    room.call(asyncio.sleep, 0.3)
    assert table.turn == turn
    room.call(press_next, room.rooms, room.code, pupil, 0, turn)
    for _ in range(50):
        if table.turn > turn:
            break
        room.call(asyncio.sleep, 0.1)
    assert table.turn > turn


@pytest.mark.parametrize("turn", [-1, AT_END + 1, AT_END - 1, 500])
def test_next_names_a_round_that_has_ended(client, turn):
    room = new_class(client, "Ana", "Ben")
    room.lead("begin/smallsum", rounds="6")
    pupil = room.live.snapshot.pupils[0]
    with pytest.raises(Illegal, match="there is no such match or round"):
        room.call(press_next, room.rooms, room.code, pupil, 0, turn)
