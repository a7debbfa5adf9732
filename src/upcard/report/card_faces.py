"""The face of every card of every game as an ``<svg>`` drawing, and the name by which it is spoken.

A game with a special pack (:mod:`upcard.report.card_art`) has its own drawings. All others are drawn from the
text of the card: a rank and a suit, a rank alone, a court, a number, or words.
"""

import re
from dataclasses import dataclass
from types import ModuleType
from typing import NamedTuple
from xml.etree import ElementTree as ET

from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.play.zones import Face, make_face
from upcard.report.card_art import HEIGHT, WIDTH, find_pack, pack_names
from upcard.report.court_cards import FIGURES, draw_court
from upcard.report.number_cards import HALF_TURN, LARGE_SIZE, blank, draw_number, hue_ink, squeezed
from upcard.report.suit_signs import SIGN, WORDS, draw_sign, ink_of, pips
from upcard.report.svg import add, drawing, read_drawing, rect, text_of, write

CLASSIC, FOUR_COLOUR, LARGE, BOTH = "classic", "four-colour", "large-index", "four-colour-large-index"
STYLES = (CLASSIC, FOUR_COLOUR, LARGE, BOTH)
"""The styles of cards, the usual one first."""

COURTS = {"jack": "J", "queen": "Q", "king": "K"}
RANK_WORDS = {"A": "ace", "J": "jack", "Q": "queen", "K": "king"}
LETTERED = re.compile(r"(jack|queen|king)(?:-([a-z]))?")
MOST_CARDS, RANKS = 1024, 13
CROSSWISE = f"translate({HEIGHT} {(HEIGHT - WIDTH) / 2}) rotate(90)"
"""The place of the upper card of a cross; its top edge is at the right."""

PIPPED = tuple(map(str, range(2, 11)))


class Print(NamedTuple):
    """The rank and the suit on a card; one of them may be missing."""

    rank: str
    suit: str


@dataclass(frozen=True)
class Look:
    """How cards are drawn."""

    is_four_colour: bool
    """Whether every suit has a colour of its own."""
    is_large: bool
    """Whether the index in the corner is large, for small screens and tired eyes."""


def look_of(style: str) -> Look:
    """Return the look of a card style; raise ``Usage`` if there is no such style."""
    if style not in STYLES:
        raise Usage(f"there is no card style {style!r}; choose one of {', '.join(STYLES)}")
    return Look(FOUR_COLOUR in style, LARGE in style)


def spoken(face: Face) -> str:
    """Return the spoken name of a card: ``7 of hearts``, ``king``, ``llama``."""
    rank = RANK_WORDS.get(face.rank, "10" if face.rank == "T" else face.rank)
    return f"{rank} of {WORDS[face.suit]}" if face.suit else rank.replace("-", " ").replace("_", " ")


class Art:
    """Names and drawings of the cards of a game."""

    query: str
    """The options on which the look of its cards depends, as the query of an address; often empty."""
    is_crossed: bool
    """Whether two cards in one place of the board lie across each other."""

    def __init__(self, game: Game) -> None:
        self._game = game
        self._pack = _pack_of(game)
        words = game.option_words()
        self.query = "&".join(f"{name}={words[name]}" for name in getattr(self._pack, "OPTIONS", ()))
        self.is_crossed = bool(getattr(self._pack, "IS_CROSSED", False))

    def name(self, face: Face) -> str:
        """Return the spoken name of a card, and what a special pack adds to it."""
        add_words = getattr(self._pack, "card_words", None)
        return f"{spoken(face)}, {add_words(self._game, face.card)}" if add_words else spoken(face)


def _pack_of(game: Game) -> ModuleType | None:
    """Return the special pack of a game, if it has one."""
    return find_pack(game.name) if game.name in pack_names() else None


def face_svg(game: Game, card: int, style: str = CLASSIC) -> str:
    """Draw a card of a game as one self-contained ``<svg>`` element; its title is the name of the card.

    The style is one of :data:`STYLES`; special packs have their own colours in all of them.

    Raises
    ------
    Usage
        If there is no such card or style.
    """
    look, pack, face = look_of(style), _pack_of(game), _face(game, card)
    if pack:
        return str(pack.card_svg(game, card, look.is_large))
    return draw_face(face, look, is_ranked(game))


