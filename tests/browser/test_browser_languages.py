"""Every page fits a phone in every language: words fit into their buttons, and nothing keeps people out."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect
from tests.browser.classroom import class_of
from tests.browser.fits import misfits
from tests.browser.people import PHONE, Person, opened
from tests.browser.server import Server
from tests.browser.test_browser_pages import check_access, check_edges
from tests.night import IS_NIGHTLY, LATE

from upcard.language.messages import SOURCE, languages

TIGHT = """() => [...document.querySelectorAll("button, a.button, summary, .badge, .choice")]
  .filter((x) => x.offsetParent && !x.matches(".visually-hidden, .skip"))
  .filter((x) => x.scrollWidth > x.clientWidth + 1 && getComputedStyle(x).display !== "inline")
  .map((x) => x.textContent.trim().slice(0, 60))"""
"""Buttons and labels whose words do not fit into them."""

TRANSLATED = [x for x in languages() if x != SOURCE]
BY_DAY = TRANSLATED if IS_NIGHTLY else TRANSLATED[:1]
GAMES = ("beat-it-or-eat-it", "four-cell", "lama", "smallsum", "stoppers") if IS_NIGHTLY else ("smallsum",)
PATHS = ("/", "/mine", "/privacy", "/puzzles", "/class", "/rooms/none", "/school-networks", "/verify")
PATHS_BY_DAY = ("/", "/class")


def speak(person: Person, language: str) -> None:
    """Let a person choose the language."""
    person.context.add_cookies([{"name": "language", "value": language, "url": person.address}])


def check_words(page: Page, language: str) -> None:
    """Check that a page comes in the language, fits the phone, and keeps nobody out."""
    assert page.evaluate("document.documentElement.lang") == language
    assert page.evaluate(TIGHT) == [], page.url
    check_edges(page)
    check_access(page)


@pytest.fixture
def reader(chromium: Browser, server: Server) -> Iterator[Person]:
    """Open a browser of somebody with a phone."""
    with opened(chromium, server, "Gina", PHONE) as person:
        yield person


@pytest.mark.parametrize("language", BY_DAY)
def test_pages_fit_a_phone_in_every_language(reader: Person, language: str) -> None:
    speak(reader, language)
    for path in PATHS if IS_NIGHTLY else PATHS_BY_DAY:
        check_words(reader.go(path), language)


@pytest.mark.parametrize("language", BY_DAY)
@pytest.mark.parametrize("game", GAMES)
def test_tables_fit_a_phone_in_every_language(reader: Person, game: str, language: str) -> None:
    speak(reader, language)
    reader.open_table(game, "", ["random"])
    reader.page.wait_for_selector("#table .choice")
    check_words(reader.page, language)
    assert not misfits(reader.page)
    for path in (f"/new/{game}", f"/learn/{game}/first"):
        check_words(reader.go(path), language)


@LATE
@pytest.mark.parametrize("language", BY_DAY)
def test_a_class_fits_its_phones_in_every_language(chromium: Browser, server: Server, language: str) -> None:
    with class_of(chromium, server, ("Otter", "Lynx")) as room:
        room.begin("Smallsum")
        for person in room.people:
            speak(person, language)
            check_words(person.go(person.page.url.removeprefix(person.address)), language)
        room.teacher.page.locator(".now button.main").click()
        expect(room.phones[0].page.locator("#strip, .place")).not_to_have_count(0)
        for person in room.people:
            check_words(person.page, language)
