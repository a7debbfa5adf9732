"""Paper, what fits on it, and the marks along which it is cut; all lengths are millimetres."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.report.deck.deck_fonts import width_of
from upcard.report.suit_signs import BLACK
from upcard.report.svg import SANS, add, drawing, rect, write

EDGE = 7  # no printer needs a wider margin to hold the paper
NEAR, FAR = 1, 5  # how far from the pieces a mark ends and begins
NOTE_SIZE = 2.4

Line = tuple[float, float, float, float]
Point = tuple[float, float]


class Paper(NamedTuple):
    """A size of paper, upright, and what it is called."""

    width: float
    height: float
    title: str


PAPERS: Mapping[str, Paper] = {"a4": Paper(210, 297, "A4"), "letter": Paper(215.9, 279.4, "Letter")}
"""The sizes of paper by name, the usual one first."""


class Page(NamedTuple):
    """A page: what it is, for the name of its file, and its drawing."""

    name: str
    svg: ET.Element


@dataclass(frozen=True)
class Grid:
    """As many pieces of one size as fit on a paper, edge to edge, in its middle."""

    paper: Paper
    """The paper."""
    width: float
    height: float
    """The size of a piece."""

    @property
    def across(self) -> int:
        """How many pieces lie side by side."""
        return int((self.paper.width - 2 * EDGE) / self.width)

    @property
    def down(self) -> int:
        """How many pieces lie one below the other."""
        return int((self.paper.height - 2 * EDGE) / self.height)

    @property
    def room(self) -> int:
        """How many pieces a page holds."""
        return self.across * self.down

    @property
    def left(self) -> float:
        """Where the first piece begins."""
        return (self.paper.width - self.across * self.width) / 2

    @property
    def top(self) -> float:
        """Where the first line of pieces begins."""
        return (self.paper.height - self.down * self.height) / 2

    def places(self) -> list[Point]:
        """The upper left corners of all pieces, line by line."""
        xs = [self.left + self.width * i for i in range(self.across)]
        return [(x, self.top + self.height * j) for j in range(self.down) for x in xs]

    def behind(self) -> list[Point]:
        """The same places on the back of a sheet that is turned over its long edge."""
        return [(self.paper.width - x - self.width, y) for x, y in self.places()]

    def cuts(self) -> list[Line]:
        """The marks, as lines x1, y1, x2, y2: in the margins, in line with the edges of the pieces."""
        right, bottom = self.paper.width - self.left, self.paper.height - self.top
        xs = [self.left + self.width * i for i in range(self.across + 1)]
        ys = [self.top + self.height * j for j in range(self.down + 1)]
        upright = [(x, y1, x, y2) for x in xs for y1, y2 in _margins(self.top, bottom)]
        return upright + [(x1, y, x2, y) for y in ys for x1, x2 in _margins(self.left, right)]


def _margins(low: float, high: float) -> tuple[Point, Point]:
    """From where to where marks reach, before the first piece and behind the last."""
    return (low - FAR, low - NEAR), (high + NEAR, high + FAR)


def blank_page(paper: Paper, title: str) -> ET.Element:
    """An empty page with its name."""
    svg = drawing(paper.width, paper.height, title)
    svg.attrib |= {"width": f"{paper.width:g}mm", "height": f"{paper.height:g}mm"}
    rect(svg, (0, 0, paper.width, paper.height), 0, fill="#ffffff")
    return svg


def cut_page(grid: Grid, title: str) -> ET.Element:
    """An empty page with marks to cut along; what it is stands in its left margin, outside the pieces."""
    svg = blank_page(grid.paper, title)
    marks = add(svg, "g", stroke=BLACK, stroke_width=0.2)
    for x1, y1, x2, y2 in grid.cuts():
        add(marks, "line", x1=x1, y1=y1, x2=x2, y2=y2)
    # beside the middle piece, unless it would lie on the marks
    is_between = grid.down % 2 == 1 and width_of(title, NOTE_SIZE) < grid.height - 2
    x = grid.left - (NEAR + 1 if is_between else FAR + 1)
    note = add(svg, "g", transform=f"translate({x:g} {grid.paper.height / 2:g}) rotate(-90)")
    write(note, 0, 0, title, NOTE_SIZE, font_family=SANS, font_weight="normal", fill=BLACK)
    return svg
