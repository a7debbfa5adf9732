"""Numbers of the states of a round of Beat It Or Eat It.

A layer is all tables with the same number of cards;
:mod:`upcard.games.beat_it_or_eat_it.solvers.score_layers` explains the tables and their blocks.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.games.beat_it_or_eat_it.certificates.all_rounds import table_kinds

MOST_CARDS = 30
"""The maximum number of cards, since sets of cards are stored in 32 bits."""

SWEEPS = (0.13, 0.2, 0.28, 0.3)
"""The maximum number of sweeps per squared number of cards in the solved sizes, for one to four suits."""


@dataclass(frozen=True)
class TableNumbering:
    """The tables that arise from an empty table."""

    suits: int
    length: int
    """The size of the game."""
    layers: dict[int, npt.NDArray[Any]]
    """By the number of cards on the table: the sets of these cards."""
    places: npt.NDArray[np.int32]
    """The number of each table in its layer."""

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.suits * self.length

    def words(self, on_table: int) -> int:
        """Return the length of the block of a table with this number of cards."""
        return 1 << (self.cards - on_table)

    def sizes(self) -> dict[int, int]:
        """Return the total length of all blocks of each layer."""
        return {k: len(tables) * self.words(k) for k, tables in self.layers.items()}

    def shares_done(self) -> dict[int, float]:
        """Return the share of a sweep that is done after each layer; a sweep begins with the last layer."""
        done = np.array(list(self.sizes().values()))[::-1].cumsum()[::-1]
        return dict(zip(self.layers, (done / done[0]).tolist(), strict=True))


def sweeps_guessed(suits: int, length: int) -> int:
    """Estimate the number of sweeps of a size from those that were solved."""
    return 10 + round(SWEEPS[suits - 1] * (suits * length) ** 2)


def number_tables(suits: int, length: int) -> TableNumbering:
    """Assign numbers to the tables of a size, at most ``MOST_CARDS`` cards."""
    of_suits = [sum(1 << (r * suits + u) for r in range(length)) for u in range(suits)]
    return TableNumbering(suits, length, *layers_and_places(suits * length, of_suits, np.int32))


def layers_and_places(
    cards: int, of_suits: Iterable[int], kind: type[np.integer[Any]]
) -> tuple[dict[int, npt.NDArray[Any]], npt.NDArray[np.int32]]:
    """Return the tables with an even number of cards of each set `of_suits` by layers, and their numbers."""
    tables = np.arange(1 << cards, dtype=kind)
    for of_suit in of_suits:
        tables = tables[np.bitwise_count(tables & kind(of_suit)) % 2 == 0]
    on_table = np.bitwise_count(tables)
    layers = {k: tables[on_table == k] for k in range(0, int(on_table.max()) + 1, 2)}
    places = np.zeros(1 << cards, np.int32)
    for layer in layers.values():
        places[layer] = np.arange(len(layer), dtype=np.int32)
    return layers, places


@dataclass(frozen=True)
class SolveEffort:
    """The effort of a solve, known before it starts."""

    states: int
    """Number of lead states, all computed in every sweep."""
    comparisons: int
    """Number of scores that are compared or copied in a sweep."""
    memory: int
    """Memory in bytes, with `score_bytes` for each score."""


def solve_effort(suits: int, length: int, threads: int, score_bytes: int = 1) -> SolveEffort:
    """Return the effort to solve a size on a number of threads."""
    blocks: Counter[int] = Counter()
    comparisons = 0
    for on_table, tables, free in table_kinds(suits, length):
        pairs = sum(math.comb(length - k, 2) for k in on_table)
        blocks[free] += tables << free
        comparisons += tables * ((free + 1) * 2**free + pairs * 2**free // 4)
    two = max(states + blocks[free - 2] for free, states in blocks.items())
    hands = 1 << (suits * length)
    scratch = 3 * hands // 2 + (threads - 1) * 3 * hands // 8
    memory = score_bytes * (two + 3 * hands + scratch) + 8 * hands
    return SolveEffort(blocks.total(), comparisons, memory)
