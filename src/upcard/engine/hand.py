"""A hand: the cards that a seat has before it, as it sees them itself."""

from types import ModuleType
from typing import Any

from upcard.engine.notebook_views import InNotebooks
from upcard.engine.state import PlainState
from upcard.kit.cards import EMPTY, NOBODY, Field, Kind


class Hand(InNotebooks, kind="hand"):
    """The cards that a seat has before it, zone by zone: those that it holds, and those that lie there.

    Parameters
    ----------
    rules : module
        The rules file.
    view : PlainState
        What the seat sees.
    name : str
        Who sits there.
    """

    def __init__(self, rules: ModuleType, view: PlainState, name: str) -> None:
        self.rules, self.view, self.name = rules, view, name

    @property
    def cards(self) -> dict[str, list[str]]:
        """The names of the cards, by the zone in which they are."""
        own = (
            f for f in self.rules.STATE if f.per_seat and f.kind is not Kind.NUMBER and f.sight is not NOBODY
        )
        return {
            f.name: [self._name(k) for k in cards_in_zone(f, getattr(self.view, f.name)[self.view.me])]
            for f in own
        }

    def _name(self, card: int) -> str:
        return "" if card == EMPTY else str(self.rules.card_text(card))

    def __repr__(self) -> str:
        """Whose it is, and the cards."""
        told = (f"{zone} {' '.join(filter(None, cards)) or 'empty'}" for zone, cards in self.cards.items())
        return f"<hand of {self.name}: {', '.join(told) or 'no cards'}>"


def cards_in_zone(f: Field, x: Any) -> list[int]:
    """The cards that lie in a zone that is seen.

    Parameters
    ----------
    f : Field
        How it is declared.
    x : int or Table
        Its cells; those of one seat, if each has such a zone.

    Returns
    -------
    list of int
        In their order; ``EMPTY`` for a place of several without a card.
    """
    if f.kind is Kind.SLOT and f.length:
        return [int(c) for c in x]
    if f.kind is Kind.SLOT:
        return [] if x == EMPTY else [int(x)]
    if f.kind is Kind.COUNTS:
        return [k for k in range(f.length) for _ in range(x[k])]
    cards = [int(x[i]) for i in range(1, x[0] + 1)]
    return sorted(cards) if f.sight is NOBODY else cards  # their order means nothing before they are drawn
