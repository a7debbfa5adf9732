"""The tutorial for a first class: what it tells the teacher to press is there, in this order."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import class_of
from tests.browser.people import THINKING
from tests.night import LATE

PAGE = Path(__file__).parents[2] / "docs" / "tutorial" / "first-class.md"
PRESSED = re.findall(r"\*\*(.+?)\*\*", PAGE.read_text(encoding="utf-8"))
SENTENCE = "We bet with a small sum."


@LATE
@pytest.mark.slow
def test_the_evening_before_goes_as_the_page_tells(chromium, server):
    projector, join, title, begin, strategy, keep, contest, end, report, decisions = PRESSED
    with class_of(chromium, server, ["Otter"]) as room:  # its pupils have pressed what the page calls so
        assert join == "Join"
        page, (phone,) = room.teacher.page, room.phones
        expect(page.get_by_role("link", name=projector)).to_have_attribute("href", f"/c/{room.code}/show")
        page.get_by_role("link", name=title, exact=True).click()
        page.locator("#rounds").select_option("6")
        page.get_by_role("button", name=begin).click()
        expect(room.wall.locator(".wall-head")).to_have_count(1)
        room.gather()
        assert len(room.tables()) == 1
        page.get_by_role("button", name=strategy, exact=True).click()
        phone.page.fill("#words", SENTENCE)
        phone.press(phone.page.get_by_role("button", name=keep))
        room.reveal()
        expect(room.wall.get_by_text(SENTENCE)).to_be_visible()
        page.get_by_role("button", name=contest, exact=True).click()
        expect(room.wall.locator(".sums")).to_contain_text("100,000 matches", timeout=THINKING)
        page.get_by_role("button", name=end).click()
        expect(page.get_by_role("heading", name="Start an activity")).to_be_visible()
        expect(page.get_by_role("link", name=report)).to_be_visible()
        expect(page.get_by_role("link", name=decisions)).to_be_visible()
