"""The rounds of improvement: play, look, fit the worth of points, fit the worth of ways to go on, again.

Source: approximate policy iteration by simulation, D. Bertsekas and J. Tsitsiklis, Neuro-Dynamic
Programming, 1996, chapter 6.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import TypeVar

import numpy as np

from upcard.engine.game import make_game
from upcard.strategies.fitted_values import MOST_TRAITS, SHAPE
from upcard.study.lama_training.network import Fitter, Mind, Samples, new_mind
from upcard.study.lama_training.points import PointsWorth
from upcard.study.lama_training.rounds import SEATS, Positions, Starts, Watcher

CHUNK = 5_000
NOTICED = 30
"""About so many traits are noticed at a time."""

REMEMBERED = 3
"""The network is fitted to the positions of so many last rounds of improvement."""

FRESH = 999
"""Stands in for the number of a round, of which there are never so many."""

Rows = TypeVar("Rows", Positions, Starts, Samples)


@dataclass(frozen=True)
class Improvement:
    """One round of improvement.

    Parameters
    ----------
    won : float
        Share of games won before it, in games without strays.
    games : int
        So many of these.
    positions : int
        Positions looked at.
    errors : tuple of float
        Mean squared errors of the worth of points, and of the differences between ways to go on.
    """

    won: float
    games: int
    positions: int
    errors: tuple[float, float]


class Trainer:
    """Trains the weights of ``fitted-values`` from nothing.

    Parameters
    ----------
    games : int
        Games of each round of improvement.
    seed : int
        Everything follows from it, whatever the number of threads.
    threads : int
        Threads that play.
    on_compile : function, optional
        Told when a program is compiled.
    """

    def __init__(
        self, games: int, seed: int, threads: int, on_compile: Callable[[], None] | None = None
    ) -> None:
        self.games, self.seed, self.threads = games, seed, threads
        self.rng = np.random.default_rng(seed)
        self.mind: Mind = new_mind(SHAPE, NOTICED, MOST_TRAITS, self.rng)
        self._fitter = Fitter(self.mind, True, on_compile)
        self._points = PointsWorth(self.rng, on_compile)
        self._watcher = Watcher(make_game("lama", SEATS, "paper"), on_compile)
        self._kept: list[Samples] = []
        self._round = 0

    def improve(self, rate: float) -> Improvement:
        """One round of improvement; modifies the weights.

        Parameters
        ----------
        rate : float
            Rate of fitting.
        """
        parts = list(self._play(self.games))
        seen, starts = joined([p for p, _, _ in parts]), joined([s for _, s, _ in parts])
        wins = sum(w for _, _, w in parts)
        points_error = self._points.fit(starts, rate, self.rng)
        self._kept.append(Samples(seen.traits, seen.counts, seen.legal, self._points.targets(seen)))
        del self._kept[:-REMEMBERED]
        ways_error = self._fitter.fit(joined(self._kept), rate, self.rng)
        self._round += 1
        games = self.games // 2
        return Improvement(wins / games, games, len(seen.counts), (points_error, ways_error))

    def confirm(self, games: int) -> int:
        """How many of so many fresh games without strays are won."""
        self._round = FRESH
        return sum(wins for _, _, wins in self._play(2 * games))

    def _play(self, games: int) -> Iterator[tuple[Positions, Starts, int]]:
        """What so many games show, in order, whatever thread is first; every second one is without strays."""
        seed = self.seed * 1_000 + self._round
        chunks = range(0, games, CHUNK)
        with ThreadPoolExecutor(self.threads) as pool:
            yield from pool.map(
                lambda first: self._watcher.play(self.mind, seed, first, min(first + CHUNK, games)), chunks
            )


def joined(parts: list[Rows]) -> Rows:
    """Several sets of rows as one."""
    return type(parts[0])(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
