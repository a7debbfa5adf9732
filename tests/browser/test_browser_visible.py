"""What people come for is in the window: boards in frames, notes on small boards, a link for others."""

from urllib.parse import urlsplit

from tests.browser.people import DESKTOP, PHONE, Person
from tests.browser.test_browser_pages import sized

DESK = (1366, 768)
OVERLAPS = """() => {
  const boxes = [...document.querySelectorAll(".small-board .zone.cross :is(.note, .zone-name)")]
    .map((x) => [x.textContent, x.getBoundingClientRect()]);
  return boxes.flatMap(([one, a], i) => boxes.slice(i + 1).filter(([, b]) =>
    a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1
  ).map(([other]) => `${one} over ${other}`));
}"""
BOTTOM = "x => x.getBoundingClientRect().bottom"
HEIGHT = "x => x.offsetHeight"
ROWS = "xs => [...new Set(xs.map((x) => Math.round(x.getBoundingClientRect().left)))].length"


def test_a_position_in_a_frame_fills_the_frame(eva: Person):
    page = eva.go("/embed/smallsum?seed=3")
    for size in (DESK, (1920, 1080), (640, 480)):
        sized(page, size)
        page.wait_for_function(f"() => document.querySelector('.felt').offsetHeight > {0.6 * size[1]}")


def test_notes_on_the_crosses_of_a_small_board_are_readable(eva: Person):
    page = eva.go("/puzzles/four-cell/3")
    assert page.locator(".small-board .zone.cross .note").count() == 8
    for size in (DESK, PHONE):
        sized(page, size)
        assert page.evaluate(OVERLAPS) == []


def test_the_host_sees_the_link_without_scrolling(eva: Person):
    sized(eva.page, DESKTOP)
    eva.open_table("lama", "", ["open"] * 4)
    for size in (DESK, PHONE):
        sized(eva.page, size)
        for part in (".invite .link", ".host-acts button.main"):
            assert eva.page.locator(part).first.evaluate(BOTTOM) <= size[1], (part, size)


def test_numbers_of_an_edited_position_stand_in_columns(eva: Person):
    page = eva.go("/analysis/lama/places?players=4")
    for size, most in ((DESK, 8), (PHONE, 2)):
        sized(page, size)
        assert page.locator(".sizes label").evaluate_all(ROWS) <= most


def test_teacher_and_projector_show_how_to_join_without_scrolling(eva: Person):
    sized(eva.page, DESK)
    eva.go("/").get_by_role("button", name="Open a classroom").click()
    eva.page.wait_for_url("**/teach")
    for part in (".sheet:has(.roster) > p", ".activities .button"):
        assert eva.page.locator(part).first.evaluate(BOTTOM) <= DESK[1]
    page = eva.go(urlsplit(eva.page.url).path.replace("/teach", "/show"))
    for size in ((1024, 768), (1280, 720), (1920, 1080)):
        sized(page, size)
        code, qr = (page.locator(x).bounding_box() for x in (".wall-code > [translate]", ".wall-qr"))
        assert code is not None
        assert qr is not None
        assert code["x"] + code["width"] <= qr["x"]
        assert max(code["y"] + code["height"], qr["y"] + qr["height"]) <= size[1]
