"""Faces of computer opponents: drawn from the name, so that the same opponent always looks the same."""

from hashlib import blake2b
from xml.etree import ElementTree as ET

from upcard.report.svg import add, drawing, rect, text_of

SIZE = 40
INK = "#2b2622"
GROUNDS = ("#8fb8a8", "#c9a26b", "#9aa9cf", "#cf9a9a", "#a9c07c", "#b79ac4")
SKINS = ("#f3d3b3", "#e8b98f", "#c98f62", "#9a6540", "#6f4529")
HAIR_COLOURS = ("#2b2622", "#5a3a22", "#8a5a2b", "#c9953f", "#9b9b9b", "#a8452f")

HAIR = (
    "M8 19C7 8 14 4 20 4S33 8 32 19C30 14 27 11 20 11S10 14 8 19Z",
    "M8 30C5 14 10 4 20 4S35 14 32 30C30 26 31 18 29 13C22 14 15 13 12 10C9 16 10 26 8 30Z",
    "M9 17C7 9 12 5 16 7C18 3 25 3 27 7C32 6 34 12 31 17C29 12 25 10 20 11C15 10 11 12 9 17Z",
    "M9 18C9 8 15 5 20 5S31 8 31 18C30 15 29 13 28 12L12 12C11 13 10 15 9 18Z",
    "M8 24C6 10 12 4 21 4C30 4 35 11 32 24C31 18 29 14 25 11C20 14 13 14 11 13C9 16 9 20 8 24Z",
)
"""Outlines of hair: short, long, curly, straight, parted."""

MOUTHS = ("M15 29Q20 33 25 29", "M15 30Q20 32 25 29", "M16 30L24 30", "M15 28.5Q20 34.5 25 28.5Z")


def face_portrait(name: str) -> str:
    """Draw the face that belongs to a name as one self-contained ``<svg>`` element of 40 by 40 units."""
    bits = int.from_bytes(blake2b(name.encode(), digest_size=8).digest(), "big")
    svg = drawing(SIZE, SIZE, f"face of {name}")
    rect(svg, (0, 0, SIZE, SIZE), 20, fill=GROUNDS[bits % 6])
    skin, hair = SKINS[bits // 7 % 5], HAIR_COLOURS[bits // 41 % 6]
    add(svg, "path", d="M6 40C7 33 13 32 20 32S33 33 34 40Z", fill=GROUNDS[bits // 6 % 6], stroke=INK)
    add(svg, "ellipse", cx=20, cy=21, rx=11, ry=13, fill=skin, stroke=INK, stroke_width=0.8)
    add(
        svg, "path", d=HAIR[bits // 251 % 5], fill=hair, stroke=INK, stroke_width=0.8, stroke_linejoin="round"
    )
    _draw_features(svg, bits // 1511)
    return text_of(svg)


def robot_portrait() -> str:
    """Draw the face of a strategy without a name of its own."""
    svg = drawing(SIZE, SIZE, "face of a computer player")
    rect(svg, (0, 0, SIZE, SIZE), 20, fill="#aeb4bd")
    add(svg, "path", d="M20 4L20 10", stroke=INK, stroke_width=2)
    add(svg, "circle", cx=20, cy=4.5, r=2.4, fill="#d8a532", stroke=INK, stroke_width=0.8)
    rect(svg, (8, 10, 24, 22), 5, fill="#e9edf2", stroke=INK)
    for x in (15, 25):
        add(svg, "circle", cx=x, cy=19, r=3, fill="#3b6ea5", stroke=INK, stroke_width=0.8)
    rect(svg, (14, 25, 12, 3), 1, fill=INK)
    return text_of(svg)


def _draw_features(svg: ET.Element, bits: int) -> None:
    """Add eyes, brows, a mouth, and for some names glasses."""
    for x in (15.5, 24.5):
        add(svg, "circle", cx=x, cy=21, r=1.5, fill=INK)
        brow = 16.6 + bits % 2
        add(svg, "path", d=f"M{x - 2.4} {brow}L{x + 2.4} {brow}", stroke=INK, stroke_linecap="round")
    add(svg, "path", d=MOUTHS[bits // 2 % 4], fill="none", stroke=INK, stroke_linecap="round")
    if bits // 8 % 3 == 0:
        for x in (15.5, 24.5):
            add(svg, "circle", cx=x, cy=21, r=3.9, fill="none", stroke=INK, stroke_width=1.2)
        add(svg, "path", d="M19.4 21L20.6 21", stroke=INK, stroke_width=1.2)
