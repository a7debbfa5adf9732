"""Pure strategies for a round of Stoppers in words: up to which card to swap, and when."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from upcard.engine.arrays import BoolArray, IntArray
from upcard.games.stoppers.solvers.round_values import HISTORIES, STOPPED, SWAPPED
from upcard.kit.ranks import RANKS, card_text

DID = ("kept", "swapped", "stopped")
LETTERS = "ksx"
HEADINGS = ("who", "swaps", "when before it")
LEGEND = (
    "In the table, k stands for an earlier seat that kept, s for one that swapped, and x for one that was "
    "stopped. Nobody swaps a card above the one that was taken from them."
)


@dataclass(frozen=True)
class SwapSituation:
    """A situation, by the actions of earlier seats, and the cards that a seat swaps in it."""

    seat: int
    """From 0, in order of action."""
    did: tuple[int, ...]
    """The actions of the seats before: 0 kept, 1 swapped, 2 was stopped."""
    up_to: int | None
    """The highest value that it swaps, though never a card above the one that was taken from it; None if
    it does not swap by such a threshold."""
    cards: tuple[int, ...]
    """The values that it swaps."""
    taken: tuple[int, int] | None = None
    """The range of values taken from it in a swap, if it acts differently for other values."""
    alike: tuple[int, ...] = ()
    """The values for which swapping and keeping are equally good."""

    def to_json(self) -> dict[str, Any]:
        """Return the situation and the threshold as JSON values, with seats numbered from 1."""
        entries = {"seat": self.seat + 1, "did": [DID[x] for x in self.did], "swaps_up_to": self.up_to}
        return entries if self.taken is None else {**entries, "taken": list(self.taken)}

    def words(self) -> str:
        """Return the cards that are swapped, in words."""
        if self.up_to is None:
            text = f"only {_names(self.cards)}"
        else:
            text = f"up to {card_text(self.up_to - 1)}" if self.up_to else "nothing"
        return text + (f"; {_names(self.alike)} either way" if self.alike else "")

    def when(self) -> str:
        """Return the situation: a letter for each earlier seat, and the taken ranks if they matter."""
        text = " ".join(LETTERS[x] for x in self.did) or "first"
        if self.taken is None:
            return text
        low, high = (card_text(x - 1) for x in self.taken)
        return f"{text} ({low if low == high else f'{low} to {high}'} taken)"


def _names(values: Iterable[int]) -> str:
    return " ".join(card_text(x - 1) for x in values)


@dataclass(frozen=True)
class _HistoryCells:
    """Cells of a seat with the same history: ranks dealt and held, swaps, and equally good choices."""

    dealt: IntArray
    held: IntArray
    swaps: BoolArray
    alike: BoolArray
    is_taken: bool

    def of(self, values: Sequence[int]) -> "_HistoryCells":
        """Return only the cells in which the dealt rank is one of `values`."""
        here = np.isin(self.dealt, values)
        return _HistoryCells(
            self.dealt[here], self.held[here], self.swaps[here], self.alike[here], self.is_taken
        )

    def threshold(self) -> int | None:
        """Return the lowest threshold that describes the swaps; None if there is no such threshold."""
        limit = self.dealt + 1 if self.is_taken else np.array(RANKS)
        for most in range(RANKS + 1):
            if ((self.swaps == (self.held < np.minimum(most, limit))) | self.alike).all():
                return most
        return None

    def ranges(self) -> list[list[int]]:
        """Split the dealt ranks into the longest ranges in which a threshold describes the swaps."""
        ranges: list[list[int]] = []
        for x in np.unique(self.dealt).tolist():
            if ranges and self.of([*ranges[-1], x]).threshold() is not None:
                ranges[-1].append(x)
            else:
                ranges.append([x])
        return ranges

    def situation(self, seat: int, did: tuple[int, ...], taken: tuple[int, int] | None) -> SwapSituation:
        """Return the situation of these cells."""
        differ = np.unique(self.held[~self.alike])
        alike = np.setdiff1d(np.unique(self.held[self.alike]), differ) + 1
        values = tuple((np.unique(self.held[self.swaps]) + 1).tolist())
        return SwapSituation(seat, did, self.threshold(), values, taken, tuple(alike.tolist()))


def situations(
    seat: int, cells: IntArray, swaps: BoolArray, alike: BoolArray | None = None
) -> list[SwapSituation]:
    """Return the situations that occur for a seat, with the cards that it swaps.

    `seat` counts from 0 in order of action, and `cells` are the cells that occur; see
    :mod:`upcard.games.stoppers.solvers.round_values`. For each of them, `swaps` is whether the seat swaps,
    and `alike` whether keeping and swapping are equally good (nowhere by default).
    """
    history, cards = np.divmod(cells, RANKS * RANKS)
    dealt, held = np.divmod(cards, RANKS)
    same = np.zeros(len(cells), np.bool_) if alike is None else alike
    out = []
    for number in np.unique(history).tolist():
        here = history == number
        did = tuple(number // HISTORIES ** (seat - 1 - q) % HISTORIES for q in range(seat))
        group = _HistoryCells(dealt[here], held[here], swaps[here], same[here], did[-1:] == (SWAPPED,))
        parts = group.ranges() if group.is_taken and group.threshold() is None else []
        if not parts:
            out.append(group.situation(seat, did, None))
        out += [group.of(x).situation(seat, did, (x[0] + 1, x[-1] + 1)) for x in parts]
    return out


def table_of(chart: Iterable[SwapSituation]) -> list[tuple[str, ...]]:
    """Return situations as rows, with equal answers in one row, without those in which a King is held."""
    lines: dict[tuple[int, str], list[str]] = {}
    for x in chart:
        if x.did[-1:] != (STOPPED,):
            lines.setdefault((x.seat, x.words()), []).append(x.when())
    return [HEADINGS, *((f"seat {p + 1}", what, ", ".join(when)) for (p, what), when in lines.items())]
