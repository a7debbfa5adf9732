"""The pack of L.A.M.A.: eight cards each of the numbers 1 to 6 and of the llama.

Every number has its own colour and as many dots around it; the llama stands on a hill. Drawn for Upcard.
"""

import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

from upcard.engine.game import Game
from upcard.games.lama import rules
from upcard.report.number_cards import HALF_TURN, blank, draw_number
from upcard.report.svg import add, rect, text_of

CARDS, OPTIONS = [k for k in range(rules.KINDS) for _ in range(rules.COPIES)], ()

INKS = ("#1552a8", "#0b6770", "#2c6e1f", "#8f5600", "#b3121d", "#6b2a8f")
DARK, SKY, HILL, GOLD = "#4a3423", "#dcebf5", "#8fae6b", "#d8a532"
OUTLINES = tomllib.loads(Path(__file__).with_name("llama.toml").read_text("utf-8"))
"""The llama: paths and colours of its body and of its head."""
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
    hill = "M11.5 66C20 58 34 56.5 51.5 63L51.5 77A3 3 0 0 1 48.5 80L14.5 80A3 3 0 0 1 11.5 77Z"
    add(svg, "path", d=hill, fill=HILL)
    rect(svg, frame, 3, fill="none", stroke=DARK, stroke_width=0.5)
    body = add(svg, "g", stroke=DARK, stroke_width=0.7, stroke_linejoin="round", stroke_linecap="round")
    for d, fill in (*OUTLINES["body"], *OUTLINES["head"]):
        add(body, "path", d=d, fill=fill)
    for turn in ("",) if is_large else ("", HALF_TURN):
        head = add(svg, "g", **({"transform": turn} if turn else {}))
        small = add(head, "g", transform=LARGE_HEAD if is_large else SMALL_HEAD)
        small.attrib |= {"stroke": DARK, "stroke-width": "1", "stroke-linejoin": "round"}
        for d, fill in OUTLINES["head"]:
            add(small, "path", d=d, fill=fill)
