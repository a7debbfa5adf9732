"""Lines, points and heat maps as SVG, over axes with round numbers."""

import math
import textwrap
from collections.abc import Iterable, Sequence
from itertools import groupby
from xml.etree import ElementTree as ET

from upcard.document.model import Chart, Series
from upcard.report.charts import INK, SMALL, WIDTH, Axis, Scale, foot, linear, say
from upcard.report.colours import COLOURS
from upcard.report.number_text import minus
from upcard.report.svg import SvgLook, add, drawing, rect, text_of

DASHES = ("", "7 4", "2 3", "9 3 2 3")
MOST_DOTS, MOST_BARS = 20, 24
"""Maximum numbers of points that have a dot each, and an interval each; more intervals become a band."""

MOST_TICKS, MOST_NAMES = 6, 10
LETTER = 6.3
"""Mean width of a letter in the small size."""

FEW_LINES = 4
"""Maximum number of lines that have a row each for their names below the chart."""

ROW, GAP, HIGH, TOP = 18, 5.0, 230.0, 26.0
HEAT = ("#00224e", "#1a386f", "#434e6c", "#61656f", "#7d7c78", "#9b9476", "#bcae6c", "#dec958", "#fee838")
"""The colours of a heat map, which differ in brightness too: cividis."""

SHADES = 33

ChartPoint = tuple[float, float, float, float]
"""A point of a series: x and y, and the ends of its interval."""


def chart_svg(chart: Chart, width: int | None = None) -> str:
    """Draw a chart: a heat map if it has a scale, else lines or points.

    Without a width in pixels, the drawing is as wide as the page allows.
    """
    title = f"{chart.title}. {chart.y_label} by {chart.x_label}."
    if chart.scale:
        svg = _heat_map(chart, title)
    else:
        drawn = [*chart.series, *_levels(chart)]
        ys = [y for s in drawn for some in (s.y, s.low, s.high) for y in some]
        across = round_axis(chart.x_label, (x for s in drawn for x in s.x), chart.whole_x)
        svg = _drawn(title, drawn, across, round_axis(chart.y_label, ys), HIGH + 30, chart.is_joined)
    if width is not None:
        svg.set("width", str(width))
    return text_of(svg)


def _levels(chart: Chart) -> list[Series]:
    """Return the levels of a chart as lines over its whole width."""
    xs = [x for s in chart.series for x in s.x]
    ends = (min(xs), max(xs)) if xs else (0, 1)
    return [Series(label, ends, (height, height)) for label, height in chart.levels]


def lines(title: str, some: Sequence[Series], across: Axis, up: Axis) -> str:
    """Draw lines over two axes, with their names below; screen readers read the title."""
    return text_of(_drawn(title, some, across, up, HIGH))


def round_axis(label: str, values: Iterable[float], whole: bool = False) -> Axis:
    """Return an axis with ticks at round numbers that spans some values; infinite ones are left out."""
    some = [x for x in values if math.isfinite(x)] or [0.0, 1.0]
    low, high = min(some), max(some)
    room = (high - low) * 0.04 or 0.5
    most = 16 if whole and high - low <= 16 else MOST_TICKS
    rough = max((high - low + 2 * room) / most, 1.0 if whole else 0.0)
    power = 10.0 ** math.floor(math.log10(rough))
    step = next(power * k for k in (1, 2, 5, 10) if power * k >= rough * (1 - 1e-9))
    places = max(0, -math.floor(math.log10(step) + 1e-9))
    low, high = low - room, high + room
    ticks = [k * step for k in range(math.ceil(low / step), math.floor(high / step) + 1)]
    return Axis(label, low, high, [(x, minus(f"{x + 0.0:,.{places}f}")) for x in ticks])


