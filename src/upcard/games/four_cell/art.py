"""The special pack of Four-Cell: value, a bar of lines, the column, and the four-cell matrix.

The upper card of a cross hides the middle of the lower one. Everything that players read on the table is
therefore in the strip at the top edge, which stays visible: the value with its sign, and a bar of as many
lines. Black and red repeat the sign; for printers without red, so does the slant of the lines. The column
matters only in the hand and is shown below the value. The middle shows the matrix as the holder of the card
sees it: the column that the card picks is marked, and in it the cards on the holder's axis. It does not show
the value, so both cards of a cross show the same information. The name of the card in actions and records,
``4♥``, is at the lower edge, where nobody has to look while the cards lie on the table.

Source: Terje (University of Oslo), whose game has such a pack; this drawing is our own.
"""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.engine.game import Game
from upcard.engine.wording import counted
from upcard.games.four_cell import rules
from upcard.play.zones import Face, make_face
from upcard.report.card_art import HEIGHT, WIDTH
from upcard.report.suit_signs import draw_sign
from upcard.report.svg import SANS, add, rect, text_of

Attributes = dict[str, str | float]

CARDS, OPTIONS = range(rules.CARDS), ("courts",)
IS_CROSSED = True
LEGEND = (
    "The value with its sign is in the upper right corner, red if it is negative.",
    "The lines at the upper edge show the value again, in fives; the lines of a negative card slant. You can "
    "read them while the card lies in a cross.",
    "Under the value is the column that the card picks: two of four cells are filled.",
    "In the middle is the matrix as you see it from your side. The arrow shows below which column to place "
    "the card; the dark cards there lie on your axis, and you will collect one of them.",
    "At the lower edge is the name of the card in a usual pack, which tables on the web use.",
    "In a cross, each card belongs to the players towards whom it points. Here the four of spades is worth "
    "+4 to S or N. The two of diamonds lies across it and is worth −2 to W or E.",
)
SAMPLE = 16  # the four of hearts
SAMPLE_CROSS = 3, 40  # the four of spades, and across it the two of diamonds

BLACK, RED, SOFT, TINT, PAPER = "#16181d", "#b80f1c", "#9da2ab", "#dfe2e7", "#ffffff"
HOLDER = 0  # the holder sits at the lower edge of the card, as S does at the lower edge of a table

# all lengths are millimetres
CORNER, EDGE = 3, 0.3
BAR_LEFT, BAR_TOP, BAR_END = 4.9, 3.9, 10.3
STEP, FIVE, FIVES_GAP, SLANT = 2.15, 5, 1.3, 1.7  # lines stand in fives, to be counted at a glance
VALUE_RIGHT, VALUE_BASE, VALUE_SIZE = 58.7, 10.6, 9.2
LARGE_BASE, LARGE_SIZE = 11.2, 12.4  # the bar of the highest value leaves room beside it for no more
NAME_LEFT, NAME_BASE, NAME_SIZE, LARGE_NAME = 4.9, 83.6, 8.4, 10.6
DIGIT = 0.58  # how wide a digit is for its size
LONG, SHORT = 13.4, 7.0  # a card of a cross in the matrix: slimmer than a real card, to show the cross


class Square(NamedTuple):
    """A square of four cells: its position, its size, and the gap between the cells, in millimetres."""

    left: float
    top: float
    size: float
    gap: float

    @property
    def side(self) -> float:
        """The side of a cell in millimetres."""
        return (self.size - self.gap) / 2

    def box(self, cell: int) -> tuple[float, float, float, float]:
        """Return left, top, width and height of a cell, as S sees the square."""
        name, step = rules.CELL_NAMES[cell], self.side + self.gap
        return self.left + ("E" in name) * step, self.top + ("S" in name) * step, self.side, self.side


SYMBOL, MATRIX = Square(47.7, 14.2, 10.5, 1.1), Square(12, 31, 39, 2.4)


def card_svg(game: Game, card: int, is_large: bool = False) -> str:
    """Return a card of the special pack as one ``<svg>`` element, whose title names the card.

    If `is_large`, the value is as large as the strip allows that stays visible in a cross.
    """
    points = rules.value(game.blank(), card)
    colour = RED if points < 0 else BLACK
    picked = [rules.is_in_column(cell, HOLDER, rules.column(card)) for cell in range(rules.CELLS)]
    svg = ET.Element("svg", xmlns="http://www.w3.org/2000/svg", viewBox=f"0 0 {WIDTH} {HEIGHT}")
    svg.attrib |= {"width": f"{WIDTH}mm", "height": f"{HEIGHT}mm", "role": "img"}
    _describe(svg, card, points, card_words(game, card))
    face = (EDGE / 2, EDGE / 2, WIDTH - EDGE, HEIGHT - EDGE)
    rect(svg, face, rx=CORNER, fill=PAPER, stroke=SOFT, stroke_width=EDGE)
    _draw_bar(svg, points, colour)
    _draw_value(svg, points, colour, is_large)
    _draw_symbol(svg, picked, colour)
    _draw_matrix(svg, picked)
    _draw_name(svg, make_face(rules, card), colour, LARGE_NAME if is_large else NAME_SIZE)
    return text_of(svg)


