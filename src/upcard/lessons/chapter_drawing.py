"""Pictures of chapters: cards, bars, lines, intervals and matrices as plain SVG.

All ink is ``currentColor``, so that a picture takes the colour of the text around it, light or dark; other
colours can be told apart on both, and never stand alone: everything is named too. Only attributes are used
that a strict policy for styles allows.
"""

from collections.abc import Callable, Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.engine.game import make_game
from upcard.report.card_art import HEIGHT as CARD_HEIGHT
from upcard.report.card_art import WIDTH as CARD_WIDTH
from upcard.report.card_faces import face_svg
from upcard.report.colours import COLOURS
from upcard.report.piece_images import token_svg
from upcard.report.svg import SANS, add, drawing, read_drawing, rect, text_of, write

WIDTH = 400
"""Of every picture, in units as large as a point of a phone."""

SIZE, SMALL = 13, 11.5
INK = "currentColor"
BLUE, ORANGE, GREEN = COLOURS[:3]
DASHES = ("", "7 4", "2 3", "9 3 2 3")
GOOD, BAD, EVEN = "good", "bad", "even"
MARKS = {GOOD: GREEN, BAD: ORANGE, EVEN: "#6f7c84", "": ""}


class Card(NamedTuple):
    """A card in a picture: of which game, its number, a word below it, and how it is marked."""

    game: str
    card: int
    word: str = ""
    mark: str = ""


class Row(NamedTuple):
    """A line of a bar chart or of a chart of intervals."""

    label: str
    value: float
    text: str
    low: float | None = None
    high: float | None = None


class Line(NamedTuple):
    """A line of a chart with its points."""

    label: str
    points: Sequence[tuple[float, float]]


class Axis(NamedTuple):
    """An axis: what it is, its ends, and where it is marked, with what stands there."""

    label: str
    low: float
    high: float
    ticks: Sequence[tuple[float, str]]


def say(
    svg: ET.Element, x: float, y: float, text: str, size: float = SIZE, **look: str | float
) -> ET.Element:
    """Text in the letters of the page."""
    usual: dict[str, str | float] = {"font_family": SANS, "font_weight": "normal", "fill": INK}
    return write(svg, x, y, text, size, **(usual | look))


# ---- cards


def cards(title: str, rows: Sequence[tuple[str, Sequence[Card | None]]], width: float = 40) -> str:
    """Cards in rows, each with a caption above it; None is the back of a card.

    Parameters
    ----------
    title : str
        What is shown.
    rows : sequence of (str, sequence of Card or None)
        Each row with its caption.
    width : float
        Of a card.
    """
    high = width * CARD_HEIGHT / CARD_WIDTH
    steps = [high + 30 + 16 * any(x is not None and x.word for x in some) for _, some in rows]
    svg = drawing(WIDTH, sum(steps) + 6, title)
    for i, (caption, some) in enumerate(rows):
        top = sum(steps[:i]) + 20
        say(svg, 2, top - 7, caption, text_anchor="start")
        gap = min(8.0, (WIDTH - 4 - width * len(some)) / max(1, len(some) - 1))
        for k, card in enumerate(some):
            place_card(svg, card, (2 + k * (width + gap), top), width)
    return text_of(svg)


def place_card(svg: ET.Element, card: Card | None, at: tuple[float, float], width: float) -> None:
    """Put a card into a drawing, with its word below it. Modifies `svg`."""
    x, y = at
    art = token_svg("back") if card is None else face_svg(make_game(card.game), card.card)
    face = read_drawing(art)
    scale = width / float(face.attrib["viewBox"].split()[2])
    high = width * CARD_HEIGHT / CARD_WIDTH
    group = add(svg, "g", transform=f"translate({x:.5g} {y:.5g}) scale({scale:.5g})")
    group.extend(child for child in face if child.tag not in ("title", "desc"))
    if card is not None and card.mark:
        rect(
            svg,
            (x - 1.5, y - 1.5, width + 3, high + 3),
            5,
            fill="none",
            stroke=MARKS[card.mark],
            stroke_width=3,
        )
    if card is not None and card.word:
        say(svg, x + width / 2, y + high + 14, card.word, SMALL)


