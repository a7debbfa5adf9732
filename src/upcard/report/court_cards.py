"""The figures of Jack, Queen and King: half a figure, and the same turned round, in the ink of the suit."""

import tomllib
from typing import Any
from xml.etree import ElementTree as ET

from upcard.report.report_templates import source
from upcard.report.suit_signs import draw_sign
from upcard.report.svg import add, rect

FRAME = (13.5, 10.5, 36.0, 67.0)
CENTRE = (31.5, 44.0)
GOLD, PAPER = "#d8a532", "#fffdf8"

Shape = tuple[str, float, str]
"""The look of a shape (its fill and edge), the width of its edge, and its path."""

SHAPES: dict[str, list[Any]] = tomllib.loads(source("court_cards.toml"))


def _figure(rank: str) -> list[Shape]:
    """Return the shapes of a figure, the lowest first; a name in the file stands for the shapes of a part."""
    shapes: list[Shape] = []
    for x in SHAPES[rank]:
        shapes += SHAPES[x] if isinstance(x, str) else [x]
    return shapes


FIGURES = {rank: _figure(rank) for rank in "JQK"}
"""The figure of each rank."""


def draw_court(parent: ET.Element, rank: str, suit: str, ink: str) -> None:
    """Draw a court in its frame; `rank` is ``J``, ``Q`` or ``K``. Modifies `parent`."""
    rect(parent, FRAME, 1.6, fill=ink, fill_opacity=0.05, stroke=ink, stroke_width=0.5)
    for turn in ("", f"rotate(180 {CENTRE[0]:g} {CENTRE[1]:g})"):
        half = add(parent, "g", transform=turn)
        half.attrib |= {"stroke-linejoin": "round", "stroke-linecap": "round"}
        draw_sign(half, suit, (19.2, 17.2), 7.2, ink)
        for look, width, path in FIGURES[rank]:
            fill, stroke = _colours(look, ink)
            add(half, "path", d=path, fill=fill, stroke=stroke, stroke_width=width)
    x, _, width, _ = FRAME
    add(parent, "line", x1=x, y1=CENTRE[1], x2=x + width, y2=CENTRE[1], stroke=ink, stroke_width=0.5)
    rect(parent, (27.7, 40.2, 7.6, 7.6), 3.8, fill=PAPER, stroke=ink, stroke_width=0.5)
    draw_sign(parent, suit, CENTRE, 5.2, ink)


def _colours(look: str, ink: str) -> tuple[str, str]:
    """Return the fill and the edge of a shape."""
    lines = {"stripe": GOLD, "light": PAPER}
    fills = {"ink": ink, "paper": PAPER, "gold": GOLD}
    return fills.get(look, "none"), lines.get(look, ink)
