"""Beat It Or Eat It, outcomes only: who wins from every hand that leads, a bit for each state of a round.

It takes an eighth of the memory of :mod:`upcard.games.beat_it_or_eat_it.solvers.tablebase_solver`, and 32
states at a time. Two sets of hands bound the truth: those *won* for sure, none at first, and those that
*hold*, all at first. In a half sweep endless play counts for the other player, and the hands won grow; in the
other half it counts for the leader, and the hands that hold shrink. After k sweeps both are right for the
game that ends without a winner when somebody eats for the k-th time. If a sweep changes nothing, hands that
hold and are not won are endless.

The states are computed by processors (:mod:`upcard.games.beat_it_or_eat_it.solvers.bit_planes`) or by an
accelerator (:mod:`upcard.games.beat_it_or_eat_it.solvers.gpu_planes`).

Source: L. S. Shapley, Stochastic games, 1953, for games that stop; the two bounds are those of interval value
iteration, as in J. Eisentraut et al., Value iteration for simple stochastic games, 2022.
"""

import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.games.beat_it_or_eat_it.certificates.all_rounds import table_kinds
from upcard.games.beat_it_or_eat_it.solvers.bit_planes import LANES, low_group
from upcard.games.beat_it_or_eat_it.solvers.table_numbering import TableNumbering, layers_and_places
from upcard.games.beat_it_or_eat_it.solvers.tablebase_checkpoint import OnSweep, ScoreCheckpoint

OUTCOMES = "outcomes"
WORD_BYTES, PLACE_BYTES, TABLE_BYTES, ROUND_BYTES = 4, 4, 4, 2

BitWords = npt.NDArray[np.uint32]
RoundNumbers = npt.NDArray[np.int16]


