"""Drawings of what is known of a position, from plain values: columns, matrices, and the map of 2x2 games."""

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree import ElementTree as ET

from upcard.lessons.chapter_drawing import BLUE, GREEN, INK, ORANGE, SMALL, WIDTH, matrix, say
from upcard.report.svg import add, drawing, rect, text_of
from upcard.solving.ordinal2x2 import ACCORD, DISCORD, strict_types

LOOKS = ((BLUE, 1.0), (ORANGE, 1.0), (GREEN, 1.0))
LEFT, TOP, HIGH = 34.0, 12.0, 150.0
CODES = (*DISCORD, *ACCORD)
MAP_LEFT, MAP_TOP, STEP = 30.0, 22.0, 30.0


def drawn(values: Mapping[str, Any]) -> str:
    """A drawing by its kind, as ``<svg>`` text.

    Parameters
    ----------
    values : mapping
        One of the ``drawings`` of :func:`upcard.report.position_insight.document`.
    """
    if values["kind"] == "matrix":
        marked = [(i, j) for i, j in values["marked"]]
        return matrix(values["title"], (values["rows"], values["columns"]), values["cells"], marked)
    if values["kind"] == "type-map":
        return type_map(values["title"], values["here"], values["near"])
    return columns(values["title"], values["names"], [(x["name"], x["values"]) for x in values["series"]])


def columns(title: str, names: Sequence[str], series: Sequence[tuple[str, Sequence[float]]]) -> str:
    """Columns side by side over the same names, as shares in per cent.

    Parameters
    ----------
    title : str
        What is shown.
    names : sequence of str
        What stands below.
    series : sequence of (str, sequence of float)
        At most three rows of columns, with their names.
    """
    svg = drawing(WIDTH, TOP + HIGH + 30 + 18 * len(series), title)
    most = max((x for _, values in series for x in values), default=0.0)
    top = next(x for x in (0.1, 0.2, 0.4, 0.6, 0.8, 1.0) if x >= most - 1e-9)
    _ladder(svg, top)
    wide = (WIDTH - LEFT - 4) / len(names)
    one = wide * 0.84 / max(1, len(series))
    for k, name in enumerate(names):
        left = LEFT + wide * k
        say(svg, left + wide / 2, TOP + HIGH + 16, name, SMALL)
        for i, (_, values) in enumerate(series):
            high = HIGH * values[k] / top
            box = (left + wide * 0.08 + one * i, TOP + HIGH - high, one - 0.6, high)
            rect(svg, box, 0, fill=LOOKS[i][0])
    for i, (name, _) in enumerate(series):
        y = TOP + HIGH + 38 + 18 * i
        rect(svg, (LEFT, y - 10, 12, 12), 2, fill=LOOKS[i][0])
        say(svg, LEFT + 20, y, f"{name} ({('left', 'middle', 'right')[i]})", SMALL, text_anchor="start")
    return text_of(svg)


def _ladder(svg: ET.Element, top: float) -> None:
    """Lines across with their per cents. Modifies `svg`."""
    for part in range(5):
        y = TOP + HIGH - HIGH * part / 4
        add(svg, "line", x1=LEFT, x2=WIDTH - 4, y1=y, y2=y, stroke=INK, stroke_opacity=0.18)
        say(svg, LEFT - 5, y + 4, f"{100 * top * part / 4:.3g}", SMALL, text_anchor="end")


def type_map(title: str, here: Sequence[str], near: Sequence[str]) -> str:
    """The 144 strict types by the patterns of the two players, with some of them marked.

    Parameters
    ----------
    title : str
        What is shown.
    here, near : sequence of str
        Codes of types, such as ``PdCh``: those that are filled, and those that are framed.
    """
    size = STEP * len(CODES)
    words = f"filled: {', '.join(here)}; framed: {', '.join(near) or 'none'}"
    svg = drawing(WIDTH, MAP_TOP + size + 28, title, words)
    for k, code in enumerate(CODES):
        say(svg, MAP_LEFT + STEP * (k + 0.5), MAP_TOP - 7, code, SMALL)
        say(svg, MAP_LEFT - 5, MAP_TOP + STEP * (k + 0.5) + 4, code, SMALL, text_anchor="end")
    for t in strict_types():
        _type_cell(svg, t.code, t.is_symmetric, t.code in here, t.code in near)
    half = len(DISCORD) * STEP
    for box in ((0, 0), (half, 0), (0, half), (half, half)):
        at = (MAP_LEFT + box[0], MAP_TOP + box[1], half, half)
        rect(svg, at, 0, fill="none", stroke=INK, stroke_opacity=0.7, stroke_width=1.2)
    below = "filled: this game; framed: neighbours; dots: symmetric"
    say(svg, MAP_LEFT, MAP_TOP + size + 18, below, SMALL, text_anchor="start")
    return text_of(svg)


def _type_cell(svg: ET.Element, code: str, is_symmetric: bool, is_here: bool, is_near: bool) -> None:
    """The field of a type; rows are the row player's patterns. Modifies `svg`."""
    x = MAP_LEFT + STEP * CODES.index(code[2:])
    y = MAP_TOP + STEP * CODES.index(code[:2])
    rect(svg, (x, y, STEP, STEP), 0, fill="none", stroke=INK, stroke_opacity=0.15)
    if is_symmetric:
        add(svg, "circle", cx=x + STEP / 2, cy=y + STEP / 2, r=3, fill=INK, fill_opacity=0.45)
    if is_here:
        rect(svg, (x + 4, y + 4, STEP - 8, STEP - 8), 4, fill=GREEN)
    elif is_near:
        rect(svg, (x + 4, y + 4, STEP - 8, STEP - 8), 4, fill="none", stroke=ORANGE, stroke_width=3)
