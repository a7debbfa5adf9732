"""Pieces on a table besides open cards: card backs, coins, chips, lives, dice, a fist, an empty place."""

import re
from xml.etree import ElementTree as ET

from upcard.engine.errors import Usage
from upcard.report.report_templates import source
from upcard.report.svg import SANS, add, drawing, rect, text_of, write

GOLD, BONE, INK = "#d8a532", "#fffdf8", "#16181d"
COIN, DIE = 24, 40
SPOTS = {1: "4", 2: "08", 3: "048", 4: "0268", 5: "02468", 6: "023568"}
"""The places of a die with a spot, of nine, row by row."""

FILES = ("back", "empty", "penny", "chip", "life", "fist", "die-0")
"""The pieces whose drawings are files, in the folder ``pieces``; ``die-0`` is a cup that hides a die."""

THINGS = {"pennies": "penny", "penny": "penny", "chips": "chip", "chip": "chip", "lives": "life"}
"""The drawings by the words that rules use for them."""

WORTHS = re.compile(r"\bchips of (\d+) and (\d+)\b")
CHIPS = {1: (BONE, INK), 10: (INK, BONE)}
"""Fill and ink of the chips of each value."""


def worths_of(words: str) -> tuple[int, ...]:
    """Return the values of chips that a text mentions, the highest first; empty if there are none."""
    chips = WORTHS.search(words)
    worths = sorted((int(x) for x in chips.groups()), reverse=True) if chips else []
    return tuple(worths) if CHIPS.keys() >= set(worths) else ()


def token_svg(name: str) -> str:
    """Draw a piece by its name, one of :func:`token_names`, as one self-contained ``<svg>`` element.

    Raises ``Usage`` if there is no such piece.
    """
    if name not in token_names():
        raise Usage(f"there is no drawing {name!r}; there is one for {', '.join(token_names())}")
    if name in FILES:
        return "".join(line.strip() for line in source(f"pieces/{name}.svg").splitlines())
    kind, _, number = name.partition("-")
    return text_of(_die(int(number)) if kind == "die" else _chip_of(int(number)))


def token_names() -> list[str]:
    """Return the names of all drawings."""
    return [*FILES, *(f"die-{n}" for n in SPOTS), *(f"chip-{n}" for n in CHIPS)]


def _chip_of(worth: int) -> ET.Element:
    """Draw a chip with its value."""
    fill, ink = CHIPS[worth]
    svg = drawing(COIN, COIN, f"a chip of {worth}")
    add(svg, "circle", cx=12, cy=12, r=11.4, fill=fill, stroke="#8d8672", stroke_width=0.7)
    ring: dict[str, str | float] = {"stroke": GOLD, "stroke_width": 2.2, "stroke_dasharray": "4.6 5.87"}
    add(svg, "circle", cx=12, cy=12, r=10, fill="none", **ring)
    write(svg, 12, 15.8, str(worth), 10.5, font_family=SANS, fill=ink)
    return svg


def _die(n: int) -> ET.Element:
    """Draw a die that shows `n`."""
    svg = drawing(DIE, DIE, f"a die that shows {n}")
    rect(svg, (1.5, 2, 37, 37), 8, fill="#8d8672")
    rect(svg, (1.5, 1, 37, 36.6), 8, fill=BONE, stroke="#b9b3a4", stroke_width=0.8)
    for place in map(int, SPOTS[n]):
        add(svg, "circle", cx=10 + 10 * (place % 3), cy=9.4 + 10 * (place // 3), r=3.5, fill=INK)
    return svg
