"""Sheets on which cards are printed."""

import re

import pytest
from bs4 import BeautifulSoup

from upcard.engine.game import make_game
from upcard.report.packs import find_pack
from upcard.report.sheet import LEFT, PAPER_HEIGHT, PAPER_WIDTH, TOP, cuts, sheet_html

CARD = '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm"><title>{}</title></svg>'


def page(count, title="Pack", note="plain"):
    return BeautifulSoup(sheet_html(title, note, [CARD.format(i) for i in range(count)]), "html.parser")


@pytest.mark.parametrize(("count", "sheets"), [(1, [1]), (9, [9]), (10, [9, 1]), (52, [9] * 5 + [7])])
def test_nine_cards_lie_on_a_sheet_in_their_order(count, sheets):
    html = page(count)
    assert [len(s.select("li > svg")) for s in html.select("section")] == sheets
    assert [t.string for t in html.select("li title")] == [str(i) for i in range(count)]
    assert [s["aria-label"] for s in html.select("section")][-1] == f"Sheet {len(sheets)} of {len(sheets)}"


def test_the_cards_fit_on_a4_and_every_edge_has_marks_in_the_margins():
    assert (LEFT, TOP) == (10.5, 16.5)
    edges = {(x, None) for x in (10.5, 73.5, 136.5, 199.5)} | {(None, y) for y in (16.5, 104.5, 192.5, 280.5)}
    found = [(x1 if x1 == x2 else None, y1 if y1 == y2 else None) for x1, y1, x2, y2 in cuts()]
    assert set(found) == edges
    assert all(found.count(edge) == 2 for edge in edges)
    for x1, y1, x2, y2 in cuts():
        assert all(4 < x < PAPER_WIDTH - 4 and 4 < y < PAPER_HEIGHT - 4 for x, y in ((x1, y1), (x2, y2)))
        assert x2 < LEFT or x1 > PAPER_WIDTH - LEFT or y2 < TOP or y1 > PAPER_HEIGHT - TOP


def test_the_sheets_say_how_to_print_them_and_what_they_are():
    html = page(10, "Four-Cell", "courts=10")
    assert html.title.string == html.h1.string == "Four-Cell"
    assert "10 cards on 2 sheets of A4, courts=10." in html.header.get_text()
    assert "63 by 88 mm" in html.header.get_text()
    assert [p.string for p in html.select(".foot")] == [f"Four-Cell · courts=10 · {i} of 2" for i in (1, 2)]
    assert page(1, note="").select_one(".foot").string == "Pack · 1 of 1"


def test_nothing_is_loaded_or_run_and_all_text_is_escaped():
    text = sheet_html("<b>", "a & b", [find_pack("four-cell").card_svg(make_game("four-cell"), 0)])
    assert "<h1>&lt;b&gt;</h1>" in text
    assert "a &amp; b" in text
    assert not re.search(r"<(script|link|img|iframe)|url\(|@import|@font-face", text)
    assert set(re.findall(r'https?://[^"\s]+', text)) == {"http://www.w3.org/2000/svg"}
