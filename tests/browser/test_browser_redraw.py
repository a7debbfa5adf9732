"""Somebody says something, and the table is drawn anew while another is about to act: nothing is lost."""

import re

from playwright.sync_api import Route, expect
from tests.browser.people import Person

FOCUSED = "() => document.activeElement.textContent"
CARD = re.compile(r'type="submit" form="acts" name="action" value="(\d+)" data-actions="\d+" data-key')


def sit_down(person: Person, other: Person, game: str, preset: str = "") -> None:
    other_path = person.open_table(game, preset, ["open"])
    other.join(other_path)
    for each in (person, other):
        each.wait_for_turn(0)


def say(person: Person, other: Person, phrase: str) -> None:
    """One says something; the table of the other is drawn anew."""
    other.page.evaluate("() => { document.getElementById('table').dataset.isOld = 'yes'; }")
    person.page.get_by_role("button", name=phrase).tap()
    expect(other.page.locator("#panel .said-list")).to_contain_text(phrase)
    expect(other.page.locator("#table[data-is-old]")).to_have_count(0)


def test_a_card_that_is_drawn_anew_between_press_and_release_is_played(zoe, ben):
    sit_down(zoe, ben, "goofspiel", "fixed")
    zoe.page.locator("#table .own .card.can").first.hover()
    zoe.page.mouse.down()
    say(ben, zoe, "Good luck!")
    zoe.page.mouse.up()
    expect(zoe.page.locator("#table .choice")).to_have_count(0)
    assert zoe.complaints == []


def test_a_card_from_which_the_mouse_has_gone_before_the_release_is_not_played(zoe, ben):
    sit_down(zoe, ben, "goofspiel", "fixed")
    zoe.page.locator("#table .own .card.can").first.hover()
    zoe.page.mouse.down()
    say(ben, zoe, "Good luck!")
    zoe.page.locator("h1.table-title").hover()
    zoe.page.mouse.up()
    say(ben, zoe, "Well played!")
    expect(zoe.page.locator("#table .choice")).to_have_count(4)


def test_a_button_beside_the_table_keeps_the_focus(zoe, ben):
    sit_down(zoe, ben, "kuhn-poker")
    zoe.page.get_by_role("button", name="Well played!").focus()
    say(ben, zoe, "Good luck!")
    assert zoe.page.evaluate(FOCUSED) == "Well played!"


def test_what_is_to_be_confirmed_is_asked_until_somebody_acts(zoe, ben):
    sit_down(zoe, ben, "goofspiel", "fixed")
    zoe.page.click("footer .settings summary")
    zoe.page.check("[data-setting=confirm]")
    zoe.page.locator("#table .choice").first.click()
    question = str(zoe.page.locator(".confirm p").text_content())
    zoe.page.keyboard.press("Tab")
    say(ben, zoe, "Good luck!")
    expect(zoe.page.locator(".confirm p")).to_have_text(question)
    assert zoe.page.evaluate(FOCUSED) == "Cancel"
    zoe.page.click(".confirm .yes")
    expect(zoe.page.locator("#table :is(.choice, .confirm)")).to_have_count(0)
    zoe.page.uncheck("[data-setting=confirm]")


def in_two_ways(route: Route) -> None:
    """Let every card be played in two ways, as in games of one's own."""
    told = route.fetch()
    route.fulfill(response=told, body=CARD.sub(r'type="button" data-actions="\1 0 1" data-key', told.text()))


def test_the_menu_of_a_card_is_open_as_long_as_it_can_do_the_same(zoe, ben):
    sit_down(zoe, ben, "goofspiel", "fixed")
    pattern = re.compile(f"{zoe.page.url}(/board)?$")
    zoe.page.route(pattern, in_two_ways)
    zoe.page.reload()
    card, item = zoe.page.locator("#table .own .card.can").last, zoe.page.locator(".menu button").first
    card.click()
    say(ben, zoe, "Good luck!")
    expect(item).to_be_focused()
    zoe.page.keyboard.press("Escape")
    expect(card).to_be_focused()
    expect(item).to_have_count(0)
    card.click()
    expect(item).to_be_focused()
    zoe.page.unroute(pattern)
    say(ben, zoe, "Well played!")
    expect(item).to_have_count(0)
    assert zoe.complaints == []
