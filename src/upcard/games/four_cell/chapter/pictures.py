"""The pictures of the chapter on Four-Cell."""

from collections.abc import Sequence
from fractions import Fraction
from xml.etree import ElementTree as ET

from upcard.document.model import Bar, Figure, Matrix
from upcard.games.four_cell.art import value_text
from upcard.games.four_cell.chapter.chapter_matrices import DealCell, crosses, deal
from upcard.games.four_cell.rules import GAME
from upcard.lessons.chapter_drawing import Card, place_card
from upcard.lessons.chapter_numbers import fraction_text, percent
from upcard.report.charts import INK, WIDTH, bars, matrix, say
from upcard.report.svg import drawing, rect, text_of
from upcard.solving.matrix2x2 import CELLS, COLUMN, ROW, Bimatrix, pure_equilibria

NAMES = (("S left", "S right"), ("W left", "W right"))
CARD, LEFT, TOP, WIDE, HIGH = 46.0, 70.0, 34.0, 162.0, 106.0


def table(seed: int) -> Figure:
    """Return a picture of the crosses of a deal: a square with the cards of south and west in each cell."""
    svg = drawing(WIDTH, TOP + 2 * HIGH + 6, f"The four crosses of deal {seed}")
    for j, name in enumerate(NAMES[1]):
        say(svg, LEFT + WIDE * (j + 0.5), TOP - 12, name, font_weight="bold")
    for i, name in enumerate(NAMES[0]):
        say(svg, LEFT - 8, TOP + HIGH * (i + 0.5) + 5, name, text_anchor="end", font_weight="bold")
    for (i, j), cross in zip(CELLS, crosses(seed), strict=True):
        _cross(svg, cross, LEFT + WIDE * j, TOP + HIGH * i)
    return Figure(
        text_of(svg),
        "Each cell has a card for south, S, and a card for west, W. Red cards count against you.",
    )


def _cross(svg: ET.Element, cross: DealCell, x: float, y: float) -> None:
    rect(svg, (x, y, WIDE, HIGH), 0, fill="none", stroke=INK, stroke_opacity=0.4)
    cards = ((cross.south, "S", cross.south_value), (cross.west, "W", cross.west_value))
    for k, (card, side, value) in enumerate(cards):
        at = (x + WIDE * (0.27 + 0.46 * k) - CARD / 2, y + 10)
        place_card(svg, Card(GAME.name, card, f"{side} {value_text(value)}"), at, CARD)


def payoffs(m: Bimatrix, names: tuple[Sequence[str], Sequence[str]], title: str, caption: str) -> Figure:
    """Return a picture of a matrix with both payoffs in each cell; pure equilibria are framed."""
    texts = [",  ".join(fraction_text(m.payoff(player, cell)) for player in (ROW, COLUMN)) for cell in CELLS]
    cells = [texts[:2], texts[2:]]
    return Figure(matrix(Matrix(title, *names, cells, pure_equilibria(m))), caption)


def dealt(seed: int) -> Figure:
    """Return a picture of the matrix of a deal."""
    caption = (
        "The same as a matrix: first what S gets, then what W gets. An equilibrium is framed, if "
        "there is one."
    )
    return payoffs(deal(seed), NAMES, f"Deal {seed} as a matrix", caption)


def shares(rows: Sequence[tuple[str, Fraction]]) -> Figure:
    """Return a bar chart that shows how common some properties are among all deals."""
    items = [Bar(name, float(x), str(percent(x))) for name, x in rows]
    svg = bars("How common these matrices are in Four-Cell", items, 1.0, 150)
    return Figure(svg, "Counted over all deals: these numbers are exact.")
