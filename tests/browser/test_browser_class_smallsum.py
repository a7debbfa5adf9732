"""A class plays Smallsum: groups of three, rotating roles, written strategies, and the contest of rules."""

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import class_of, play_out, players
from tests.browser.people import THINKING
from tests.night import LATE


@LATE
@pytest.mark.slow
def test_a_class_plays_smallsum_writes_rules_and_lets_them_play(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron")) as room:
        room.look("join")
        room.begin("Smallsum", rounds="6")
        (group,) = room.tables().values()
        sitting = players(group)
        assert len(sitting) == 2
        (referee,) = (x for x in group if x not in sitting)
        expect(referee.page.locator("#table .choice")).to_have_count(0)
        expect(referee.page.locator(".strip-role")).to_contain_text("You: referee")
        room.look("smallsum", sitting[0])
        play_out(sitting)
        expect(room.teacher.page.locator(".results tbody tr")).to_have_count(2)
        expect(room.wall.locator(".sums")).to_contain_text("Average score: A")
        room.reveal()
        expect(room.wall.locator(".sums")).to_contain_text(
            "were mistakes. Judged by the equilibrium", timeout=THINKING
        )
        for phone in group:
            phone.press(phone.page.get_by_role("button", name="Next match"))
        for phone in group:
            expect(phone.page.locator(".strip-role")).to_contain_text("match 2")
        assert len(players(group)) == 2
        assert referee in players(group)
        room.go_on("Smallsum: your strategy")
        writer = group[0]
        writer.page.fill("#words", "We bet up to 17.")
        writer.page.select_option("[name=menu-bet_at]", "17")
        writer.press(writer.page.get_by_role("button", name="Save for our group"))
        expect(writer.page.get_by_text("Saved.")).to_be_visible()
        room.reveal()
        expect(room.wall.locator(".write .part")).to_have_count(1)
        room.look("smallsum-rule", group[0])
        room.go_on("Smallsum: the contest")
        expect(room.wall.locator(".bars li")).to_have_count(3)
        expect(room.wall.locator(".sums")).to_contain_text("has played 100,000 matches")
        expect(room.wall.locator(".bars li").first).to_contain_text("The optimum")
        expect(room.wall.locator(".bars .bar-rule").first).to_contain_text("to have the smaller sum")
        rules = room.wall.locator(".bars li").filter(has_text="Group 1").locator(".bar-rule")
        expect(rules).to_have_text("We bet when the sum of our three cards is at most 17.")
        for phone in group:
            expect(phone.page.locator(".own-result")).to_contain_text("Your rule has won")
            expect(phone.page.locator(".own-result")).to_contain_text("of 3")
            expect(phone.page.locator(".own-result")).to_contain_text("is at most 17.")
        room.look("smallsum-contest")
        report = room.teacher.go(f"/c/{room.code}/report")
        expect(report.locator(".class-report h3").first).to_have_text("Smallsum")
        csv = room.teacher.ask(f"/c/{room.code}/decisions.csv").text()
        assert csv.startswith("activity,step,group")
        assert "hide 0" in csv or "hide 1" in csv


SOLVING = 900_000.0
"""Maximum time to solve a limited match of Alternate in milliseconds, which happens once on each machine."""


@pytest.mark.slow
@LATE
def test_choice_and_alternate_are_lessons_of_their_own(chromium, server):
    with class_of(chromium, server) as room:
        for title, menu in (("Smallsum Choice", "bet"), ("Smallsum Alternate", "call_at")):
            room.begin(title, rounds="6")
            group = next(iter(room.tables().values()))
            play_out(players(group))
            room.reveal()
            expect(room.wall.locator(".sums")).to_contain_text(" were mistakes.", timeout=THINKING)
            room.go_on(f"{title}: your strategy")
            writer = group[0].page
            writer.fill("#words", "We bet on small sums.")
            writer.select_option(f"[name=menu-{menu}]", "2")
            group[0].press(writer.get_by_role("button", name="Save for our group"))
            room.reveal()
            expect(room.wall.locator(".write .part")).to_have_count(1)
            group[0].press(writer.get_by_role("button", name="Try our rule"))
            expect(writer.locator(".trial")).to_contain_text("Always bet", timeout=THINKING)
            room.go_on(f"{title}: the contest")
            expect(room.wall.locator(".bars li")).to_have_count(3, timeout=SOLVING)
            room.go_on(f"{title}: what your own bets show")
            expect(room.wall.locator(".grouped")).to_contain_text("the optimum with the same cards")
            expect(group[0].page.locator(".grouped")).to_have_count(1)
            room.look(f"{title.lower().replace(' ', '-')}-bets", group[0])
            room.teacher.press(room.teacher.page.get_by_role("button", name="End the activity"))