def cross_svg(game: Game, below: int, above: int, style: str = CLASSIC) -> str:
    """Draw two cards as a cross: one upright, and the other across it, turned to the right.

    Raises Usage if there is no such card or style.
    """
    cards = [face_svg(game, card, style) for card in (below, above)]
    names = [read_drawing(card).findtext("title") or "" for card in cards]
    svg = drawing(HEIGHT, HEIGHT, f"A cross. Below: {names[0]}. Across it: {names[1]}.")
    for card, transform in zip(cards, (f"translate({(HEIGHT - WIDTH) / 2} 0)", CROSSWISE), strict=True):
        add(svg, "g", transform=transform).extend(read_drawing(card))  # without the size of a single card
    return text_of(svg)


def draw_face(face: Face, look: Look, is_rank: bool) -> str:
    """Draw a card of a game without a special pack; with `is_rank`, a bare number on it is a rank."""
    svg = blank(spoken(face))
    _draw(svg, face, look, is_rank)
    return text_of(svg)


def is_ranked(game: Game) -> bool:
    """Return whether the cards of a game have the ranks of a standard pack, so that ``7`` is a rank."""
    try:
        return "K" in [game.rules.card_text(k) for k in range(RANKS)]
    except IndexError:  # fewer cards than ranks
        return False


def _face(game: Game, card: int) -> Face:
    """Return the face of a card; card numbers come from addresses that anyone can type."""
    pack = _pack_of(game)
    is_known = card in pack.CARDS if pack else 0 <= card < MOST_CARDS
    try:
        face = make_face(game.rules, card) if is_known else None
    except (IndexError, ValueError):
        face = None
    if face is None or not face.name:
        raise Usage(f"{game.title} has no card {card}; its cards are numbered from 0")
    return face


def print_of(face: Face) -> Print | None:
    """Return the printed rank and suit of a card; None for cards without a rank."""
    if face.suit:
        rank = "10" if face.rank == "T" else face.rank
        return Print(rank, face.suit)
    if face.rank in RANK_WORDS:
        return Print(face.rank, "")
    court = LETTERED.fullmatch(face.name)
    return Print(COURTS[court[1]], court[2] or "") if court else None


def _draw(svg: ET.Element, face: Face, look: Look, is_rank: bool) -> None:
    printed = print_of(face) or (Print(face.name, "") if is_rank and face.name in PIPPED else None)
    if printed:
        _draw_ranked(svg, printed, look)
    elif face.name.isdecimal():
        draw_number(svg, face.name, hue_ink(int(face.name)), int(face.name), look.is_large)
    else:
        _draw_words(svg, face.name)


def _draw_ranked(svg: ET.Element, printed: Print, look: Look) -> None:
    """Draw a card with a rank: its index in two corners, and its signs or its figure between."""
    ink = ink_of(printed.suit, look.is_four_colour)
    if printed.rank in FIGURES:
        court = add(svg, "g", transform="translate(9.5 5) scale(.88)") if look.is_large else svg
        draw_court(court, printed.rank, printed.suit, ink)
    elif look.is_large:
        draw_sign(svg, printed.suit, (39, 58), 34, ink)
    else:
        _draw_pips(svg, printed, ink)
    for turn in ("",) if look.is_large else ("", HALF_TURN):
        _draw_index(add(svg, "g", transform=turn), printed, ink, look)


def _draw_pips(svg: ET.Element, printed: Print, ink: str) -> None:
    n = 1 if printed.rank == "A" else int(printed.rank)
    size = 25.0 if n == 1 else SIGN
    for x, y in pips(n):
        draw_sign(svg, printed.suit, (x, y), size, ink, turned=y > HEIGHT / 2 + 1)


def _draw_index(corner: ET.Element, printed: Print, ink: str, look: Look) -> None:
    """Draw the rank above the suit in a corner."""
    x, y, size = (10.5, 17.5, LARGE_SIZE) if look.is_large else (7.2, 10.6, 10.5)
    write(corner, x, y, printed.rank, size, fill=ink, **squeezed(printed.rank, size * 0.93))
    if printed.suit:
        draw_sign(corner, printed.suit, (x, y + size * 0.52), size * 0.66, ink)


def _draw_words(svg: ET.Element, name: str) -> None:
    """Draw a card named by words: a word on each line."""
    parts = re.split(r"[-_ ]+", name)
    size = min(13.0, 66.0 / max(map(len, parts)))
    ink = ink_of("")
    rect(svg, (6, 6, WIDTH - 12, HEIGHT - 12), 2.5, fill=ink, fill_opacity=0.05, stroke=ink, stroke_width=0.5)
    for i, part in enumerate(parts):
        write(svg, 31.5, 44 + size * (0.35 + 1.2 * (i - (len(parts) - 1) / 2)), part, size, fill=ink)
