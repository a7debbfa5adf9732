"""The sheets for pupils: one page each, with everything on it."""

import re

import pytest
from tests.poppler import facts, words

from upcard.engine.errors import Failure
from upcard.lessons.chapter_registry import Chapter, chapters, find_chapter
from upcard.lessons.chapter_template import sheet_markdown
from upcard.lessons.worksheet import MARGIN, read_sheet, sheet_page, sheet_pdf
from upcard.report.deck.deck_fonts import width_of
from upcard.report.deck.paper import PAPERS

ALL = sorted(chapters())


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("name", ALL)
def test_a_sheet_is_one_page_with_all_its_words(name, paper, tmp_path):
    chapter, path = find_chapter(name), tmp_path / "sheet.pdf"
    path.write_bytes(sheet_pdf(chapter, PAPERS[paper]))
    assert facts(path)["Pages"] == "1"
    printed = words(path, 1)
    parts = read_sheet(sheet_markdown(chapter))
    for text in [x for part in parts for x in (part.text, *(c for row in part.cells for c in row))]:
        for word in text.replace("|", " ").split():
            assert any(word in x for x in printed) or word == "•", word


@pytest.mark.parametrize("name", ALL)
def test_nothing_on_a_sheet_runs_over_its_edge(name):
    paper = PAPERS["a4"]
    svg = sheet_page(find_chapter(name), paper).svg
    for text in svg.iter("text"):
        x, y, size = (float(text.attrib[k]) for k in ("x", "y", "font-size"))
        assert x + width_of(text.text or "", size) <= paper.width - MARGIN + 12, text.text
        assert MARGIN < y < paper.height - MARGIN + 1
    assert [float(x.attrib["y1"]) for x in svg.iter("line")], "there are lines to write on"


def test_the_kinds_of_parts_are_told_apart():
    parts = read_sheet(
        "# A\n\nText\nof two lines.\n\n- a point\n\n2. the second\n\n----\n\n| x | y |\n| - | - |\n| 1 |  |\n"
    )
    kinds = [x.kind for x in parts]
    assert kinds == ["h1", "text", "point", "point", "line", "table"]
    assert parts[1].text == "Text of two lines."
    assert [x.text for x in parts[2:4]] == ["•|a point", "2|the second"]
    assert parts[5].cells == (("x", "y"), ("1", ""))


def test_a_sheet_that_is_too_long_is_refused():
    text = "# Long\n\n" + "----\n\n" * 60
    long = Chapter(
        "smallsum", "upcard.games.smallsum.chapter", find_chapter("smallsum").lesson, "# Long", text
    )
    with pytest.raises(Failure, match=re.escape("the worksheet of smallsum does not fit on A4; shorten it")):
        sheet_page(long, PAPERS["a4"])
