"""A review in Chromium: the costliest moves and another try, and a replay by keys, slider, list and swipe."""

import json

import pytest
from playwright.sync_api import Page, expect
from tests.browser.people import DESKTOP, PHONE, THINKING, Person, play_to_end
from tests.browser.test_browser_pages import check_access, check_edges, sized
from tests.night import LATE

SWIPE = """(x) => {
  const target = document.querySelector("#replay-step");
  const send = (name, at) => target.dispatchEvent(new TouchEvent(name, {
    bubbles: true, changedTouches: [at], touches: name === "touchend" ? [] : [at],
  }));
  const touch = (clientX) => new Touch({ identifier: 1, target, clientX, clientY: 300 });
  send("touchstart", touch(200));
  send("touchend", touch(200 + x));
}"""


@pytest.fixture(scope="module")
def finished(eva: Person) -> str:
    """A match of Eva that has a mistake of hers; cards are dealt anew until there is one."""
    for _ in range(20):
        path = eva.open_table("beat-it-or-eat-it", "", ["random"], length="6")
        play_to_end([eva])
        page = reviewed(eva, path)
        if page.locator("#lessons .lesson").count():
            return path
    raise AssertionError("no move was a mistake")


def reviewed(person: Person, path: str, query: str = "") -> Page:
    """The review once it is finished."""
    sized(person.page, DESKTOP)
    page = person.go(f"{path}/review{query}")
    page.wait_for_selector("#whole h2", timeout=THINKING)
    return page


def at(page: Page, number: int) -> None:
    """Wait until a position is shown: its number beside the slider, in the address, and on the board."""
    expect(page.locator("#replay")).to_have_attribute("data-at", str(number))
    expect(page.locator("#replay #table")).to_have_attribute("data-turn", str(number))
    assert page.url.partition("at=")[2] in ("", str(number))
    assert page.locator("#replay input[type=range]").input_value() == str(number)


def test_the_costliest_moves_come_first_and_another_try_is_possible(eva, finished):
    page = reviewed(eva, finished)
    lesson = page.locator(".lesson").first
    assert lesson.evaluate("x => x.getBoundingClientRect().top < innerHeight / 2")
    better = lesson.locator(".verdict .better").inner_text()
    played = lesson.locator(".verdict .played").inner_text()
    lesson.get_by_role("button", name="Try again").click()
    expect(lesson.locator(".verdict")).to_contain_text("Find a better move")
    assert lesson.locator(".mark").count() == 0
    lesson.locator(".tries").get_by_role("button", name=played, exact=True).click()
    expect(lesson.locator(".verdict")).to_contain_text("✗ Not")
    lesson.locator(".tries").get_by_role("button", name=better, exact=True).click()
    expect(lesson.locator(".verdict")).to_contain_text("✓ Right.")
    expect(lesson.locator(".mark, .compared").first).to_be_visible()
    assert page.locator("details[open]").count() == 0
    assert eva.complaints == []


def test_the_replay_follows_keys_slider_list_chart_and_swipe(eva, finished):
    page = reviewed(eva, finished, "?at=0")
    at(page, 0)
    last = int(page.locator("#replay").get_attribute("data-moves") or 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.keyboard.press("ArrowRight")
    at(page, 2)
    page.evaluate("document.activeElement.blur()")  # the keys work wherever the focus is
    page.keyboard.press("End")
    at(page, last)
    page.keyboard.press("Home")
    at(page, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    page.locator("#replay input[type=range]").fill("3")
    at(page, 3)
    page.locator(".move-list [data-at='2']").click()
    at(page, 2)
    expect(page.locator(".move-list [aria-current]")).to_have_attribute("data-at", "2")
    page.evaluate(SWIPE, -120)
    at(page, 3)
    page.evaluate(SWIPE, 120)
    at(page, 2)
    chart = page.locator(".replay-chart svg")
    box = chart.bounding_box()
    assert box is not None
    chart.click(position={"x": box["width"] - 12, "y": box["height"] / 2})
    at(page, last)
    page.get_by_role("link", name="first").click()
    at(page, 0)
    page.reload()
    at(page, 0)
    assert eva.complaints == []


def test_the_replay_plays_by_itself_until_somebody_steps(eva, finished):
    page = reviewed(eva, finished, "?at=0")
    button = page.get_by_role("button", name="Play", exact=True)
    button.click()
    expect(page.locator("#replay")).to_have_attribute("data-at", "2")
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("button", name="Play", exact=True)).to_have_attribute("aria-pressed", "false")


@LATE
def test_a_position_that_cannot_be_loaded_is_not_another_one_under_its_number(eva, finished):
    page = reviewed(eva, finished, "?at=0")
    page.route("**/replay/board?at=*", lambda route: route.abort())
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowRight")
    expect(page.locator("#replay-step [role=alert]")).to_contain_text("could not be loaded")
    page.unroute("**/replay/board?at=*")
    page.keyboard.press("ArrowLeft")
    at(page, 2)
    eva.complaints.clear()  # about the connection


def test_the_replay_marks_the_move_and_a_better_one(eva, finished):
    page = reviewed(eva, finished)  # begins at the costliest move
    first = int((page.locator(".lesson").first.get_attribute("id") or "").removeprefix("move-"))
    at(page, first - 1)
    expect(page.locator(".step-words")).to_contain_text("Better:")
    marks = page.locator("#replay-step .marked").count()
    assert marks >= 1
    assert page.locator(".evaluation rect").count() >= 1
    values = page.locator(".evaluation .values strong").all_inner_texts()
    assert len(values) == 2


@pytest.mark.parametrize(
    ("size", "scheme"),
    [
        pytest.param(
            size, scheme, marks=() if (size, scheme) in ((PHONE, "light"), (DESKTOP, "dark")) else LATE
        )
        for size in (PHONE, DESKTOP, (1366, 768), (1920, 1080))
        for scheme in ("light", "dark")
    ],
)
def test_the_review_fits_and_everybody_can_use_it(eva, finished, size, scheme):
    page = reviewed(eva, finished)
    sized(page, size)
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    check_edges(page)
    check_access(page)
    lesson = page.locator(".lesson").first
    assert lesson.evaluate("x => x.querySelector('.verdict').getBoundingClientRect().bottom < innerHeight")
    page.emulate_media(color_scheme="light")


def test_everybody_who_follows_sees_the_position_of_the_leader(eva, zoe, finished):
    page = eva.go(f"{finished}/replay?at=0")
    other = zoe.go(f"{finished}/replay?at=2")
    assert other.get_by_role("button", name="Lead").count() == 0  # a watcher cannot lead
    if page.get_by_role("button", name="Stop leading").count():  # of a try that came too late
        page.get_by_role("button", name="Stop leading").press("Enter")
    page.get_by_role("button", name="Lead:").press("Enter")
    expect(page.locator(".following")).to_contain_text("You lead")
    expect(other.locator(".following")).to_contain_text("Eva leads this replay")
    at(other, 0)
    page.keyboard.press("ArrowRight")
    at(page, 1)
    at(other, 1)
    other.keyboard.press("ArrowRight")  # whoever steps alone does not follow any more
    at(other, 2)
    page.keyboard.press("ArrowLeft")
    at(page, 0)
    at(other, 2)
    other.locator("[data-follow]").check()
    at(other, 0)
    shared = json.loads(zoe.ask(f"{finished}/replay/shared").text())
    assert shared == {"at": 0, "name": "Eva", "is_mine": False}
    page.get_by_role("button", name="Stop leading").click()
    expect(other.locator(".following")).to_have_text("")
    assert eva.complaints == []
    assert zoe.complaints == []
