"""What lies on the drawn table, as plain values for its template: cards, zones, numbers, seats, places."""

from dataclasses import dataclass

from upcard.play.choices import Choice


@dataclass(frozen=True)
class Piece:
    """A card, open or not, or an empty place."""

    src: str
    alt: str
    """The address of its drawing, and its spoken name."""
    key: str = ""
    """The same before and after it has moved; empty for a card that lies face down."""
    choices: tuple[Choice, ...] = ()
    """What touching it does."""
    note: str = ""
    """A word or two that belong to it."""
    why: str = ""
    """Why it cannot be touched; empty for a card that nobody would try."""
    look: str = "open"
    """``open``, ``back``, or ``empty``."""

    @property
    def label(self) -> str:
        """What is spoken when it is reached: its name, and what touching it does."""
        does = ", or ".join(c.words for c in self.choices)
        return f"{self.alt}: {does}" if does else self.alt


@dataclass(frozen=True)
class ZoneBox:
    """A zone with its cards, or a place of the board."""

    name: str
    label: str
    words: str
    """The zone as declared, as printed, and what it is."""
    lines: tuple[tuple[Piece, ...], ...]
    """Its cards line by line."""
    count: str = ""
    """How many there are, in words; empty where everybody sees it."""
    choices: tuple[Choice, ...] = ()
    """What touching the whole of it does."""
    shape: str = "spread"
    """``pile`` for cards on top of each other, ``cross`` for two across each other, else ``spread``."""
    below: tuple[tuple[Piece, ...], ...] = ()
    """The open cards of a pile, to be looked through."""

    @property
    def is_live(self) -> bool:
        """Whether some of its cards can be touched."""
        return any(piece.choices for line in self.lines for piece in line)

    @property
    def does(self) -> str:
        """What touching the whole of it does, in words."""
        return ", or ".join(c.words for c in self.choices)


@dataclass(frozen=True)
class RoundResult:
    """What the end of a round came to for a seat: a sentence, and the cards that all have seen."""

    text: str
    shown: tuple[ZoneBox, ...]


@dataclass(frozen=True)
class TokenPiece:
    """A small thing that is drawn, such as a penny: its address and its spoken name."""

    src: str
    alt: str


@dataclass(frozen=True)
class NumberPiece:
    """A number with its name; a small number of things that can be drawn has them."""

    label: str
    words: str
    """What is counted, as printed and at length; no words where another number is written than they tell."""
    text: str
    """The number as written."""
    tokens: tuple[TokenPiece, ...] = ()
    """The things; empty where only the text is shown."""


@dataclass(frozen=True)
class SeatArea:
    """Who sits on a seat, with all that lies before it."""

    seat: int
    """The seat, from 0."""
    name: str
    caption: str
    clock: str
    """Who it is, what there is to say of it, and how much time is left."""
    kind: str
    """``person``, ``bot`` or ``open``."""
    marks: str
    """Classes: ``turn``, ``me``, ``out``, ``left``, ``wins``."""
    says: str
    """What it did last."""
    numbers: tuple[NumberPiece, ...]
    things: tuple[NumberPiece, ...]
    """What it has, and what it holds in its hand though it is no card: a die, a fist."""
    held: tuple[ZoneBox, ...]
    kept: tuple[ZoneBox, ...]
    """The cards that it plays with, and other cards that lie before it."""
    score: str
    """Its score when the game is over."""
