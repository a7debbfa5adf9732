"""Friends before and during a match: who waits, who starts, and what they agree on."""

from playwright.sync_api import expect
from tests.browser.people import Person


def button(person: Person, words: str):
    return person.page.get_by_role("button", name=words, exact=True)


def test_three_people_and_a_computer_meet_before_a_match(ana, ben, chromium, server):
    path = ana.open_table("lama", "", ["open"] * 4)
    ben.join(path)
    cleo = Person("Cleo", chromium.new_context(), server.address)
    cleo.join(path)
    expect(ana.page.locator(".here-count")).to_contain_text("3 of 5 are here")
    expect(button(ben, "Start with those who are here")).to_have_count(0)
    ana.press(button(ana, "Remove Cleo"))
    expect(cleo.page.get_by_role("button", name="Take a seat")).to_be_visible()
    cleo.join(path)
    ana.press(ana.page.locator(".rules-change summary"))
    ana.page.select_option("#players", "4")
    ana.page.select_option("#preset", "paper")
    ana.press(button(ana, "Change"))
    expect(ben.page.locator(".here-count")).to_contain_text("3 of 4 are here. Variant: paper")
    ana.press(button(ana, "Fill with computers"))
    for person in (ana, ben, cleo):
        expect(person.page.locator("#table.board [data-plate]")).to_have_count(4)
        assert not person.complaints
    cleo.context.close()


def test_a_guest_leaves_and_the_host_starts_alone(ana, ben):
    path = ana.open_table("stoppers", "", ["open", "open"])
    ben.join(path)
    ben.press(button(ben, "Leave this table"))
    ben.page.wait_for_url("**/mine")
    expect(ana.page.locator(".here-count")).to_contain_text("1 of 3 are here")
    ana.press(button(ana, "Fill the free seats with computers and start"))
    expect(ana.page.locator("#table.board [data-plate]")).to_have_count(3)
