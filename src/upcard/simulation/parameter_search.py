"""The search for good parameters: CMA-ES, with new games for every generation.

In a generation all candidates play the same games (common random numbers), and successive halving spends most
games on those that may be best: all play some games, the better half twice as many more, and so on. The
optimiser sees only their order. The result is the mean of its last distribution. It is not the candidate with
the best result, which is mostly the luckiest. N. Hansen's documentation of pycma recommends this (``xbest``
"may not reflect a good solution under noise"; ``xfavorite``, the mean, is the "current best estimate of the
optimum").
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.engine.optional_packages import require_extra
from upcard.simulation.parameter_space import ParameterSpace, TunedParameter

ParameterValues = tuple[float, ...]
PlaySettings = Callable[[Sequence[ParameterValues], int, int], list[float]]
"""``play(settings, first, last)`` returns the gain of each set of parameters in games first to last - 1."""

SPREAD = 0.25  # the first standard deviation, as a part of the range, as Hansen advises
LEAST_WHOLE = (
    0.2  # least standard deviation of a whole number, so that it still changes (Marty et al., PPSN 2024)
)
SAME = 1e-9  # a part of the range: two machines may round differently


@dataclass(frozen=True)
class Generation:
    """One generation of the search, with all that is needed to repeat it."""

    points: tuple[ParameterValues, ...]
    """The points that were tried."""
    order: tuple[int, ...]
    """The numbers of these points, from 0, the best first."""
    best: ParameterValues
    """All parameters of the best candidate."""
    value: float
    """Gain per game of the best candidate; it is too high on average, since it was selected."""
    games: int
    """Number of games that the best candidate played."""
    mean: ParameterValues
    """All parameters at the mean of the distribution after this generation."""
    spread: float
    """The largest standard deviation of the distribution, as a part of the parameter's range."""

    def to_json(self) -> dict[str, Any]:
        """Return the generation as plain values."""
        entries = asdict(self)
        return {"asked": entries.pop("points"), **entries}


def from_json(written: dict[str, Any]) -> Generation:
    """Read a generation from plain values; raise KeyError, TypeError or ValueError if they are none."""
    points = tuple(tuple(map(float, point)) for point in written["asked"])
    order = tuple(map(int, written["order"]))
    if sorted(order) != list(range(len(points))):
        raise ValueError("the order does not name every point once")
    best, mean = (tuple(map(float, written[k])) for k in ("best", "mean"))
    return Generation(
        points, order, best, float(written["value"]), int(written["games"]), mean, float(written["spread"])
    )


def population(parameters: int) -> int:
    """Return the number of candidates in a generation: twice that of usual CMA-ES, to average noise out."""
    return 2 * (4 + int(3 * math.log(max(2, parameters))))


def stages(candidates: int, games: int) -> Iterator[tuple[int, int, int]]:
    """Yield the stages of successive halving: the number of candidates, their first game, the last + 1."""
    done, more = 0, games
    while candidates > 1:
        yield candidates, done, done + more
        done, more, candidates = done + more, 2 * more, candidates // 2


