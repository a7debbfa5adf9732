"""The analysis board shows board, choices and the first values at once, and marks the best move."""

from urllib.parse import quote

import pytest
from playwright.sync_api import expect
from tests.browser.fits import misfits
from tests.browser.people import THINKING, TWO_FRAMES, Person
from tests.browser.test_browser_pages import check_access, check_edges, look_at
from tests.night import LATE

from upcard.engine.registry import valid_games

SIZES = ((390, 844), (1366, 768), (1920, 1080))
FIRST_ROW = """() => {
  const row = document.querySelector(".choices-worth tbody tr").getBoundingClientRect();
  return row.top >= 0 && row.bottom <= innerHeight && row.width > 100;
}"""
MARKED = """() => {
  const best = [...document.querySelectorAll(".choices-worth .best")].map((x) => x.dataset.action);
  const marked = [...document.querySelectorAll("#table .choice.best-move")].map((x) => x.value);
  return [best.sort(), marked.sort()];
}"""


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(x, marks=() if x in ("lama", "smallsum", "kuhn-poker") else LATE)
        for x in sorted(valid_games()[0])
    ],
)
def test_board_choices_and_first_values_are_visible_and_the_best_move_is_marked(eva: Person, game: str):
    page = eva.go(f"/analysis/{game}")
    page.wait_for_selector(".choices-worth .best", timeout=THINKING)
    best, marked = page.evaluate(MARKED)
    assert best
    assert best == marked
    assert not misfits(page, SIZES)
    for width, height in SIZES:
        page.set_viewport_size({"width": width, "height": height})
        page.evaluate(TWO_FRAMES)
        assert page.evaluate(FIRST_ROW), (width, height)
    assert not eva.complaints


def test_the_link_of_a_position_is_copied(eva: Person):
    page = eva.go("/analysis/kuhn-poker?dealt=jack.king")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="copy the link").click()
    page.wait_for_selector("text=copied")
    assert page.evaluate("navigator.clipboard.readText()") == page.url


def test_a_line_of_the_list_shows_its_card(eva: Person):
    page = eva.go("/analysis/lama?players=2&seed=1")
    row = page.locator(".choices-worth tbody tr").first
    row.wait_for(timeout=THINKING)
    row.hover()
    assert page.locator("#table .pointed").count() >= 1


def test_a_board_for_a_frame_of_another_page_fits_and_everybody_can_use_it(eva: Person):
    look_at(eva, "embed", "/embed/lama?players=2&seed=1")
    assert not misfits(eva.page, ((390, 844), (640, 480)))


@LATE
@pytest.mark.parametrize("game", sorted(valid_games()[0]))
def test_a_position_of_every_game_can_be_edited_by_everybody(eva: Person, game: str):
    look_at(eva, f"places-{game}", f"/analysis/{game}/places?seed=2")


@LATE
def test_a_click_in_the_editor_takes_along_what_was_typed(eva: Person):
    page = eva.go("/analysis/lama/places?players=2")
    field = page.locator(".sizes input[type=number]").first
    field.fill("33")
    page.locator(".buttons a", has_text="Stock").click()
    expect(page.locator(".buttons a[aria-current]")).to_have_text("Stock")
    expect(page.locator(".sizes input[type=number]").first).to_have_value("33")


def test_a_study_is_written_shared_by_a_link_and_refuses_other_addresses(eva: Person):
    page = eva.go("/analysis/kuhn-poker?dealt=jack.king")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.locator(".add-to-study summary").click()
    page.get_by_label("Study").fill("Bluffs")
    page.get_by_label("Comment").fill("Bet with the jack?")
    page.get_by_role("button", name="Add this position").click()
    page.wait_for_selector("text=Added to “Bluffs”, 1 in all.")
    page = eva.go("/study")
    assert page.locator(".positions a").get_attribute("href") == "/analysis/kuhn-poker?dealt=jack.king"
    assert page.locator(".positions textarea").input_value() == "Bet with the jack?"
    check_edges(page)
    check_access(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    text = download.value.path().read_text(encoding="utf-8")
    page.get_by_role("button", name="Share by a link").click()
    page.wait_for_url("**/study/*")
    check_access(page)
    page.get_by_role("button", name="Copy the link").click()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.get_by_role("button", name="Copy into this browser").click()
    page.wait_for_selector("text=is now among your studies")
    page = eva.go("/study")
    assert page.locator(".study-list h2").all_inner_texts() == ["Bluffs"]
    page.get_by_role("button", name="Share the changes").click()
    page.wait_for_url("**/study/*")
    page = eva.go("/study")
    page.locator(".study-list").get_by_role("button", name="Delete the study").click()
    assert not page.locator(".positions li").count()
    eva.go("/analysis")
    page.goto(f"{eva.address}/study#{quote(text)}")
    assert page.locator(".study-list h2").all_inner_texts() == ["Bluffs"]
    assert page.url.endswith("/study")
    other = text.replace("/analysis/", "https://a.example/analysis/").replace("Bluffs", "Other")
    page.set_input_files(
        "#study-file", {"name": "x.json", "mimeType": "application/json", "buffer": other.encode()}
    )
    page.wait_for_selector("text=“Other” is now in this browser")
    assert page.locator(".positions li").count() == 1
    assert not eva.complaints
