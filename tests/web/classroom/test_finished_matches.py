"""Matches of a class that are over: in the report, and to look back at."""

from bs4 import BeautifulSoup
from tests.web.browsing import attribute, soup_of
from tests.web.classes import Class, new_class


def go_on(room: Class) -> None:
    """The next match of the first group."""
    table = room.pupils[0].look(room.code)[0]
    room.press_next(*(x for x in room.pupils if x.look(room.code)[0] == table))


def back(page: BeautifulSoup) -> str:
    """Where the page of a pupil leads him back."""
    return attribute(page, "#place a[href^='/t/']", "href")


def test_the_report_tells_every_match_of_every_group(client):
    room = new_class(client, "Ana", "Ben", "Cleo", "Dan")
    room.lead("begin/smallsum", rounds="6")
    room.play()
    go_on(room)
    room.go(1)
    page = soup_of(room.teacher.get(f"/c/{room.code}/report").text)
    told = [
        (x.select(".group-number")[0].text, x.select(".group-state")[0].text)
        for x in page.select(".groups li")
    ]
    assert [(group, state.split(":")[0]) for group, state in told] == [
        ("1", "match 1"), ("1", "match 2"), ("2", "match 1")
    ]  # fmt: skip
    assert "stopped after 0 moves" in told[1][1]


def test_a_pupil_looks_back_at_a_match_that_ended_and_that_he_played(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum", rounds="6")
    played = []
    for _ in range(2):
        room.play()
        played.append(room.pupils[0].look(room.code)[0])
        go_on(room)
    room.go(2)
    seated = [{x.name for x in room.rooms.tables.live[path[3:]].seats} for path in played]
    assert seated[0] != seated[1]
    for pupil, page in room.each():
        own = [path for path, names in zip(played, seated, strict=True) if pupil.name in names]
        assert back(page) == own[-1]


def test_who_only_watched_looks_back_at_that(client):
    room = new_class(client, "Ana", "Ben", "Cleo")
    room.lead("begin/smallsum", rounds="6")
    room.play(most=1)
    table = room.pupils[0].look(room.code)[0]
    room.go(2)
    assert [back(page) for _, page in room.each()] == [table] * 3
