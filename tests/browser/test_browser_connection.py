"""A server that is down for a while: the pages that follow it say so, and go on when it is back."""

from playwright.sync_api import expect
from tests.browser.classroom import class_of
from tests.browser.people import PHONE, Person, opened

LOST, WHILE = "The connection is lost; trying again", 30_000


def see_it_back(people: list[Person]) -> None:
    """The server is there again; what browsers complained of meanwhile is forgotten."""
    for person in people:
        expect(person.page.locator("#connection")).to_have_text("", timeout=WHILE)
        person.complaints.clear()


def test_wall_teacher_and_phones_say_that_the_server_is_down_until_it_is_back(chromium, mortal):
    with class_of(chromium, mortal, ("Otter", "Lynx")) as room:
        room.begin("Smallsum", rounds="6")
        pages = [x.page for x in room.people]
        for page in pages:
            expect(page.locator("#connection")).to_have_text("")
        mortal.stop()
        for page in pages:
            expect(page.locator("#connection")).to_have_text(LOST, timeout=WHILE)
        room.look("connection-lost")
        mortal.start()
        see_it_back(room.people)
        room.go_on("Smallsum: your strategy")


def test_a_page_that_was_away_shows_what_happened_meanwhile(chromium, mortal):
    with class_of(chromium, mortal, ("Otter", "Lynx")) as room:
        mortal.stop()
        expect(room.wall.locator("#connection")).to_have_text(LOST, timeout=WHILE)
        mortal.start()
        with opened(chromium, mortal, "Heron", PHONE) as late:
            room.join(late)
        expect(room.wall.locator(".names li")).to_have_count(3, timeout=WHILE)
        see_it_back(room.people)