def card_words(game: Game, card: int) -> str:
    """Return the value of a card with its sign, and the column that it picks."""
    return f"{value_text(rules.value(game.blank(), card))}, {_column(card)} column"


def _column(card: int) -> str:
    return "left" if rules.column(card) == rules.LEFT else "right"


def value_text(points: int) -> str:
    """Return a value with its sign, as printed on the card: ``+4``, ``−10``."""
    return f"{points:+d}".replace("-", "−")


def _describe(svg: ET.Element, card: int, points: int, words: str) -> None:
    """Add a title and a description in words, for readers who cannot see the card."""
    name, lines = rules.card_text(card), counted(abs(points), "line")
    ink = "red and slanting" if points < 0 else "black and upright"
    middle = f"in the middle the four-cell matrix with its {_column(card)} column marked"
    add(svg, "title").text = f"{name}: {words}"
    add(svg, "desc").text = f"At the top edge {lines}, {ink}; {middle}; its name at the lower edge."


def _draw_bar(svg: ET.Element, points: int, colour: str) -> None:
    """Draw as many thin lines as the value, in the strip that stays visible in a cross."""
    bar = add(svg, "g", class_="bar", stroke=colour, stroke_width=0.8, stroke_linecap="round")
    lean = SLANT if points < 0 else 0
    for i in range(abs(points)):
        x = BAR_LEFT + STEP * i + FIVES_GAP * (i // FIVE)
        add(bar, "line", x1=x + lean, y1=BAR_TOP, x2=x, y2=BAR_END)


def _draw_value(svg: ET.Element, points: int, colour: str, is_large: bool) -> None:
    """Draw the value in the upper right corner."""
    base, size = (LARGE_BASE, LARGE_SIZE) if is_large else (VALUE_BASE, VALUE_SIZE)
    place: Attributes = {"x": VALUE_RIGHT, "y": base, "text_anchor": "end"}
    font: Attributes = {"font_family": SANS, "font_size": size, "font_weight": "bold"}
    add(svg, "text", class_="value", **place, **font, fill=colour).text = value_text(points)


def _draw_name(svg: ET.Element, face: Face, colour: str, size: float) -> None:
    """Draw the rank and suit of the card in a usual pack, at the lower edge."""
    name = add(svg, "g", class_="name")
    font: Attributes = {"font_family": SANS, "font_size": size, "font_weight": "bold"}
    add(name, "text", x=NAME_LEFT, y=NAME_BASE, **font, fill=colour).text = face.rank
    sign = NAME_LEFT + len(face.rank) * DIGIT * size + size * 0.55
    draw_sign(name, face.suit, (sign, NAME_BASE - size * 0.36), size * 0.86, colour)


def _draw_symbol(svg: ET.Element, picked: Sequence[bool], colour: str) -> None:
    """Draw the symbol of the column under the value: four cells, two of them filled."""
    symbol = add(svg, "g", class_="column", stroke=colour, stroke_width=0.5)
    for cell, is_picked in enumerate(picked):
        rect(symbol, SYMBOL.box(cell), rx=0.5, fill=colour if is_picked else PAPER)


def _draw_matrix(svg: ET.Element, picked: Sequence[bool]) -> None:
    """Draw the matrix in the middle, and an arrow to the column that the holder picks."""
    matrix = add(svg, "g", class_="matrix", stroke_linejoin="round")
    for cell, is_picked in enumerate(picked):
        _draw_cell(matrix, cell, is_picked)
    left = min(MATRIX.box(cell)[0] for cell, is_picked in enumerate(picked) if is_picked)
    x, y = left + MATRIX.side / 2, MATRIX.top + MATRIX.size + 2
    arrow = f"{x - 2.5:g},{y + 2.5:g} {x:g},{y:g} {x + 2.5:g},{y + 2.5:g}"
    add(matrix, "polygon", points=arrow, fill=BLACK, stroke=BLACK, stroke_width=0.6)


def _draw_cell(matrix: ET.Element, cell: int, is_picked: bool) -> None:
    """Draw a cell with its cross: the upright card on the holder's axis, and the one that lies across it."""
    ink, width, ground = (BLACK, 0.6, TINT) if is_picked else (SOFT, 0.4, PAPER)
    drawn = add(matrix, "g", class_="picked" if is_picked else "other", stroke=ink, stroke_width=width)
    left, top, side, _ = MATRIX.box(cell)
    rect(drawn, (left, top, side, side), rx=1.5, fill=ground)
    for wide, high, fill in ((SHORT, LONG, ink), (LONG, SHORT, PAPER)):
        rect(drawn, (left + (side - wide) / 2, top + (side - high) / 2, wide, high), rx=0.7, fill=fill)