@dataclass(frozen=True)
class SuitwiseTables(TableNumbering):
    """The tables that arise from an empty table, their cards numbered suit by suit."""

    lows: BitWords
    """The sets of cards of the low group that are on a table."""
    row_of: npt.NDArray[np.int64]
    """Where the rows of each set of low cards begin."""
    row_words: int
    """Number of words of all rows."""

    def words(self, on_table: int) -> int:
        """Return the number of words of one plane with this number of cards on the table."""
        return 1 << max(0, self.cards - on_table - LANES)

    def buffers(self) -> tuple[int, int]:
        """Return the words of the largest layer whose tables hold 0, 4, 8 … cards, and of the others."""
        most = [max((n for k, n in self.sizes().items() if k // 2 % 2 == odd), default=1) for odd in (0, 1)]
        return most[0], most[1]


class StateSolver(ABC):
    """Solver of the states of a round, on processors or on an accelerator."""

    def __init__(self, tables: SuitwiseTables) -> None:
        self.tables = tables
        self.shares: dict[int, float] = {}  # of the work done after each layer, if known

    def force(
        self, mine: BitWords, theirs: BitWords, on_share: Callable[[float], None] | None = None
    ) -> BitWords:
        """Return the hands from which the leader reaches their goal.

        Parameters
        ----------
        mine : uint32 array of shape (2 ** cards / 32,), at least 1
            Bit h says whether they reach it when they lead from hand h after the other player ate.
        theirs : uint32 array of the same shape
            Bit h says whether the other player prevents it when leading from hand h after this one ate.
        on_share : function, optional
            Called with the share of the work that is done.

        Returns
        -------
        uint32 array of the same shape
        """
        for bit, leads in ((1, mine), (0, theirs)):
            self.gather(leads, bit)
        for on_table in reversed(self.tables.layers):
            self.compute_layer(on_table, on_table // 2 % 2)
            if on_share is not None and on_table and on_table in self.shares:
                on_share(self.shares[on_table])
        leads_won = self.leads_won()
        if on_share is not None:
            on_share(1.0)
        return leads_won

    @abstractmethod
    def gather(self, leads: BitWords, bit: int) -> None:
        """Write the rows of the leader's goal (`bit` 1), or of its prevention (0)."""

    @abstractmethod
    def compute_layer(self, on_table: int, odd: int) -> None:
        """Compute the planes of one layer; `odd` is 1 if the other player leads in it."""

    @abstractmethod
    def leads_won(self) -> BitWords:
        """Return the plane of the empty table."""


def number_by_suit(suits: int, length: int) -> SuitwiseTables:
    """Assign numbers to the tables of a size, with cards numbered suit by suit."""
    cards = suits * length
    of_suits = [((1 << length) - 1) << (u * length) for u in range(suits)]
    layers, places = layers_and_places(cards, of_suits, np.uint32)
    group = low_group(cards, length)
    lows = np.unique(np.concatenate(list(layers.values())) & np.uint32((1 << group) - 1))
    free = group - np.bitwise_count(lows).astype(np.int64)
    ends = np.cumsum(1 << (cards - group + np.maximum(0, free - LANES)))
    row_of = np.zeros(1 << group, np.int64)
    row_of[lows[1:]] = ends[:-1]
    return SuitwiseTables(suits, length, layers, places, lows, row_of, int(ends[-1]))


def memory_needed(suits: int, length: int, beside_accelerator: bool = False) -> int:
    """Return the bytes of memory that a size needs, without numbering the tables.

    With an accelerator, planes and rows lie in its memory and are not counted.
    """
    of_hands = (1 << (suits * length)) * (PLACE_BYTES + 3 * TABLE_BYTES + 4 * ROUND_BYTES)
    if beside_accelerator:
        return of_hands
    cards = suits * length
    blocks: Counter[int] = Counter()
    for _, tables, free in table_kinds(suits, length):
        blocks[cards - free] += tables << max(0, free - LANES)
    two = sum(max((n for k, n in blocks.items() if k // 2 % 2 == odd), default=0) for odd in (0, 1))
    return WORD_BYTES * (two + 2 * _row_words(suits, length)) + of_hands


def _row_words(suits: int, length: int) -> int:
    """Return the words of all rows: tables hold an even number of cards of each whole suit."""
    cards = suits * length
    group = low_group(cards, length)
    sets = [1]
    for left in range(group, 0, -length):
        whole = left >= length
        of_suit = [math.comb(min(left, length), k) * (k % 2 == 0 or not whole) for k in range(length + 1)]
        sets = np.convolve(sets, of_suit).tolist()
    high = cards - group
    return sum(n << (high + max(0, group - k - LANES)) for k, n in enumerate(sets) if n)


def settle(
    solver: StateSolver,
    suits: int,
    length: int,
    checkpoint: Path | None = None,
    on_step: OnSweep | None = None,
) -> tuple[RoundNumbers, int]:
    """Sweep until nothing changes; `checkpoint` and `on_step` as for the tablebase solver's ``solve``.

    Returns
    -------
    rounds : int16 array of shape (2 ** cards,)
        For every hand that leads, bit ``suit * length + rank`` for a card: k if it is won before somebody
        eats for the k-th time, -k if it is lost, 0 if play is endless.
    sweeps : int
        The number of sweeps.
    """

    def sweep(rounds: RoundNumbers, number: int, report: Callable[[float], None]) -> tuple[RoundNumbers, int]:
        won, holds = packed(rounds > 0), packed(rounds >= 0)
        unknown = holds & ~won
        unknown[0] &= ~np.uint32(1)  # nobody leads from an empty hand, or against one
        unknown[-1] &= ~np.uint32(1 << ((len(rounds) - 1) % 32))
        wins = solver.force(won, holds, lambda share: report(share / 2)) & unknown
        losses = ~solver.force(holds, won, lambda share: report((1 + share) / 2)) & unknown
        swept = rounds.astype(np.int16)
        swept[unpacked(wins, len(rounds))] = number
        swept[unpacked(losses, len(rounds))] = -number
        return swept, int(np.bitwise_count(wins | losses).sum())

    return ScoreCheckpoint(checkpoint, (suits, length), OUTCOMES).settle(sweep, on_step)


def packed(marked: npt.NDArray[np.bool_]) -> BitWords:
    """Return bits as words, the lowest bit first; at least one word."""
    octets = np.packbits(marked, bitorder="little")
    return np.pad(octets, (0, -len(octets) % WORD_BYTES)).view(np.uint32)


def unpacked(words: BitWords, hands: int) -> npt.NDArray[np.bool_]:
    """Return words as bits, one for each of the `hands`."""
    return np.unpackbits(words.view(np.uint8), bitorder="little", count=hands).view(np.bool_)


def by_rank(marked: Any, suits: int, length: int) -> Any:
    """Renumber an array over hands: from cards numbered suit by suit to cards numbered rank by rank."""
    # the last axis is that of the lowest bit: card suit * length + rank is axis cards - 1 - card
    cards = suits * length
    order = [cards - 1 - (c % suits * length + c // suits) for c in range(cards - 1, -1, -1)]
    return marked.reshape((2,) * cards).transpose(order).reshape(-1)
