"""Moments of a class: the cards of a round stay until all have pressed Next, countdowns run everywhere."""

import pytest
from playwright.sync_api import expect
from tests.browser.classroom import ACTED, Class, class_of
from tests.browser.people import CHOOSE, Person
from tests.night import LATE


def play_round(people: list[Person]) -> None:
    """Act until the end of a round is shown."""
    while not all(x.page.locator(".round-end").count() for x in people):
        (person, *_) = [x for x in people if x.state().choices]
        state = person.state()
        person.page.evaluate(CHOOSE, state.choices[0][0])
        person.page.wait_for_function(ACTED, arg=state.turn)
        for other in people:
            other.wait_for_turn(state.turn + 1)
        person.page.wait_for_timeout(300)


def with_pause(room: Class) -> None:
    """Phones show the ends of rounds, as they do unless their owners change it."""
    for phone in room.phones:
        cookie = {"name": "pause", "value": "short", "url": phone.address}
        phone.page.context.add_cookies([cookie])  # type: ignore[list-item]
        phone.page.reload()


@pytest.mark.slow
@LATE
def test_the_cards_of_a_round_stay_until_everybody_at_the_table_has_pressed_next(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx", "Heron"), press_next=False) as room:
        room.begin("Stoppers", size="3", lives="2")
        room.go_on("Stoppers")
        with_pause(room)
        otter, lynx, heron = room.phones
        play_round(room.phones)
        otter.press(otter.page.locator(".next-round"))
        expect(otter.page.locator(".next-round")).to_have_text("Waiting for Lynx, Heron")
        heron.page.reload()  # whoever reads on another device, or again, reads on
        expect(heron.page.locator(".round-end")).to_contain_text("Round 1 is over")
        second_tab = heron.page.context.new_page()
        second_tab.goto(heron.page.url)
        expect(second_tab.locator(".round-end")).to_contain_text("Round 1 is over")
        heron.press(heron.page.locator(".next-round"))
        expect(otter.page.locator(".next-round")).to_have_text("Waiting for Lynx")
        expect(second_tab.locator(".next-round")).to_have_text("Waiting for Lynx")
        expect(second_tab.locator(".next-round")).to_be_disabled()
        lynx.press(lynx.page.locator(".next-round"))
        for page in (second_tab, *(x.page for x in room.phones)):
            expect(page.locator(".round-end")).to_have_count(0)


@pytest.mark.slow
@LATE
def test_a_countdown_runs_on_every_screen_and_shows_the_results_at_its_end(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx"), press_next=False) as room:
        room.begin("Stoppers", size="3", lives="1")
        page = room.teacher.page
        page.fill("#countdown-seconds", "9")
        room.teacher.press(page.get_by_role("button", name="show the results", exact=True).last)
        for screen in (room.wall, page, *(x.page for x in room.phones)):
            expect(screen.locator(".countdown .clock")).to_contain_text("0:0")
        expect(room.wall.locator(".poll .bars").first).to_be_visible(timeout=30_000)
        expect(room.wall.locator(".countdown")).to_have_count(0)
        for phone in room.phones:
            expect(phone.page.locator(".poll-result").first).to_be_visible()
