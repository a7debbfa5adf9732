"""A class plays Four-Cell, reads its matrices, and presses two buttons, once and again."""

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import Class, class_of, play_out
from tests.night import LATE

ROUNDS = 3


def press_all(room: Class, button: str, number: int = 0) -> None:
    """Everybody presses a button, as soon as the round with this number is there."""
    for phone in room.phones:
        buttons = phone.page.locator(".two-buttons").filter(
            has_text=f"Round {number} of" if number else "One round"
        )
        phone.press(buttons.get_by_role("button", name=button))


@pytest.mark.slow
@LATE
def test_a_class_plays_four_cell_and_a_dilemma_with_two_buttons(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron", "Badger")) as room:
        room.begin("Four-Cell", size="2", rounds=str(ROUNDS))
        room.look("read-a-matrix")
        room.go_on("Four-Cell")
        tables = room.tables()
        assert list(map(len, tables.values())) == [2, 2]
        people = next(iter(tables.values()))
        matrix = people[0].page.locator("#strip table.told tbody")
        expect(matrix.locator("td")).to_have_count(4)
        before = str(matrix.text_content())
        room.look("four-cell", people[0])
        play_out(people, most=6, to_end=False)
        expect(matrix).not_to_have_text(before)
        room.go_on("Which matrices came up")
        expect(room.wall.locator(".talk")).to_contain_text("matrices were played")
        expect(room.wall.locator(".talk .theory").first).to_contain_text("%")
        expect(room.wall.locator(".talk")).to_contain_text("quilibri")
        room.look("four-cell-told")
        room.go_on("Once")
        expect(room.phones[0].page.locator(".matrix td strong")).to_have_text(["5", "−5", "8", "−3"])
        room.look("buttons")
        press_all(room, "Confess")
        expect(room.wall.locator(".sums").first).to_contain_text(
            "2 games played; 0 of 4 pupils are still choosing."
        )
        expect(room.wall.locator(".matrix .count")).to_have_text(["0 times", "0 times", "0 times", "2 times"])
        expect(room.phones[0].page.locator(".look-up")).to_contain_text("You got −3")
        room.go_on("Again and again")
        for number in range(1, ROUNDS + 1):
            press_all(room, "Stay silent", number)
        expect(room.wall.locator(".sums").first).to_contain_text("6 games played")
        expect(room.phones[1].page.locator(".look-up")).to_contain_text("You got 15 in 3 rounds.")
        room.look("buttons-again")
        room.go_on("What you did, and what theory says")
        expect(room.teacher.page.locator(".now .course")).to_contain_text("an equilibrium: 0 %")
        expect(room.wall.locator(".talk")).to_contain_text("Equilibrium: both choose “confess”.")
        room.look("buttons-told")
        room.go_on("In daily life")
        expect(room.wall.locator(".talk")).to_contain_text("disarmament talks")


@pytest.mark.slow
@LATE
def test_a_class_plays_numbers_of_its_own_with_strangers(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron")) as room:
        room.begin("A matrix with two buttons", matrix="own", numbers="2 2 0 3 3 0 1 1", rounds=str(ROUNDS))
        press_all(room, "Left")
        expect(room.wall.locator(".sums").first).to_contain_text(
            "2 games played; 0 of 3 pupils are still choosing."
        )
        room.go_on("Again and again")
        room.go_on("With others")
        for number in range(1, ROUNDS + 1):
            press_all(room, "Right", number)
        expect(room.wall.locator(".sums").first).to_contain_text(
            "6 games played; 0 of 3 pupils are still choosing."
        )
