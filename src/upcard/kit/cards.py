"""Parts of a rules file: the header of a game, its options, its zones, and the functions of chance.

A rules file imports numpy, this module and, for cards of thirteen ranks, ``ranks``; nothing else. Everything
here is either a declaration that the engine reads, or a small plain function on zones that also compiles.

A *zone* holds cards and comes in three shapes:

========  =====================================================================================
slot      one card or nothing (``EMPTY``): ``s.top``, per seat ``s.card[p]``, or several: ``s.grid[i]``
counts    the number of cards of each kind: ``s.hand[p, kind]``
row       cards in order; cell 0 holds their number, the cards follow: use ``put``, ``draw``, ``cards_in``
========  =====================================================================================

Cards are small whole numbers from 0; ``card_text`` of the rules file gives their names.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from functools import cached_property
from typing import Any, Protocol

EMPTY = -1
HIDDEN = -1
SHORT_TABLE = 20


class Sight(Enum):
    """Visibility of a field."""

    EVERYBODY = "everybody"
    OWNER = "its owner"
    OTHERS = "everybody but its owner"
    TEAM = "the team of its owner"
    BY_RULE = "those whom a function of the rules names"
    NOBODY = "nobody"


EVERYBODY, OWNER, NOBODY = Sight.EVERYBODY, Sight.OWNER, Sight.NOBODY
OTHERS, TEAM, BY_RULE = Sight.OTHERS, Sight.TEAM, Sight.BY_RULE
OF_SEATS = OWNER, OTHERS, TEAM
"""Visibilities of fields that every seat has."""
PRIVATE = OWNER, OTHERS, TEAM, BY_RULE
"""Visibilities of fields that some see and others do not."""


class State(Protocol):
    """State or view of a game: the fields that its rules declare, and these, which every game has."""

    player: int
    """The seat to move, from 0."""
    over: int
    """0 during the game; a rule sets it to 1 when the game has ended."""
    seats: int
    """Number of players."""
    me: int
    """In a view, the seat of the viewer; without meaning in a state."""
    actions: int
    """Number of actions of the game."""

    def __getattr__(self, name: str) -> Any: ...

    def __setattr__(self, name: str, value: Any) -> None: ...


@dataclass(frozen=True)
class Header:
    """Description of a game: names, sizes, and claims that are tested."""

    name: str
    """As typed on a command line: lower case, words joined by hyphens."""
    title: str
    """As printed."""
    players: tuple[int, int]
    """Minimum, maximum."""
    usual: int
    """Number of players by default."""
    zero_sum: bool
    """Whether the scores of a finished game always add up to 0."""
    perfect_information: bool
    """Whether no field is hidden from anybody, and all chance comes before the first decision."""
    longest: int
    """Maximum number of decisions in a game; 0 if there is no limit."""
    payoffs: tuple[int, int]
    """Minimum and maximum score of a seat."""
    version: int
    """Raised whenever the same options, seed and actions lead to a different game than before."""
    source: str
    """Where the rules come from."""
    sizes: tuple[int, ...] = ()
    """The allowed numbers of players, if some between the minimum and the maximum are left out."""
    least_loses: bool = False
    """Whether a seat with the minimum of `payoffs` never wins, so that nobody wins if all have it."""
    scored_in: tuple[str, str] = ("", "")
    """Singular and plural of the unit of scores, such as ``("penny", "pennies")``; scores are then shown with
    the unit and a sign. Empty if a score is a bare number."""
    payoff_unit: str = "1"
    """Payoff for a score of 1, as a fraction such as ``"1/4"``. Rules count scores, which are whole numbers;
    results, certificates and exports show payoffs."""
    goal: str = ""
    """The goal of the game in one sentence, said to the player; it is shown at the table."""
    played_in: tuple[str, str] = ("", "")
    """Singular and plural of the name of a match, such as ``("hand", "hands")``, if a match is so short that
    people play several in a row and add up their scores; empty if a match has rounds of its own."""
    fewest_wins: bool = False
    """Whether scores are points with a minus sign, of which the fewest win; people read them without it."""
    personal_best: tuple[str, str] = ("", "")
    """An option and its word, such as ``("objective", "own")``, with which every seat has a score of its own
    that people compare with their earlier ones; empty if there is none."""

    @property
    def table_sizes(self) -> tuple[int, ...]:
        """Allowed numbers of players, in increasing order."""
        low, high = self.players
        return self.sizes or tuple(range(low, high + 1))

    @cached_property
    def unit(self) -> Fraction:
        """The payoff for a score of 1, as a number."""
        return Fraction(self.payoff_unit)

    def payoff(self, score: int) -> "int | Fraction":
        """Return the payoff for a score: a whole number if it is one, else a fraction."""
        if self.payoff_unit == "1":
            return score
        paid = score * self.unit
        return int(paid) if paid.denominator == 1 else paid


@dataclass(frozen=True)
class Option:
    """Option of the rules; the state holds it as one or several whole numbers under the same name."""

    name: str
    """The name, as in ``--option name=value``."""
    words: str
    """Its effect, in one line."""
    values: tuple[str, ...] = ()
    """The words to choose from, the default first; in the state a word is its position. Empty for a whole
    number."""
    default: int = 0
    low: int = 0
    high: int = 0
    """For a whole number: its default and its bounds, both included."""
    length: int = 0
    """For a text: the number of whole numbers it stands for."""
    usual: str = ""
    """For a text: its default."""
    read: Callable[[str], Sequence[int]] | None = None
    write: Callable[[Sequence[int]], str] | None = None
    """For a text: from the text to the numbers, and back. For a text that cannot be read, ``read`` raises a
    ``ValueError`` whose message ends a sentence."""
    brings: Callable[[Sequence[int]], Mapping[str, str | int]] | None = None
    """For a text: from its numbers to values of other options, by name, which replace their defaults."""


def choice(name: str, values: tuple[str, ...], words: str) -> Option:
    """Declare an option whose value is one of a few words, the default first."""
    return Option(name, words, values, 0, 0, len(values) - 1)


def whole(name: str, default: int, low: int, high: int, words: str) -> Option:
    """Declare an option whose value is a whole number from `low` to `high`."""
    return Option(name, words, (), default, low, high)


def text(
    name: str,
    usual: str,
    length: int,
    read: Callable[[str], Sequence[int]],
    write: Callable[[Sequence[int]], str],
    words: str,
    brings: Callable[[Sequence[int]], Mapping[str, str | int]] | None = None,
) -> Option:
    """Declare an option whose value is a text that stands for `length` whole numbers: a position."""
    return Option(name, words, length=length, usual=usual, read=read, write=write, brings=brings)


class Kind(Enum):
    """Shape of a field."""

    NUMBER = "number"
    SLOT = "slot"
    COUNTS = "counts"
    ROW = "row"


@dataclass(frozen=True)
class Field:
    """Declared field of a state: a number, or a zone of cards."""

    name: str
    """Its name on the state."""
    kind: Kind
    """Its shape."""
    sight: Sight
    """Its visibility; ``OWNER``, ``OTHERS`` and ``TEAM`` need `per_seat`."""
    length: int
    """Cells of one seat: 0 for a single cell, else the length of the row or table."""
    per_seat: bool
    """Whether every seat has one."""
    counted: bool
    """For a row that nobody sees: whether everybody may know the number of its cards."""
    words: str
    """Its description, for the game's page."""
    shown: Mapping[int, str] = field(default_factory=dict, hash=False)
    """For a number whose values are codes, the word that people read for each value."""
    label: str = ""
    """How screens call it; empty for its name."""

    @property
    def is_zone(self) -> bool:
        """Whether the field holds cards."""
        return self.kind is not Kind.NUMBER

    def shape(self, seats: int) -> tuple[int, ...]:
        """Return the shape of the field's cells in a game of up to `seats` players."""
        cells = (self.length,) if self.length else ()
        return (seats, *cells) if self.per_seat else cells

    def text_of(self, values: Sequence[int]) -> str:
        """Return the values of a number as people read them; empty if there is nothing to read."""
        return " ".join(filter(None, (self.shown.get(x, "") if self.shown else str(x) for x in values)))


