"""Whose phones the teacher is told to be silent."""

import asyncio
import itertools

from tests.web.browsing import soup_of
from tests.web.classes import Class, new_class, text_at

from upcard.classroom import seating
from upcard.classroom import substitutes as warm


def look(room: Class) -> None:
    """The rooms are gone through, as every second."""
    room.call(seating.update_substitutes, room.rooms)


def let_pass(room: Class, seconds: float) -> None:
    """So many seconds in which nothing is heard of any phone."""
    live = room.live
    live.seen = {pupil: at - seconds for pupil, at in live.seen.items()}


def away(room: Class) -> list[str]:
    """Whom the teacher's page calls away."""
    page = soup_of(room.teacher.get(f"/c/{room.code}/teach").text)
    assert bool(page.select("p:-soup-contains('the class has been closed on that phone')")) == bool(
        page.select(".roster em")
    )
    return [x.select("a")[0].text for x in page.select(".roster li") if x.select("em")]


def test_who_has_been_silent_for_a_minute_is_called_away_until_he_is_there_again(client):
    room = new_class(client, "Ana", "Ben")
    look(room)
    let_pass(room, warm.PATIENCE - 5)
    look(room)
    assert away(room) == []
    let_pass(room, 10)
    room.pupils[1].look(room.code)
    look(room)
    assert away(room) == ["Ana"]
    room.live.listeners[asyncio.Event()] = 0
    room.pupils[0].client.get(f"/c/{room.code}/here")
    look(room)
    assert away(room) == []


def test_the_board_is_told_once_when_somebody_goes_and_once_when_he_comes(client):
    room = new_class(client, "Ana")
    told = [room.live.notifications]
    for is_silent in (False, True, True, False, False):
        let_pass(room, 2 * warm.PATIENCE if is_silent else 0)
        if not is_silent:
            room.pupils[0].look(room.code)
        look(room)
        told.append(room.live.notifications)
    assert [b - a for a, b in itertools.pairwise(told)] == [0, 1, 0, 1, 0]


def test_nobody_is_away_from_a_class_that_is_over(client):
    room = new_class(client, "Ana")
    room.lead("close")
    let_pass(room, 2 * warm.PATIENCE)
    look(room)
    assert away(room) == []
    assert "1 pupil" in text_at(soup_of(room.teacher.get(f"/c/{room.code}/teach").text), "#lead")
