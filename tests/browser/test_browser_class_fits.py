"""On a phone in a class, everything that a decision needs is on one screen: strip, table and buttons."""

import pytest
from playwright.sync_api import Page
from tests.browser.classroom import Class, class_of, play_out
from tests.browser.fits import misfits
from tests.browser.people import PHONE
from tests.night import LATE

AT_TABLES: tuple[tuple[str, dict[str, str], int], ...] = (
    ("Smallsum", {}, 3),
    ("Stoppers", {"size": "6"}, 6),
    ("Four-Cell", {}, 2),
    ("Beat It Or Eat It", {}, 1),
    ("L.A.M.A.", {}, 4),
)
"""Activities whose pupils decide at tables: title, settings, and number of pupils."""

BELOW = """(selector) => [...document.querySelectorAll(selector)]
  .filter((x) => x.getBoundingClientRect().bottom > innerHeight).map((x) => x.textContent.trim())"""


def to_tables(room: Class) -> None:
    """Go on until the class plays."""
    while not all("/t/" in x.page.url for x in room.phones):
        room.teacher.page.locator(".now").get_by_role("button", name="Next: ").first.click()
        room.wall.wait_for_timeout(300)
        room.gather()


def unfit(page: Page) -> list[str]:
    """What is not visible on a phone."""
    return misfits(page, [PHONE]).get(PHONE, [])


@pytest.mark.slow
@LATE
@pytest.mark.parametrize(("title", "settings", "pupils"), AT_TABLES)
def test_a_decision_at_a_table_of_a_class_needs_no_scrolling(chromium, server, title, settings, pupils):
    names = ("Otter", "Lynx", "Heron", "Badger", "Falcon", "Raven")[:pupils]
    with class_of(chromium, server, names) as room:
        room.begin(title, **settings)
        to_tables(room)
        for moves in (0, 3, 4):
            play_out(room.phones, most=moves, to_end=False)
            assert [x for phone in room.phones for x in unfit(phone.page)] == [], (title, moves)


@pytest.mark.slow
@LATE
def test_a_choice_with_two_buttons_needs_no_scrolling(chromium, server):
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.begin("A matrix with two buttons")
        for phone in room.phones:
            assert phone.page.evaluate(BELOW, ".matrix td, .two-buttons button") == []
