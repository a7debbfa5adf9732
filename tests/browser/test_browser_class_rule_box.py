"""Choosing in the menus of a rule ticks that it plays."""

from playwright.sync_api import expect
from tests.browser.classroom import class_of
from tests.night import LATE


@LATE
def test_who_chooses_in_a_menu_has_made_a_rule_and_can_take_it_back(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.begin("Smallsum", rounds="6")
        room.go_on("Smallsum: your strategy")
        otter = room.phones[0].page
        box = otter.locator("[name=with-rule]")
        expect(box).not_to_be_checked()
        otter.fill("#words", "We bet up to 17.")
        expect(box).not_to_be_checked()
        otter.select_option("[name=menu-bet_at]", "17")
        expect(box).to_be_checked()
        box.uncheck()
        otter.get_by_text("Save for our group").click()
        expect(otter.locator(".as-kept")).to_be_visible()
        otter.reload()
        expect(otter.locator("#words")).to_have_value("We bet up to 17.")
        expect(box).not_to_be_checked()
