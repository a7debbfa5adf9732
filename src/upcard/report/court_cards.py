"""The figures of Jack, Queen and King: half a figure, and the same turned round, in the ink of the suit."""

from xml.etree import ElementTree as ET

from upcard.report.suit_signs import draw_sign
from upcard.report.svg import add, rect

FRAME = (13.5, 10.5, 36.0, 67.0)
CENTRE = (31.5, 44.0)
GOLD, PAPER = "#d8a532", "#fffdf8"

_Shapes = tuple[tuple[str, float, str], ...]

# each shape: how it is filled and edged, the width of its edge, and its path; the first lies lowest

FACE: _Shapes = (
    (
        "paper",
        0.55,
        "M27.6 24.5C27.6 20.6 35.4 20.6 35.4 24.5C35.4 29.2 33.6 31.6 31.5 31.6"
        "C29.4 31.6 27.6 29.2 27.6 24.5Z",
    ),
    (
        "none",
        0.4,
        "M28.7 25.2Q29.5 25.8 30.3 25.2M32.7 25.2Q33.5 25.8 34.3 25.2M31.5 25.4L31 27.6L31.7 27.7"
        "M30.6 29.4Q31.5 29.9 32.4 29.4",
    ),
)

ROBE: _Shapes = (
    (
        "ink",
        0.55,
        "M14 43.8L15.6 39C17 35.4 24 33.6 28.5 32.6L34.5 32.6C39 33.6 46 35.4 47.4 39L49 43.8Z",
    ),
    ("stripe", 0.9, "M18.4 43.8C19.4 39.6 23.6 36.4 27 35.2M44.6 43.8C43.6 39.6 39.4 36.4 36 35.2"),
)

KING: _Shapes = (
    ("ink", 0.55, "M26.2 22L25.4 30.4L28.4 32L34.6 32L37.6 30.4L36.8 22Z"),
    *ROBE,
    ("paper", 0.55, "M22.6 43.8L26.6 33.8L36.4 33.8L40.4 43.8Z"),
    (
        "ink",
        0.1,
        "M27.8 35.3L28.4 36.9L27.2 36.9ZM35.2 35.3L35.8 36.9L34.6 36.9ZM26.4 38.7L27 40.3"
        "L25.8 40.3ZM36.6 38.7L37.2 40.3L36 40.3Z",
    ),
    *FACE,
    (
        "ink",
        0.55,
        "M27.6 26.4C27.8 32.4 29.4 36.4 31.5 37.2C33.6 36.4 35.2 32.4 35.4 26.4"
        "C34.6 28 33 28.4 31.5 28.4C30 28.4 28.4 28 27.6 26.4Z",
    ),
    ("light", 0.5, "M30.2 29.9Q31.5 30.7 32.8 29.9"),
    ("gold", 0.55, "M26 21.6L24.6 14.2L28.4 17.4L31.5 12.8L34.6 17.4L38.4 14.2L37 21.6Z"),
    ("none", 0.5, "M26.3 19.9L36.7 19.9"),
    (
        "gold",
        0.45,
        "M23.65 13.9a0.95 0.95 0 1 1 1.9 0a0.95 0.95 0 1 1 -1.9 0ZM30.55 12.4"
        "a0.95 0.95 0 1 1 1.9 0a0.95 0.95 0 1 1 -1.9 0ZM37.45 13.9a0.95 0.95 0 1 1 1.9 0"
        "a0.95 0.95 0 1 1 -1.9 0Z",
    ),
    ("none", 1.1, "M44.4 41.6L44.4 21.4"),
    ("gold", 0.55, "M44.4 16.4L46.4 19.4L44.4 22.4L42.4 19.4Z"),
)

