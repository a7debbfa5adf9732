"""Rounds of improvement: play, examine, fit the value of points, fit the value of choices, again.

Source: approximate policy iteration by simulation, D. Bertsekas and J. Tsitsiklis, Neuro-Dynamic
Programming, 1996, chapter 6.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from upcard.engine.game import make_game
from upcard.games.lama.strategies.fitted_values import SHAPE
from upcard.games.lama.studies.lama_training.fitting import Fitter
from upcard.games.lama.studies.lama_training.learning_rounds import (
    MOST_TRAITS,
    SEATS,
    LearnerMatches,
    Positions,
    Starts,
)
from upcard.games.lama.studies.lama_training.network import Network, Samples, new_network
from upcard.games.lama.studies.lama_training.point_values import PointsWorth

CHUNK = 5_000
NOTICED = 38
"""Typical number of traits of a position."""

REMEMBERED = 3
"""The networks are fitted to the positions of this number of latest rounds of improvement."""

PASSES = 4
"""Number of times that the value of points is fitted before a second course."""

FRESH = 999
"""Number of a round that stands for the fresh games; there are always fewer rounds."""

SampleSetT = TypeVar("SampleSetT", Positions, Starts)


@dataclass(frozen=True)
class TrainingRound:
    """One round of improvement."""

    won: float
    """Share of games won before it, in games without random moves."""
    games: int
    """Number of these games."""
    positions: int
    """Positions examined."""
    errors: tuple[float, float]
    """Mean squared errors of the value of points, and of the differences between choices."""


class Trainer:
    """Trains the weights of ``fitted-values`` from nothing, or from `weights`.

    The result depends on the seed, not on the number of threads. `on_compile` is called when a program is
    compiled.
    """

    def __init__(
        self,
        seed: int,
        threads: int,
        on_compile: Callable[[], None] | None = None,
        weights: npt.NDArray[np.floating[Any]] | None = None,
    ) -> None:
        self.seed, self.threads = seed, threads
        self.rng = np.random.default_rng(seed)
        self.network: Network = new_network(SHAPE, NOTICED, MOST_TRAITS, self.rng)
        if weights is not None:
            self.network.w[:] = weights
        self._fitter = Fitter(self.network, True, threads, on_compile)
        self._points = PointsWorth(self.rng, threads, on_compile)
        self._matches = LearnerMatches(make_game("lama", SEATS, "paper"), on_compile)
        self._seen: list[Positions] = []
        self._starts: list[Starts] = []
        self._round = 0

    def improve(self, games: int, rates: tuple[float, float]) -> TrainingRound:
        """Play one round of improvement and fit to it; modifies the weights.

        `rates` are the learning rates at the beginning and at the end.
        """
        wins = self._play_and_examine(games)
        points_error = self._points.fit(joined(self._starts), rates, self.rng)
        seen = joined(self._seen)
        samples = Samples(seen.traits, seen.counts, seen.legal, self._points.targets(seen))
        ways_error = self._fitter.fit(samples, rates, self.rng)
        positions = len(self._seen[-1].counts)
        return TrainingRound(wins / (games // 2), games // 2, positions, (points_error, ways_error))

    def settle(self, games: int, rates: tuple[float, float]) -> None:
        """Learn the value of points only, in ``PASSES`` passes; the other weights do not change."""
        self._play_and_examine(games)
        for i in range(PASSES):
            begin, end = (rates[0] + (rates[1] - rates[0]) * j / PASSES for j in (i, i + 1))
            self._points.fit(joined(self._starts), (begin, end), self.rng)

    def _play_and_examine(self, games: int) -> int:
        """Play games and store their positions; return the number of wins in games without random moves."""
        parts = list(self._play(range(games), True))
        self._seen = [*self._seen, joined([p for p, _, _ in parts])][-REMEMBERED:]
        self._starts = [*self._starts, joined([s for _, s, _ in parts])][-REMEMBERED:]
        self._round += 1
        return sum(wins for _, _, wins in parts)

    def confirm(self, games: int) -> int:
        """Count how many of a number of fresh games without random moves are won."""
        self._round = FRESH
        return sum(wins for _, _, wins in self._play(range(0, 2 * games, 2), False))

    def _play(self, numbers: range, is_examining: bool) -> Iterator[tuple[Positions, Starts, int]]:
        """Play these games in threads; yield their results in order."""
        seed = self.seed * 1_000 + self._round
        chunks = [numbers[i : i + CHUNK] for i in range(0, len(numbers), CHUNK)]
        with ThreadPoolExecutor(self.threads) as pool:
            yield from pool.map(
                lambda part: self._matches.play(self.network, seed, part, is_examining), chunks
            )


def joined(parts: list[SampleSetT]) -> SampleSetT:
    """Join several sets of rows into one."""
    return type(parts[0])(*(np.concatenate(columns) for columns in zip(*parts, strict=True)))
