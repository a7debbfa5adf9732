"""Puzzles and the installed app in Chromium: a puzzle is solved in place, and chapters open offline."""

from datetime import UTC, datetime

import pytest
from playwright.sync_api import Browser, expect
from tests.browser.people import DESKTOP, PHONE, THINKING, Person, opened
from tests.browser.server import Server
from tests.browser.test_browser_pages import check_access, check_edges, sized

from upcard.review.puzzle import next_puzzle, puzzle_numbered, puzzle_of_the_day

GAMES = ("beat-it-or-eat-it", "four-cell", "lama", "smallsum", "stoppers")
EDIT = """(name) => {{
  const state = JSON.parse(localStorage["upcard-puzzles"]);
  {};
  localStorage["upcard-puzzles"] = JSON.stringify(state);
}}"""
SOLVE, FORGET = EDIT.format("state.solved[name] = 1"), EDIT.format("delete state.solved[name]")


def test_a_puzzle_is_solved_in_place_and_the_browser_remembers_it(eva: Person):
    puzzle = puzzle_numbered("smallsum", 1)
    wrong = min(puzzle.values, key=puzzle.values.__getitem__)
    page = eva.go("/puzzles/smallsum/1")
    page.locator(f'.tries button[value="{wrong}"]').click()
    expect(page.locator("#puzzle .wrong")).to_be_visible(timeout=THINKING)
    page.locator(f'.tries button[value="{puzzle.best}"]').click()
    expect(page.locator("#puzzle .right")).to_be_visible(timeout=THINKING)
    check_access(page)
    day = puzzle_of_the_day(datetime.now(UTC).date(), ("smallsum",))
    name = f"smallsum/{day.number}"
    assert eva.go("/puzzles/smallsum?unsolved=1").url.endswith(f"/puzzles/{name}?unsolved=1")
    page.evaluate(SOLVE, name)
    page.reload()
    page.wait_for_url(f"**/puzzles/smallsum/{next_puzzle(day).number}")
    page.evaluate(FORGET, name)
    page = eva.go("/puzzles")
    expect(page.locator("#streak")).to_contain_text("1 puzzle solved · 1 day running")
    expect(page.locator('[data-solved="smallsum"]')).to_have_text("1 solved")


@pytest.mark.parametrize("size", [PHONE, DESKTOP], ids=["phone", "desk"])
def test_puzzles_and_the_start_page_fit_the_window(eva: Person, size: tuple[int, int]):
    for path in ("/", "/puzzles", *(f"/puzzles/{game}/3" for game in GAMES)):
        page = eva.go(path)
        sized(page, size)
        check_edges(page)
        check_access(page)


def test_a_chapter_that_was_read_opens_without_a_network(chromium: Browser, server: Server):
    with opened(chromium, server, "Ida", DESKTOP, service_workers="allow") as ida:
        page = ida.go("/learn")
        page.evaluate("navigator.serviceWorker.ready.then(() => true)")
        page.wait_for_function("navigator.serviceWorker.controller !== null", timeout=THINKING)
        page.reload()
        ida.go("/learn/lama/first").get_by_role("link", name="Next").click()
        expect(page.locator("#coach .dots")).to_contain_text("2 of")
        ida.go("/learn")
        page.context.set_offline(True)
        page.reload()
        expect(page.locator("h1")).to_have_text("Learn")
        page.goto(f"{ida.address}/mine")
        expect(page.locator("h1")).to_have_text("No connection")
        page.goto(f"{ida.address}/learn/lama/first?step=2")  # of which only a part was loaded
        expect(page.locator("h1")).to_have_text("No connection")
