"""Every kind of page: nothing that keeps people out, nothing clipped; pictures to look at if asked for."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Literal

import pytest
from axe_playwright_python.base import AXE_SCRIPT
from playwright.sync_api import Page
from tests.browser.people import DESKTOP, PHONE, THINKING, WALL, Person, play_to_end
from tests.night import LATE

from upcard.engine.registry import valid_games
from upcard.web.http.visitor_identity import Signer, key_in
from upcard.web.pages.mail_consent_page import choice_link

ASKED = os.environ.get("UPCARD_SCREENSHOTS", "")
SHOTS = Path(ASKED)
SCREENS: dict[str, tuple[tuple[int, int], dict[str, Literal["light", "dark"]]]] = {
    "desk": (DESKTOP, {"light": "light", "dark": "dark"}),
    "phone": (PHONE, {"phone": "light"}),
}
if ASKED:
    SCREENS["wall"] = (WALL, {"wall": "dark"})
"""Screens, and the pictures of each with their colours; axe looks at a page in the last of them."""

FLAT = ".acts { position: static !important; }"
"""In a picture of a whole page nothing keeps to the edge of the window."""

TOO_WIDE = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
SPILT = """() => [...document.querySelectorAll("h1, h2, h3, p, button, a, label, li, td, dt, dd")]
  .filter((x) => x.offsetParent && !x.closest(".visually-hidden, .skip, .toast"))
  .map((x) => [x, x.getBoundingClientRect()])
  .filter(([, box]) => box.right > innerWidth + 1 || box.left < -1)
  .map(([x]) => x.textContent.trim().slice(0, 40))"""
BROKEN = """() => [...document.images].filter((x) => x.complete && !x.naturalWidth).map((x) => x.src)"""
NO_AXE = "() => !window.axe"
GRAVE = """async () => {
  const found = await axe.run({ resultTypes: ["violations"], preload: false });
  return found.violations
    .filter((x) => ["serious", "critical"].includes(x.impact))
    .map((x) => [x.id, x.nodes.slice(0, 3).map((node) => node.html.slice(0, 160))]);
}"""
"""What axe finds; all that it tells of it would take as long to come as it takes to find it."""


def check_edges(page: Page) -> None:
    """Nothing lies beyond the edges, and every picture is there."""
    page.wait_for_function(f"() => ({TOO_WIDE})() <= 0")  # parts that come later may still take their places
    assert page.evaluate(SPILT) == [], page.url
    assert page.evaluate(BROKEN) == [], page.url


def check_access(page: Page) -> None:
    """No violation of accessibility that is serious or worse."""
    if page.evaluate(NO_AXE):
        page.evaluate(AXE_SCRIPT)
    assert page.evaluate(GRAVE) == [], page.url


def sized(page: Page, size: tuple[int, int]) -> None:
    """Make the window so large."""
    page.set_viewport_size({"width": size[0], "height": size[1]})


def look_at(eva: Person, name: str, path: str, ready: Callable[[Page], Any] | None = None) -> None:
    """Check a page on every screen; keep a picture of it in every look where somebody asks for pictures."""
    sized(eva.page, DESKTOP)
    page = eva.page if eva.page.url == eva.address + path else eva.go(path)
    if ready is not None:
        ready(page)
    for screen, (size, looks) in SCREENS.items():
        sized(page, size)
        for look, scheme in looks.items():
            page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
            if ASKED:
                page.screenshot(path=SHOTS / f"{name}-{look}.png", full_page=True, style=FLAT)
        check_edges(page)
        if screen != "wall":
            check_access(page)


def own_turn(page: Page) -> None:
    """Wait until something can be done."""
    page.wait_for_selector("#table .choice")


def worths(page: Page) -> None:
    """Wait until every action is appraised."""
    page.wait_for_selector(".choices-worth", timeout=THINKING)


def drawn(page: Page) -> None:
    """Wait until what is worked out beside the server is drawn."""
    page.wait_for_selector(".review svg, .insight svg", timeout=THINKING)


def reviewed(page: Page) -> None:
    """Wait until a review is finished."""
    page.wait_for_selector("#whole h2", timeout=THINKING)


def test_the_first_page_is_there_within_a_second(eva):
    spent: list[float] = []
    while len(spent) < 20 and not any(x < 1000 for x in spent):  # others may keep the processors for a while
        page = eva.go("/")
        spent.append(page.evaluate("() => performance.getEntriesByType('navigation')[0].domInteractive"))
    assert min(spent) < 1000


def test_pages_beside_the_table(eva, server):
    look_at(eva, "start", "/")
    look_at(eva, "new", "/new/lama")
    look_at(eva, "boards", "/analysis")
    look_at(eva, "verify", "/verify")
    look_at(eva, "fault", "/t/nothing")
    look_at(eva, "letters", choice_link(Signer(key_in(server.folder)), "", "ana@example.org"))


@pytest.mark.parametrize("game", sorted(valid_games()[0]))
def test_the_table_of_every_game(eva, game):
    sizes = valid_games()[0][game].GAME.table_sizes
    players = min(4, max(sizes))
    sized(eva.page, DESKTOP)
    path = eva.open_table(game, "", ["random"] * (players - 1))
    look_at(eva, f"table-{game}", path, own_turn)


def test_pages_on_a_phone_as_it_loads_them(ben):
    """Above a window is made narrow; a phone has its own view of a page, and fingers."""
    for path in ("/", "/new/lama", "/analysis", "/analysis/smallsum/cards?dealt=7.8.K.2"):
        page = ben.go(path)
        check_edges(page)
        check_access(page)
    page = ben.go(ben.open_table("lama", "", ["random"] * 3))
    own_turn(page)
    check_edges(page)
    check_access(page)


def test_a_table_from_the_waiting_room_to_the_check_of_its_deal(eva, ben):
    path = eva.open_table("leduc-poker", "", ["open"])
    look_at(eva, "waiting", path)
    ben.join(path)
    eva.go(path)
    play_to_end([eva, ben])
    look_at(eva, "mine", "/mine")
    look_at(eva, "watching", ben.open_table("smallsum", "alternate", ["random"]))
    look_at(eva, "end", path)
    look_at(eva, "replay", f"{path}/replay?at=1")
    look_at(eva, "proved", f"{path}/verify")
    look_at(eva, "analysis", "/analysis/smallsum?option-variant=alternate", worths)
    look_at(eva, "review", f"{path}/review", reviewed)


def insight(page: Page) -> None:
    """Wait until all that is known of a position is there."""
    worths(page)
    page.wait_for_selector(".insight-table", timeout=THINKING)


def look_at_example(eva: Person, name: str, title: str) -> None:
    """Check the page of a position of Beat It Or Eat It to which its board leads."""
    board = eva.go("/analysis/beat-it-or-eat-it")
    with board.expect_navigation():
        board.get_by_role("link", name=title).click()
    worths(board)
    look_at(eva, name, "/" + board.url.split("/", 3)[3], worths)


@LATE
def test_boards_of_positions_that_take_long_to_appraise(eva):
    look_at(eva, "analysis-four-cell", "/analysis/four-cell?seed=193", insight)
    look_at(eva, "insight", "/analysis/four-cell/insight?seed=3", drawn)
    look_at_example(eva, "analysis-zugzwang", "Nobody wants to move")
    look_at_example(eva, "analysis-seed", "Bill Taylor's board")


def test_the_analysis_board_and_how_its_positions_are_set_up(eva):
    look_at(eva, "analysis-stoppers", "/analysis/stoppers?players=3&seed=2", insight)
    look_at(eva, "analysis-cards", "/analysis/smallsum/cards?dealt=7.8.K.2")
    look_at(eva, "analysis-changed", "/analysis/stoppers/cards?dealt=2.7.9.A.K&at=2")
    look_at(eva, "analysis-places", "/analysis/beat-it-or-eat-it/places?option-length=4&seed=2")
    look_at(eva, "analysis-refused", "/analysis/smallsum?dealt=joker")
    look_at(eva, "analysis-smallsum", "/analysis/smallsum?seed=3", worths)
    sized(eva.page, PHONE)
    for table in eva.page.locator(".choices-worth, .by-card").all():  # what is said above has room
        assert table.evaluate("x => x.offsetWidth") > PHONE[0] * 3 / 4


def test_a_position_is_set_up_and_played_out_by_clicking_alone(eva):
    page = eva.go("/analysis/kuhn-poker")
    page.get_by_role("link", name="edit the deal").click()
    page.get_by_role("link", name="Start over").click()
    for card in ("jack", "king"):
        page.get_by_role("list", name="Cards to choose from").get_by_role("link", name=card).click()
    page.get_by_role("link", name="Show the position").click()
    page.get_by_label("Play on from seat 1 against").select_option("equilibrium")
    page.get_by_role("button", name="Play on", exact=True).click()
    page.get_by_role("button", name="check", exact=False).first.click()
    page.wait_for_url("**do=*")
    assert "bot=equilibrium" in page.url


def test_on_a_phone_the_tables_of_a_review_need_no_drawing_aside(ben):
    path = ben.open_table("kuhn-poker", "", ["random"])
    play_to_end([ben])
    page = ben.go(f"{path}/review")
    reviewed(page)
    for fold in ("All decisions", "Luck and skill"):
        page.locator("summary", has_text=fold).click()
    for table in page.locator(".review .scroll").all():
        assert table.evaluate("x => x.scrollWidth <= x.clientWidth")
    assert page.get_by_role("columnheader", name="luck").count() == 1
    assert page.get_by_role("rowheader", name="Ben").count() == 1
    label = "(x) => getComputedStyle(x, '::before').content"
    assert "start" in page.locator(".parts td[data-label=start]").first.evaluate(label)
