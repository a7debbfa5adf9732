"""Contents of the drawn table as plain values for its template: cards, zones, numbers, seats, places."""

from dataclasses import dataclass

from upcard.language.messages import gettext as _
from upcard.play.choices import Choice
from upcard.web.game_text import either_text


@dataclass(frozen=True)
class Piece:
    """A card, open or not, an empty place, or a small object such as a penny."""

    src: str
    alt: str
    key: str = ""
    """Key that stays the same when the card moves; empty for a card face down."""
    source: str = ""
    """The zone from which it has just moved, such as ``1:hand``; empty if it has not moved."""
    is_turned: bool = False
    """Whether it has just been turned up for the viewer."""
    choices: tuple[Choice, ...] = ()
    """Choices that clicking it selects, with their words in the reader's language."""
    note: str = ""
    why: str = ""
    """Why it cannot be played; empty for a card that no viewer would try to play."""
    look: str = "open"
    """``open``, ``back``, or ``empty``."""
    mark: str = ""
    """Mark of a reviewed move, such as ``better``; else empty."""

    @property
    def label(self) -> str:
        """Label for screen readers: its name, and the choices that clicking it selects."""
        actions = either_text([c.words for c in self.choices])
        return _("{card}: {actions}", card=self.alt, actions=actions) if actions else self.alt


@dataclass(frozen=True)
class ZoneBox:
    """A zone with its cards, or a place of the board."""

    name: str
    """Name of the zone in the rules file."""
    label: str
    """Name as printed."""
    words: str
    lines: tuple[tuple[Piece, ...], ...]
    """Its cards line by line."""
    count: str = ""
    """Number of cards in words; empty if it is obvious."""
    choices: tuple[Choice, ...] = ()
    """Choices that clicking the zone selects."""
    shape: str = "spread"
    """``pile`` for cards on top of each other, ``cross`` for two across each other, else ``spread``."""
    below: tuple[tuple[Piece, ...], ...] = ()
    """The open cards below the top of a pile, for browsing."""
    mark: str = ""
    """Mark of a reviewed move, such as ``better``; else empty."""
    prizes: tuple[tuple[str, str], ...] = ()
    """Payoffs of a place to the players: ``you`` and ``+7``."""
    leads: tuple[int, ...] = ()
    """Actions that may lead to this place."""
    marks: str = ""
    """CSS classes: ``impossible``, ``last``, ``vacant`` for an empty zone that only takes its room."""

    @property
    def is_live(self) -> bool:
        """Whether some of its cards can be played."""
        return any(piece.choices for line in self.lines for piece in line)

    @property
    def is_closed(self) -> bool:
        """Whether it has cards, and all of them are face down."""
        pieces = [piece for line in self.lines for piece in line]
        return bool(pieces) and all(piece.look == "back" for piece in pieces)

    @property
    def does(self) -> str:
        """The choices that clicking the zone selects, in words."""
        return either_text([c.words for c in self.choices])


@dataclass(frozen=True)
class RoundAmount:
    """A number of a round for a seat, as drawn: a bet, a sum, or the money that the seat has won or lost."""

    label: str
    text: str
    tokens: tuple[Piece, ...]
    """Drawings of the counted objects, after that of the fist that held them."""
    look: str = "fact"
    """``fact``, or for money ``won`` or ``lost``."""


@dataclass(frozen=True)
class RoundResult:
    """Result of a round for a seat."""

    seat: int
    """The seat, from 0."""
    text: str
    shown: tuple[ZoneBox, ...]
    """Cards that were shown to everybody."""
    amounts: tuple[RoundAmount, ...] = ()


@dataclass(frozen=True)
class NumberPiece:
    """A number with its name, and with drawings if it counts a few drawable objects."""

    label: str
    """Name as printed."""
    words: str
    """Description; empty if it does not fit the printed text."""
    text: str
    tokens: tuple[Piece, ...] = ()
    """Drawings of the counted objects; empty to show the text."""
    name: str = ""
    """Name of the number in the rules file."""


@dataclass(frozen=True)
class SeatArea:
    """A seat with its player and everything in front of them."""

    seat: int
    """The seat, from 0."""
    name: str
    caption: str
    """State in a few words."""
    clock: str
    face: str
    """Address of the image of a computer opponent's face; empty for a person."""
    kind: str
    """``person``, ``bot`` or ``open``."""
    marks: str
    """CSS classes: ``turn``, ``me``, ``out``, ``left``, ``wins``."""
    says: str
    """Its last action in words."""
    numbers: tuple[NumberPiece, ...]
    things: tuple[NumberPiece, ...]
    """Objects in its hand that are not cards: a die, a fist."""
    held: tuple[ZoneBox, ...]
    """Zones of cards to play."""
    others: tuple[ZoneBox, ...]
    """Zones of all other cards in front of it."""
    side: int = 0
    """Its side of the square as seen from the bottom: 0 is the bottom, then clockwise."""
    score: str = ""
    """Score at the end of the game, else empty."""
    badges: tuple[str, ...] = ()
    """Words for its role and state, such as ``dealer`` and ``swapped``."""
    clock_runs: bool = True
    """Whether its clock runs now."""
