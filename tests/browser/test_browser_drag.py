"""Cards are dragged: by a mouse, and by a finger, with touches as the screen of a phone reports them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import pytest
from playwright.sync_api import Browser, CDPSession, Locator, expect
from tests.browser.people import DESKTOP, PHONE, Person, opened
from tests.browser.server import Server

STEPS = 12
NOTHING_DRAGGED = "#table .dragged, #table .target, .flying"

MIDDLES = """async (places) => {
  for (const place of [...places].reverse()) place.scrollIntoView({ block: "nearest" });
  for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);  // until it is drawn there
  if (!places.every((place) => place.isConnected)) return [];
  return places.map((place) => {
    const box = place.getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  });
}"""


@dataclass
class Finger:
    """A finger on the screen of a browser.

    Parameters
    ----------
    line : CDPSession
        The way to the browser's own input, below that of its pages.
    """

    line: CDPSession

    def put(self, kind: str, *points: tuple[float, float]) -> None:
        """One event of the screen: ``touchStart``, ``touchMove``, ``touchEnd`` or ``touchCancel``."""
        touches = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touches})

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Put it down, and move it; it stays there."""
        self.put("touchStart", start)
        (x, y), (to_x, to_y) = start, end
        for i in range(1, STEPS + 1):
            part = i / STEPS
            self.put("touchMove", (x + (to_x - x) * part, y + (to_y - y) * part))


@pytest.fixture(scope="module")
def kim(chromium: Browser, server: Server) -> Iterator[Person]:
    """Who has a phone."""
    with opened(chromium, server, "Kim", PHONE) as person:
        yield person


@contextmanager
def finger_of(person: Person) -> Iterator[Finger]:
    line = person.context.new_cdp_session(person.page)
    yield Finger(line)
    line.detach()


def middles_of(*places: Locator) -> list[tuple[float, float]]:
    """Where a finger is put on cards or places, measured at once when all were scrolled into view.

    A table that was opened is drawn anew when its deal is known; then they are looked for again.
    """
    for _ in range(5):
        found = places[0].page.evaluate(MIDDLES, [place.element_handle() for place in places])
        if found:
            break
    return [(x, y) for x, y in found]


def sit_down(person: Person) -> tuple[Locator, Locator]:
    """A new table; gives a card that can be played, and the middle to which it can be dragged."""
    person.open_table("goofspiel", "fixed", ["random"])
    person.wait_for_turn(0, mine=True)
    return person.page.locator("#table .own .card.can").first, person.page.locator("#table .middle")


def test_a_card_is_played_by_dragging_it_with_a_finger(kim):
    card, middle = sit_down(kim)
    action = card.get_attribute("data-actions")
    with finger_of(kim) as finger:
        start, end = middles_of(card, middle)
        top = kim.page.evaluate("() => scrollY")
        finger.drag(start, end)
        expect(kim.page.locator(".flying")).to_have_count(1)
        expect(kim.page.locator("#table .middle.target")).to_have_count(1)
        assert kim.page.evaluate("() => scrollY") == top
        with kim.page.expect_request("**/act") as sent:
            finger.put("touchEnd")
    assert f"action={action}&" in (sent.value.post_data or "") + "&"
    kim.wait_for_turn(2)
    expect(kim.page.locator(NOTHING_DRAGGED)).to_have_count(0)
    assert kim.complaints == []


def test_a_drag_goes_on_where_the_table_is_drawn_anew_under_it(kim, ana):
    path = kim.open_table("goofspiel", "fixed", ["open"])
    ana.join(path)
    for person in (kim, ana):
        person.wait_for_turn(0, mine=True)
    card, middle = kim.page.locator("#table .own .card.can").first, kim.page.locator("#table .middle")
    hand = kim.page.locator("#table .own .zone.live")
    with finger_of(kim) as finger:
        for target, phrase, is_still_mine in ((hand, "Good luck!", True), (middle, "Well played!", False)):
            finger.drag(*middles_of(card, middle))
            expect(kim.page.locator("#table .card.dragged")).to_have_count(1)
            kim.page.evaluate("() => { document.getElementById('table').dataset.isOld = 'yes'; }")
            ana.press(ana.page.get_by_role("button", name=phrase))
            expect(kim.page.locator("#panel .said-list")).to_contain_text(phrase)
            expect(kim.page.locator("#table[data-is-old]")).to_have_count(0)
            [(x, y)] = middles_of(target)
            finger.put("touchMove", (x + 5, y))
            expect(kim.page.locator("#table .card.dragged")).to_have_count(1)
            finger.put("touchEnd")
            expect(kim.page.locator(NOTHING_DRAGGED)).to_have_count(0)
            expect(kim.page.locator("#table .choice")).to_have_count(4 if is_still_mine else 0)
    assert kim.complaints == []


def test_a_card_that_a_finger_drops_nowhere_or_loses_goes_back(kim):
    card, middle = sit_down(kim)
    with finger_of(kim) as finger:
        for end, target in (("touchEnd", kim.page.locator("h1.table-title")), ("touchCancel", middle)):
            finger.drag(*middles_of(card, target))
            expect(kim.page.locator(".flying")).to_have_count(1)
            finger.put(end)
            expect(kim.page.locator(NOTHING_DRAGGED)).to_have_count(0)
        assert kim.state().turn == 0
        kim.press(card)
        kim.wait_for_turn(2)
    assert kim.complaints == []


def test_a_finger_beside_the_cards_scrolls_the_page_and_plays_nothing(kim):
    sit_down(kim)
    kim.page.evaluate("() => scrollTo(0, 0)")
    with finger_of(kim) as finger:
        finger.drag((380.0, 700.0), (380.0, 300.0))
        finger.put("touchEnd")
        kim.page.wait_for_function("() => scrollY > 100")
    assert kim.state().turn == 0
    expect(kim.page.locator(NOTHING_DRAGGED)).to_have_count(0)


def test_two_fingers_on_a_card_are_no_drag(kim):
    card, _ = sit_down(kim)
    [(x, y)] = middles_of(card)
    with finger_of(kim) as finger:
        finger.put("touchStart", (x, y))
        finger.put("touchMove", (x, y - 20))
        finger.put("touchStart", (x, y - 20), (x + 60, y))
        for i in range(STEPS):
            finger.put("touchMove", (x - 6 * i, y - 20 - 6 * i), (x + 60 + 6 * i, y + 6 * i))
        finger.put("touchEnd")
        expect(kim.page.locator(NOTHING_DRAGGED)).to_have_count(0)
    assert kim.state().turn == 0


def test_a_card_is_played_by_dragging_it_with_a_mouse(chromium, server):
    with opened(chromium, server, "Zoe", DESKTOP) as zoe:
        card, middle = sit_down(zoe)
        mouse = zoe.page.mouse
        for target, turn in ((zoe.page.locator("h1.table-title"), 0), (middle, 2)):
            start, end = middles_of(card, target)
            mouse.move(*start)
            mouse.down()
            mouse.move(*end, steps=STEPS)
            expect(zoe.page.locator(".flying")).to_have_count(1)
            mouse.up()
            expect(zoe.page.locator(NOTHING_DRAGGED)).to_have_count(0)
            zoe.wait_for_turn(turn)
            assert zoe.state().turn == turn
        assert zoe.complaints == []
