"""Pieces on a table besides open cards: card backs, coins, chips, lives, dice, a fist, an empty place."""

import re
from collections.abc import Callable
from functools import partial
from xml.etree import ElementTree as ET

from upcard.engine.errors import Usage
from upcard.report.card_art import HEIGHT, WIDTH
from upcard.report.number_cards import CORNER
from upcard.report.suit_signs import HEART, draw_sign
from upcard.report.svg import SANS, add, drawing, rect, text_of, write

NAVY, CREAM, GOLD = "#1f3a5f", "#f4ecd8", "#d8a532"
COPPER, COPPER_DARK, COPPER_LIGHT = "#c47a3d", "#7d4416", "#e8b083"
BONE, INK, SKIN, CUFF = "#fffdf8", "#16181d", "#f0c9a0", "#3b4a6b"
COIN, DIE = 24, 40
SIDES = 6
SPOTS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The places of a die with a spot, of nine, row by row."""


THINGS = {"pennies": "penny", "penny": "penny", "chips": "chip", "chip": "chip", "lives": "life"}
"""The drawings by the words that rules use for them."""

WORTHS = re.compile(r"\bchips of (\d+) and (\d+)\b")
CHIPS = {1: (BONE, INK), 10: (INK, BONE)}
"""Chips of several values, light and dark, as rules name them."""


def worths_of(words: str) -> tuple[int, ...]:
    """Return the values of chips that the words of a game name, the highest first; empty for none."""
    chips = WORTHS.search(words)
    worths = sorted((int(x) for x in chips.groups()), reverse=True) if chips else []
    return tuple(worths) if CHIPS.keys() >= set(worths) else ()


def token_svg(name: str) -> str:
    """Draw a piece by its name, one of :func:`token_names`, as one self-contained ``<svg>`` element.

    Raises
    ------
    Usage
        If there is no such piece.
    """
    if name not in TOKENS:
        raise Usage(f"there is no drawing {name!r}; there is one for {', '.join(TOKENS)}")
    return text_of(TOKENS[name]())


def token_names() -> list[str]:
    """Return the names of all drawings."""
    return list(TOKENS)


def _back() -> ET.Element:
    """Draw the back of a card: a lattice with a flower, the same in both orientations."""
    svg = drawing(WIDTH, HEIGHT, "a card face down")
    rect(svg, (0.25, 0.25, WIDTH - 0.5, HEIGHT - 0.5), CORNER, fill=CREAM, stroke="#a79e88", stroke_width=0.5)
    rect(svg, (3.5, 3.5, WIDTH - 7, HEIGHT - 7), 2.4, fill=NAVY)
    lines = add(svg, "g", stroke="#6f8db3", stroke_width=0.45)
    left, top, right, bottom = 5.0, 5.0, WIDTH - 5.0, HEIGHT - 5.0
    for c in range(-11, 12):
        _lattice_line(lines, 31.5 + 7 * c, (left, top, right, bottom))
    rect(svg, (5, 5, WIDTH - 10, HEIGHT - 10), 1.6, fill="none", stroke=CREAM, stroke_width=0.6)
    add(svg, "circle", cx=31.5, cy=44, r=13, fill=NAVY, stroke=CREAM, stroke_width=0.6)
    add(svg, "circle", cx=31.5, cy=44, r=11.4, fill="none", stroke=GOLD, stroke_width=0.5)
    draw_sign(svg, "", (31.5, 44), 18, CREAM)
    add(svg, "circle", cx=31.5, cy=44, r=1.6, fill=GOLD)
    return svg


def _lattice_line(lines: ET.Element, x: float, box: tuple[float, float, float, float]) -> None:
    """Add a slanting line through the middle of the card at `x`, and its mirror image, cut at the box."""
    left, top, right, bottom = box
    for lean in (1, -1):
        a = max(left, min(right, x - (44 - top) * lean)), max(left, min(right, x + (bottom - 44) * lean))
        ends = [(u, 44 + (u - x) * lean) for u in a]
        if all(top - 0.01 <= y <= bottom + 0.01 for _, y in ends) and ends[0] != ends[1]:
            add(lines, "line", x1=ends[0][0], y1=ends[0][1], x2=ends[1][0], y2=ends[1][1])


def _empty() -> ET.Element:
    """Draw a place for a card."""
    svg = drawing(WIDTH, HEIGHT, "an empty place")
    look: dict[str, str | float] = {"stroke": "#ffffff", "stroke_opacity": 0.5, "stroke_width": 0.9}
    rect(svg, (1.2, 1.2, WIDTH - 2.4, HEIGHT - 2.4), CORNER, fill="#000000", fill_opacity=0.1,
         stroke_dasharray="3.2 2.4", **look)  # fmt: skip
    return svg


def _penny() -> ET.Element:
    svg = drawing(COIN, COIN, "a penny")
    add(svg, "circle", cx=12, cy=12.5, r=11.2, fill=COPPER_DARK)
    add(svg, "circle", cx=12, cy=11.7, r=11.2, fill=COPPER, stroke=COPPER_DARK, stroke_width=0.7)
    add(svg, "circle", cx=12, cy=11.7, r=9, fill="none", stroke=COPPER_LIGHT, stroke_width=0.7)
    draw_sign(svg, "", (12, 11.7), 11, COPPER_DARK)
    return svg


def _chip() -> ET.Element:
    svg = drawing(COIN, COIN, "a chip")
    add(svg, "circle", cx=12, cy=12, r=11.4, fill=NAVY, stroke="#0f1f35", stroke_width=0.6)
    ring: dict[str, str | float] = {"stroke": CREAM, "stroke_width": 2.6, "stroke_dasharray": "4.6 5.87"}
    add(svg, "circle", cx=12, cy=12, r=10, fill="none", **ring)
    add(svg, "circle", cx=12, cy=12, r=6.6, fill=CREAM, stroke=GOLD, stroke_width=0.8)
    draw_sign(svg, "♦", (12, 12), 6.4, NAVY)
    return svg


def _chip_of(worth: int) -> ET.Element:
    """Draw a chip with its value."""
    fill, ink = CHIPS[worth]
    svg = drawing(COIN, COIN, f"a chip of {worth}")
    add(svg, "circle", cx=12, cy=12, r=11.4, fill=fill, stroke="#8d8672", stroke_width=0.7)
    ring: dict[str, str | float] = {"stroke": GOLD, "stroke_width": 2.2, "stroke_dasharray": "4.6 5.87"}
    add(svg, "circle", cx=12, cy=12, r=10, fill="none", **ring)
    write(svg, 12, 15.8, str(worth), 10.5, font_family=SANS, fill=ink)
    return svg


def _life() -> ET.Element:
    svg = drawing(COIN, COIN, "a life")
    heart = add(svg, "path", d=HEART, transform="translate(12 12) scale(2.2)", fill="#c81e2c")
    heart.attrib |= {"stroke": "#fff", "stroke-opacity": ".7", "stroke-width": ".35"}
    return svg


def _die(n: int) -> ET.Element:
    """Draw a die that shows `n`; with 0 a cup that hides it."""
    svg = drawing(DIE, DIE, f"a die that shows {n}" if n else "a die under a cup")
    if n:
        rect(svg, (1.5, 2, 37, 37), 8, fill="#8d8672")
        rect(svg, (1.5, 1, 37, 36.6), 8, fill=BONE, stroke="#b9b3a4", stroke_width=0.8)
        for place in map(int, SPOTS[n]):
            add(svg, "circle", cx=10 + 10 * (place % 3), cy=9.4 + 10 * (place // 3), r=3.5, fill=INK)
    else:
        add(
            svg,
            "path",
            d="M9 5Q20 1 31 5L36 34Q20 41 4 34Z",
            fill="#7d4416",
            stroke="#3f210a",
            stroke_width=0.9,
        )
        add(svg, "path", d="M5.2 28.6Q20 35 34.8 28.6L36 34Q20 41 4 34Z", fill="#a5622a")
        add(svg, "path", d="M9 5Q20 9 31 5", fill="none", stroke="#3f210a", stroke_width=0.9)
    return svg


def _fist() -> ET.Element:
    """Draw a closed hand that hides its content."""
    svg = drawing(DIE, DIE, "a closed fist")
    hand = add(svg, "g", stroke="#6b4a2b", stroke_width=1, stroke_linejoin="round", stroke_linecap="round")
    rect(hand, (12.5, 29, 16, 9.6), 1.6, fill=CUFF, stroke="#16202f")
    add(hand, "path", d="M12 30L10 24L10 12L31 12L32 22L29 30Z", fill=SKIN)
    for i, top in enumerate((8.6, 6.6, 6.6, 8.4)):
        rect(hand, (9.4 + 5.6 * i, top, 5.6, 14.4), 2.7, fill=SKIN)
    add(
        hand,
        "path",
        d="M8 19.5C8 16.5 12 16.4 14.6 17.4L24 18.8C27 19.4 27 23.8 23.8 24L16 23.8C12 26 8 24 8 19.5Z",
        fill=SKIN,
    )
    return svg


TOKENS: dict[str, Callable[[], ET.Element]] = {
    "back": _back, "empty": _empty, "penny": _penny, "chip": _chip, "life": _life, "fist": _fist,
    **{f"die-{n}": partial(_die, n) for n in range(SIDES + 1)},
    **{f"chip-{n}": partial(_chip_of, n) for n in CHIPS},
}  # fmt: skip
