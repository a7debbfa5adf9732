"""A report of sections as files: one page of HTML, a PDF document, and each chart as SVG."""

import io
import re
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from markupsafe import Markup

from upcard.document.model import Section, Table
from upcard.language.messages import LANGUAGE
from upcard.language.messages import gettext as _
from upcard.report.deck.deck_fonts import SANS_NAME, SERIF_NAME
from upcard.report.deck.paper import Paper
from upcard.report.deck.pdf_writer import blank_document, plain
from upcard.report.labelled_bars import labelled_bars
from upcard.report.line_charts import chart_svg
from upcard.report.report_templates import source, templates
from upcard.report.svg import SVG, read_drawing, text_of

if TYPE_CHECKING:  # it loads slowly, and only printing needs it
    from fpdf import FPDF

TEMPLATE, STYLES = "sections.html.jinja", "page.css"
MARGIN, TEXT, SMALL_TEXT, HEADING = 16.0, 10.0, 8.5, 13.0
"""Margin in millimetres, and sizes of letters in points."""

CHART_WIDTH = 120.0
"""Width of a chart on paper in millimetres."""

INK = "currentColor"


@dataclass(frozen=True)
class ReportPart:
    """A part of a report: its title, and its sections."""

    title: str
    sections: Sequence[Section]
    is_on_new_page: bool = False
    """Whether it begins on a new page of paper."""


@dataclass(frozen=True)
class SectionReport:
    """A report: its title, sentences about the whole, and its parts."""

    title: str
    lines: Sequence[str]
    chapters: Sequence[ReportPart]


def section_charts(section: Section) -> list[str]:
    """Return the charts of a section as SVG: its bars together, then each figure."""
    bars = [labelled_bars(section.title, section.bars)] if section.bars else []
    return bars + [chart_svg(x) for x in section.figures]


def chart_files(report: SectionReport) -> dict[str, str]:
    """Return every chart of a report as SVG, by the name of its file: ``chart-1-title.svg``."""
    drawn = [(x.title, svg) for part in report.chapters for x in part.sections for svg in section_charts(x)]
    files = {}
    for number, (title, svg) in enumerate(drawn, 1):
        words = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")[:40].strip("-") or "chart"
        files[f"chart-{number}-{words}.svg"] = svg
    return files


def section_html(report: SectionReport) -> str:
    """Return a report as one page that loads nothing, in the language of its texts; all text is escaped."""
    environment, number = templates(), version("upcard")
    return environment.get_template(TEMPLATE).render(
        report=report,
        language=LANGUAGE.get(),
        skip=_("Skip to the text"),
        maker=_(
            "Made by Upcard {version}. This page is complete in itself: it loads nothing and runs nothing.",
            version=number,
        ),
        styles=Markup(source(STYLES)),  # noqa: S704 - our own file
        charts=lambda x: [Markup(svg) for svg in section_charts(x)],  # noqa: S704 - drawn by us, its labels escaped
        version=number,
    )


def section_pdf(report: SectionReport, paper: Paper) -> bytes:
    """Return a report as a PDF document; equal reports give equal bytes."""
    pdf = blank_document(report.title, paper)
    pdf.set_margin(MARGIN)
    pdf.set_auto_page_break(True, MARGIN)
    pdf.add_page()
    _write_text(pdf, report.title, 1.5 * HEADING, SERIF_NAME, is_bold=True)
    for line in report.lines:
        _write_text(pdf, line, TEXT)
    for part in report.chapters:
        if part.is_on_new_page and part is not report.chapters[0]:
            pdf.add_page()
        _write_text(pdf, part.title, 1.2 * HEADING, SERIF_NAME, is_bold=True)
        for section in part.sections:
            _write_section(pdf, section)
    return bytes(pdf.output())


def _write_section(pdf: "FPDF", section: Section) -> None:
    """Add a section with its tables and charts; its heading stays with its first chart."""
    charts = [_printable(svg) for svg in section_charts(section)]
    first = CHART_WIDTH * _ratio(charts[0]) if charts and not section.tables else 0.0
    if pdf.will_page_break(2.5 * TEXT * (1 + len(section.text)) * 0.5 + first):
        pdf.add_page()
    _write_text(pdf, section.title, 1.1 * TEXT, is_bold=True)
    for text in section.text:
        _write_text(pdf, text, TEXT)
    for table in section.tables:
        _write_table(pdf, table)
    for svg in charts:
        pdf.image(io.BytesIO(text_of(svg).encode()), w=CHART_WIDTH)
        pdf.ln(2)


def _write_text(pdf: "FPDF", text: str, size: float, family: str = SANS_NAME, is_bold: bool = False) -> None:
    """Add a paragraph; a heading stays with what follows if possible."""
    if is_bold:
        pdf.ln(size * 0.12)
        if pdf.will_page_break(size * 1.6):
            pdf.add_page()
    pdf.set_font(family, "B" if is_bold else "", size)
    pdf.multi_cell(0, size * 0.5, text, new_x="LMARGIN", new_y="NEXT", align="L")
    pdf.ln(1)


def _write_table(pdf: "FPDF", table: Table) -> None:
    pdf.set_font(SANS_NAME, "", SMALL_TEXT)
    has_head = any(table.columns)
    lines = [*([table.columns] if has_head else []), *table.rows]
    with pdf.table(first_row_as_headings=has_head, line_height=SMALL_TEXT * 0.5, text_align="LEFT") as grid:
        for line in lines:
            row = grid.row()
            for cell in line:
                row.cell(str(cell))
    pdf.ln(2)


def _ratio(svg: ET.Element) -> float:
    """Return the height of a drawing divided by its width."""
    _, _, width, height = map(float, svg.attrib["viewBox"].split())
    return height / width


def _printable(svg: str) -> ET.Element:
    """Return a drawing with black ink, in the fonts of the document."""
    root = plain(read_drawing(svg))
    for element in root.iter():
        for name, value in element.attrib.items():
            if value == INK:
                element.set(name, "#000000")
    root.set("xmlns", SVG)
    return root