# ---- charts


def bars(title: str, rows: Sequence[Row], most: float, begin: float = 120) -> str:
    """Bars from left to right, each with its name before and its number behind; errors as lines.

    Parameters
    ----------
    title : str
        What is shown.
    rows : sequence of Row
        The bars.
    most : float
        What the longest bar could be.
    begin : float
        Where bars begin; names stand before.
    """
    high, room = 30, 74
    svg = drawing(WIDTH, high * len(rows) + 6, title)
    scale = _scale(0, most, begin, WIDTH - room)
    for i, row in enumerate(rows):
        y = high * i + 4
        say(svg, begin - 6, y + 16, row.label, SMALL, text_anchor="end")
        rect(svg, (begin, y, max(0.5, scale(row.value) - begin), 20), 2, fill=BLUE)
        end = scale(row.value)
        if row.low is not None and row.high is not None:
            _whisker(svg, scale(row.low), scale(row.high), y + 10)
            end = max(end, scale(row.high))
        say(svg, end + 6, y + 16, row.text, SMALL, text_anchor="start")
    return text_of(svg)


def intervals(
    title: str, rows: Sequence[Row], axis: Axis, begin: float = 130, at: float | None = None
) -> str:
    """Estimates as dots with their intervals, a line each, over one axis.

    Parameters
    ----------
    title : str
        What is shown.
    rows : sequence of Row
        The estimates.
    axis : Axis
        The axis below.
    begin : float
        Where the axis begins; names stand before.
    at : float, optional
        A value that a dashed line goes through; the dots of intervals without it have its colour.
    """
    high = 26
    bottom = high * len(rows) + 8
    svg = drawing(WIDTH, bottom + 42, title)
    scale = _scale(axis.low, axis.high, begin, WIDTH - 16)
    _foot(svg, axis, scale, bottom, begin)
    if at is not None:
        add(svg, "line", x1=scale(at), x2=scale(at), y1=2, y2=bottom, stroke=ORANGE, stroke_width=1.5,
            stroke_dasharray="6 3")  # fmt: skip
    for i, row in enumerate(rows):
        y = high * i + 17
        say(svg, begin - 8, y + 4, row.label, SMALL, text_anchor="end")
        if row.low is not None and row.high is not None:
            _whisker(svg, scale(row.low), scale(row.high), y)
        add(svg, "circle", cx=scale(row.value), cy=y, r=4, fill=ORANGE if _misses(row, at) else BLUE)
    return text_of(svg)


def _misses(row: Row, at: float | None) -> bool:
    """Whether an interval does not hold a value."""
    return at is not None and row.low is not None and row.high is not None and not row.low <= at <= row.high


def lines(title: str, some: Sequence[Line], across: Axis, up: Axis, high: float = 230) -> str:
    """Lines over two axes, each with dots, named below the chart.

    Parameters
    ----------
    title : str
        What is shown.
    some : sequence of Line
        The lines.
    across, up : Axis
        The axes.
    high : float
        The height of the chart without the names of the lines.
    """
    left, bottom = 46, high - 44
    svg = drawing(WIDTH, high + 18 * len(some), title)
    x, y = _scale(across.low, across.high, left, WIDTH - 20), _scale(up.low, up.high, bottom, 26)
    say(svg, 2, 14, up.label, SMALL, text_anchor="start")
    for value, text in up.ticks:
        add(svg, "line", x1=left, x2=WIDTH - 20, y1=y(value), y2=y(value), stroke=INK, stroke_opacity=0.18)
        say(svg, left - 6, y(value) + 4, text, SMALL, text_anchor="end")
    _foot(svg, across, x, bottom, left)
    for i, line in enumerate(some):
        _draw_line(svg, line, i, x, y)
        _name_line(svg, line, i, high + 18 * i)
    return text_of(svg)


