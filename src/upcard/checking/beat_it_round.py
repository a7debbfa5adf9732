"""A round of Beat It Or Eat It looked through to its end, in plain Python and with no solver's code.

A round begins with an empty table and ends when somebody eats or wins. What eating is worth is told by the
tablebase of hands that lead; all else follows from the rules. Hands are sets of bits, and distances are odd
for a win, even for a loss and 0 for neither, as in :mod:`upcard.checking.beat_it_table`. What lies on the
table is the rest of the cards, and of them only the top one matters.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.checking.beat_it_measure import PLIES, Measure

FAR = 1 << 20
"""More than any distance."""


class Round:
    """Positions of a round; those that were looked at are remembered.

    Parameters
    ----------
    suits, length : int
        The size of the game.
    lead_distances : uint8 or uint16 array of shape (2 ** (suits * length),)
        The distance of each hand that leads to an empty table.
    measure : Measure
        What distances count.
    """

    def __init__(
        self,
        suits: int,
        length: int,
        lead_distances: npt.NDArray[np.unsignedinteger[Any]],
        measure: Measure = PLIES,
    ) -> None:
        self.suits, self.cards, self.measure = suits, suits * length, measure
        self.lead_distances = lead_distances
        self._known: dict[tuple[int, int], int] = {}

    def lead(self, hand: int, other: int) -> int:
        """The distance for a player with `hand` who leads; the table is empty or its top card is covered."""
        known = self._known.get((hand, other))
        if known is not None:
            return known
        best = 0
        is_first = True
        for card in bits(hand):
            # He gets no more than if the other one eats: only if that is better, covering is looked at.
            if is_first or worth(self.after_lead(hand, other, card, may_cover=False)) > worth(best):
                distance = self.after_lead(hand, other, card)
                if is_first or worth(distance) > worth(best):
                    best, is_first = distance, False
        self._known[hand, other] = best
        return best

    def after_lead(self, hand: int, other: int, card: int, may_cover: bool = True) -> int:
        """The distance for a player who leads `card` from his hand."""
        left = hand & ~card
        if not left:
            return 1
        after = self.answer(other, left, card) if may_cover else self.eat(left)
        return self.measure.cell_before_leading(after)

    def answer(self, hand: int, other: int, top: int) -> int:
        """The distance for a player with `hand` who covers the top card or eats."""
        best = self.eat(other)
        for card in self.covers(hand, top):
            distance = self.cover(hand, other, card)
            if worth(distance) > worth(best):
                best = distance
        return best

    def eat(self, other: int) -> int:
        """The distance for a player who eats and leaves the other one with `other` to lead."""
        return self.measure.cell_before_eating(int(self.lead_distances[other]))

    def cover(self, hand: int, other: int, card: int) -> int:
        """The distance for a player who covers with `card` and leads then, if he has not won."""
        left = hand & ~card
        return self.lead(left, other) if left else 1

    def covers(self, hand: int, top: int) -> Iterator[int]:
        """The cards of a hand that beat the top card: of its suit, and higher."""
        card = top << self.suits
        while card < 1 << self.cards:
            if hand & card:
                yield card
            card <<= self.suits


def bits(hand: int) -> Iterator[int]:
    """The cards of a hand, each as a set of one bit."""
    while hand:
        card = hand & -hand
        yield card
        hand ^= card


def worth(distance: int) -> int:
    """A number that is greater for better distances: a short win, a long win, neither, a long loss."""
    if distance == 0:
        return 0
    return FAR - distance if distance % 2 == 1 else distance - FAR
