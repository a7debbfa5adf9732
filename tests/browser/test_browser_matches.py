"""Every game, played to its end by two browsers or one against a strategy; by night all variants by both."""

from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, TimeoutError, expect
from tests.browser.people import DESKTOP, Person, opened, play_to_end
from tests.browser.server import Server
from tests.night import IS_NIGHTLY

from upcard.engine.registry import valid_games

SHORT = {
    ("beat-it-or-eat-it", ""): {"length": "5"},
    ("beat-it-or-eat-it", "svoyi-koziri"): {"length": "4"},
    ("goofspiel", ""): {"length": "5"},
    "lama": {"target": "1"},
    "smallsum": {"rounds": "2"},
    "stoppers": {"lives": "1"},
}
"""Options with which a match ends soon."""

if not IS_NIGHTLY:
    SHORT["four-cell"] = {"position": "9S.9H.8D/7C.8C.7D/2C.10D/4D.KS/7H.6H/QC.6C"}

VARIANTS = [
    (name, preset)
    for name, m in sorted(valid_games()[0].items())
    for preset in ("", *(m.PRESETS if IS_NIGHTLY else ()))
]

BETWEEN_TWO = ("four-cell", "smallsum")
"""What two browsers play by day; most of the others they play in ``test_browser_secrets.py`` too."""

IN_PAIRS = [x for x in VARIANTS if IS_NIGHTLY or x[0] in BETWEEN_TWO]
OF_ONE = [x for x in VARIANTS if IS_NIGHTLY or x[0] not in BETWEEN_TWO]
ALONE = [(game, preset, ("ana", "ben")[i % 2]) for i, (game, preset) in enumerate(OF_ONE)]
"""Who plays a variant against a strategy: by turns the one with a desktop and the one with a phone."""


def short(game: str, preset: str) -> dict[str, str]:
    return SHORT.get((game, preset), {}) | SHORT.get(game, {})


def is_verified(person: Person) -> bool:
    """Whether the page that deals and plays again finds nothing wrong."""
    fold, told = person.page.locator("#panel details.fair"), person.page.locator("ul.proved, p.fault")
    for _ in range(2):  # what is pressed while the end is drawn may be gone at that moment
        if fold.get_attribute("open") is None:
            person.press(fold.locator("summary"))
        with suppress(TimeoutError):
            with person.page.expect_request("**/verify"):
                person.press(fold.locator("a"))
            break
    told.first.wait_for()
    return person.page.locator("p.fault").count() == 0


@pytest.mark.parametrize(("game", "preset"), IN_PAIRS)
def test_two_browsers_play_to_the_end(ana, ben, game, preset):
    path = ana.fill_in_table(game, preset, ["open"], **short(game, preset))
    ben.join(path)
    for person in (ana, ben):
        person.is_keen = game == "beat-it-or-eat-it"
    play_to_end([ana, ben])
    for person in (ana, ben):
        expect(person.page.locator("#table .turn")).not_to_contain_text("is the turn")
        expect(person.page.locator("table.result tr")).to_have_count(2)
        assert person.complaints == []


@pytest.mark.parametrize(("game", "preset", "name"), ALONE)
def test_one_browser_plays_to_the_end_against_a_strategy(request, name, game, preset):
    person = request.getfixturevalue(name)
    person.is_keen = game == "beat-it-or-eat-it"
    bot = "rank-sum" if person.is_keen and preset != "svoyi-koziri" else "random"
    person.fill_in_table(game, preset, [bot], **short(game, preset))
    play_to_end([person])
    assert is_verified(person)
    assert person.complaints == []


def reach(page: Page, selector: str) -> None:
    """Press Tab until what is looked for has the focus."""
    for _ in range(80):
        if page.evaluate("(x) => document.activeElement.matches(x)", selector):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"{selector} is not reached by the keyboard at {page.url}")


def test_a_match_is_begun_played_and_replayed_by_the_keyboard_alone(chromium: Browser, server: Server):
    with opened(chromium, server, "Kim", DESKTOP, types=True) as kim:
        page = kim.go("/")
        reach(page, "#name")
        page.keyboard.type("Kim")
        reach(page, "button[name=play][value=kuhn-poker]")
        page.keyboard.press("Enter")
        page.wait_for_url("**/t/*")
        kim.wait_for_turn(0, mine=True)
        while not (before := kim.state()).is_over:
            reach(page, "#table .choice, #table .can")
            page.keyboard.press("Enter")
            kim.wait_for_turn(before.turn + 1, mine=True)
        reach(page, "#panel .after a")
        page.keyboard.press("Enter")
        page.wait_for_url("**/replay?at=0")
        reach(page, "a[rel=next]")
        page.keyboard.press("Enter")
        page.wait_for_url("**/replay?at=1")
        assert kim.complaints == []
