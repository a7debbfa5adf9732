"""What people do at a table beside playing, and what a table does when something goes wrong."""

import re
import signal
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect
from tests.browser.held import caught, held_back
from tests.browser.people import (
    CORNER,
    DESKTOP,
    IDLE,
    PATIENCE,
    PHONE,
    TWO_FRAMES,
    opened,
    play_to_end,
)

COUNT_MOVES = """() => {
  window.moved = 0;
  const before = Element.prototype.animate;
  Element.prototype.animate = function (...how) { window.moved += 1; return before.apply(this, how); };
}"""

VERSION = "upcard-version"
WATCH_PANEL = """() => {
  const look = () => {
    const said = document.querySelector("#panel .said-list").textContent;
    window.isLost = window.isLost || !said.includes("Well played!");
  };
  look();
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true });
}"""


def choices(page: Page) -> list[str]:
    """The words of what can be done."""
    return page.locator("#table .choice .words").all_inner_texts()


def cards(page: Page) -> list[str | None]:
    """The cards that are shown, face up or down."""
    return [x.get_attribute("alt") for x in page.locator("#table .card img").all()]


def test_choices_of_the_same_moment_are_hidden_and_the_table_says_who_still_thinks(ana, ben, zoe):
    path = ana.open_table("goofspiel", "fixed", ["open"])
    ben.join(path)
    zoe.go(path)
    for person in (ana, ben):
        person.wait_for_turn(0, mine=True)
    expect(zoe.page.locator("h2.turn")).to_have_text("Waiting for Ana and Ben.")
    before = cards(ben.page)
    ana.type("2")
    expect(ana.page.locator("h2.turn")).to_have_text("Ben to play.")
    expect(zoe.page.locator("h2.turn")).to_have_text("Ben to play.")
    ben.catch_up(ana)
    assert len(choices(ben.page)) == 4
    assert cards(ben.page) == before
    ben.touch("0")
    ana.wait_for_turn(2, mine=True)
    expect(zoe.page.locator(".moves")).to_contain_text("Ben")
    assert ana.complaints == ben.complaints == zoe.complaints == []


def test_on_a_phone_the_own_card_is_seen_beside_the_choices_however_many_play(ben):
    ben.open_table("stoppers", "", ["never-swap"] * 9)
    expect(ben.page.locator("#table .choice")).to_have_count(2)
    ben.page.evaluate("scrollTo(0, 0)")
    boxes = "() => ['.own .card', '#acts'].map((x) => document.querySelector(x).getBoundingClientRect())"
    card, bar = ben.page.evaluate(boxes)
    assert card["bottom"] <= bar["top"]
    assert bar["bottom"] <= PHONE[1]