def _drawn(
    title: str, some: Sequence[Series], across: Axis, up: Axis, high: float, is_joined: bool = True
) -> ET.Element:
    names = [textwrap.wrap(s.label, int((WIDTH - 90) / LETTER), break_on_hyphens=False) or [""] for s in some]
    beside = _beside(names)
    rows = [max(map(len, names[i : i + beside])) for i in range(0, len(names), beside)]
    left = max(46.0, 12 + LETTER * max((len(text) for _, text in up.ticks), default=0))
    right, bottom = WIDTH - 20, high - 44
    svg = drawing(WIDTH, high + GAP + ROW * sum(rows), title)
    x, y = linear(across.low, across.high, left, right), linear(up.low, up.high, bottom, TOP)
    say(svg, 2, 14, up.label, SMALL, text_anchor="start")
    for value, text in up.ticks:
        add(svg, "line", x1=left, x2=right, y1=y(value), y2=y(value), stroke=INK, stroke_opacity=0.18)
        say(svg, left - 6, y(value) + 4, text, SMALL, text_anchor="end")
    foot(svg, across, x, bottom, left)
    for i, s in enumerate(some):
        _series(svg, s, i, (x, y), is_joined)
        at = 46 + (WIDTH - 46) / beside * (i % beside), high + GAP + ROW * sum(rows[: i // beside])
        _name(svg, names[i], i, at, is_joined)
    return svg


def _beside(names: Sequence[Sequence[str]]) -> int:
    """Return how many series are named beside each other below a chart."""
    longest = max((len(line) for name in names for line in name), default=0)
    return 1 if len(names) <= FEW_LINES else max(1, int((WIDTH - 46) / (LETTER * longest + 52)))


def _series(svg: ET.Element, s: Series, i: int, scales: tuple[Scale, Scale], is_joined: bool) -> None:
    """Add a series with its intervals; points that are not numbers interrupt it."""
    x, y = scales
    ends = zip(s.low or s.y, s.high or s.y, strict=True)
    all_points = [(a, b, min(low, b), max(high, b)) for a, b, (low, high) in zip(s.x, s.y, ends, strict=True)]
    for is_known, run in groupby(all_points, lambda p: all(map(math.isfinite, p[:2]))):
        points = list(run) if is_known else []
        if s.low and s.high:
            _intervals(svg, [p for p in points if all(map(math.isfinite, p))], i, scales)
        places = [(x(a), y(b)) for a, b, *_ in points]
        if is_joined and len(places) > 1:
            path = " ".join(f"{a:.1f},{b:.1f}" for a, b in places)
            add(svg, "polyline", points=path, fill="none", **_look(i))
        if not is_joined or len(places) <= MOST_DOTS:
            for at in places:
                _dot(svg, i, *at)


def _look(i: int) -> SvgLook:
    colour, dashes = COLOURS[i % len(COLOURS)], DASHES[i % len(DASHES)]
    return {"stroke": colour, "stroke_width": 2.2, "stroke_dasharray": dashes}


def _intervals(svg: ET.Element, points: Sequence[ChartPoint], i: int, scales: tuple[Scale, Scale]) -> None:
    """Add the intervals of points: a bar each, or a band when there are many."""
    (x, y), colour = scales, COLOURS[i % len(COLOURS)]
    if len(points) > MOST_BARS:
        edge = [(a, high) for a, _, _, high in points] + [(a, low) for a, _, low, _ in reversed(points)]
        path = " ".join(f"{x(a):.1f},{y(b):.1f}" for a, b in edge)
        add(svg, "polygon", points=path, fill=colour, fill_opacity=0.2)
        return
    for a, _, low, high in points:
        bar = f"M{x(a):.1f} {y(low):.1f}V{y(high):.1f}m-3 0h6M{x(a) - 3:.1f} {y(low):.1f}h6"
        add(svg, "path", d=bar, fill="none", stroke=colour, stroke_width=1.3)


def _name(svg: ET.Element, words: Sequence[str], i: int, at: tuple[float, float], is_joined: bool) -> None:
    """Add the name of a series after a sample of its line."""
    left, y = at
    if is_joined:
        add(svg, "line", x1=left, x2=left + 30, y1=y, y2=y, **_look(i))
    _dot(svg, i, left + 15, y)
    for k, line in enumerate(words):
        say(svg, left + 38, y + 4 + ROW * k, line, SMALL, text_anchor="start")


def _dot(svg: ET.Element, i: int, x: float, y: float) -> None:
    """Add a point: a circle, a square, a diamond or a triangle, by the number of its series."""
    colour, shape = COLOURS[i % len(COLOURS)], i % 4
    if shape == 0:
        add(svg, "circle", cx=x, cy=y, r=3.4, fill=colour)
    elif shape == 1:
        rect(svg, (x - 3.2, y - 3.2, 6.4, 6.4), 0, fill=colour)
    else:
        corners = ((0, -4.4), (4.4, 0), (0, 4.4), (-4.4, 0)) if shape == 2 else ((0, -4.2), (4, 3), (-4, 3))
        add(svg, "polygon", points=" ".join(f"{x + a:.5g},{y + b:.5g}" for a, b in corners), fill=colour)


# ---- heat maps


def _heat_map(chart: Chart, title: str) -> ET.Element:
    """Draw a row for each series and a column for each x; unknown cells have no colour."""
    xs = sorted({x for s in chart.series for x in s.x})
    scale = round_axis(chart.scale, (y for s in chart.series for y in s.y))
    known = [y for s in chart.series for y in s.y if math.isfinite(y)] or [0.0, 1.0]
    shade = linear(min(known), max(known), 0, SHADES - 1)
    left = 12 + LETTER * max((len(s.label) for s in chart.series), default=0)
    top, bottom, right = 38.0, HIGH + 10, WIDTH - 70.0
    svg = drawing(WIDTH, bottom + 42, title)
    say(svg, WIDTH - 2, 14, chart.scale, SMALL, text_anchor="end")
    say(svg, 2, top - 8, chart.y_label, SMALL, text_anchor="start")
    wide, high = (right - left) / max(1, len(xs)), (bottom - top) / max(1, len(chart.series))
    for i, s in enumerate(chart.series):
        say(svg, left - 6, top + high * (i + 0.5) + 4, s.label, SMALL, text_anchor="end")
        for x, y in zip(s.x, s.y, strict=True):
            if math.isfinite(y):
                _cell(svg, (left + wide * xs.index(x), top + high * i, wide, high), shade(y))
    every = -(-len(xs) // MOST_NAMES) or 1
    for k in range(0, len(xs), every):
        say(svg, left + wide * (k + 0.5), bottom + 17, minus(f"{xs[k]:g}"), SMALL)
    say(svg, (left + right) / 2, bottom + 35, chart.x_label, SMALL)
    _legend(svg, scale, (min(known), max(known)), (right + 14, top, bottom))
    return svg


def _legend(svg: ET.Element, scale: Axis, ends: tuple[float, float], box: tuple[float, float, float]) -> None:
    """Add the colours of a heat map with their numbers."""
    left, top, bottom = box
    y, high = linear(*ends, bottom, top), (bottom - top) / SHADES
    for k in range(SHADES):
        _cell(svg, (left, bottom - high * (k + 1), 12, high), k)
    for value, text in scale.ticks:
        if ends[0] <= value <= ends[1]:
            say(svg, left + 18, y(value) + 4, text, SMALL, text_anchor="start")


def _cell(svg: ET.Element, box: tuple[float, float, float, float], shade: float) -> None:
    rect(svg, box, 0, fill=heat_colour(round(shade) / (SHADES - 1)), shape_rendering="crispEdges")


def heat_colour(part: float) -> str:
    """Return the heat-map colour of a number from 0 to 1, such as ``#7d7c78``."""
    at = min(max(part, 0.0), 1.0) * (len(HEAT) - 1)
    k = min(int(at), len(HEAT) - 2)
    pairs = (((int(HEAT[k + d][i : i + 2], 16)) for d in (0, 1)) for i in (1, 3, 5))
    return "#" + "".join(f"{round(a + (b - a) * (at - k)):02x}" for a, b in pairs)
