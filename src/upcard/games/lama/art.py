"""The pack of L.A.M.A.: eight cards each of the numbers 1 to 6 and of the llama.

Every number has its own colour and as many dots around it; the llama stands on a hill. Drawn for Upcard.
"""

from xml.etree import ElementTree as ET

from upcard.engine.game import Game
from upcard.games.lama import rules
from upcard.report.number_cards import HALF_TURN, blank, draw_number
from upcard.report.svg import add, rect, text_of

CARDS, OPTIONS = [k for k in range(rules.KINDS) for _ in range(rules.COPIES)], ()

INKS = ("#1552a8", "#0b6770", "#2c6e1f", "#8f5600", "#b3121d", "#6b2a8f")
WOOL, SHADE, DARK, SKY, HILL, RUG = "#fbf3e2", "#e4d3b0", "#4a3423", "#dcebf5", "#8fae6b", "#b3121d"
GOLD = "#d8a532"
SMALL_HEAD, LARGE_HEAD = "translate(-10.6 -4.2) scale(.42)", "translate(-22 -10.5) scale(.76)"


def card_svg(game: Game, card: int, is_large: bool = False) -> str:
    """Draw a card of a kind, from 0, as one self-contained ``<svg>`` element whose title names the card."""
    name = rules.card_text(card)
    if card == rules.LLAMA:
        svg = blank(name, "A llama with a red rug stands on a green hill.")
        _draw_llama(svg, is_large)
    else:
        svg = blank(name, f"The number {name} in a ring of as many dots.")
        draw_number(svg, name, INKS[card], card + 1, is_large)
    return text_of(svg)


def _draw_llama(svg: ET.Element, is_large: bool) -> None:
    """Draw the llama on its hill, and its head small in two corners or large in one."""
    frame = (11.5, 8, 40, 72)
    rect(svg, frame, 3, fill=SKY)
    add(svg, "circle", cx=20, cy=18, r=4.2, fill=GOLD)
    add(
        svg,
        "path",
        d="M11.5 66C20 58 34 56.5 51.5 63L51.5 77A3 3 0 0 1 48.5 80L14.5 80A3 3 0 0 1 11.5 77Z",
        fill=HILL,
    )
    rect(svg, frame, 3, fill="none", stroke=DARK, stroke_width=0.5)
    body = add(svg, "g", stroke=DARK, stroke_width=0.7, stroke_linejoin="round", stroke_linecap="round")
    for d, fill in BODY:
        add(body, "path", d=d, fill=fill)
    for turn in ("",) if is_large else ("", HALF_TURN):
        head = add(svg, "g", **({"transform": turn} if turn else {}))
        small = add(head, "g", transform=LARGE_HEAD if is_large else SMALL_HEAD)
        small.attrib |= {"stroke": DARK, "stroke-width": "1", "stroke-linejoin": "round"}
        for d, fill in HEAD:
            add(small, "path", d=d, fill=fill)


HEAD = (
    ("M37.4 26C36 22 36.4 18.4 38 17.4C39.6 18.6 40 22 39.6 25Z", SHADE),
    ("M41.6 25C41.2 21.4 42.2 18 44 17.6C45.2 19.4 44.8 23 43.4 26Z", SHADE),
    (
        "M36.4 38L36 30C35.6 25.6 38 23.4 40.8 23.4C43.4 23.4 45 24.8 45.6 26.8L49 29.2"
        "C50.4 30.4 50 33 48.2 33.4L45 34L44.6 38Z",
        WOOL,
    ),
    ("M44 27.6L44.2 28.4", DARK),
    ("M46 31.8Q47.6 32.2 48.6 31.4", "none"),
    (
        "M36.2 27C35 25 37 22.6 39 23C40 21.4 43 21.6 43.4 23.6C42 24 41.6 25.6 40 25.4"
        "C39 27.4 37.4 27.6 36.2 27Z",
        WOOL,
    ),
)
"""Ears, head, eye, mouth and fringe of the llama."""

BODY = (
    ("M21.4 58L20.8 70.6L23.8 70.6L25.4 59Z", SHADE),
    ("M36 59L36.4 70.6L39.4 70.6L40.4 57Z", SHADE),
    ("M16.8 47.6C14.6 46.4 13.8 49.8 16 52C17 52.8 18 52.6 18.6 52Z", WOOL),
    (
        "M36.6 30C36.6 36 36.2 39.8 33.4 41.6C29 41 22 41 19 44C15.6 47.4 16.6 55 19.2 58.4L18.6 72L22 72"
        "L24 60.6C28 62.2 33 62 36.4 60.6L38.4 72L41.8 72L41.6 58C44 54 45 48 44.8 42"
        "C44.6 38 44.4 35 44.6 31Z",
        WOOL,
    ),
    (
        "M22.4 42.2C26 41.2 31 41.2 34.4 41.8C35.6 46 35.6 50 34.6 54.6C31 55.6 26.4 55.6 23 54.4"
        "C21.6 50 21.4 46 22.4 42.2Z",
        RUG,
    ),
    ("M22 45.6C26 44.4 31 44.4 35.2 45.4M22.3 51.4C26 52.4 31 52.6 35.2 51.6", "none"),
    ("M24.4 48.4L26.4 46.6L28.4 48.4L26.4 50.2ZM28.8 48.4L30.8 46.6L32.8 48.4L30.8 50.2Z", GOLD),
    ("M36.8 36.6C39 38 42.4 38 44.5 36.6L44.6 38.6C42 40 39 40 36.6 38.6Z", GOLD),
    *HEAD,
)
"""Legs, tail, trunk, rug, collar and head of the llama."""
