"""The start page and forms: what people come for is in the window, and labels and fields are in line."""

import pytest
from tests.browser.people import PHONE, Person
from tests.browser.test_browser_pages import sized

DESK = (1366, 768)
TOUCHING = """() => [...document.querySelectorAll("label")]
  .map((x) => [x, x.nextElementSibling])
  .filter(([x, y]) => y?.matches("input:not([type=hidden]), select, textarea") && x.checkVisibility())
  .map(([x, y]) => [x.textContent.trim(), x.getBoundingClientRect(), y.getBoundingClientRect()])
  .filter(([, a, b]) => b.height && b.top < a.bottom && b.bottom > a.top && b.left - a.right < 6)
  .map(([words]) => words)"""
EDGES = "xs => [...new Set(xs.map((x) => Math.round(x.getBoundingClientRect().left)))]"
BOTTOMS = "xs => xs.map((x) => x.getBoundingClientRect().bottom)"
OUTSIDE_ART = """() => [...document.querySelectorAll(".fan")].filter((fan) => {
  const box = fan.getBoundingClientRect();
  return [...fan.querySelectorAll("img")].some((x) => {
    const a = x.getBoundingClientRect();
    return a.left < box.left || a.right > box.right || a.top < box.top || a.bottom > box.bottom;
  });
}).length"""


def test_all_own_games_can_be_started_without_scrolling_at_a_desk(eva: Person):
    page = eva.go("/")
    for size in (DESK, (1920, 1080)):
        sized(page, size)
        bottoms = page.locator(".gallery").first.locator(".tile button.main").evaluate_all(BOTTOMS)
        assert len(bottoms) == 5
        assert max(bottoms) <= size[1]
        assert page.evaluate(OUTSIDE_ART) == 0


def test_the_first_game_can_be_started_without_scrolling_on_a_phone(eva: Person):
    page = eva.go("/")
    sized(page, PHONE)
    assert page.locator(".tile button.main").first.evaluate_all(BOTTOMS)[0] <= PHONE[1]


@pytest.mark.parametrize("path", ["/", "/class", "/mine", "/new/lama", "/study"])
def test_no_label_touches_its_field(eva: Person, path: str):
    page = eva.go(path)
    page.locator("details.settings summary").click()
    for size in (PHONE, DESK):
        sized(page, size)
        assert page.evaluate(TOUCHING) == []
        assert len(page.locator(".settings select").evaluate_all(EDGES)) == 1
