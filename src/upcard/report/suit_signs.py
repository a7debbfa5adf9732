"""The signs of suits, and their places on a card."""

from xml.etree import ElementTree as ET

from upcard.report.svg import add

BLACK, RED, BLUE, GREEN, NEUTRAL = "#16181d", "#b3121d", "#1552a8", "#0f6b3a", "#3b4a6b"

SPADE = (
    "M0 -4.9C1.1 -3 4.5 -1 4.5 1.4C4.5 2.9 3.4 3.6 2.4 3.6C1.5 3.6 .9 3.2 .5 2.6C.6 3.6 1 4.4 1.8 4.9"
    "L-1.8 4.9C-1 4.4 -.6 3.6 -.5 2.6C-.9 3.2 -1.5 3.6 -2.4 3.6C-3.4 3.6 -4.5 2.9 -4.5 1.4"
    "C-4.5 -1 -1.1 -3 0 -4.9Z"
)
HEART = (
    "M0 4.8C-1.2 2.9 -4.7 .6 -4.7 -1.9C-4.7 -3.6 -3.5 -4.5 -2.3 -4.5C-1.2 -4.5 -.3 -3.8 0 -2.7"
    "C.3 -3.8 1.2 -4.5 2.3 -4.5C3.5 -4.5 4.7 -3.6 4.7 -1.9C4.7 .6 1.2 2.9 0 4.8Z"
)
DIAMOND = "M0 -5.1C1 -3.1 2.3 -1.4 3.9 0C2.3 1.4 1 3.1 0 5.1C-1 3.1 -2.3 1.4 -3.9 0C-2.3 -1.4 -1 -3.1 0 -5.1Z"
CLUB = (
    "M-2.25 -2.5a2.25 2.25 0 1 1 4.5 0a2.25 2.25 0 1 1 -4.5 0Z"
    "M-4.65 1.1a2.25 2.25 0 1 1 4.5 0a2.25 2.25 0 1 1 -4.5 0Z"
    "M.15 1.1a2.25 2.25 0 1 1 4.5 0a2.25 2.25 0 1 1 -4.5 0Z"
    "M-.9 -1L.9 -1C.4 1 .5 3.4 1.8 4.9L-1.8 4.9C-.5 3.4 -.4 1 -.9 -1Z"
)
CINQUEFOIL = (
    "M-1.78 -3.05a1.78 1.78 0 1 1 3.56 0a1.78 1.78 0 1 1 -3.56 0Z"
    "M1.12 -0.94a1.78 1.78 0 1 1 3.56 0a1.78 1.78 0 1 1 -3.56 0Z"
    "M0.01 2.47a1.78 1.78 0 1 1 3.56 0a1.78 1.78 0 1 1 -3.56 0Z"
    "M-3.57 2.47a1.78 1.78 0 1 1 3.56 0a1.78 1.78 0 1 1 -3.56 0Z"
    "M-4.68 -0.94a1.78 1.78 0 1 1 3.56 0a1.78 1.78 0 1 1 -3.56 0Z"
)
SUN = (
    "M0 -4.9L1.2 -2.6L3.5 -3.5L2.6 -1.2L4.9 0L2.6 1.2L3.5 3.5L1.2 2.6"
    "L0 4.9L-1.2 2.6L-3.5 3.5L-2.6 1.2L-4.9 0L-2.6 -1.2L-3.5 -3.5L-1.2 -2.6Z"
)
MOON = "M1.9 -4.5A4.7 4.7 0 1 0 4.4 2A3.9 3.9 0 1 1 1.9 -4.5Z"

PATHS = {"♠": SPADE, "♥": HEART, "♦": DIAMOND, "♣": CLUB, "a": SUN, "b": MOON, "": CINQUEFOIL}
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
    add(parent, "path", d=PATHS.get(suit, CINQUEFOIL), transform=move, fill=ink)


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
