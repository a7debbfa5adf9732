"""The signs of suits, and their places on a card."""

import tomllib
from xml.etree import ElementTree as ET

from upcard.report.report_templates import source
from upcard.report.svg import add

BLACK, RED, BLUE, GREEN, NEUTRAL = "#16181d", "#b3121d", "#1552a8", "#0f6b3a", "#3b4a6b"

PATHS: dict[str, str] = tomllib.loads(source("suit_signs.toml"))
WORDS = {"♠": "spades", "♥": "hearts", "♦": "diamonds", "♣": "clubs"}
INKS = {"♥": RED, "♦": RED, "♠": BLACK, "♣": BLACK, "a": "#8a4b00", "b": "#33408f"}
FOUR_INKS = {"♦": BLUE, "♣": GREEN}

LEFT, MIDDLE, RIGHT = 20.5, 31.5, 42.5
TOP, BOTTOM, SIGN = 19.0, 69.0, 9.8


def ink_of(suit: str, is_four_colour: bool = False) -> str:
    """Return the colour of a suit; dark blue for no suit or one without a colour."""
    four = FOUR_INKS if is_four_colour else {}
    return four.get(suit) or INKS.get(suit, NEUTRAL)


def draw_sign(
    parent: ET.Element, suit: str, at: tuple[float, float], size: float, ink: str, turned: bool = False
) -> None:
    """Draw the sign of a suit with its middle `at` a point, perhaps upside down."""
    turn = " rotate(180)" if turned else ""
    move = f"translate({at[0]:.5g} {at[1]:.5g}){turn} scale({size / 10:.4g})"
    add(parent, "path", d=PATHS.get(suit, PATHS[""]), transform=move, fill=ink)


def pips(n: int) -> list[tuple[float, float]]:
    """Return the places of the `n` signs of a card, 1 to 10, as on a standard pack."""
    sides = {4: 2, 5: 2, 6: 3, 7: 3, 8: 3, 9: 4, 10: 4}.get(n, 0)
    step = (BOTTOM - TOP) / max(sides - 1, 1)
    places = [(x, TOP + step * i) for i in range(sides) for x in (LEFT, RIGHT)]
    half = (TOP + BOTTOM) / 2
    low, high = TOP + (BOTTOM - TOP) / 6, BOTTOM - (BOTTOM - TOP) / 6
    inner = {
        1: [half], 2: [TOP, BOTTOM], 3: [TOP, half, BOTTOM], 5: [half], 7: [TOP + (BOTTOM - TOP) / 4],
        8: [TOP + (BOTTOM - TOP) / 4, BOTTOM - (BOTTOM - TOP) / 4], 9: [half], 10: [low, high],
    }  # fmt: skip
    return places + [(MIDDLE, y) for y in inner.get(n, [])]
