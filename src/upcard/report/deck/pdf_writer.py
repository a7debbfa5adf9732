"""Pages as one PDF file, with shapes and text rather than pictures of them."""

import copy
from collections.abc import Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import TYPE_CHECKING
from xml.etree import ElementTree as ET

from upcard.report.deck.deck_fonts import SANS_NAME, add_letters, family_of, width_of
from upcard.report.deck.paper import Page, Paper
from upcard.report.svg import text_of

if TYPE_CHECKING:  # it loads slowly, and only printing needs it
    from fpdf import FPDF

SILENT = ("title", "desc")
NEVER = datetime(1970, 1, 1, tzinfo=UTC)  # equal pages give equal bytes


def pdf_bytes(title: str, paper: Paper, pages: Sequence[Page]) -> bytes:
    """Return pages of one size as a PDF document; equal pages give equal bytes."""
    from fpdf.svg import SVGObject

    pdf = blank_document(title, paper)
    for page in pages:
        pdf.add_page()
        pdf.set_font(SANS_NAME)
        SVGObject(text_of(plain(page.svg))).draw_to_page(pdf, 0, 0)
    return bytes(pdf.output())


def blank_document(title: str, paper: Paper) -> "FPDF":
    """Return a PDF document without pages, with our letters."""
    from fpdf import FPDF

    pdf = FPDF(unit="mm", format=(paper.width, paper.height))
    pdf.set_title(title)
    pdf.set_lang("en")
    pdf.set_creator(f"Upcard {version('upcard')}")
    pdf.set_creation_date(NEVER)
    add_letters(pdf)
    return pdf


def plain(svg: ET.Element) -> ET.Element:
    """Return a copy of a drawing for the PDF library: in our fonts, with text scaled to its width."""
    svg = copy.deepcopy(svg)
    for parent in list(svg.iter()):
        for child in [c for c in parent if c.tag in SILENT]:
            parent.remove(child)
    for text in svg.iter("text"):
        text.set("font-family", family_of(text.get("font-family", "")))
        if "textLength" in text.attrib:
            _stretch(text)
    return svg


def _stretch(text: ET.Element) -> None:
    """Scale text horizontally to its wanted width. Modifies `text`."""
    wanted, size = float(text.attrib.pop("textLength")), float(text.attrib["font-size"])
    del text.attrib["lengthAdjust"]
    usual = width_of(text.text or "", size, text.attrib["font-family"], text.get("font-weight") == "bold")
    x, y = text.attrib["x"], text.attrib["y"]
    text.attrib |= {"x": "0", "y": "0", "transform": f"translate({x} {y}) scale({wanted / usual:.5g} 1)"}
