"""Blank cards, and cards whose face is a number."""

from math import cos, pi, sin
from xml.etree import ElementTree as ET

from upcard.report.card_art import HEIGHT, WIDTH
from upcard.report.svg import SvgLook, add, drawing, rect, write

PAPER, EDGE, CORNER = "#fffdf8", "#b9b3a4", 4.2
HALF_TURN = f"rotate(180 {WIDTH / 2:g} {HEIGHT / 2:g})"
HUES = ("#1552a8", "#0f6b3a", "#8f5600", "#b3121d", "#6b2a8f", "#0b6770", "#8a3a12", "#3b4a6b")
MOST_DOTS, LARGE_SIZE = 20, 19.0
LARGE_RING = "translate(9.5 16) scale(.82)"
INDEX = 8.8  # width of two digits in a corner, small enough to be far from the cut


def blank(title: str, words: str = "") -> ET.Element:
    """Return an empty card with its name, and perhaps a sentence about the drawing."""
    svg = drawing(WIDTH, HEIGHT, title, words)
    svg.attrib |= {"width": f"{WIDTH}mm", "height": f"{HEIGHT}mm"}
    rect(svg, (0.25, 0.25, WIDTH - 0.5, HEIGHT - 0.5), CORNER, fill=PAPER, stroke=EDGE, stroke_width=0.5)
    return svg


def hue_ink(n: int) -> str:
    """Return a colour for a number: neighbours differ at a glance, and all are dark enough to read."""
    return HUES[(n - 1) % len(HUES)]


def draw_number(svg: ET.Element, text: str, ink: str, dots: int, is_large: bool = False) -> None:
    """Draw a number within a ring of as many dots, and again in two corners.

    With a large index it stands in one corner, large enough to be read when only the edge of the card shows;
    the ring then makes room for it.
    """
    ring = add(svg, "g", transform=LARGE_RING if is_large else "")
    add(ring, "circle", cx=31.5, cy=44, r=25.5, fill=ink, fill_opacity=0.09)
    add(ring, "circle", cx=31.5, cy=44, r=18.5, fill=PAPER, stroke=ink, stroke_width=0.6)
    n = dots if 0 < dots <= MOST_DOTS else 0
    for i in range(n):
        angle = 2 * pi * i / n - pi / 2
        add(ring, "circle", cx=31.5 + 22 * cos(angle), cy=44 + 22 * sin(angle), r=1.5, fill=ink)
    write(ring, 31.5, 44 + 9.4, text, 27 if len(text) < 2 else 23, fill=ink)
    if is_large:
        draw_large_index(svg, text, ink)
        return
    for turn in ("", HALF_TURN):
        corner, size = add(svg, "g", transform=turn), 11 if len(text) < 2 else 9.5
        write(corner, 7.6, 11.2, text, size, fill=ink, **squeezed(text, INDEX))


def draw_large_index(svg: ET.Element, text: str, ink: str) -> None:
    """Draw a number or a letter in the upper left corner, as large as the visible edge of a card allows."""
    write(svg, 10.5, 17.5, text, LARGE_SIZE, fill=ink, **squeezed(text, LARGE_SIZE * 0.93))


def squeezed(text: str, width: float) -> SvgLook:
    """Return attributes that fit text into `width`; none for a single letter."""
    return {"textLength": width, "lengthAdjust": "spacingAndGlyphs"} if len(text) > 1 else {}
