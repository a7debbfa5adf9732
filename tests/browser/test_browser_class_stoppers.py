"""A class plays Stoppers: polls before and after, around two tables, answered from its own rounds."""

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import class_of, play_out
from tests.night import LATE

QUESTIONS, ASKED = 6, 7


@pytest.mark.slow
@LATE
def test_a_class_ponders_plays_stoppers_and_reads_its_own_rounds(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron")) as room:
        room.begin("Stoppers", size="3", lives="1")
        for phone in room.phones:
            answers = phone.page.locator("form.poll")
            expect(answers).to_have_count(ASKED)
            phone.press(answers.first.locator("button").first)
            expect(phone.page.locator("form.poll").first.locator("[aria-pressed=true]")).to_have_text(
                "only luck"
            )
        expect(room.wall.locator(".poll .part").first).to_contain_text("3 of 3 have answered.")
        room.look("stoppers-poll")
        room.go_on("Stoppers")
        tables = room.tables()
        assert list(map(len, tables.values())) == [3]
        room.look("stoppers")
        play_out(room.phones)
        expect(room.wall.locator(".groups .done")).to_have_count(1)
        room.go_on("After playing")
        phone = room.phones[0]
        phone.press(phone.page.get_by_role("button", name="mostly strategy"))
        expect(room.wall.locator(".poll .part").first).to_contain_text("1 of 3 have answered.")
        room.go_on("What your own rounds show")
        expect(room.teacher.page.locator(".now .part")).to_have_count(QUESTIONS + 1)
        first, said = (room.wall.locator(".talk .part").nth(i) for i in range(2))
        expect(said).to_contain_text("before: only luck")
        expect(said).to_contain_text("after: mostly strategy")
        expect(first.locator(".theory")).to_contain_text("%")
        expect(room.teacher.page.locator(".now .part").nth(3)).to_contain_text("54.9 %")
        expect(room.teacher.page.locator(".now .part").nth(4)).to_contain_text("With 3 players")
        room.look("stoppers-told")
