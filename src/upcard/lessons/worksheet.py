"""The worksheet of a chapter on one page of paper, for pupils to write on.

It is Markdown with headings, paragraphs, lists and tables with empty cells; horizontal rules are lines to
write on.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from markdown_it import MarkdownIt
from markdown_it.token import Token

from upcard.engine.errors import Failure
from upcard.lessons.chapter_registry import Chapter
from upcard.lessons.chapter_template import sheet_markdown
from upcard.report.deck.deck_fonts import wrapped
from upcard.report.deck.paper import Page, Paper, blank_page
from upcard.report.deck.pdf_writer import pdf_bytes
from upcard.report.suit_signs import BLACK
from upcard.report.svg import SANS, SERIF, add, rect, write

MARGIN, LINE, INDENT = 16.0, 1.35, 6.0
SIZES = (4.2, 4.0, 3.8, 3.6, 3.4, 3.2, 3.0, 2.8)
"""Font sizes in millimetres; the largest one with which the sheet fits on the page is used."""

WRITING, MOST_MORE, CELL = 8.0, 8.0, 7.0
GREY = "#6a6e77"


class SheetPiece(NamedTuple):
    """A part of a sheet ready to be drawn: its height, and a function of an SVG and the vertical position."""

    height: float
    draw: Callable[[ET.Element, float], None]


class SheetPart(NamedTuple):
    """A part of the source of a sheet: its kind, such as ``h1``, its text, and the cells of a table."""

    kind: str
    text: str = ""
    cells: tuple[tuple[str, ...], ...] = ()


def sheet_pdf(chapter: Chapter, paper: Paper) -> bytes:
    """Return the worksheet of a chapter as a PDF document of one page; raises Failure if it does not fit."""
    return pdf_bytes(f"{chapter.title}: worksheet", paper, [sheet_page(chapter, paper)])


def sheet_page(chapter: Chapter, paper: Paper) -> Page:
    """Return the worksheet of a chapter in the largest font size that fits; raises Failure if none does."""
    parts, width = read_sheet(sheet_markdown(chapter)), paper.width - 2 * MARGIN
    room = paper.height - 2 * MARGIN
    for size in SIZES:
        pieces = [_piece(part, size, width) for part in parts]
        left = room - sum(x.height for x in pieces)
        if left >= 0:
            more = min(MOST_MORE, left / max(1, sum(part.kind == "line" for part in parts)))
            pieces = [_piece(part, size, width, more) for part in parts]
            svg, y = blank_page(paper, chapter.title), MARGIN
            for piece in pieces:
                piece.draw(svg, y)
                y += piece.height
            return Page("sheet", svg)
    raise Failure(f"the worksheet of {chapter.name} does not fit on {paper.title}; shorten it")


def read_sheet(text: str) -> list[SheetPart]:
    """Return the parts of a worksheet in order, from its Markdown."""
    tokens = MarkdownIt("commonmark").enable("table").parse(text)
    parts: list[SheetPart] = []
    number, rows, in_table = 0, list[list[str]](), False
    for i, token in enumerate(tokens):
        if token.type in ("table_open", "table_close"):
            in_table = token.type == "table_open"
            parts += [] if in_table else [SheetPart("table", "", tuple(map(tuple, rows)))]
            rows = []
        elif token.type == "tr_open":
            rows.append([])
        elif token.type == "hr":
            parts.append(SheetPart("line"))
        elif token.type == "list_item_open":
            number = int(token.info or 0)
        elif token.type == "inline" and in_table:
            rows[-1].append(_plain(token))
        elif token.type == "inline":
            parts.append(_text_part(tokens[:i], token, number))
    return parts


def _text_part(before: Sequence[Token], token: Token, number: int) -> SheetPart:
    """Return a text as a heading, a point of a list or a paragraph, depending on the tokens before it."""
    last = before[-1]
    if last.type == "heading_open":
        return SheetPart(last.tag, _plain(token))
    if len(before) > 1 and before[-2].type == "list_item_open":
        return SheetPart("point", f"{number or '•'}|{_plain(token)}")
    return SheetPart("text", _plain(token))


def _plain(token: Token) -> str:
    """Return the text of a token without markup."""
    return "".join(" " if x.type == "softbreak" else x.content for x in token.children or ())


# ---- drawing


def _piece(part: SheetPart, size: float, width: float, more: float = 0.0) -> SheetPiece:
    """Return a part ready to be drawn in a font size; `more` is extra height for lines to write on."""
    if part.kind == "line":
        return SheetPiece(WRITING + more, lambda svg, y: _rule(svg, y + WRITING + more - 1.5, width))
    if part.kind == "table":
        return _table(part.cells, size, width)
    if part.kind == "point":
        mark, _, text = part.text.partition("|")
        return _lines(text, size, width, INDENT, f"{mark}." if mark.isdecimal() else mark)
    if part.kind in ("h1", "h2"):
        return _heading(part.text, size * (2.0 if part.kind == "h1" else 1.25))
    return _lines(part.text, size, width, 0.0, "")


def _lines(text: str, size: float, width: float, indent: float, mark: str) -> SheetPiece:
    rows = wrapped(text, size, width - indent)

    def draw(svg: ET.Element, y: float) -> None:
        if mark:
            _say(svg, MARGIN, y + size * LINE, mark, size)
        for i, row in enumerate(rows):
            _say(svg, MARGIN + indent, y + size * LINE * (i + 1), row, size)

    return SheetPiece(size * (LINE * len(rows) + 0.5), draw)


def _heading(text: str, size: float) -> SheetPiece:
    look = {"font_family": SERIF, "font_weight": "bold"}
    return SheetPiece(size * 1.9, lambda svg, y: _say(svg, MARGIN, y + size * 1.3, text, size, **look))


def _table(cells: Sequence[Sequence[str]], size: float, width: float) -> SheetPiece:
    """Return a table with columns of equal width and room to write in its cells."""
    wide = width / len(cells[0])
    small = size * 0.88
    texts = [[wrapped(x, small, wide - 2) for x in row] for row in cells]
    heights = [max(CELL, *(small * (LINE * len(x) + 0.6) for x in row)) for row in texts]

    def draw(svg: ET.Element, y: float) -> None:
        for row, high in zip(texts, heights, strict=True):
            for j, lines in enumerate(row):
                rect(svg, (MARGIN + j * wide, y, wide, high), 0, fill="none", stroke=BLACK, stroke_width=0.25)
                for i, line in enumerate(lines):
                    _say(svg, MARGIN + j * wide + 1, y + small * (LINE * (i + 1) - 0.1), line, small)
            y += high

    return SheetPiece(sum(heights) + size, draw)


def _rule(svg: ET.Element, y: float, width: float) -> None:
    add(svg, "line", x1=MARGIN, x2=MARGIN + width, y1=y, y2=y, stroke=GREY, stroke_width=0.25)


def _say(svg: ET.Element, x: float, y: float, text: str, size: float, **look: str) -> None:
    usual = {"font_weight": "normal", "font_family": SANS, "fill": BLACK}
    write(svg, x, y, text, size, text_anchor="start", **(usual | look))
