"""Hands: the cards of a seat, as the seat itself sees them."""

from types import ModuleType
from typing import Any

from upcard.engine.encodable import encodable
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.state import PlainState
from upcard.kit.cards import EMPTY, NOBODY, Field, Kind


class Hand(InNotebooks, kind="hand"):
    """The cards of a seat by zone, in its view: those in its hand, and those that lie in front of it."""

    def __init__(self, rules: ModuleType, view: PlainState, name: str) -> None:
        self.rules, self.view, self.name = rules, view, name

    @property
    def cards(self) -> dict[str, list[str]]:
        """Names of the cards by zone."""
        zones = (
            f for f in self.rules.STATE if f.per_seat and f.kind is not Kind.NUMBER and f.sight is not NOBODY
        )
        return {
            f.name: [self._name(k) for k in cards_in_zone(f, getattr(self.view, f.name)[self.view.me])]
            for f in zones
        }

    def _name(self, card: int) -> str:
        return "" if card == EMPTY else str(self.rules.card_text(card))

    def __repr__(self) -> str:
        """Return the name of the player and the cards."""
        texts = (f"{zone} {' '.join(filter(None, cards)) or 'empty'}" for zone, cards in self.cards.items())
        return encodable(f"<hand of {self.name}: {', '.join(texts) or 'no cards'}>")


def cards_in_zone(f: Field, x: Any) -> list[int]:
    """Return the cards in a visible zone in order; ``EMPTY`` for an empty place of several.

    `x` is the value of the field in a view, for a per-seat field that of one seat: a whole number, or a
    :class:`upcard.engine.state.CheckedRow`.
    """
    if f.kind is Kind.SLOT and f.length:
        return [int(c) for c in x]
    if f.kind is Kind.SLOT:
        return [] if x == EMPTY else [int(x)]
    if f.kind is Kind.COUNTS:
        return [k for k in range(f.length) for _ in range(x[k])]
    cards = [int(x[i]) for i in range(1, x[0] + 1)]
    return sorted(cards) if f.sight is NOBODY else cards  # the order means nothing until the cards are drawn
