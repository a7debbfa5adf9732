"""Numbers of the states of a round of Beat It Or Eat It.

A layer is all tables with the same number of cards;
:mod:`upcard.games.beat_it_or_eat_it.solvers.score_layers` explains the tables and their blocks.
"""

import itertools
import math
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

MOST_CARDS = 30
"""Sets of cards are stored in 32 bits."""

SWEEPS = (0.13, 0.2, 0.28, 0.3)
"""The maximum number of sweeps of a size per squared number of cards, for one to four suits, in all solved
sizes."""


@dataclass(frozen=True)
class TableNumbering:
    """The tables that arise from an empty table."""

    suits: int
    length: int
    """The size of the game."""
    layers: dict[int, npt.NDArray[np.int32]]
    """By the number of cards on the table: the sets of these cards."""
    places: npt.NDArray[np.int32]
    """The number of each table in its layer."""

    @property
    def cards(self) -> int:
        """The number of cards."""
        return self.suits * self.length


def shares_done(sizes: Mapping[int, int]) -> dict[int, float]:
    """Return how much of a sweep is done after each layer, from 0 to 1.

    Parameters
    ----------
    sizes : mapping of int to int
        The work of each layer, by the number of cards on the table, in increasing order; the sweep begins
        with the last.
    """
    done = np.array(list(sizes.values()))[::-1].cumsum()[::-1]
    return dict(zip(sizes, (done / done[0]).tolist(), strict=True))


def sweeps_guessed(suits: int, length: int) -> int:
    """Estimate the number of sweeps of a size from those that were solved."""
    return 10 + round(SWEEPS[suits - 1] * (suits * length) ** 2)


def number_tables(suits: int, length: int) -> TableNumbering:
    """Assign numbers to the tables of a size, at most ``MOST_CARDS`` cards."""
    cards = suits * length
    tables = np.arange(1 << cards, dtype=np.int32)
    places = np.zeros(1 << cards, np.int32)
    for u in range(suits):
        of_suit = sum(1 << (r * suits + u) for r in range(length))
        tables = tables[np.bitwise_count(tables & np.int32(of_suit)) % 2 == 0]
    sizes = np.bitwise_count(tables)
    layers = {k: tables[sizes == k] for k in range(0, int(sizes.max()) + 1, 2)}
    for layer in layers.values():
        places[layer] = np.arange(len(layer), dtype=np.int32)
    return TableNumbering(suits, length, layers, places)


@dataclass(frozen=True)
class SolveEffort:
    """The effort of a solve, known before it starts."""

    states: int
    """Lead states, all computed in every sweep."""
    comparisons: int
    """Scores compared or copied in a sweep."""
    memory: int
    """Bytes, with 8 bits for a score."""
    sweeps: int
    """Estimate of the number of sweeps, from smaller sizes."""


def solve_effort(suits: int, length: int, threads: int, score_bytes: int = 1) -> SolveEffort:
    """Return the effort to solve a size on some threads."""
    cards = suits * length
    blocks = dict.fromkeys(range(0, cards + 1, 2), 0)
    comparisons = 0
    even = range(0, length + 1, 2)
    for on_table in itertools.product(even, repeat=suits):
        tables = math.prod(math.comb(length, k) for k in on_table)
        free = cards - sum(on_table)
        pairs = sum(math.comb(length - k, 2) for k in on_table)
        blocks[sum(on_table)] += tables << free
        comparisons += tables * ((free + 1) * 2**free + pairs * 2**free // 4)
    two = max(blocks[k] + blocks.get(k + 2, 0) for k in blocks)
    hands = 1 << cards
    scratch = 3 * hands // 2 + (threads - 1) * 3 * hands // 8
    memory = score_bytes * (two + 3 * hands + scratch) + 8 * hands
    return SolveEffort(sum(blocks.values()), comparisons, memory, sweeps_guessed(suits, length))