NO_WORDS: Mapping[int, str] = {}


def number(
    name: str, sight: Sight, words: str, length: int = 0, per_seat: bool = False,
    shown: Mapping[int, str] = NO_WORDS, label: str = "",
) -> Field:  # fmt: skip
    """Declare a whole number (or `length` of them) that is not a card.

    If its values are codes, `shown` has the word that people read for each, such as ``{1: "kept", 2:
    "swapped"}``; other values are not drawn. At a seat such a word stands alone, like a badge. Screens write
    the name before a number, or `label`.
    """
    return Field(name, Kind.NUMBER, sight, length, per_seat or sight in OF_SEATS, True, words, shown, label)


def slot(name: str, sight: Sight, words: str, length: int = 0, per_seat: bool = False) -> Field:
    """Declare a place for one card (or `length` such places), ``EMPTY`` at first."""
    return Field(name, Kind.SLOT, sight, length, per_seat or sight in OF_SEATS, True, words)


def counts(name: str, sight: Sight, kinds: int, words: str, per_seat: bool = False) -> Field:
    """Declare cards of which only the kind matters: the count of each of `kinds` kinds."""
    return Field(name, Kind.COUNTS, sight, kinds, per_seat or sight in OF_SEATS, True, words)


def row(
    name: str, sight: Sight, capacity: int, words: str, per_seat: bool = False, counted: bool = True
) -> Field:
    """Declare a row of up to `capacity` cards; cell 0 holds their number."""
    return Field(name, Kind.ROW, sight, capacity + 1, per_seat or sight in OF_SEATS, counted, words)


