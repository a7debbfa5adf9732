"""The page of a study."""

import re
from html import escape
from html.parser import HTMLParser

import pytest
from bs4 import BeautifulSoup

from upcard.document.model import Section, StudyFinding, Table
from upcard.engine.errors import Failure
from upcard.report.number_text import verdict
from upcard.report.study_page import page_html, write_page
from upcard.study.study_parts import StudyReport

VOID = {"meta", "link", "br", "img", "hr", "input", "wbr"}


@pytest.fixture(scope="module")
def text(rich_report):
    return page_html(rich_report)


@pytest.fixture(scope="module")
def page(text):
    return BeautifulSoup(text, "html.parser")


def small(**parts):
    sections = parts.pop("sections", [])
    fields = {"name": "x", "title": "T", "summary": [], "settings": {}, "results": {}, **parts}
    return BeautifulSoup(page_html(StudyReport(sections=sections, **fields)), "html.parser")


def words(element):
    return " ".join(element.get_text(" ").split())


def test_every_tag_is_closed_in_order(text):
    class Check(HTMLParser):
        def __init__(self):
            super().__init__()
            self.stack = []

        def handle_starttag(self, tag, attrs):
            if tag not in VOID:
                self.stack.append(tag)

        def handle_endtag(self, tag):
            assert self.stack.pop() == tag

    check = Check()
    check.feed(text)
    assert check.stack == []


def test_the_page_says_its_language_letters_title_and_width(page, rich_report):
    assert page.html["lang"] == "en"
    assert page.find("meta", charset="utf-8")
    assert page.find("meta", attrs={"name": "viewport"})
    assert page.title.string == rich_report.title
    assert page.h1.string == rich_report.title


def test_nothing_is_loaded_and_nothing_is_run(page, text):
    assert not page.find_all(["script", "link", "iframe", "img", "object"])
    assert not re.search(r"""(src|href)\s*=\s*["']?\s*(https?:)?//""", text)
    assert not re.search(r"url\(\s*['\"]?(?!#)", text)
    assert "@import" not in text
    assert not re.search(r"<[^>]+\son\w+=", text)


def test_the_page_holds_every_table_figure_finding_and_paragraph(page, rich_report):
    flat = words(page)
    for section in rich_report.sections:
        assert section.title in flat
        for paragraph in section.text:
            assert paragraph in flat
        for block in section.tables:
            assert any(words(c).endswith(block.title) for c in page.find_all("caption"))
        for figure in section.figures:
            assert any(figure.title in words(c) for c in page.find_all("figcaption"))
        for finding in section.findings:
            assert finding.claim in flat
            assert finding.evidence in flat
    assert len(page.select("figure > svg")) == sum(len(s.figures) for s in rich_report.sections)


def test_every_row_and_cell_of_a_table_is_there(page, rich_report):
    block = rich_report.sections[0].tables[0]
    table = page.select_one("#table-1 table")
    rows = table.select("tbody tr")
    assert [words(h) for h in table.select("thead th")] == block.columns
    assert len(rows) == len(block.rows) == 20
    assert all(len(r.select("th, td")) == len(block.columns) for r in rows)
    assert words(rows[0]).startswith("seat 1 of all alike 2 0.5")
    assert "200,000" in words(rows[0])


def test_tables_have_captions_and_scopes(page):
    for table in page.find_all("table"):
        assert table.caption
        assert all(h.get("scope") == "col" for h in table.select("thead th"))
        assert all(h.get("scope") == "row" for h in table.select("tbody th"))
        assert len(table.select("tbody th")) == len(table.select("tbody tr"))


def test_every_table_scrolls_in_a_box_that_the_keyboard_reaches(page):
    for table in page.find_all("table"):
        assert "scroll" in table.parent["class"]
        assert table.parent["tabindex"] == "0"
        assert table.parent["aria-label"]


def test_a_caption_with_a_number_of_its_own_gets_no_other():
    blocks = [Table("Table IV: points", ["a"], []), Table("Tables", ["a"], [])]
    page = small(sections=[Section("s", tables=blocks)])
    assert [words(c) for c in page.find_all("caption")] == ["Table IV: points", "Table 2. Tables"]


def test_marked_cells_are_seen_without_colour_and_heard(page, rich_report):
    marked = page.select("#table-1 .marked")
    assert len(marked) == len(rich_report.sections[0].tables[0].marked)
    assert all("◆" in c.get_text() and "marked:" in c.get_text() for c in marked)


def test_verdicts_have_a_symbol_and_a_word(page, rich_report):
    findings = [f for s in rich_report.sections for f in s.findings]
    for item, finding in zip(page.select(".findings > li"), findings, strict=True):
        v = verdict(finding.verdict)
        assert words(item.select_one(".badge")) == f"{v.symbol} {v.word}"


def test_the_contents_lead_to_every_section(page, rich_report):
    links = page.select("nav a")
    assert len(links) == len(rich_report.sections) + 2
    for link in links:
        assert page.find(id=link["href"][1:])


def test_no_id_is_there_twice(page):
    ids = [e["id"] for e in page.find_all(id=True)]
    assert len(ids) == len(set(ids))


