"""Cards, zones, numbers and spaces of a board, as typed values for screens."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from types import ModuleType
from typing import Any

from upcard.engine.card_notation import rank_and_suit
from upcard.engine.hand import cards_in_zone
from upcard.engine.sight import sees
from upcard.engine.state import PlainState
from upcard.kit.cards import EMPTY, EVERYBODY, NOBODY, Field, Kind, Picture, Place, Sight

RED_SUITS = "♥♦"

HOLDS = re.compile(r"how many cards an? (\w+) holds")
"""Description of a number that states the size of a zone."""

BOARD = -1
"""In the key of a place of the board, instead of a seat."""

# The name of a zone and its seat, or the name of a place of the board and ``BOARD``.
PlaceKey = tuple[str, int | None]


@dataclass(frozen=True)
class Face:
    """The open side of a card."""

    card: int
    """The card."""
    name: str
    """Its name in the rules, and as people type it."""
    rank: str
    """The text on the card beside the suit; the whole name of a card without a suit."""
    suit: str = ""
    """One of ``♠♥♦♣``, or empty. Names such as ``7h``, ``10S``, ``hK`` or ``♦K`` have a suit."""

    @property
    def is_red(self) -> bool:
        """Whether its suit is red."""
        return self.suit != "" and self.suit in RED_SUITS


@dataclass(frozen=True)
class Zone:
    """A zone of cards; if each seat has one, the zone of one seat."""

    name: str
    words: str
    """The name of the field, and its description."""
    seat: int | None
    """The owner; None for a zone of the whole table."""
    sight: Sight
    """The seats that see the cards."""
    kind: Kind
    """Its shape: slots, counts by kind, or a row."""
    is_open: bool
    """Whether the viewer sees the cards."""
    faces: tuple[Face | None, ...]
    """The cards, if the viewer sees them; a row in its order. None for an empty place among several."""
    size: int | None
    """The number of cards; None if the number is hidden too."""
    is_quiet: bool
    """Whether it need not be drawn."""


@dataclass(frozen=True)
class Quantity:
    """A number, or several of one name, that the viewer may know."""

    name: str
    words: str
    """The name of the field, and its description."""
    seat: int | None
    """The owner; None for a number of the whole table."""
    sight: Sight
    """The seats that see it."""
    values: tuple[int, ...]
    """The number or numbers."""
    text: str
    """The number or numbers as text."""
    is_quiet: bool
    """Whether it need not be drawn."""
    is_badge: bool = False
    """Whether its text is a word that stands alone at a seat, such as ``swapped``."""
    label: str = ""
    """Its name as printed."""


@dataclass(frozen=True)
class Spot:
    """One space of the board with the faces of its cards."""

    words: str
    """The name of the space."""
    faces: tuple[Face | None, ...]
    """The cards; None for an empty place."""
    notes: tuple[str, ...]
    """A note for each card; may be shorter."""


@dataclass(frozen=True)
class CardId:
    """The identity of a card in view, see :mod:`upcard.play.card_identity`."""

    card: int
    key: str
    """A text that no other card in view has."""


@dataclass(frozen=True)
class CardMove:
    """A card that moved or was turned up, as far as a viewer can tell, see :mod:`upcard.play.card_moves`."""

    key: str
    """The identity of the card; empty if it lies face down for the viewer."""
    source: PlaceKey
    """The zone or place that it left; that where it lies, if it was only turned up."""
    target: PlaceKey
    """The zone or place where it lies now."""
    is_turned: bool = False
    """Whether the viewer sees a card that was face down before."""
    count: int = 1
    """Number of cards, if they lie face down."""


def make_face(rules: ModuleType, card: int) -> Face:
    """Return the open side of a card, with its suit if its name has one."""
    return _face(card, str(rules.card_text(card)))


@lru_cache(maxsize=4096)
def _face(card: int, name: str) -> Face:
    return Face(card, name, *rank_and_suit(name))


def _cells(f: Field, v: PlainState, p: int | None) -> Any:
    x = getattr(v, f.name)
    return x if p is None else x[p]


def make_zone(
    rules: ModuleType, f: Field, v: PlainState, me: int | None, p: int | None, picture: Picture
) -> Zone:
    """Return a zone of cards as `me` sees it; `p` is its owner, if each seat has one."""
    x, is_open = _cells(f, v, p), sees(rules, v, f, me, p)
    cards = cards_in_zone(f, x) if is_open else []
    faces = tuple(None if c == EMPTY else make_face(rules, c) for c in cards)
    size = sum(face is not None for face in faces) if is_open else _hidden_size(f, x, p, picture)
    return Zone(f.name, f.words, p, f.sight, f.kind, is_open, faces, size, f.name in picture.quiet)


def _hidden_size(f: Field, x: Any, p: int | None, picture: Picture) -> int | None:
    """Return the number of cards in a hidden zone; None if the viewer may not know it."""
    if is_counted(f):
        return int(x[0])
    return picture.sizes[f.name][p or 0] if f.name in picture.sizes else None


def is_counted(f: Field) -> bool:
    """Return whether everybody knows the number of cards in a zone that nobody sees."""
    return f.kind is Kind.ROW and f.sight is NOBODY and f.counted


def make_quantity(f: Field, v: PlainState, p: int | None, picture: Picture) -> Quantity:
    """Return a visible number, or several of one name; `p` is the owner, if each seat has one."""
    x = _cells(f, v, p)
    values = tuple(int(c) for c in x) if f.length else (int(x),)
    shown = picture.shown.get(f.name, f.text_of(values))
    text = shown if isinstance(shown, str) else shown[p or 0]
    is_quiet = f.name in picture.quiet or text == ""
    is_badge, label = bool(f.shown) and p is not None, f.label or f.name.replace("_", " ")
    return Quantity(f.name, f.words, p, f.sight, values, text, is_quiet, is_badge, label)


def make_total(name: str, n: int, words: str) -> Quantity:
    """Return a number of the whole table that follows from others."""
    return Quantity(name, words, None, EVERYBODY, (n,), str(n), False, label=name)


def stated_sizes(quantities: Iterable[Quantity]) -> dict[PlaceKey, int]:
    """Return the numbers of cards that numbers state, by zone and seat."""
    stated = ((HOLDS.search(q.words), q) for q in quantities)
    return {(m[1], q.seat): q.values[0] for m, q in stated if m}


def make_spot(rules: ModuleType, place: Place) -> Spot:
    """Return a space of the board with the faces of its cards."""
    faces = tuple(None if c == EMPTY else make_face(rules, c) for c in place.cards)
    return Spot(place.words, faces, tuple(place.notes))
