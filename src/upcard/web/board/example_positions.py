"""Positions that are worth a look: the ``positions`` in the folder of a game.

That file defines ``EXAMPLES``, positions with what is to be seen;
perhaps ``NUMBERS`` with ``reached(match, numbers)``, which brings a match to a position that no deal begins
with; and perhaps ``placed_cards(query)``, the cards of a position that are put anywhere, as a
:class:`CardLayout`.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from types import ModuleType
from typing import Any, cast
from urllib.parse import urlencode

from upcard.engine.game import Match
from upcard.engine.registry import part
from upcard.lessons.questions import Field


@dataclass(frozen=True)
class ExamplePosition:
    """A position that is worth a look."""

    title: str
    """What it is called."""
    words: str
    """What there is to see, in a sentence or two."""
    query: Mapping[str, str] = field(default_factory=dict)
    """Its address, as :func:`upcard.web.board.position_address.match_from_address` reads it."""
    bot: str = ""
    """Against whom it is played out; empty for whoever is usual."""

    @property
    def address(self) -> str:
        """The query as text."""
        return urlencode(self.query)


@dataclass(frozen=True)
class CardPile:
    """A place for cards, and those that lie there."""

    name: str
    """What it is called."""
    cards: tuple[int, ...]
    """The cards."""


@dataclass(frozen=True)
class CardLayout:
    """The cards of a position that are put anywhere."""

    heaps: tuple[CardPile, ...]
    """All places with their cards."""
    put: Callable[[int, int], Mapping[str, str]]
    """``put(card, heap)``: the query with a card in another place, by its number."""
    query: Mapping[str, str]
    """The address of the position."""
    misfit: str = ""
    """Why it is no position yet; empty if it is one."""
    turns: tuple[tuple[str, Mapping[str, str]], ...] = ()
    """What else can be changed: in words, and the query with it."""
    sizes: tuple[Field, ...] = ()
    """How many cards there are, by names of the query."""


def positions_of(game: str) -> ModuleType | None:
    """The file of a game; None if there is none."""
    return part(game, "positions")


def numbers_of(game: str) -> tuple[Field, ...]:
    """What may be chosen of a position besides cards; nothing if the game has no file."""
    return tuple(getattr(positions_of(game), "NUMBERS", ()))


def number_names(game: str) -> tuple[str, ...]:
    """What these are called in an address."""
    return tuple(f.name for f in numbers_of(game))


def reached(match: Match, given: Mapping[str, str]) -> Match:
    """A match that stands as was chosen.

    Parameters
    ----------
    match : Match
        Whose options and first cards are meant.
    given : mapping
        What was filled in; what is empty stays as the deal has it.

    Raises
    ------
    UpcardError
        If it cannot stand so.
    """
    found: Any = positions_of(match.game.name)
    fields = [f for f in numbers_of(match.game.name) if given.get(f.name)]
    numbers = {f.name: int(f.read(given[f.name])) for f in fields}
    return match if not numbers else cast("Match", found.reached(match, numbers))


def can_lay(game: str) -> bool:
    """Whether the cards of a position of a game can be put anywhere."""
    return hasattr(positions_of(game), "placed_cards")


def layout_of(game: str, query: Mapping[str, str]) -> CardLayout:
    """The cards of a position that are put anywhere, of a game that can be laid so.

    Raises
    ------
    UpcardError
        If the query cannot be read.
    """
    found: Any = positions_of(game)
    return cast("CardLayout", found.placed_cards(query))


def examples_of(game: str) -> tuple[ExamplePosition, ...]:
    """The examples of a game; none if it has no file."""
    found = positions_of(game)
    return () if found is None else tuple(found.EXAMPLES)
