"""Cards in the pictures of chapters, as plain SVG."""

from collections.abc import Sequence
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.engine.game import make_game
from upcard.report.card_art import HEIGHT as CARD_HEIGHT
from upcard.report.card_art import WIDTH as CARD_WIDTH
from upcard.report.card_faces import face_svg
from upcard.report.charts import GREEN, ORANGE, SMALL, WIDTH, say
from upcard.report.piece_images import token_svg
from upcard.report.svg import add, drawing, read_drawing, rect, text_of

GOOD, BAD, EVEN = "good", "bad", "even"
MARKS = {GOOD: GREEN, BAD: ORANGE, EVEN: "#6f7c84", "": ""}


class Card(NamedTuple):
    """A card in a picture: its game and number, a word below it, and its mark, such as ``GOOD``."""

    game: str
    card: int
    word: str = ""
    mark: str = ""


def cards(title: str, rows: Sequence[tuple[str, Sequence[Card | None]]], width: float = 40) -> str:
    """Return an SVG with rows of cards of this width, each row with a caption; None draws a card's back."""
    high = width * CARD_HEIGHT / CARD_WIDTH
    steps = [high + 30 + 16 * any(x is not None and x.word for x in some) for _, some in rows]
    svg = drawing(WIDTH, sum(steps) + 6, title)
    for i, (caption, some) in enumerate(rows):
        top = sum(steps[:i]) + 20
        say(svg, 2, top - 7, caption, text_anchor="start")
        gap = min(8.0, (WIDTH - 4 - width * len(some)) / max(1, len(some) - 1))
        for k, card in enumerate(some):
            place_card(svg, card, (2 + k * (width + gap), top), width)
    return text_of(svg)


def place_card(svg: ET.Element, card: Card | None, at: tuple[float, float], width: float) -> None:
    """Draw a card, or a back for None, with its word below it. Modifies `svg`."""
    x, y = at
    art = token_svg("back") if card is None else face_svg(make_game(card.game), card.card)
    face = read_drawing(art)
    scale = width / float(face.attrib["viewBox"].split()[2])
    high = width * CARD_HEIGHT / CARD_WIDTH
    group = add(svg, "g", transform=f"translate({x:.5g} {y:.5g}) scale({scale:.5g})")
    group.extend(child for child in face if child.tag not in ("title", "desc"))
    if card is not None and card.mark:
        frame = (x - 1.5, y - 1.5, width + 3, high + 3)
        rect(svg, frame, 5, fill="none", stroke=MARKS[card.mark], stroke_width=3)
    if card is not None and card.word:
        say(svg, x + width / 2, y + high + 14, card.word, SMALL)
