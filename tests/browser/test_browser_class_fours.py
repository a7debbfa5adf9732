"""A class plays Four-Cell in fours, each on his own side of the matrix."""

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import class_of
from tests.night import LATE

SIDES = ("S", "W", "N", "E")


@pytest.mark.slow
@LATE
def test_a_class_plays_four_cell_in_fours_each_on_his_side_of_the_matrix(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron", "Badger")) as room:
        room.begin("Four-Cell", size="4")
        room.go_on("Four-Cell")
        assert len(room.tables()) == 1
        sides = {x.page.locator(".strip-role strong").inner_text(): x for x in room.phones}
        assert sorted(sides) == sorted(SIDES)
        for pair in (("S", "W"), ("N", "E")):
            for side in pair:
                phone = sides[side]
                expect(phone.page.locator("#strip table.told thead")).to_contain_text(f"{pair[1]}: left")
                expect(phone.page.locator("#strip table.told tbody")).to_contain_text(f"{pair[0]}: left")
                phone.page.wait_for_selector("#table .choice")
            for side in pair:
                sides[side].touch(sides[side].state().choices[0][0])
        expect(sides["S"].page.locator("#strip table.told thead")).to_contain_text("W: left")
        room.look("fours", sides["S"])
        room.go_on("Which matrices came up")
        expect(room.wall.locator(".talk")).to_contain_text("2 matrices were played")
