"""The value of points at the beginning of a round: a second network, fitted to how games ended."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.compile.compiler import compiled
from upcard.games.lama.strategies.fitted_values import WAYS
from upcard.games.lama.studies.lama_training.fitting import Fitter
from upcard.games.lama.studies.lama_training.learning_rounds import SEATS, Positions, Starts
from upcard.games.lama.studies.lama_training.network import Network, Samples, new_network, run

MOST, APART = 39, 40

CHUNK = 50_000
"""Positions evaluated at a time."""

OTHERS = MOST + 1  # where each group of traits begins
SEAT = OTHERS + (SEATS - 1) * (MOST + 1)
BEHIND = SEAT + SEATS
WORST = BEHIND + 2 * APART + 1
TRAITS = WORST + MOST + 1
NOTED = SEATS + 3

SHAPE = np.array([TRAITS, 32, 16, 1], np.int64)


class PointsWorth:
    """Network for the learner's chance to win, by everybody's points at the beginning of a round.

    `rng` draws the first weights and is modified; `on_compile` is called when a program is compiled.
    """

    def __init__(
        self, rng: np.random.Generator, threads: int = 1, on_compile: Callable[[], None] | None = None
    ) -> None:
        self.network: Network = new_network(SHAPE, NOTED, NOTED, rng)
        self._fitter = Fitter(self.network, False, threads, on_compile)
        self._run_all = compiled(run_all, {}, on_compile=on_compile)

    def fit(self, starts: Starts, rates: tuple[float, float], rng: np.random.Generator) -> float:
        """Fit to finished games; return the mean squared error."""
        traits = traits_of(starts.points, starts.seat)
        n = len(traits)
        counted = np.ones((n, 1), np.bool_)
        samples = Samples(traits, np.full(n, NOTED, np.int16), counted, starts.won[:, None])
        return self._fitter.fit(samples, rates, rng)

    def targets(self, seen: Positions) -> npt.NDArray[np.float32]:
        """Return the value of each choice: won or not if the game ended, else the value of the points.

        The values, float32 of shape (n, WAYS), are 0 to 1, and 0 where a choice was not legal.
        """
        parts = [slice(i, i + CHUNK) for i in range(0, len(seen.seat), CHUNK)]
        with ThreadPoolExecutor(self._fitter.threads) as pool:
            targets = pool.map(lambda part: self._targets(Positions(*(x[part] for x in seen))), parts)
            return np.concatenate([np.zeros((0, WAYS), np.float32), *targets])

    def _targets(self, seen: Positions) -> npt.NDArray[np.float32]:
        """Return the targets of some positions, in one thread."""
        out = np.zeros(seen.legal.shape, np.float32)
        for way in range(WAYS):
            points = seen.points[:, way]
            worth = np.clip(self.chance(traits_of(points, seen.seat)), 0, 1)
            won = points[:, 0] <= points[:, 1:].min(axis=1)
            out[:, way] = np.where(seen.over[:, way], won, worth)
        return np.where(seen.legal, out, np.float32(0))

    def chance(self, traits: npt.NDArray[np.int16]) -> npt.NDArray[np.float64]:
        """Return the network's output for every row of traits, float64 of shape (n,)."""
        out = np.zeros(len(traits))
        self._run_all(traits, self.network.twin(), out)
        return out


def traits_of(points: npt.NDArray[np.int16], seat: npt.NDArray[np.int64]) -> npt.NDArray[np.int16]:
    """Return the traits of points, int16 of shape (n, NOTED).

    `points` (int16, shape (n, SEATS)) begins with the learner; `seat` (int64, shape (n,)) is the learner's
    seat.
    """
    low = np.minimum(points, MOST)
    others = low[:, 1:] + np.arange(OTHERS, SEAT, MOST + 1)
    apart = np.clip(low[:, 0] - low[:, 1:].min(axis=1), -APART, APART)
    columns = [low[:, 0], *others.T, SEAT + seat, BEHIND + APART + apart, WORST + low[:, 1:].max(axis=1)]
    return np.stack(columns, axis=1).astype(np.int16)


def run_all(traits: Any, net: Any, out: Any) -> None:
    """Run the network on every row; modifies `out`."""
    for i in range(traits.shape[0]):
        run(net, traits[i], NOTED)
        out[i] = net.out[0]