def test_sections_of_the_same_name_have_anchors_of_their_own():
    page = small(sections=[Section("Summary"), Section("Summary"), Section("“”")])
    anchors = [a["href"] for a in page.select("nav a")]
    assert len(set(anchors)) == 5


def test_everything_is_escaped():
    bad = "<script>alert('1')</script>&\"x"
    page = small(
        name=bad,
        title=bad,
        summary=[bad],
        settings={bad: bad, "list": [{bad: bad}]},
        sections=[Section(bad, [bad], [Table(bad, [bad], [[bad]], bad)], [], [StudyFinding(bad, bad, bad)])],
    )
    assert not page.find("script")
    assert page.h1.string == bad
    assert words(page.select_one("tbody th")) == bad


def test_the_labels_of_figures_are_escaped(page, text):
    assert "<script" not in text
    assert escape("<script>") in text


def test_the_numbers_of_a_figure_are_listed_with_their_intervals(page, rich_report):
    figure = rich_report.sections[1].figures[1]
    table = page.select_one("#fig-2 details table")
    assert [words(h) for h in table.select("thead th")] == ["players", *(s.label for s in figure.series)]
    assert len(table.select("tbody tr")) == 7
    assert re.fullmatch(
        r"2 0\.\d+ \(0\.\d+–[01]\.\d+\) 0\.\d+ \(0\.\d+–[01]\.\d+\) 0\.500", words(table.select("tr")[1])
    )


def test_a_figure_with_too_many_points_has_no_list_of_them(page):
    assert not page.select_one("#search-1 details")


def test_settings_are_shown_at_every_depth_and_a_seed_keeps_its_digits_together(page):
    made = words(page.select_one(".made"))
    for shown in ("seed 20221117", "players 2, 3, 4, 5, 6, 7, 8", "paper yes", "A 17.576", "threads none"):
        assert shown in made
    assert "seconds 12.3457" in made
    assert "looked at before none" in made


def test_the_command_to_repeat_it_is_there(page):
    assert page.select_one(".made pre").get_text() == "upcard study lama-sample --games 200 --seed 20221117"
    assert small(settings={"command": "upcard study x --all"}).pre.get_text() == "upcard study x --all"
    assert small(settings={"repeat with": "upcard study x -n 9"}).pre.get_text() == "upcard study x -n 9"
    assert small().pre.get_text() == "upcard study x"


def test_numbers_are_set_right_and_words_left():
    block = Table(
        "b", ["w", "n", "text", "mixed"], [["a", -1.5, "-0.3 (-0.4, -0.2)", 1], ["b", 2.0, "–", "x"]]
    )
    page = small(sections=[Section("s", tables=[block])])
    first = page.select("tbody tr")[0].find_all(["th", "td"])
    assert ["number" in (c.get("class") or []) for c in first] == [False, True, True, False]
    assert [words(c) for c in first] == ["a", "−1.50", "−0.3 (−0.4, −0.2)", "1"]


def test_an_empty_report_and_an_empty_table_are_pages_too():
    page = small(sections=[Section("s", tables=[Table("b", ["a", "b"], [])])])
    assert page.find("caption")
    assert not page.select("tbody tr")


def test_a_page_is_written_where_it_was_asked_for_and_is_the_same_every_time(tmp_path, rich_report, text):
    assert write_page(rich_report, tmp_path / "a.html") == tmp_path / "a.html"
    assert (tmp_path / "a.html").read_text(encoding="utf-8") == text


def test_a_folder_is_made_and_the_page_in_it_is_named_after_the_study(tmp_path):
    report = StudyReport("tiny", "T", [], {}, [], {})
    assert write_page(report, tmp_path / "new" / "folder") == tmp_path / "new" / "folder" / "tiny.html"
    assert write_page(report, tmp_path) == tmp_path / "tiny.html"
    assert write_page(report, tmp_path / "more" / "a.html").is_file()


def test_a_folder_that_cannot_be_made_is_told_in_a_sentence(tmp_path):
    (tmp_path / "file").write_text("x")
    with pytest.raises(Failure, match="file is a file, not a folder"):
        write_page(StudyReport("tiny", "T", [], {}, [], {}), tmp_path / "file" / "a" / "b.html")


def contrast(a, b):
    def luminance(colour):
        parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
        linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    low, high = sorted((luminance(a), luminance(b)))
    return (high + 0.05) / (low + 0.05)


def test_all_text_has_the_contrast_that_wcag_asks_for(text):
    schemes = [
        dict(re.findall(r"--([\w-]+): (#\w{6})", part))
        for part in re.findall(r":root \{(.*?)\}", text, re.DOTALL)
    ]
    light, dark = schemes[:2]
    for colours in (light, {**light, **dark}):
        for ink, grounds in {
            "ink": ("page", "card", "mark"),
            "soft": ("page", "card"),
            "link": ("page", "card"),
            "good": ("good-tint",),
            "bad": ("bad-tint",),
            "open": ("open-tint",),
        }.items():
            assert all(contrast(colours[ink], colours[ground]) >= 4.5 for ground in grounds)
