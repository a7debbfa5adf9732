"""Interesting positions and position editors: ``positions.py`` in the folder of a game.

That file defines ``EXAMPLES``, interesting positions with explanations. It may define ``NUMBERS`` with
``reached(match, numbers)``, which brings a match to a position that no deal begins with, and
``placed_cards(query)``, which returns the freely placed cards of a position as a :class:`CardLayout`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import urlencode

from upcard.engine.game import Match
from upcard.engine.registry import part
from upcard.play.input_field import InputField

POSITIONS = "positions"


@dataclass(frozen=True)
class ExamplePosition:
    """An interesting position."""

    title: str
    words: str
    query: Mapping[str, str] = field(default_factory=dict)
    """Query of its address, as :func:`upcard.play.position_address.match_from_address` reads it."""
    bot: str = ""
    """Opponent for playing it out; empty for the default bot."""

    @property
    def address(self) -> str:
        """Query as text."""
        return urlencode(self.query)


@dataclass(frozen=True)
class CardPile:
    """A place for cards, with its cards."""

    name: str
    cards: tuple[int, ...]


@dataclass(frozen=True)
class CardLayout:
    """A position whose cards can be placed freely."""

    heaps: tuple[CardPile, ...]
    put: Callable[[int, int, int | None], Mapping[str, str]]
    """``put(card, heap, source)`` returns the query with a card moved to the heap of that number, from the
    heap `source`, if it is not None."""
    query: Mapping[str, str]
    """Query of the position's address."""
    misfit: str = ""
    """Why the position is not valid yet; empty if it is."""
    turns: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """Other changes: in words, and the query after each."""
    sizes: tuple[InputField, ...] = ()
    """Fields for numbers of cards, named as in the query."""


def numbers_of(game: str) -> tuple[InputField, ...]:
    """Return the fields for numbers of a position, such as pennies; none if the game declares none."""
    return tuple(getattr(part(game, POSITIONS), "NUMBERS", ()))


def number_names(game: str) -> tuple[str, ...]:
    """Return the names in an address of the fields of :func:`numbers_of`."""
    return tuple(f.name for f in numbers_of(game))


def reached(match: Match, entries: Mapping[str, str]) -> Match:
    """Return a match in a position with some numbers; an empty entry leaves the number of the deal.

    Raises UpcardError if there is no such position.
    """
    positions: Any = part(match.game.name, POSITIONS)
    fields = [f for f in numbers_of(match.game.name) if entries.get(f.name)]
    numbers = {f.name: int(f.read(entries[f.name])) for f in fields}
    return match if not numbers else cast("Match", positions.reached(match, numbers))


def can_lay(game: str) -> bool:
    """Return whether the cards of a game can be placed freely."""
    return hasattr(part(game, POSITIONS), "placed_cards")


def layout_of(game: str, query: Mapping[str, str]) -> CardLayout:
    """Return the freely placed cards of a position; raises UpcardError if the query cannot be read."""
    positions: Any = part(game, POSITIONS)
    return cast("CardLayout", positions.placed_cards(query))


def examples_of(game: str) -> tuple[ExamplePosition, ...]:
    """Return the interesting positions of a game."""
    return tuple(getattr(part(game, POSITIONS), "EXAMPLES", ()))