QUEEN: _Shapes = (
    (
        "gold",
        0.55,
        "M31.5 18.8C24.6 18.8 24.8 26 24.4 30C24.2 32.4 23.2 34.4 22.4 35.6L40.6 35.6"
        "C39.8 34.4 38.8 32.4 38.6 30C38.2 26 38.4 18.8 31.5 18.8Z",
    ),
    *ROBE,
    ("paper", 0.55, "M28.6 31.4L28.2 34L31.5 39.6L34.8 34L34.4 31.4Z"),
    *FACE,
    (
        "gold",
        0.4,
        "M27.6 24.4C28.6 22.2 30.4 21.9 31.5 20.8C32.6 21.9 34.4 22.2 35.4 24.4"
        "C35.6 20 34 19 31.5 19C29 19 27.4 20 27.6 24.4Z",
    ),
    (
        "gold",
        0.55,
        "M26.4 20.2L25.6 15.6L28.8 17.6L31.5 14L34.2 17.6L37.4 15.6L36.6 20.2Q31.5 18.2 26.4 20.2Z",
    ),
    (
        "paper",
        0.4,
        "M24.8 15.2a0.8 0.8 0 1 1 1.6 0a0.8 0.8 0 1 1 -1.6 0ZM30.7 13.6a0.8 0.8 0 1 1 1.6 0"
        "a0.8 0.8 0 1 1 -1.6 0ZM36.6 15.2a0.8 0.8 0 1 1 1.6 0a0.8 0.8 0 1 1 -1.6 0Z",
    ),
    (
        "gold",
        0.25,
        "M28.15 34.3a0.55 0.55 0 1 1 1.1 0a0.55 0.55 0 1 1 -1.1 0ZM29.55 35a0.55 0.55 0 1 1 1.1 0"
        "a0.55 0.55 0 1 1 -1.1 0ZM30.95 35.3a0.55 0.55 0 1 1 1.1 0a0.55 0.55 0 1 1 -1.1 0Z"
        "M32.35 35a0.55 0.55 0 1 1 1.1 0a0.55 0.55 0 1 1 -1.1 0ZM33.75 34.3a0.55 0.55 0 1 1 1.1 0"
        "a0.55 0.55 0 1 1 -1.1 0Z",
    ),
    (
        "none",
        0.7,
        "M43.6 40.6C43.4 34 43.6 30 44.2 25.4M43.7 34.6C45.4 34.4 46.4 33.2 46.6 31.6"
        "C45 31.8 44 32.8 43.7 34.6",
    ),
    (
        "paper",
        0.5,
        "M42.8 19.8a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0ZM45 22a1.5 1.5 0 1 1 3 0"
        "a1.5 1.5 0 1 1 -3 0ZM42.8 24.2a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0ZM40.6 22"
        "a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0Z",
    ),
    ("gold", 0.4, "M43 22a1.3 1.3 0 1 1 2.6 0a1.3 1.3 0 1 1 -2.6 0Z"),
)

JACK: _Shapes = (
    (
        "gold",
        0.55,
        "M26.4 22.4C25.6 26 25.8 29 26.6 31.4L29 31.8L34 31.8L36.4 31.4C37.2 29 37.4 26 36.6 22.4Z",
    ),
    *ROBE,
    ("gold", 0.55, "M26.8 33.2L31.5 38.4L36.2 33.2L34 31.4L29 31.4Z"),
    ("stripe", 0.8, "M31.5 38.4L31.5 43.8"),
    *FACE,
    (
        "ink",
        0.55,
        "M25.2 21.8C24.6 17 28.6 15.4 32 15.6C36 15.8 39.2 17.6 37.8 21.8C34.4 20.2 28.8 20.2 25.2 21.8Z",
    ),
    ("gold", 0.4, "M25.3 21.6C28.8 20 34.4 20 37.7 21.6L37.4 23C34.2 21.6 28.8 21.6 25.5 23Z"),
    (
        "paper",
        0.45,
        "M36.4 18.2C37.4 14.4 40.4 12.4 43.6 12.6C43 15.8 40.4 18 36.4 18.2ZM37 17.8L42.2 13.6",
    ),
    ("none", 1, "M44.4 41.6L44.4 21"),
    ("paper", 0.55, "M44.4 15.2L46 20.6L44.4 22.4L42.8 20.6Z"),
)

FIGURES = {"J": JACK, "Q": QUEEN, "K": KING}
"""The figure of each rank."""


def draw_court(parent: ET.Element, rank: str, suit: str, ink: str) -> None:
    """Draw a court in its frame; `rank` is ``J``, ``Q`` or ``K``. Modifies `parent`."""
    rect(parent, FRAME, 1.6, fill=ink, fill_opacity=0.05, stroke=ink, stroke_width=0.5)
    for turn in ("", f"rotate(180 {CENTRE[0]:g} {CENTRE[1]:g})"):
        half = add(parent, "g", **({"transform": turn} if turn else {}))
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
