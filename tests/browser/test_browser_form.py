"""The form for a new table: with scripts it follows what is chosen, and without them nothing is lost."""

from playwright.sync_api import expect
from tests.browser.held import caught, held_back
from tests.browser.people import DESKTOP, IDLE, TWO_FRAMES, opened

CHOOSE_ALL = """() => {
  for (const seat of document.querySelectorAll("select[id^=seat-]:not(#seat-1)")) {
    seat.value = "other";
    seat.dispatchEvent(new Event("change", { bubbles: true }));
  }
}"""


def test_the_seats_follow_the_number_of_players_at_once_and_what_was_filled_in_stays(zoe):
    page = zoe.go("/new/stoppers")
    page.fill("#name", "Zoe")
    page.click("details.rules summary")
    page.fill("#option-lives", "2")
    page.select_option("#seat-2", "other")
    page.select_option("#exact-2", "never-swap")
    expect(page.locator(".choice-of-seat", has=page.locator("#seat-2"))).to_contain_text("Keeps every card")
    for players in ("6", "3"):
        page.locator("#players").focus()
        page.select_option("#players", players)
        expect(page.locator(".choice-of-seat")).to_have_count(int(players))
        expect(page.locator("#players")).to_be_focused()
    expect(page.get_by_role("button", name="Update seats and rules")).to_have_count(0)
    expect(page.locator("#exact-2")).to_have_value("never-swap")
    expect(page.locator("#option-lives")).to_be_visible()
    expect(page.locator("#option-lives")).to_have_value("2")
    page.select_option("#seat-3", "other")
    page.select_option("#exact-3", "swap-at-most")
    page.get_by_label("The highest value that is swapped").fill("1")
    zoe.press(page.get_by_role("button", name="Open the table"))
    zoe.wait_for_turn(0, mine=True)
    expect(page.locator("[data-plate='2']")).to_contain_text("Swap at most (t=1)")
    assert zoe.complaints == []


def test_the_rules_follow_the_variant_at_once(zoe):
    page = zoe.go("/new/goofspiel")
    page.click("details.rules summary")
    before = page.locator("details.rules").inner_html()
    page.select_option("#preset", "fixed")
    expect(page.locator("[name=shown]")).to_have_value("fixed")
    assert page.locator("details.rules").inner_html() != before
    expect(page.locator("details.rules select, details.rules input").first).to_be_visible()
    assert zoe.complaints == []


def test_without_scripts_the_seats_are_shown_before_a_table_of_another_size_opens(chromium, server):
    with opened(chromium, server, "Kim", DESKTOP, java_script_enabled=False) as kim:
        page = kim.go("/new/lama")
        page.fill("#name", "Kim")
        for seat in ("#seat-2", "#seat-3", "#seat-4"):
            page.select_option(seat, "level-beginner")
        page.select_option("#players", "5")
        page.click("text=Open the table")
        expect(page.locator(".fault")).to_contain_text("he form has 4 seats for 5 players")
        page.select_option("#seat-5", "other")
        page.click("button[formaction]")
        page.select_option("#exact-5", "folding")
        page.click("button[formaction]")
        page.click("text=Bot settings, seat 5")
        page.fill("#seat-5-folding-C", "5.5")
        page.click("text=Open the table")
        expect(page.locator(".sitters li")).to_have_count(5)
        page.wait_for_function(IDLE)  # what is left on its way would be broken off by the next page
        expect(page.locator(".sitters")).to_contain_text("Folding (C=5.5)")


def test_an_answer_to_an_earlier_choice_that_comes_last_changes_nothing(zoe):
    page = zoe.go("/new/stoppers?players=3")
    page.fill("#name", "Zoe")
    held = held_back(page, "**/new/stoppers", only_first=True)
    for seat in ("#seat-2", "#seat-3"):
        page.select_option(seat, "other")
    expect(page.locator(".exact")).to_have_count(2)
    with page.expect_response("**/new/stoppers") as late:
        caught(page, held).continue_()
    late.value.finished()
    page.evaluate(TWO_FRAMES)
    expect(page.locator("#name")).to_have_value("Zoe")
    expect(page.locator(".exact")).to_have_count(2)
    page.unroute("**/new/stoppers")
    assert zoe.complaints == []


def test_seats_that_are_chosen_quickly_are_all_kept(zoe):
    for _ in range(3):
        page = zoe.go("/new/stoppers?players=6")
        page.fill("#name", "Zoe")
        page.evaluate(CHOOSE_ALL)
        expect(page.locator(".exact")).to_have_count(5)
        expect(page.locator("#name")).to_have_value("Zoe")
        assert page.locator("#new-table").evaluate("x => x.isConnected && x.checkValidity()")
    assert zoe.complaints == []
