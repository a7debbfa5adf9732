"""Chapters and sheets in a browser: nothing that keeps people out, and cells that compute in place."""

import pytest
from playwright.sync_api import expect
from tests.browser.held import caught, held_back
from tests.browser.people import THINKING
from tests.browser.test_browser_pages import look_at
from tests.poppler import facts

from upcard.lessons.chapter_registry import chapters

ALL = sorted(chapters())


def computed(page):
    """Wait until every cell has found something."""
    expect(page.locator(".cell-answer [hx-trigger]")).to_have_count(0, timeout=THINKING)


def opened(page):
    """The same with all answers shown."""
    computed(page)
    page.evaluate("() => document.querySelectorAll('details').forEach((x) => { x.open = true; })")


def test_the_book(eva):
    look_at(eva, "learn", "/learn")


@pytest.mark.parametrize("name", ALL)
def test_a_chapter_and_its_sheet(eva, name):
    look_at(eva, f"learn-{name}", f"/learn/{name}", opened)
    look_at(eva, f"sheet-{name}", f"/learn/{name}/sheet")


@pytest.mark.parametrize("name", ALL)
def test_a_printed_sheet_is_one_page(ana, name, tmp_path):
    path = tmp_path / "sheet.pdf"
    page = ana.go(f"/learn/{name}/sheet")
    for size in ("A4", "Letter"):
        page.pdf(path=path, format=size)
        assert facts(path)["Pages"] == "1", size


def test_a_cell_computes_in_place(ana):
    page = ana.go("/learn/smallsum")
    computed(page)  # what is found later than the first press would take its place
    cell = page.locator("#cell-ruin")
    cell.get_by_label("your pennies", exact=True).fill("4")
    cell.get_by_label("their pennies", exact=True).fill("12")
    cell.get_by_label("your chance in a round, per cent", exact=True).fill("50")
    cell.get_by_role("button", name="Compute").click()
    expect(cell.locator(".cell-answer")).to_contain_text("25.00 %")
    assert page.url.endswith("/learn/smallsum"), "the page stays"


def test_what_is_typed_while_a_cell_computes_stays(ana):
    page = ana.go("/learn/lama")
    cell = page.locator("#cell-simulate")
    games = cell.get_by_label("games", exact=True)
    held = held_back(page, "**/cells/simulate?**", only_first=True)
    games.fill("300")
    cell.get_by_role("button", name="Compute").click()
    games.fill("400")
    caught(page, held).continue_()
    expect(cell.locator(".cell-answer")).to_contain_text("In 300 games", timeout=THINKING)
    expect(games).to_have_value("400")
    page.unroute("**/cells/simulate?**")


def test_sliders_compute_answers_are_checked_and_an_experiment_settles(ana):
    page = ana.go("/learn/smallsum")
    cell = page.locator("#cell-found-out")
    cell.get_by_role("slider").first.fill("70")
    expect(cell.locator(".cell-answer")).to_contain_text("they match every bet")
    expect(cell.locator("input[name=often]")).to_have_value("70")
    exercise = page.locator("#exercise-ruin")
    exercise.get_by_label("Your chance").fill("1/2")
    exercise.get_by_label("Your chance").press("Enter")
    expect(exercise.locator(".verdict")).to_contain_text("Not yet: a fair game taken for an even match.")
    page = ana.go("/learn/lama")
    trial = page.locator("#experiment-settles")
    trial.get_by_role("button", name="1,000 more").click()
    expect(trial.locator(".tally")).to_contain_text("of 1,000 games won")
    chance = trial.get_by_label("true chance, per cent", exact=True)
    for wrong in ("150", "0", "2.5", ""):
        chance.fill(wrong)
        trial.get_by_role("button", name="1,000 more").click()
        expect(trial.locator(".tally")).to_have_text(
            "true chance, per cent: Type a whole number from 1 to 99."
        )
    chance.fill("90")
    trial.get_by_role("button", name="1,000 more").click()
    expect(trial.locator(".tally")).to_contain_text("of 1,000 games won")
    curse = page.locator("#experiment-best-again")
    curse.get_by_role("button", name="100 times").click()
    expect(curse.locator(".tally")).to_contain_text("On average over 100 times")
    assert not ana.complaints


def test_a_table_to_play_at_is_opened_from_a_chapter(ana):
    page = ana.go("/learn/smallsum")
    page.locator(".play a").first.click()
    expect(page.get_by_role("button", name="Open the table")).to_be_visible()
    expect(page.locator("#exact-2")).to_have_value("random")
