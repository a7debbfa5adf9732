"""Numbers of choices that are typed, where longer ones begin with them."""

import pytest
from playwright.sync_api import expect
from tests.browser.people import TWO_FRAMES, Person

STOP_CLOCK = "() => { const now = Date.now(); Date.now = () => now; }"
LATER = "() => { const now = Date.now() + 2000; Date.now = () => now; }"
FOCUS_LAST = "() => [...document.querySelectorAll('#table .own .card.can')].at(-1).focus()"
"""In one breath: a table that has just been dealt may be drawn once more."""


def wait_for_one(person: Person) -> None:
    """Type 1 of 13 and nothing after it, until it is played; another card has the focus then.

    It is the 13 of the hand. One lies open as the first prize too, and later none.
    """
    person.open_table("goofspiel", "", ["random"], order="descending")
    person.wait_for_turn(0, mine=True)
    person.page.evaluate(STOP_CLOCK)  # however busy the machine is, no time goes by before the next key
    person.page.evaluate(FOCUS_LAST)
    person.page.keyboard.type("1")
    person.wait_for_turn(2, mine=True)
    expect(person.page.locator("#table .own .card.can").last).to_be_focused()


def test_an_enter_just_after_a_number_was_taken_by_itself_plays_nothing_more(ana):
    wait_for_one(ana)
    ana.page.keyboard.press("Enter")
    ana.page.evaluate(TWO_FRAMES)
    assert len(ana.state().choices) == 12
    ana.page.evaluate(LATER)
    ana.page.keyboard.press("Enter")
    ana.wait_for_turn(4, mine=True)
    assert ana.complaints == []


@pytest.mark.parametrize("key", ["ArrowLeft", "Shift"])
def test_an_enter_after_another_key_plays_at_once(ana, key):
    wait_for_one(ana)
    ana.page.keyboard.press(key)
    ana.page.keyboard.press("Enter")
    ana.wait_for_turn(4, mine=True)
    assert ana.complaints == []
