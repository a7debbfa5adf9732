"""Charts as SVG without a plotting library: bars, intervals, columns, matrices, and bars in table cells.

Lines and heat maps are in :mod:`upcard.report.line_charts`.

All ink is ``currentColor``, so that a chart takes the colour of the text around it, light or dark. Other
colours can be told apart on both and never stand alone: everything is named too. Drawings use
only attributes that a strict content security policy allows.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.document.model import Bar, Chart, Figure, Matrix
from upcard.report.colours import COLOURS
from upcard.report.svg import SANS, SvgLook, add, drawing, rect, text_of, write
from upcard.simulation.estimate import Estimate

WIDTH = 400
"""Width of every chart, in units as large as a point of a phone."""

SIZE, SMALL = 13, 11.5
INK = "currentColor"
BLUE, ORANGE, GREEN = COLOURS[:3]
COLUMNS_LEFT, COLUMNS_TOP, COLUMNS_HEIGHT = 34.0, 12.0, 150.0
CELL_WIDTH, CELL_HEIGHT = 168, 18
"""Size of a bar in a cell of a table."""

Scale = Callable[[float], float]


class Axis(NamedTuple):
    """An axis: its label, its ends, and its ticks, each with its words."""

    label: str
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]


def say(
    svg: ET.Element, x: float, y: float, text: str, size: float = SIZE, **look: str | float
) -> ET.Element:
    """Add text in the font and the ink of the page."""
    usual: SvgLook = {"font_family": SANS, "font_weight": "normal", "fill": INK}
    return write(svg, x, y, text, size, **(usual | look))


def linear(low: float, high: float, begin: float, end: float) -> Scale:
    """Return the linear map that takes `low` to `begin` and `high` to `end`."""
    return lambda value: begin + (value - low) / ((high - low) or 1.0) * (end - begin)


def bars(title: str, rows: Sequence[Bar], most: float, begin: float = 120) -> str:
    """Draw bars from left to right, each between its name and its note; intervals are lines.

    Screen readers read the title. Bars begin at `begin`, and `most` is the value of the longest possible bar.
    """
    high, room = 30, 74
    svg = drawing(WIDTH, high * len(rows) + 6, title)
    scale = linear(0, most, begin, WIDTH - room)
    for i, row in enumerate(rows):
        y = high * i + 4
        say(svg, begin - 6, y + 16, row.label, SMALL, text_anchor="end")
        rect(svg, (begin, y, max(0.5, scale(row.value) - begin), 20), 2, fill=BLUE)
        end = scale(row.value)
        if row.low is not None and row.high is not None:
            whisker(svg, scale(row.low), scale(row.high), y + 10)
            end = max(end, scale(row.high))
        say(svg, end + 6, y + 16, row.note, SMALL, text_anchor="start")
    return text_of(svg)


def intervals(
    title: str, rows: Sequence[Bar], axis: Axis, begin: float = 130, at: float | None = None
) -> str:
    """Draw estimates as dots with their intervals, a line each, over one axis.

    Screen readers read the title. The axis begins at `begin`. A dashed line stands at the value `at`; the
    dots of intervals that miss it take its colour.
    """
    high = 26
    bottom = high * len(rows) + 8
    svg = drawing(WIDTH, bottom + 42, title)
    scale = linear(axis.low, axis.high, begin, WIDTH - 16)
    foot(svg, axis, scale, bottom, begin)
    if at is not None:
        add(svg, "line", x1=scale(at), x2=scale(at), y1=2, y2=bottom, stroke=ORANGE, stroke_width=1.5,
            stroke_dasharray="6 3")  # fmt: skip
    for i, row in enumerate(rows):
        y = high * i + 17
        say(svg, begin - 8, y + 4, row.label, SMALL, text_anchor="end")
        if row.low is not None and row.high is not None:
            whisker(svg, scale(row.low), scale(row.high), y)
        add(svg, "circle", cx=scale(row.value), cy=y, r=4, fill=ORANGE if _misses(row, at) else BLUE)
    return text_of(svg)


def _misses(row: Bar, at: float | None) -> bool:
    """Return whether an interval misses a value."""
    return at is not None and row.low is not None and row.high is not None and not row.low <= at <= row.high


def foot(svg: ET.Element, axis: Axis, x: Scale, bottom: float, left: float) -> None:
    """Add an axis from left to right with its ticks and its label below."""
    add(svg, "line", x1=left, x2=x(axis.high), y1=bottom, y2=bottom, stroke=INK)
    for value, text in axis.ticks:
        add(svg, "line", x1=x(value), x2=x(value), y1=bottom, y2=bottom + 4, stroke=INK)
        say(svg, x(value), bottom + 17, text, SMALL)
    say(svg, (left + x(axis.high)) / 2, bottom + 35, axis.label, SMALL)


def whisker(svg: ET.Element, low: float, high: float, y: float) -> None:
    """Add an interval from left to right."""
    add(svg, "line", x1=low, x2=high, y1=y, y2=y, stroke=INK, stroke_width=1.6)
    for x in (low, high):
        add(svg, "line", x1=x, x2=x, y1=y - 4, y2=y + 4, stroke=INK, stroke_width=1.6)


def columns(chart: Chart) -> str:
    """Draw shares in per cent as columns, a group for each name.

    The chart has `names`, and at most three series with a share from 0 to 1 for each name.
    """
    left, bottom, count = COLUMNS_LEFT, COLUMNS_TOP + COLUMNS_HEIGHT, len(chart.series)
    svg = drawing(WIDTH, bottom + 30 + 18 * count, chart.title)
    most = max((x for s in chart.series for x in s.y), default=0.0)
    top = next(x for x in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if x >= most - 1e-9)
    _ladder(svg, top)
    wide = (WIDTH - left - 4) / len(chart.names)
    one = wide * 0.84 / max(1, count)
    for k, name in enumerate(chart.names):
        begin = left + wide * k
        say(svg, begin + wide / 2, bottom + 16, name, SMALL)
        for i, s in enumerate(chart.series):
            high = COLUMNS_HEIGHT * s.y[k] / top
            rect(svg, (begin + wide * 0.08 + one * i, bottom - high, one - 0.6, high), 0, fill=COLOURS[i])
    for i, s in enumerate(chart.series):
        y = bottom + 38 + 18 * i
        rect(svg, (left, y - 10, 12, 12), 2, fill=COLOURS[i])
        say(svg, left + 20, y, f"{s.label} ({('left', 'middle', 'right')[i]})", SMALL, text_anchor="start")
    return text_of(svg)


def _ladder(svg: ET.Element, top: float) -> None:
    """Add horizontal lines with their percentages."""
    for part in range(5):
        y = COLUMNS_TOP + COLUMNS_HEIGHT * (1 - part / 4)
        add(svg, "line", x1=COLUMNS_LEFT, x2=WIDTH - 4, y1=y, y2=y, stroke=INK, stroke_opacity=0.18)
        say(svg, COLUMNS_LEFT - 5, y + 4, f"{100 * top * part / 4:.3g}", SMALL, text_anchor="end")


def matrix(m: Matrix) -> str:
    """Draw a matrix: the rows are one player's choices, the columns the other's; some cells are framed."""
    left, top, high = 110, 30, 46
    wide = (WIDTH - left - 6) / len(m.columns)
    svg = drawing(WIDTH, top + high * len(m.cells) + 6, m.title)
    for j, name in enumerate(m.columns):
        say(svg, left + wide * (j + 0.5), top - 10, name, font_weight="bold")
    for i, (name, row) in enumerate(zip(m.rows, m.cells, strict=True)):
        say(svg, left - 10, top + high * (i + 0.5) + 5, name, text_anchor="end", font_weight="bold")
        for j, text in enumerate(row):
            box = (left + wide * j, top + high * i, wide, high)
            rect(svg, box, 0, fill="none", stroke=INK, stroke_opacity=0.4)
            say(svg, box[0] + wide / 2, box[1] + high / 2 + 5, text, 15)
    for i, j in m.marked:
        box = (left + wide * j + 3, top + high * i + 3, wide - 6, high - 6)
        rect(svg, box, 6, fill="none", stroke=GREEN, stroke_width=3)
    return text_of(svg)


# ---- bars in cells of a table


def interval_bar(e: Estimate, low: float, high: float, mark: float | None = None) -> Figure:
    """Draw an estimate as a bar with its interval, and a dashed line at a `mark` to compare it with.

    The scale runs from `low` to `high`; the bar begins at 0 if that lies between them.
    """
    svg, scale, middle = _cell(), linear(low, high, 2, CELL_WIDTH - 2), CELL_HEIGHT / 2

    def at(x: float) -> float:
        return scale(min(max(x, low), high))

    begin, end = sorted((at(0.0), at(e.value)))
    colour = BLUE if e.value >= 0 else ORANGE
    add(svg, "rect", x=begin, y=4, width=end - begin, height=CELL_HEIGHT - 8, fill=colour, fill_opacity=0.75)
    whisker = f"M{at(e.low):.5g} {middle - 4}v8m0 -4H{at(e.high):.5g}m0 -4v8"
    add(svg, "path", d=whisker, fill="none", stroke=INK, stroke_width=1.5)
    if mark is not None:
        dashes = f"M{at(mark):.5g} 0V{CELL_HEIGHT}"
        add(svg, "path", d=dashes, stroke=ORANGE, stroke_width=1.5, stroke_dasharray="3 2")
    return Figure(text_of(svg))


def stacked_bar(chances: Sequence[float]) -> Figure:
    """Draw probabilities side by side, each in the colour of its position; together they fill the bar."""
    svg, left = _cell(), 0.0
    for i, x in enumerate(chances):
        if x > 0:
            colour = COLOURS[i % len(COLOURS)]
            add(svg, "rect", x=left, y=2, width=x * CELL_WIDTH, height=CELL_HEIGHT - 4, fill=colour)
        left += x * CELL_WIDTH
    return Figure(text_of(svg))


def _cell() -> ET.Element:
    """Return an empty drawing that screen readers skip, since its numbers are beside it."""
    box = f"0 0 {CELL_WIDTH} {CELL_HEIGHT}"
    names = {"xmlns": "http://www.w3.org/2000/svg", "viewBox": box, "aria-hidden": "true"}
    return ET.Element("svg", names | {"width": str(CELL_WIDTH), "height": str(CELL_HEIGHT)})
