"""The line-ups of the tables of a tournament, and tallies of their games."""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from math import comb
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Usage
from upcard.simulation.kernel import SHARE, WIN, Sums
from upcard.simulation.sequential_test import Batch

SeatNumbers = tuple[int, ...]

MOST_TABLES = 1_000


def pairs_of(count: int) -> list[tuple[int, int]]:
    """Return every pair of `count` strategies, the earlier one first."""
    return list(combinations(range(count), 2))


def pair_tables(first: int, second: int, seats: int) -> list[SeatNumbers]:
    """Return the tables of a pair: alternate seats, and exchanged seats too if their number is odd."""
    table = tuple((first, second)[p % 2] for p in range(seats))
    other = tuple((second, first)[p % 2] for p in range(seats))
    return [table, other] if seats % 2 else [table]


def all_tables(count: int, seats: int) -> list[SeatNumbers]:
    """Return every way to fill the seats with the strategies, at least two different ones at each table.

    Copies of one strategy are spread evenly around the table. There is one order for each combination, and
    its rotations are played.

    Raises
    ------
    Usage
        If there are more than ``MOST_TABLES`` tables.
    """
    number = comb(count + seats - 1, seats) - count
    if number > MOST_TABLES:
        raise Usage(
            f"{count} strategies fill {seats} seats in {number:,} ways, but at most {MOST_TABLES:,} "
            "can be played; give fewer strategies or fewer players, or play pairs"
        )
    return [
        _spread(seated)
        for seated in combinations_with_replacement(range(count), seats)
        if len(set(seated)) > 1
    ]


def _spread(seated: SeatNumbers) -> SeatNumbers:
    """Order a table so that copies of a strategy sit as far apart as possible."""
    places = [((k + 0.5) / seated.count(s), s) for s in sorted(set(seated)) for k in range(seated.count(s))]
    return tuple(s for _, s in sorted(places))


def table_seed(seed: int, seats: SeatNumbers) -> int:
    """Return the seed of a table; no two tables of a tournament share their cards.

    It depends only on the tournament's seed and the strategies at the table. So strategies that are added at
    the end of the list change nothing for the others.
    """
    digest = hashlib.blake2b(f"{seed} {seats}".encode(), digest_size=8).digest()
    return int.from_bytes(digest, "big") >> 1


@dataclass(frozen=True)
class TableTally:
    """The games of one table, as exact whole numbers."""

    seats: SeatNumbers
    """For each entrant, the position of its strategy in the tournament's list, from 0."""
    seed: int
    """Seed of the table."""
    blocks: int
    """Number of deals played, each with every rotation of the seats."""
    totals: npt.NDArray[np.object_]
    """The wins of the entrants of each different strategy, ascending, in ``SHARE`` parts; shape (k,)."""
    crosses: npt.NDArray[np.object_]
    """Sums over blocks of the products of two strategies' wins; shape (k, k)."""

    @staticmethod
    def empty(seats: SeatNumbers, seed: int) -> "TableTally":
        """Return the tally of a table before any game."""
        k = len(set(seats))
        return TableTally(seats, seed, 0, np.zeros(k, object), np.zeros((k, k), object))

    @property
    def who(self) -> list[int]:
        """The different strategies at the table, ascending."""
        return sorted(set(self.seats))

    @property
    def games(self) -> int:
        """Number of games played."""
        return self.blocks * len(self.seats)

    @property
    def _membership(self) -> npt.NDArray[np.object_]:
        """For each strategy and entrant, 1 if the entrant plays the strategy, else 0."""
        return np.array([[int(s == w) for s in self.seats] for w in self.who], object)

    def plus(self, sums: Sums, blocks: int) -> "TableTally":
        """Return the tally with `blocks` more blocks, whose sums are `sums`."""
        whole = self._membership
        totals = whole @ sums.entrants[0, :, WIN].astype(object)
        crosses = whole @ products(sums) @ whole.T
        return TableTally(
            self.seats, self.seed, self.blocks + blocks, self.totals + totals, self.crosses + crosses
        )

    def since(self, before: "TableTally", first: int, second: int) -> Batch:
        """Return the differences of two strategies' mean win shares in the blocks since an earlier tally."""
        i, j = self.who.index(first), self.who.index(second)
        a, b = self.seats.count(first), self.seats.count(second)
        x, q = self.totals - before.totals, self.crosses - before.crosses
        return Batch(
            self.blocks - before.blocks,
            int(b * x[i] - a * x[j]),
            int(b * b * q[i, i] - 2 * a * b * q[i, j] + a * a * q[j, j]),
            a * b * len(self.seats) * SHARE,
        )

    def width(self, first: int, second: int) -> float:
        """Return the width of the range of the difference of two strategies' mean win shares in a block."""
        return 1 / self.seats.count(first) + 1 / self.seats.count(second)

    def ends(self, first: int, second: int) -> tuple[float, float]:
        """Return the range of the difference of two strategies' mean win shares."""
        return -1 / self.seats.count(second), 1 / self.seats.count(first)

    @property
    def hedged(self) -> "TableTally":
        """The tally with one more block for each strategy, in which its entrants win everything.

        For two strategies these are the two extremes of :func:`upcard.simulation.estimate.hedged`.
        """
        most, k = len(self.seats) * SHARE, len(self.who)
        crosses = self.crosses + np.diag(np.full(k, most * most, object))
        return TableTally(self.seats, self.seed, self.blocks + k, self.totals + most, crosses)

    @property
    def shares(self) -> FloatArray:
        """Mean win share of an entrant, for each strategy at the table; 0 to 1."""
        return np.array(
            [x / (self.blocks * scale) for x, scale in zip(self.totals, self._scales, strict=True)]
        )

    @property
    def covariance(self) -> FloatArray:
        """The covariance of the errors of :attr:`shares`; needs two blocks or more."""
        blocks, scales = self.blocks, self._scales
        spread = self.crosses * blocks - np.outer(self.totals, self.totals)
        return np.array(
            [
                [x / (blocks * blocks * (blocks - 1) * a * b) for x, b in zip(row, scales, strict=True)]
                for row, a in zip(spread, scales, strict=True)
            ],
            np.float64,
        )

    @property
    def _scales(self) -> list[int]:
        """Unit of a win share of 1 per entrant and game of a block, for each strategy."""
        return [self.seats.count(s) * len(self.seats) * SHARE for s in self.who]


def products(sums: Sums) -> npt.NDArray[Any]:
    """Return the sums over blocks of the products of two entrants' wins, int of shape (n, n).

    They are computed from the sums of squares by x y = (x^2 + y^2 - (x - y)^2) / 2.
    """
    squares = sums.entrants[1, :, WIN].astype(object)
    twice: npt.NDArray[Any] = squares[:, None] + squares[None, :] - sums.pairs[0].astype(object)
    return twice // 2


def looks(blocks: int, growth: float, least: int = 32) -> Iterator[int]:
    """Yield the number of blocks that a table has played after each round, up to `blocks`."""
    at = min(blocks, least)
    while at < blocks:
        yield at
        at = min(blocks, max(at + least, int(at * growth)))
    yield blocks
