"""What a table says when something cannot be done, or is refused by the server."""

import re

from playwright.sync_api import expect
from tests.browser.held import caught, held_back
from tests.browser.people import CORNER

SAY_NOTHING_KNOWN = """() => {
  const button = document.querySelector("#panel .phrases button");
  button.value = "99";
  button.click();
}"""


def test_what_cannot_be_done_says_why(zoe):
    zoe.open_table("lama", "", ["random"])
    for _ in range(200):
        zoe.wait_for_turn(0, mine=True)
        idle = zoe.page.locator("#table .own .card[data-why]")
        if idle.count() or zoe.state().is_over:
            break
        zoe.act()
    why = str(idle.first.get_attribute("data-why"))
    assert re.search(r"\w+ \w+", why)
    idle.first.click(position=CORNER, force=True)
    expect(zoe.page.locator(".toast")).to_have_text(why)


def test_what_could_not_be_done_before_is_not_said_any_more_when_the_table_has_changed(ana, ben):
    path = ana.open_table("lama", "", ["open"])
    ben.join(path)
    ana.wait_for_turn(0, mine=True)
    ben.wait_for_turn(0)
    toast = ben.page.locator(".toast")
    ben.page.evaluate("() => document.querySelector('#table .own .card[data-why]').click()")
    expect(toast).to_have_text("Wait for your turn: Ana to play.")
    ana.act()
    ben.wait_for_turn(1, mine=True)
    assert toast.inner_text() == ""  # at once, and not when its time is over
    assert ben.complaints == []


def test_what_is_refused_is_said_above_the_table_which_stays(zoe):
    zoe.open_table("kuhn-poker", "", ["random"])
    zoe.wait_for_turn(0, mine=True)
    zoe.page.route("**/resign", lambda route: route.continue_(post_data="csrf=forged"))
    zoe.page.get_by_text("Resign", exact=True).click()
    zoe.page.get_by_role("button", name="Yes, I resign").click()
    expect(zoe.page.locator("#notice")).to_contain_text("This form is out of date")
    expect(zoe.page.locator("header.top")).to_have_count(1)
    zoe.page.unroute("**/resign")
    zoe.act()
    zoe.wait_for_turn(2)
    assert zoe.complaints
    assert all("403" in x for x in zoe.complaints)
    zoe.complaints.clear()


def test_what_was_refused_stays_while_others_act_until_it_is_closed_or_one_acts(ana, ben):
    path = ana.open_table("kuhn-poker", "", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.wait_for_turn(0)
    notice, close = ana.page.locator("#notice"), ana.page.get_by_role("button", name="Close this notice")
    expect(close).to_be_hidden()
    for ends, phrase in ((close, "Sorry, a slip."), (None, "One moment, please.")):
        ana.page.evaluate(SAY_NOTHING_KNOWN)
        expect(notice).to_contain_text("There is no phrase 99")
        ben.page.get_by_role("button", name=phrase).click()
        expect(ana.page.locator("#panel .said-list")).to_contain_text(phrase)
        expect(notice).to_contain_text("There is no phrase 99")
        ana.press(ends or ana.page.get_by_role("button", name="Well played!"))
        expect(notice).to_be_empty()
        expect(close).to_be_hidden()
    assert all("422" in x for x in ana.complaints)
    ana.complaints.clear()


def test_a_refusal_is_told_where_the_table_was_drawn_anew_meanwhile(ana, ben):
    path = ana.open_table("kuhn-poker", "", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.wait_for_turn(0)
    held = held_back(ana.page, f"**{path}/say")
    ana.page.evaluate(SAY_NOTHING_KNOWN)
    refused = caught(ana.page, held)
    ben.page.get_by_role("button", name="Good luck!").click()
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Good luck!")
    refused.continue_()
    expect(ana.page.locator("#notice")).to_contain_text("There is no phrase 99")
    ana.page.unroute(f"**{path}/say")
    ana.complaints.clear()


def test_a_sign_that_fails_is_no_alert(zoe):
    zoe.open_table("kuhn-poker", "", ["random"])
    zoe.wait_for_turn(0, mine=True)
    zoe.page.route("**/c/AAAAA/here", lambda route: route.fulfill(status=429, body="Too many requests"))
    zoe.page.evaluate("""() => {
      const sign = document.createElement("div");
      for (const [name, value] of [["hx-get", "/c/AAAAA/here"], ["hx-trigger", "load"], ["hx-swap", "none"]])
        sign.setAttribute(name, value);
      document.querySelector("main").append(sign);
      const answered = new Promise((done) => {
        document.body.addEventListener("htmx:afterRequest", done, { once: true });
      });
      window.htmx.process(sign);
      return answered.then(() => true);
    }""")
    assert zoe.page.locator("#notice").inner_text() == ""
    zoe.page.unroute("**/c/AAAAA/here")
    assert all("429" in x for x in zoe.complaints)
    zoe.complaints.clear()
