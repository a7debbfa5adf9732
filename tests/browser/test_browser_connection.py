"""A server that is down for a while: the pages that follow it say so, and go on when it is back."""

from playwright.sync_api import expect
from tests.browser.classroom import class_of
from tests.browser.people import Person
from tests.night import LATE

LOST, WHILE = "Connection lost. Reconnecting …", 30_000


def see_it_back(people: list[Person]) -> None:
    """The server is there again; what browsers complained of meanwhile is forgotten."""
    for person in people:
        expect(person.page.locator("#connection")).to_have_text("", timeout=WHILE)
        person.complaints.clear()


@LATE
def test_pages_say_that_the_server_is_down_and_then_show_what_has_happened_meanwhile(chromium, mortal):
    with class_of(chromium, mortal, ("Otter",)) as room:
        room.begin("Smallsum", rounds="6")
        pages = [x.page for x in room.people]
        for page in pages:
            expect(page.locator("#connection")).to_have_text("")
        mortal.stop()
        for page in pages:
            expect(page.locator("#connection")).to_have_text(LOST, timeout=WHILE)
        room.look("connection-lost")
        mortal.start()
        room.fill("Heron")
        for page in (room.wall, room.teacher.page):
            expect(page.locator("main")).to_contain_text("Heron", timeout=WHILE)
        see_it_back(room.people)
        room.go_on("Smallsum: your strategy")