def test_a_press_counts_though_its_button_would_be_drawn_anew_before_the_release(ana, ben):
    path = ana.open_table("goofspiel", "fixed", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.wait_for_turn(0, mine=True)  # the deal moves the buttons
    button = ben.page.get_by_role("button", name="Good luck!")
    button.hover()
    ben.page.mouse.down()
    expect(ben.page.locator("button:active")).to_have_text("Good luck!")
    with ben.page.expect_response(lambda x: x.url.endswith(f"{path}/board")) as asked:
        ana.press(ana.page.get_by_role("button", name="Well played!"))
    asked.value.finished()
    ben.page.evaluate(TWO_FRAMES)
    ben.page.mouse.up()
    for person in (ana, ben):
        expect(person.page.locator(".said-list")).to_contain_text("Well played!")
        expect(person.page.locator(".said-list")).to_contain_text("Good luck!")


def test_a_name_that_is_being_typed_stays_when_another_takes_a_seat(chromium, server, ana, ben):
    path = ana.open_table("lama", "", ["open", "open"])
    with opened(chromium, server, "Zoe", DESKTOP) as zoe:
        zoe.go(path)
        zoe.page.locator("#name").clear()
        zoe.page.locator("#name").press_sequentially("Zo")
        ben.join(path)
        expect(zoe.page.locator(".sitters")).to_contain_text("Ben")
        zoe.page.locator("#name").press_sequentially("e")
        expect(zoe.page.locator("#name")).to_have_value("Zoe")
        zoe.press(zoe.page.get_by_role("button", name="Take a seat"))
        for person in (ana, ben, zoe):
            person.wait_for_turn(0)


def test_a_page_is_not_drawn_again_before_something_has_changed(ana, ben):
    path = ana.open_table("kuhn-poker", "", ["open"])
    drawn: list[int] = []
    ana.page.on("response", lambda x: drawn.append(int(x.headers.get(VERSION, -1))))
    with ana.page.expect_response("**/events?seen=*"):
        ana.go(path)
    shown = int(ana.page.locator(".table-page").get_attribute("data-version") or 0)
    ben.join(path)
    ana.wait_for_turn(0)
    told = [x for x in drawn if x >= 0]
    assert told
    assert min(told) > shown


def test_an_answer_that_another_has_overtaken_is_not_shown(ana, ben):
    path = ana.open_table("goofspiel", "fixed", ["open"])
    ben.join(path)
    for person in (ana, ben):
        person.wait_for_turn(0, mine=True)
    held = held_back(ana.page, f"**{path}/board", only_first=True)
    with ana.page.expect_request(f"**{path}/board"):
        ben.page.get_by_role("button", name="Good luck!").click()
    late = caught(ana.page, held).fetch()
    ana.page.get_by_role("button", name="Well played!").click()
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Well played!")
    ana.page.evaluate(WATCH_PANEL)
    with ana.page.expect_event("requestfinished", lambda x: x.url.endswith(f"{path}/board")):
        held[0].fulfill(response=late)
    ana.page.evaluate(TWO_FRAMES)
    assert ana.page.evaluate("() => window.isLost") is False
    ana.page.unroute(f"**{path}/board")


def test_a_slip_is_taken_back_where_actions_are_confirmed(zoe):
    zoe.open_table("leduc-poker", "", ["random"])
    zoe.wait_for_turn(0, mine=True)
    zoe.page.click("footer .settings summary")
    zoe.page.check("[data-setting=confirm]")
    turn = zoe.state().turn
    zoe.page.locator("#table .choice").first.click()
    expect(zoe.page.locator(".confirm")).to_be_visible()
    zoe.page.keyboard.press("Escape")
    expect(zoe.page.locator(".confirm")).to_have_count(0)
    assert zoe.state().turn == turn
    zoe.page.locator("#table .choice").first.click()
    zoe.page.click(".confirm .yes")
    zoe.page.wait_for_function("(t) => Number(document.getElementById('table').dataset.turn) > t", arg=turn)
    zoe.page.uncheck("[data-setting=confirm]")


def test_what_is_folded_out_stays_so_when_the_table_changes(ana, ben):
    path = ana.open_table("leduc-poker", "", ["open"])
    ben.join(path)
    ana.wait_for_turn(0)
    ana.page.get_by_text("A fair deal").click()
    code = ana.page.locator("#panel .fair code")
    expect(code).to_be_visible()
    ben.page.get_by_role("button", name="Good luck!").click()
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Good luck!")
    expect(code).to_be_visible()
    ana.page.get_by_text("A fair deal").click()
    ben.page.get_by_role("button", name="Well played!").click()
    expect(ana.page.locator("#panel .said-list")).to_contain_text("Well played!")
    expect(code).to_be_hidden()


def test_who_watches_with_a_delay_is_behind(ana, ben, zoe):
    page = ana.go("/new/goofspiel?preset=fixed&players=2")
    page.fill("form.sheet #name", "Ana")
    page.select_option("#delay", "4")
    page.select_option("#seat-2", "open")
    page.wait_for_function(IDLE)  # the form follows what is chosen
    ana.press(page.get_by_role("button", name="Open the table"))
    page.wait_for_url("**/t/*")
    ben.join(urlsplit(page.url).path)
    for person in (ana, ben):
        person.wait_for_turn(0, mine=True)
    ana.act()
    ben.act()
    ana.wait_for_turn(2, mine=True)
    zoe.go(urlsplit(page.url).path)
    expect(zoe.page.locator(".watching")).to_have_text("You are watching, 4 moves behind.")
    assert zoe.page.locator(".moves li").count() == 0
    assert ana.page.locator(".moves li").count() > 0


def test_a_clock_goes_on_between_two_actions(ana):
    page = ana.go("/new/leduc-poker?players=2")
    page.fill("form.sheet #name", "Ana")
    page.select_option("#clock", "move 60")
    page.select_option("#seat-2", "level-beginner")
    page.wait_for_function(IDLE)  # the form follows what is chosen
    opened_at = time.monotonic()
    ana.press(page.get_by_role("button", name="Open the table"))
    clock = page.locator(".own .clock")
    expect(clock).to_have_text(re.compile("^(1:00|0:[0-5][0-9])$"))
    began = clock.inner_text()
    minutes, seconds = map(int, began.split(":"))
    assert 60 * minutes + seconds >= 59 - (time.monotonic() - opened_at)
    expect(clock).not_to_have_text(began)
    expect(clock).to_have_text(re.compile("^0:[0-5][0-9]$"))


def test_browsers_go_on_by_themselves_when_the_server_was_killed(chromium, mortal):
    with opened(chromium, mortal, "Ada", DESKTOP) as ada, opened(chromium, mortal, "Bob", PHONE) as bob:
        path = ada.open_table("goofspiel", "fixed", ["open"])
        bob.join(path)
        for person in (ada, bob):
            person.wait_for_turn(0, mine=True)
            person.page.evaluate("() => { window.isTheSame = true; }")
        ada.act()
        mortal.stop(signal.SIGKILL)
        mortal.start()
        bob.act()
        ada.wait_for_turn(2, mine=True)
        play_to_end([ada, bob])
        assert all(person.page.evaluate("() => window.isTheSame") for person in (ada, bob))


def test_the_return_match_is_played_one_seat_on(ana, ben):
    path = ana.open_table("kuhn-poker", "", ["open"])
    ben.join(path)
    play_to_end([ana, ben])
    ana.press(ana.page.get_by_role("button", name="Rematch"))
    ana.page.wait_for_url(lambda url: path not in url)
    ben.press(ben.page.get_by_role("button", name="Go to the next match").first)
    ben.page.wait_for_url(ana.page.url)
    for person in (ana, ben):
        person.wait_for_turn(0)
    expect(ana.page.locator("[data-plate='1']")).to_contain_text("Ana")
    play_to_end([ana, ben])


def test_a_private_link_brings_the_seat_to_another_device(chromium, server, zoe):
    path = zoe.open_table("smallsum", "basic", ["random"], rounds="2")
    zoe.wait_for_turn(0, mine=True)
    zoe.page.click(".desk > summary")
    link = zoe.page.locator(".private a").get_attribute("href")
    with opened(chromium, server, "Zoe", PHONE) as there:
        there.go(urlsplit(link).path)
        there.page.locator(f".tables a[href='{path}']").tap()
        play_to_end([there])
        expect(zoe.page.locator("#table.over")).to_have_count(1)
        assert there.complaints == []


def test_everything_works_without_scripts(chromium, server):
    with opened(chromium, server, "Kim", DESKTOP, java_script_enabled=False) as kim:
        kim.fill_in_table("leduc-poker", "", ["level-beginner"])
        kim.page.fill("#added", "anything")
        kim.page.click("text=Deal")
        over, choice = kim.page.locator("#table.over"), kim.page.locator("#table .choice")
        for _ in range(40):
            began = time.monotonic()
            while not over.count() + choice.count():
                assert time.monotonic() - began < PATIENCE / 1000, "the bot does not act"
                kim.page.reload()
            if over.count():
                break
            with kim.page.expect_navigation():
                choice.first.click()
        expect(kim.page.locator("table.result tr")).to_have_count(2)
        kim.page.click("text=Replay the match")
        expect(kim.page.locator(".where")).to_contain_text("0 / ")
        kim.page.click("a[rel=next]")
        expect(kim.page.locator(".where")).to_contain_text("1 / ")


@pytest.mark.parametrize("wish", ["reduce", "no-preference"])
def test_cards_move_unless_reduced_motion_is_asked(chromium, server, wish):
    with opened(chromium, server, "Uma", DESKTOP, reduced_motion=wish) as uma:
        uma.open_table("beat-it-or-eat-it", "", ["random"], length="8")
        uma.wait_for_turn(0, mine=True)
        uma.page.evaluate(COUNT_MOVES)
        uma.act()
        assert (uma.page.evaluate("() => window.moved") > 0) == (wish == "no-preference")


def test_what_a_card_would_do_is_marked_in_the_list_of_choices(zoe):
    zoe.open_table("beat-it-or-eat-it", "", ["random"])  # any card may be led
    zoe.wait_for_turn(0, mine=True)
    lit, card = zoe.page.locator(".choice.lit"), zoe.page.locator("#table .card.can").first
    for reach in (lambda: card.hover(position=CORNER), card.focus):
        zoe.page.locator("header a").first.hover()
        zoe.page.locator("header a").first.focus()
        expect(lit).to_have_count(0)
        reach()
        meant = str(card.get_attribute("data-actions")).split()
        expect(lit).to_have_count(len(meant))
        expect(lit.first).to_have_attribute("value", re.compile(f"^({'|'.join(meant)})$"))
