"""Paper, the pieces that fit on it, and its cutting marks; all lengths are millimetres."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.report.deck.deck_fonts import width_of
from upcard.report.suit_signs import BLACK
from upcard.report.svg import add, drawing, rect, say

EDGE = 7  # no printer needs a wider margin
NEAR, FAR = 1, 5  # distance from the pieces at which a mark ends and begins
NOTE_SIZE = 2.4

Line = tuple[float, float, float, float]
Point = tuple[float, float]


class Paper(NamedTuple):
    """A size of paper, upright, and its name."""

    width: float
    height: float
    title: str


PAPERS: Mapping[str, Paper] = {"a4": Paper(210, 297, "A4"), "letter": Paper(215.9, 279.4, "Letter")}
"""The sizes of paper by name, the usual one first."""


class Page(NamedTuple):
    """A page: its name, for a file, and its drawing."""

    name: str
    svg: ET.Element


@dataclass(frozen=True)
class PieceGrid:
    """The pieces of one size that fit on a paper, edge to edge, centred."""

    paper: Paper
    """The paper."""
    width: float
    height: float
    """The size of a piece."""

    @property
    def across(self) -> int:
        """Number of pieces side by side."""
        return int((self.paper.width - 2 * EDGE) / self.width)

    @property
    def down(self) -> int:
        """Number of pieces one below the other."""
        return int((self.paper.height - 2 * EDGE) / self.height)

    @property
    def room(self) -> int:
        """Number of pieces on a page."""
        return self.across * self.down

    @property
    def left(self) -> float:
        """Left edge of the first column."""
        return (self.paper.width - self.across * self.width) / 2

    @property
    def top(self) -> float:
        """Top edge of the first row."""
        return (self.paper.height - self.down * self.height) / 2

    def places(self) -> list[Point]:
        """Return the upper left corners of all pieces, row by row."""
        xs = [self.left + self.width * i for i in range(self.across)]
        return [(x, self.top + self.height * j) for j in range(self.down) for x in xs]

    def behind(self) -> list[Point]:
        """Return the same places on the back of a sheet turned over its long edge."""
        return [(self.paper.width - x - self.width, y) for x, y in self.places()]

    def cuts(self) -> list[Line]:
        """Return the cutting marks as lines x1, y1, x2, y2: in the margins, aligned with the pieces."""
        right, bottom = self.paper.width - self.left, self.paper.height - self.top
        xs = [self.left + self.width * i for i in range(self.across + 1)]
        ys = [self.top + self.height * j for j in range(self.down + 1)]
        upright = [(x, y1, x, y2) for x in xs for y1, y2 in _margins(self.top, bottom)]
        return upright + [(x1, y, x2, y) for y in ys for x1, x2 in _margins(self.left, right)]


def _margins(low: float, high: float) -> tuple[Point, Point]:
    """Return the ends of marks before the first piece and after the last."""
    return (low - FAR, low - NEAR), (high + NEAR, high + FAR)


def blank_page(paper: Paper, title: str) -> ET.Element:
    """Return an empty page with its name."""
    svg = drawing(paper.width, paper.height, title)
    svg.attrib |= {"width": f"{paper.width:g}mm", "height": f"{paper.height:g}mm"}
    rect(svg, (0, 0, paper.width, paper.height), 0, fill="#ffffff")
    return svg


def cut_page(grid: PieceGrid, title: str) -> ET.Element:
    """Return an empty page with cutting marks; its title stands in the left margin, outside the pieces."""
    svg = blank_page(grid.paper, title)
    marks = add(svg, "g", stroke=BLACK, stroke_width=0.2)
    for x1, y1, x2, y2 in grid.cuts():
        add(marks, "line", x1=x1, y1=y1, x2=x2, y2=y2)
    # beside the middle piece, unless it would lie on the marks
    is_between = grid.down % 2 == 1 and width_of(title, NOTE_SIZE) < grid.height - 2
    x = grid.left - (NEAR + 1 if is_between else FAR + 1)
    note = add(svg, "g", transform=f"translate({x:g} {grid.paper.height / 2:g}) rotate(-90)")
    say(note, 0, 0, title, NOTE_SIZE, text_anchor="middle", fill=BLACK)
    return svg
