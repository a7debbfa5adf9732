"""A class plays Beat It Or Eat It against perfect play, and L.A.M.A. with a guess and a simulation."""

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import class_of, play_out
from tests.night import LATE

LINE = ("lead 2♠", "lead 3♠", "lead 4♠", "lead 1♥")
"""The winning line of the short deal; the other eats each time."""


@pytest.mark.slow
@LATE
def test_a_class_looks_for_the_winning_line_of_one_deal(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.fill(*(f"Pupil {i}" for i in range(1, 39)))
        expect(room.wall.locator(".names li")).to_have_count(40)
        room.check_wall("names")
        room.begin("Beat It Or Eat It", size="1", deal_of="short")
        assert len(room.tables()) == len(room.phones)
        finder, other = room.phones
        room.look("beat-it", finder)
        for i, words in enumerate(LINE):
            finder.wait_for_turn(2 * i, mine=True)
            finder.choose(words)
        finder.page.wait_for_selector("#table.over")
        play_out([other])
        room.turn_back()
        expect(room.wall.locator(".groups .done")).to_have_count(2)
        room.go_on("Who found the winning line?")
        rows = room.wall.locator(".talk tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.filter(has_text="Otter")).to_contain_text("won")
        expect(rows.filter(has_text="Otter")).to_contain_text("never")
        expect(room.wall.locator(".talk")).to_contain_text(
            "A lead 2♠; B eat; A lead 3♠; B eat; A lead 4♠; B eat; A lead 1♥."
        )
        room.look("beat-it-told")


@pytest.mark.slow
@LATE
def test_a_class_guesses_which_strategy_wins_at_lama(chromium, server):
    with class_of(chromium, server) as room:
        room.begin("L.A.M.A.", size="3", target="10")
        tables = room.tables()
        assert sorted(map(len, tables.values())) == [3, 3]
        room.look("lama")
        for people in tables.values():
            play_out(people, most=4, to_end=False)
        room.go_on("Which strategy wins?")
        for phone in room.phones:
            phone.press(phone.page.get_by_role("button", name="Learned from simulated games"))
        room.reveal()
        expect(room.wall.locator(".bars li").last).to_contain_text("6")
        room.go_on("They play 100,000 matches")
        expect(room.wall.locator(".sums")).to_contain_text("has played 100,000 matches")
        best = room.wall.locator(".bars li").first.inner_text().splitlines()[0]
        room.look("lama-contest")
        room.go_on("Who guessed right?")
        expect(room.wall.locator(".talk")).to_contain_text(f"“{best}” won the most of 100,000")
        expect(room.wall.locator(".talk")).to_contain_text("Otter")
        room.look("lama-told")