class ParameterSearch:
    """A search for good parameters, one generation at a time.

    `games` is the number of games that every candidate plays, `seed` the seed of the optimiser.
    """

    def __init__(self, space: ParameterSpace, games: int, seed: int) -> None:
        self.space = space
        self.generations: list[Generation] = []
        self.population = population(len(space.tuned))
        self.stages = list(stages(self.population, games))
        self._evolution = _Evolution(space.tuned, self.population, seed)

    @property
    def games_each(self) -> int:
        """Number of games that the best candidate of a generation plays; the next one plays later games."""
        return self.stages[-1][2]

    @property
    def work(self) -> int:
        """Number of games that all candidates of a generation play together."""
        return sum(n * (last - first) for n, first, last in self.stages)

    def advance(self, play: PlaySettings) -> Generation:
        """Carry out the next generation, on games that no other generation has played, and return it."""
        points = self._evolution.ask()
        settings = [self.space.settings(point) for point in points]
        order, total = self._halve(settings, play)
        self._evolution.tell(order)
        mean, spread = self._evolution.distribution()
        best, games = settings[order[0]], self.games_each
        done = Generation(points, order, best, total / games, games, self.space.settings(mean), spread)
        self.generations.append(done)
        return done

    def repeat(self, done: Sequence[Generation]) -> None:
        """Repeat stored generations; raise ``Failure`` if this search would have tried other points."""
        scale = np.array([d.high - d.low for d in self.space.tuned])
        for g in done:
            points = self._evolution.ask()
            if len(points) != len(g.points) or not _alike(points, g.points, scale):
                raise Failure(
                    "the stored search tried other points than this one would; it comes from another version "
                    "of Upcard or of cma, so begin a new search"
                )
            self._evolution.tell(g.order)
            self.generations.append(g)

    def _halve(
        self, settings: Sequence[ParameterValues], play: PlaySettings
    ) -> tuple[tuple[int, ...], float]:
        """Return the order of the candidates, the best first, and the total gain of the best."""
        begin = len(self.generations) * self.games_each
        order, total = list(range(len(settings))), [0.0] * len(settings)
        for n, first, last in self.stages:
            different = list(dict.fromkeys(settings[i] for i in order[:n]))
            gained = dict(zip(different, play(different, begin + first, begin + last), strict=True))
            for i in order[:n]:
                total[i] += gained[settings[i]]
            order[:n] = sorted(order[:n], key=lambda i: (-total[i], i))
        return tuple(order), total[order[0]]


class _Evolution:
    """CMA-ES that sees only the order of candidates. It has its own random numbers and prints nothing."""

    def __init__(self, tuned: Sequence[TunedParameter], population: int, seed: int) -> None:
        with require_extra("tune", "tuning"):
            import cma

        self.shown = len(tuned)
        idle = [TunedParameter("idle", 0, 1, 0.5, False)] * (
            len(tuned) == 1
        )  # cma cannot search in one dimension
        self.tuned = [*tuned, *idle]
        half = [0.5 if d.whole else 0.0 for d in self.tuned]  # so that every whole number has the same width
        low = [d.low - h for d, h in zip(self.tuned, half, strict=True)]
        high = [d.high + h for d, h in zip(self.tuned, half, strict=True)]
        self.widths = np.array(high) - np.array(low)
        chance = np.random.Generator(np.random.PCG64(seed))
        options = {
            "bounds": [low, high],
            "CMA_stds": list(SPREAD * self.widths),
            "minstd": [LEAST_WHOLE if d.whole else 0.0 for d in self.tuned],
            "popsize": population,
            "randn": lambda *shape: chance.standard_normal(shape),
            "seed": math.nan,  # do not seed NumPy's global generator
            "verbose": -10,
            "signals_filename": "",
        }
        self._strategy = cma.CMAEvolutionStrategy([d.start for d in self.tuned], 1.0, options)
        self._proposals: list[Any] = []

    def ask(self) -> tuple[ParameterValues, ...]:
        """Return the points of the next generation."""
        self._proposals = self._strategy.ask()
        return tuple(tuple(float(x) for x in point[: self.shown]) for point in self._proposals)

    def tell(self, order: Sequence[int]) -> None:
        """Report the order of the points to the optimiser, the best first."""
        self._strategy.tell([self._proposals[i] for i in order], [float(rank) for rank in range(len(order))])

    def distribution(self) -> tuple[ParameterValues, float]:
        """Return the mean, and the largest standard deviation as a part of the parameter's range."""
        result = self._strategy.result
        spread = float((result.stds / self.widths)[: self.shown].max())
        return tuple(float(x) for x in result.xfavorite[: self.shown]), spread


def _alike(a: Sequence[ParameterValues], b: Sequence[ParameterValues], scale: Any) -> bool:
    x, y = np.array(a), np.array(b)
    return x.shape == y.shape and bool((np.abs(x - y) <= SAME * scale).all())
