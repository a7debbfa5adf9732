"""The map of the strict 2x2 games, with some of them marked."""

from collections.abc import Sequence
from dataclasses import dataclass
from xml.etree import ElementTree as ET

from upcard.report.charts import GREEN, INK, ORANGE, SMALL, WIDTH, say
from upcard.report.svg import add, drawing, rect, text_of
from upcard.solving.ordinal2x2 import ACCORD, DISCORD, strict_types

CODES = (*DISCORD, *ACCORD)
MAP_LEFT, MAP_TOP, STEP = 30.0, 22.0, 30.0


@dataclass(frozen=True)
class TypeMap:
    """Types of games to mark on the map, by their codes, such as ``PdCh``."""

    title: str
    here: Sequence[str]
    """The types of the game itself, which are filled."""
    near: Sequence[str]
    """The neighbouring types, which are framed."""


def type_map(marked: TypeMap) -> str:
    """Draw the 144 strict types by the patterns of the two players, with some of them marked."""
    here, near = marked.here, marked.near
    size = STEP * len(CODES)
    words = f"filled: {', '.join(here)}; framed: {', '.join(near) or 'none'}"
    svg = drawing(WIDTH, MAP_TOP + size + 28, marked.title, words)
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
    """Draw the field of a type; rows are the row player's patterns. Modifies `svg`."""
    x = MAP_LEFT + STEP * CODES.index(code[2:])
    y = MAP_TOP + STEP * CODES.index(code[:2])
    rect(svg, (x, y, STEP, STEP), 0, fill="none", stroke=INK, stroke_opacity=0.15)
    if is_symmetric:
        add(svg, "circle", cx=x + STEP / 2, cy=y + STEP / 2, r=3, fill=INK, fill_opacity=0.45)
    if is_here:
        rect(svg, (x + 4, y + 4, STEP - 8, STEP - 8), 4, fill=GREEN)
    elif is_near:
        rect(svg, (x + 4, y + 4, STEP - 8, STEP - 8), 4, fill="none", stroke=ORANGE, stroke_width=3)
