"""Pages of a class: an answer that comes later than a newer one is not shown, and what tables do is."""

import re

from playwright.sync_api import expect
from tests.browser.classroom import class_of, play_out
from tests.browser.held import caught, held_back
from tests.browser.people import TWO_FRAMES
from tests.night import LATE

TITLE = "A matrix with two buttons"
ACTED = re.compile("[1-9][0-9]* moves? so far")


@LATE
def test_a_pupil_whose_answer_comes_late_goes_on_to_the_next_round(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.begin(TITLE, rounds="3")
        room.go_on("Again and again")
        otter, lynx = room.phones
        held = held_back(otter.page, "**/answer")
        otter.press(otter.page.get_by_role("button", name="Stay silent"))
        late = caught(otter.page, held).fetch()
        assert "Waiting for Lynx" in late.text()
        lynx.press(lynx.page.get_by_role("button", name="Stay silent"))
        expect(otter.page.locator(".two-buttons")).to_contain_text("Round 2 of 3")
        with otter.page.expect_event("requestfinished", lambda x: x.url.endswith("/answer")):
            held[0].fulfill(response=late)
        otter.page.evaluate(TWO_FRAMES)
        expect(otter.page.locator(".two-buttons")).to_contain_text("Round 2 of 3")
        otter.page.unroute("**/answer")


def test_a_teacher_whose_answer_comes_late_sees_who_has_chosen_since(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.begin(TITLE)
        page, sums = room.teacher.page, room.teacher.page.locator(".sums").first
        held = held_back(page, "**/teach/go")
        page.get_by_role("button", name="Next: Again and again", exact=True).click()
        late = caught(page, held).fetch()
        assert "2 of 2 pupils are still choosing" in late.text()
        expect(room.wall.locator(".wall-title")).to_have_text("Again and again")
        room.gather()
        room.phones[0].press(room.phones[0].page.get_by_role("button", name="Confess"))
        expect(sums).to_contain_text("1 of 2 pupils are still choosing")
        with page.expect_event("requestfinished", lambda x: x.url.endswith("/teach/go")):
            held[0].fulfill(response=late)
        page.evaluate(TWO_FRAMES)
        expect(sums).to_contain_text("1 of 2 pupils are still choosing")
        page.unroute("**/teach/go")


@LATE
def test_what_happens_at_tables_is_shown_though_the_room_has_not_changed(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.begin("Four-Cell", size="2", rounds="3")
        room.go_on("Four-Cell")
        version = room.wall.locator(".class-page").get_attribute("data-version")
        play_out(room.phones, most=2, to_end=False)
        for page in (room.wall, room.teacher.page):
            expect(page.locator(".group-state")).to_have_text(ACTED)
            expect(page.locator(".class-page")).to_have_attribute("data-version", str(version))