@dataclass(frozen=True)
class Measure:
    """Statistic that a rules file counts at the end of a game."""

    name: str
    """Its name in results."""
    words: str
    """Its description, in a few words."""
    share: bool = False
    """Whether it is a share (of games, or of `of`) rather than a quantity with a mean."""
    of: str = ""
    """For a share of something other than games: the name of a measure of the whole game."""
    per_game: bool = False
    """Whether it belongs to the whole game and not to a seat."""


@dataclass(frozen=True)
class Fact:
    """Known value of a game with its source; used as a test."""

    what: str
    """One of the names the conformance suite can compute, such as ``"histories"``."""
    value: int
    """The known value."""
    source: str
    """The person or paper that computed or published it."""
    players: int = 2
    """The number of players for which it holds."""
    preset: str = ""
    """The preset for which it holds; empty for the options' defaults."""


@dataclass(frozen=True)
class Place:
    """One place of a board: its name and its cards."""

    words: str
    """Its name, in a word or two."""
    cards: tuple[int, ...]
    """The cards, ``EMPTY`` where there is none."""
    notes: tuple[str, ...] = ()
    """For each card a word or two, such as its owner; may be left out."""


@dataclass(frozen=True)
class Picture:
    """Result of the optional ``scene(v)`` of a rules file: additions to the zones and numbers on screen."""

    says: tuple[str, ...] = ()
    """Short sentences about the present position."""
    quiet: tuple[str, ...] = ()
    """Names of fields that need not be drawn: they are shown elsewhere, or only the rules need them."""
    shown: Mapping[str, str | Sequence[str]] = field(default_factory=dict)
    """For a number, the text to write instead, or a text for each seat. An empty text is not drawn."""
    touches: Mapping[int, str] = field(default_factory=dict)
    """For an action, the zone or place to touch for it; cards that are played need no entry."""
    board: tuple[tuple[Place, ...], ...] = ()
    """Places that lie beside and below each other, row by row."""
    sizes: Mapping[str, Sequence[int | None]] = field(default_factory=dict)
    """For a zone of hidden cards, the number of cards of every seat, None if unknown."""
    totals: Mapping[str, tuple[int, str]] = field(default_factory=dict)
    """Numbers of the whole table that follow from others, by name, with their description: a pot."""
    badges: Mapping[int, str] = field(default_factory=dict)
    """For a seat, from 0, a word or two for its role, such as ``"dealer"``."""


@dataclass(frozen=True)
class Transfer:
    """Card that everybody at the table saw move, face up or face down; or coins that were paid.

    Zones and places are those of cards; coins move between numbers.
    """

    source: str
    """The zone or place that it left."""
    source_seat: int | None
    """The owner of that zone; None for a zone or a place of the whole table."""
    target: str
    """The zone or place where it came to lie."""
    target_seat: int | None
    """The owner of that zone, as above."""
    slot: int = 0
    """The position of the card at its target, from 0, if that is a row or has several cells."""
    count: int = 1
    """The number of coins, if the names are those of numbers that count coins."""


@dataclass(frozen=True)
class Moment:
    """Result of the optional ``moment(before, after)`` of a rules file: what everybody saw in an action."""

    transfers: tuple[Transfer, ...] = ()
    """Cards that moved; needed only where open cards and numbers of cards do not show it."""
    payments: tuple[Transfer, ...] = ()
    """Coins that were paid, such as those from a player's pennies to the pot."""
    words: str = ""
    """A call such as ``Stopper!``, or a sentence on what decided a round that has ended. Empty if there was
    nothing remarkable."""


def below(s: State, n: int) -> int:
    """Return a random whole number from 0 to n - 1, all equally likely.

    All chance comes from this function and from :func:`draw`. The engine decides where outcomes come from: a
    random stream, a list of every outcome, a record, or the cards on a real table.
    """
    outcome: int = s.chance.below(s, n)
    return outcome


def draw(s: State, zone: Any) -> int:
    """Take a random card out of a row, `zone`, which is modified, and return it."""
    card: int = s.chance.draw(s, zone)
    return card


def cards_in(zone: Any) -> int:
    """Return the number of cards in a row."""
    return zone[0]


def put(zone: Any, card: int) -> None:
    """Put `card` at the end of a row, which is modified."""
    n = zone[0] + 1
    zone[n] = card
    zone[0] = n


def move_all(source: Any, target: Any) -> None:
    """Move all cards of one row to the end of another, in order. Both are modified."""
    n = target[0]
    for i in range(1, source[0] + 1):
        target[n + i] = source[i]
    target[0] = n + source[0]
    source[0] = 0


def without_rest(numbers: Sequence[int]) -> list[int]:
    """Return numbers as a list for people to read: more than 20 without the zeros at the end."""
    end = len(numbers)
    while end > SHORT_TABLE and numbers[end - 1] == 0:
        end -= 1
    return list(numbers[:end])


def deck_text(cards: list[int], card_text: Callable[[int], str]) -> str:
    """Return cards as text, separated by spaces."""
    return " ".join(card_text(c) for c in cards)
