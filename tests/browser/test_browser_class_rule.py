"""Pupils of a group write its strategy on several phones: nobody replaces what he has not seen."""

from playwright.sync_api import expect
from tests.browser.classroom import class_of
from tests.night import LATE


@LATE
def test_what_one_keeps_comes_to_the_other_phones_and_destroys_nothing_that_is_typed(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron")) as room:
        room.begin("Smallsum", rounds="6")
        room.go_on("Smallsum: your strategy")
        otter, lynx, heron = (x.page for x in room.phones)
        heron.fill("#words", "We bluff")
        otter.fill("#words", "We bet up to 17.")
        otter.select_option("[name=menu-bet_at]", "17")
        lynx.focus("#words")
        room.phones[0].press(otter.get_by_role("button", name="Save for our group"))
        expect(lynx.locator("#words")).to_have_value("We bet up to 17.")
        expect(lynx.locator("#words")).to_be_focused()
        expect(lynx.locator("[name=menu-bet_at]")).to_have_value("17")
        expect(lynx.locator(".as-kept")).to_contain_text("Last changed by Otter")
        expect(heron.locator(".instead")).to_contain_text("Saved by Otter: We bet up to 17.")
        expect(heron.locator("#words")).to_have_value("We bluff")
        room.look("rule-replaced", room.phones[2])
        room.phones[1].press(lynx.get_by_role("button", name="Save for our group"))
        expect(heron.locator(".instead")).to_contain_text("Saved by Lynx: We bet up to 17.")
        heron.type("#words", " often.")
        room.phones[2].press(heron.get_by_role("button", name="Save for our group"))
        expect(otter.locator("#words")).to_have_value("We bluff often.")
        expect(otter.locator("[name=menu-bet_at]")).to_have_value("15")
        expect(room.wall.locator(".write .part")).to_have_count(0)
        room.reveal()
        expect(room.wall.locator(".write .part")).to_contain_text("We bluff often.")