def _draw_line(
    svg: ET.Element, line: Line, i: int, x: Callable[[float], float], y: Callable[[float], float]
) -> None:
    points = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in line.points)
    look: dict[str, str | float] = {"stroke": COLOURS[i], "stroke_width": 2.2, "fill": "none"}
    if DASHES[i]:
        look["stroke_dasharray"] = DASHES[i]
    add(svg, "polyline", points=points, **look)
    if len(line.points) <= 20:
        for a, b in line.points:
            _dot(svg, i, x(a), y(b))


def _name_line(svg: ET.Element, line: Line, i: int, y: float) -> None:
    look: dict[str, str | float] = {"stroke_dasharray": DASHES[i]} if DASHES[i] else {}
    add(svg, "line", x1=46, x2=76, y1=y, y2=y, stroke=COLOURS[i], stroke_width=2.2, **look)
    _dot(svg, i, 61, y)
    say(svg, 84, y + 4, line.label, SMALL, text_anchor="start")


def _dot(svg: ET.Element, i: int, x: float, y: float) -> None:
    """A point of a line: round for the first, square for the others."""
    if i == 0:
        add(svg, "circle", cx=x, cy=y, r=3.4, fill=COLOURS[i])
    else:
        rect(svg, (x - 3.2, y - 3.2, 6.4, 6.4), 0, fill=COLOURS[i])


def _foot(svg: ET.Element, axis: Axis, x: Callable[[float], float], bottom: float, left: float) -> None:
    """An axis from left to right with what stands below it. Modifies `svg`."""
    add(svg, "line", x1=left, x2=x(axis.high), y1=bottom, y2=bottom, stroke=INK)
    for value, text in axis.ticks:
        add(svg, "line", x1=x(value), x2=x(value), y1=bottom, y2=bottom + 4, stroke=INK)
        say(svg, x(value), bottom + 17, text, SMALL)
    say(svg, (left + x(axis.high)) / 2, bottom + 35, axis.label, SMALL)


def _whisker(svg: ET.Element, low: float, high: float, y: float) -> None:
    add(svg, "line", x1=low, x2=high, y1=y, y2=y, stroke=INK, stroke_width=1.6)
    for x in (low, high):
        add(svg, "line", x1=x, x2=x, y1=y - 4, y2=y + 4, stroke=INK, stroke_width=1.6)


def _scale(low: float, high: float, begin: float, end: float) -> Callable[[float], float]:
    """A linear map that takes `low` to `begin` and `high` to `end`."""
    return lambda value: begin + (value - low) / (high - low) * (end - begin)


# ---- matrices


def matrix(
    title: str,
    names: tuple[Sequence[str], Sequence[str]],
    cells: Sequence[Sequence[str]],
    marked: Sequence[tuple[int, int]] = (),
) -> str:
    """A matrix: the rows are one player's choices, the columns the other's; some cells are framed.

    Parameters
    ----------
    title : str
        What is shown.
    names : (sequence of str, sequence of str)
        Of the rows and of the columns.
    cells : sequence of sequence of str
        What stands in the cells.
    marked : sequence of (int, int)
        The cells that are framed.
    """
    left, top, high = 110, 30, 46
    wide = (WIDTH - left - 6) / len(names[1])
    svg = drawing(WIDTH, top + high * len(cells) + 6, title)
    for j, name in enumerate(names[1]):
        say(svg, left + wide * (j + 0.5), top - 10, name, font_weight="bold")
    for i, (name, row) in enumerate(zip(names[0], cells, strict=True)):
        say(svg, left - 10, top + high * (i + 0.5) + 5, name, text_anchor="end", font_weight="bold")
        for j, text in enumerate(row):
            box = (left + wide * j, top + high * i, wide, high)
            rect(svg, box, 0, fill="none", stroke=INK, stroke_opacity=0.4)
            say(svg, box[0] + wide / 2, box[1] + high / 2 + 5, text, 15)
    for i, j in marked:
        box = (left + wide * j + 3, top + high * i + 3, wide - 6, high - 6)
        rect(svg, box, 6, fill="none", stroke=GREEN, stroke_width=3)
    return text_of(svg)
