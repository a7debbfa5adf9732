"""What a notebook shows of an object, as typed parts; :mod:`upcard.report.notebook_html` renders them."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from upcard.report.colours import COLOURS
from upcard.report.number_columns import Column
from upcard.report.svg import add, text_of
from upcard.simulation.estimate import Estimate

BAR, TALL = 168, 18
"""The width and the height of a bar in a table."""

WELL, BADLY, STRONGEST = (0, 114, 178), (213, 94, 0), 0.5
"""Grounds of cells above and below 0; half of it lets text be read on white and on black."""


@dataclass(frozen=True)
class Drawing:
    """An ``<svg>`` element that we drew."""

    svg: str
    """The element."""
    words: str = ""
    """The same for who cannot see it, on as many lines as it needs; empty where it stands beside."""
    heading: str = "In words"
    """What is shown of these words before they are asked for."""

    @property
    def is_drawing(self) -> bool:
        """Told apart from text by templates."""
        return True


Cell = str | Drawing
"""Text, what follows its first line being small print; or a drawing."""


@dataclass(frozen=True)
class Strip:
    """A column of a table."""

    head: str
    """What stands above it."""
    cells: Sequence[Cell]
    """Its cells."""
    is_name: bool = False
    """Whether it names the rows."""
    is_text: bool = False
    """Whether its cells are sentences, and begin on the left."""
    tints: Sequence[float] = ()
    """From -1 to 1 for every cell, how strong its ground is; empty for none."""


@dataclass(frozen=True)
class Grid:
    """A table."""

    caption: str
    """What it shows."""
    strips: Sequence[Strip]
    """Its columns."""

    @property
    def is_drawing(self) -> bool:
        """Told apart from drawings by templates."""
        return False

    @property
    def rows(self) -> list[list[tuple[Strip, Cell, str]]]:
        """Its rows: of every cell the column, the content, and the colour of the ground."""
        return [
            [(s, s.cells[i], ground(s.tints[i]) if s.tints else "") for s in self.strips]
            for i in range(len(self.strips[0].cells))
        ]


@dataclass(frozen=True)
class Sheet:
    """What is shown of an object."""

    title: str
    """What it is."""
    facts: str = ""
    """What else is told in its first line."""
    says: Sequence[str] = ()
    """Sentences below it."""
    parts: Sequence[Grid | Drawing] = ()
    """Tables and drawings."""
    notes: Sequence[str] = ()
    """Small print."""


def ground(tint: float) -> str:
    """The colour of a cell's ground, for a number from -1 to 1; transparent for 0."""
    red, green, blue = WELL if tint > 0 else BADLY
    return f"rgba({red},{green},{blue},{min(abs(tint), 1) * STRONGEST:.2f})"


def interval_bar(e: Estimate, low: float, high: float, mark: float | None = None) -> Drawing:
    """An estimate as a bar with its interval, and a dashed line where equal shares would end.

    Parameters
    ----------
    e : Estimate
        What is drawn.
    low, high : float
        Where the drawing begins and ends; the bar begins at 0, if that lies between.
    mark : float, optional
        Where the dashed line stands.
    """
    svg = _blank_bar()
    wide = (high - low) or 1.0

    def at(x: float) -> float:
        return 2 + (min(max(x, low), high) - low) / wide * (BAR - 4)

    begin, end = sorted((at(0.0), at(e.value)))
    colour = COLOURS[0] if e.value >= 0 else COLOURS[1]
    add(svg, "rect", x=begin, y=4, width=end - begin, height=TALL - 8, fill=colour, fill_opacity=0.75)
    whisker = f"M{at(e.low):.5g} {TALL / 2 - 4}v8m0 -4H{at(e.high):.5g}m0 -4v8"
    add(svg, "path", d=whisker, fill="none", stroke="currentColor", stroke_width=1.5)
    if mark is not None:
        dashes = f"M{at(mark):.5g} 0V{TALL}"
        add(svg, "path", d=dashes, stroke=COLOURS[1], stroke_width=1.5, stroke_dasharray="3 2")
    return Drawing(text_of(svg))


def stacked_bar(chances: Sequence[float]) -> Drawing:
    """Chances side by side, each in the colour of its place; together they fill the bar."""
    svg, left = _blank_bar(), 0.0
    for i, x in enumerate(chances):
        if x > 0:
            colour = COLOURS[i % len(COLOURS)]
            add(svg, "rect", x=left, y=2, width=x * BAR, height=TALL - 4, fill=colour)
        left += x * BAR
    return Drawing(text_of(svg))


def _blank_bar() -> ET.Element:
    """A drawing that is hidden from who listens: its numbers stand beside it."""
    box = f"0 0 {BAR} {TALL}"
    names = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "aria-hidden": "true"}
    return ET.Element("svg", names | {"width": str(BAR), "height": str(TALL)})


def strips_of(columns: Iterable[Column]) -> list[Strip]:
    """Columns of a terminal's table as columns of a notebook's."""
    return [Strip(c.head, c.cells, c.is_name) for c in columns]


def grid_of(caption: str, rows: Sequence[Sequence[str]]) -> Grid:
    """A table of text whose first row holds the headings, and whose first column names the rows."""
    heads, *cells = rows
    return Grid(caption, [Strip(h, [row[i] for row in cells], i == 0) for i, h in enumerate(heads)])
