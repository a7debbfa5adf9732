"""Pure strategies for a round of Stoppers as people tell them: up to which card to swap, and when."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.rules.cuckoo import RANKS, card_text
from upcard.solving.stoppers_turns import HISTORIES, STOPPED, SWAPPED
from upcard.solving.thresholds import Chosen, Whole

DID = ("kept", "swapped", "stopped")
LETTERS = "ksx"
HEADINGS = ("who", "swaps", "when before it")
LEGEND = (
    "In the table, k is for a seat before that kept, s swapped, x was stopped. Nobody swaps a card above the "
    "one that was taken from him."
)


@dataclass(frozen=True)
class Situation:
    """What the seats before did, and what a seat does then.

    Parameters
    ----------
    seat : int
        From 0, in order of action.
    did : tuple of int
        What the seats before did: 0 kept, 1 swapped, 2 was stopped.
    up_to : int, optional
        The value up to which it swaps, but no card above the one that was taken from it; None if that does
        not tell it.
    cards : tuple of int
        The values that it swaps.
    """

    seat: int
    did: tuple[int, ...]
    up_to: int | None
    cards: tuple[int, ...]

    def to_json(self) -> dict[str, Any]:
        """In words and values, seats from 1."""
        return {"seat": self.seat + 1, "did": [DID[x] for x in self.did], "swaps_up_to": self.up_to}

    def words(self) -> str:
        """What is swapped."""
        if self.up_to is None:
            return "some of " + " ".join(card_text(x - 1) for x in self.cards)
        return f"up to {card_text(self.up_to - 1)}" if self.up_to else "nothing"


def situations(seat: int, cells: Whole, swaps: Chosen) -> list[Situation]:
    """What a seat does in all situations that come.

    Parameters
    ----------
    seat : int
        From 0, in order of action.
    cells : int64 array
        The cells that come; see :mod:`upcard.solving.stoppers_turns`.
    swaps : bool array of the same shape
        Whether it swaps there.
    """
    history, cards = np.divmod(cells, RANKS * RANKS)
    dealt, held = np.divmod(cards, RANKS)
    out = []
    for did in np.unique(history).tolist():
        here = history == did
        before = tuple(did // HISTORIES ** (seat - 1 - q) % HISTORIES for q in range(seat))
        limit = dealt[here] + 1 if before[-1:] == (SWAPPED,) else np.array(RANKS)
        fits = (c for c in range(RANKS + 1) if (swaps[here] == (held[here] < np.minimum(c, limit))).all())
        values = tuple((np.unique(held[here & swaps]) + 1).tolist())
        out.append(Situation(seat, before, next(fits, None), values))
    return out


def table_of(found: Iterable[Situation]) -> list[tuple[str, ...]]:
    """Situations as a table, equal answers in one line; those where a King is kept are left out."""
    lines: dict[tuple[int, str], list[str]] = {}
    for x in found:
        if x.did[-1:] != (STOPPED,):
            lines.setdefault((x.seat, x.words()), []).append(" ".join(LETTERS[y] for y in x.did) or "first")
    return [HEADINGS, *((f"seat {p + 1}", what, ", ".join(when)) for (p, what), when in lines.items())]
