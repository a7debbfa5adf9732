"""A report of sections as HTML, as PDF and as charts."""

from xml.etree import ElementTree as ET

from upcard.document.model import Bar, Chart, Section, Series, Table
from upcard.report.deck.paper import PAPERS
from upcard.report.section_files import ReportPart, SectionReport, chart_files, section_html, section_pdf

BARS = [Bar("Group 1 & friends", 0.4, "40 %", 0.3, 0.5), Bar("chance", 0.5, "50 %", is_theory=True)]
COURSE = Chart(
    "course", "Share of left", "round", "share", [Series("left", [1, 2], [0.5, 1.0])], levels=[("all", 1.0)]
)
REPORT = SectionReport(
    "Report on class <7KQ4M>",
    ["2 pupils joined."],
    [
        ReportPart("Smallsum", [Section("The contest", ["Each rule has played 100 matches."], bars=BARS)]),
        ReportPart(
            "Ana",
            [Section("Rounds", [], [Table("Rounds", ("round", "choice"), [("1", "−3 ♥")])], [COURSE])],
            is_on_new_page=True,
        ),
    ],
)


def test_the_page_is_complete_in_itself_and_escapes_what_pupils_wrote():
    page = section_html(REPORT)
    assert "<h1>Report on class &lt;7KQ4M&gt;</h1>" in page
    assert page.count("<svg") == 2
    assert "http" not in page.replace("http://www.w3.org", "")
    assert '<section class="new-page">' in page


def test_each_chart_is_a_drawing_of_its_own_with_all_its_words():
    files = chart_files(REPORT)
    assert list(files) == ["chart-1-the-contest.svg", "chart-2-rounds.svg"]
    texts = ["".join(ET.fromstring(svg).itertext()) for svg in files.values()]
    for words in ("Group 1 & friends", "40 %", "chance (theory)"):
        assert words in texts[0]
    assert "all" in texts[1]


def test_equal_reports_give_equal_pdf_documents_with_a_page_for_each_sheet():
    first, again = (section_pdf(REPORT, PAPERS["a4"]) for _ in range(2))
    assert first == again
    assert first.startswith(b"%PDF")
    assert first.count(b"/Type /Page\n") == 2


def test_control_characters_in_a_label_spoil_no_file():
    bars = [Bar("yes\x0b\x00", 0.5, "1 of 2")]
    report = SectionReport("Report", [], [ReportPart("Poll", [Section("Why\x1b?", bars=bars)])])
    assert section_pdf(report, PAPERS["a4"]).startswith(b"%PDF")
    (svg,) = chart_files(report).values()
    assert "yes" in "".join(ET.fromstring(svg).itertext())
