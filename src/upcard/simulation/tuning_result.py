"""The result of tuning, confirmed on games that the search did not play."""

import time
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from typing import Any

from upcard.engine.dataframes import Framed
from upcard.simulation.estimate import Estimate, hedged_mean, limited
from upcard.simulation.kernel import Sums
from upcard.simulation.parameter_search import Generation, ParameterValues
from upcard.simulation.parameter_space import ParameterSpace
from upcard.simulation.scheduler import PlayedGames
from upcard.simulation.simulation_result import SimulationResult, make_result
from upcard.simulation.tuning_matches import ParameterMatches

BATCHES = 1000
"""Maximum number of batches of fresh games over which two sets of parameters are compared."""

LEAST_BATCHES = 2


@dataclass(frozen=True)
class Confirmation:
    """Results of two sets of parameters on the same fresh games."""

    tuned: SimulationResult
    defaults: SimulationResult
    """Results with the tuned and with the default parameters; the first entrant is the tuned strategy."""
    gain: Estimate
    """Gain per game with the tuned parameters minus that with the defaults, paired over batches."""


@dataclass(frozen=True)
class TuningResult(Framed, kind="tuning"):
    """The result of tuning a strategy."""

    strategy: str
    """The tuned strategy as it is typed, with all its parameters."""
    parameters: dict[str, float]
    """Its parameters by name."""
    defaults: dict[str, float]
    """The declared default parameters by name."""
    ranges: dict[str, tuple[float, float]]
    """The range of each tuned parameter, both ends included."""
    goal: str
    """The maximized quantity: ``win_share``, ``win_any`` or ``score_mean``."""
    confirmed: Confirmation
    """Results on fresh games."""
    optimistic: float
    """The best gain per game in the search. It is mostly too high, as the largest of many noisy results."""
    optimistic_games: int
    """Number of games that it comes from."""
    optimistic_parameters: dict[str, float]
    """The parameters that had it."""
    generations: list[Generation]
    """All generations of the search."""
    evaluations: int
    games: int
    """Numbers of sets of parameters that were tried, and of games that they played."""
    seed: int
    """Seed of the search; `confirmed` has the seed of the fresh games."""
    interrupted: bool
    """Whether Ctrl-C stopped the search early."""
    seconds: float
    """Wall-clock time of this call, in seconds."""

    @property
    def strength(self) -> Estimate:
        """Gain per game with the tuned parameters, on fresh games."""
        return self.confirmed.tuned.seats[0].estimates[self.goal]

    @property
    def default_strength(self) -> Estimate:
        """Gain per game with the default parameters, on the same fresh games."""
        return self.confirmed.defaults.seats[0].estimates[self.goal]

    @property
    def gain(self) -> Estimate:
        """Gain per game with the tuned parameters minus that with the defaults."""
        return self.confirmed.gain

    def to_json(self) -> dict[str, Any]:
        """Return the result as plain values, ready for a JSON document."""
        tuned = self.confirmed.tuned
        names = ("strategy", "parameters", "defaults", "ranges", "goal", "evaluations", "games", "seed")
        out: dict[str, Any] = {"game": tuned.game, "players": tuned.players, "options": tuned.options}
        out |= {"against": [s.strategy for s in tuned.seats[1:]]}
        out |= {name: getattr(self, name) for name in names}
        out |= self.strength.items("confirmed") | self.default_strength.items("confirmed_defaults")
        out |= self.gain.items("gain") | {"level": tuned.level}
        out |= {"fresh_games": tuned.games, "fresh_seed": tuned.seed, "optimistic": self.optimistic}
        out |= {"optimistic_games": self.optimistic_games}
        out |= {"optimistic_parameters": self.optimistic_parameters}
        out |= {"interrupted": self.interrupted, "seconds": self.seconds}
        size = len(self.generations[0].points)
        return out | {"generations": [self._row(g, (i + 1) * size) for i, g in enumerate(self.generations)]}

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return one row per generation: evaluations so far, best gain, spread, and mean parameters."""
        size = len(self.generations[0].points)
        rows = [self._row(g, (i + 1) * size) for i, g in enumerate(self.generations)]
        for row in rows:
            row |= {f"parameter_{name}": x for name, x in row.pop("parameters").items()}
        return rows

    def _row(self, g: Generation, evaluations: int) -> dict[str, Any]:
        mean = dict(zip(self.parameters, g.mean, strict=True))
        return {"evaluations": evaluations, "best": g.value, "spread": g.spread, "parameters": mean}


def confirm(
    matches: ParameterMatches,
    tuned: ParameterValues,
    games: int,
    seed: int,
    level: float,
    on_games: Callable[[int], None],
) -> Confirmation:
    """Play tuned and default parameters on the same fresh games.

    `games` is rounded up to whole batches; `seed` is that of games that the search did not play. After Ctrl-C
    the result has the games so far; with too few for an interval, ``KeyboardInterrupt`` is raised.
    """
    began = time.perf_counter()
    size = -(-games // BATCHES)
    batches = max(LEAST_BATCHES, -(-games // size))
    pieces = [(i * size, (i + 1) * size) for i in range(batches)]
    defaults = tuple(matches.space.defaults.values())
    rows: list[list[Sums]] = []
    try:
        with closing(matches.play([tuned, defaults], seed, pieces, on_games)) as played_rows:
            rows.extend(played_rows)
    except KeyboardInterrupt:
        if len(rows) < LEAST_BATCHES:
            raise
    gains = [(matches.gain(a), matches.gain(b)) for a, b in rows]
    same = Estimate(0.0, 0.0, 0.0, 0.0)
    gain = same if tuned == defaults else _paired_gain(gains, size, level, matches)
    plan, seconds = matches.plan(batches * size, seed), time.perf_counter() - began

    def result(settings: ParameterValues, which: int) -> SimulationResult:
        total = Sums.total([row[which] for row in rows])
        played = PlayedGames(total, len(rows) * size, seconds, len(rows) < batches)
        return make_result(matches.lineup(settings), plan, played, "random", level)

    return Confirmation(result(tuned, 0), result(defaults, 1), gain)


def _paired_gain(
    gains: list[tuple[int, int]], size: int, level: float, matches: ParameterMatches
) -> Estimate:
    """Return the gain per game of the first minus that of the second, over batches of `size` games."""
    differences = [a - b for a, b in gains]
    squares = sum(d * d for d in differences)
    is_bounded = matches.goal != "score_mean"
    reach = matches.unit if is_bounded else _reach(gains)
    e = hedged_mean(sum(differences), squares, len(gains), size, level, matches.unit, reach)
    return limited(e, 1.0) if is_bounded else e


def _reach(gains: list[tuple[int, int]]) -> int:
    """Return the largest distance between two scores here, since scores have no known bounds."""
    seen = [x for pair in gains for x in pair]
    return max(1, max(seen) - min(seen))


def make_tuning(
    space: ParameterSpace,
    goal: str,
    generations: list[Generation],
    confirmed: Confirmation,
    games: int,
    seed: int,
    interrupted: bool,
    seconds: float,
) -> TuningResult:
    """Return the result of tuning; the arguments are attributes of :class:`TuningResult`."""
    best = max(generations, key=lambda g: g.value)
    winner = generations[-1].mean
    return TuningResult(
        strategy=space.strategy_text(winner),
        parameters=dict(zip(space.values, winner, strict=True)),
        defaults=space.defaults,
        ranges={d.name: (d.low, d.high) for d in space.tuned},
        goal=goal,
        confirmed=confirmed,
        optimistic=best.value,
        optimistic_games=best.games,
        optimistic_parameters=dict(zip(space.values, best.best, strict=True)),
        generations=generations,
        evaluations=sum(len(g.points) for g in generations),
        games=games,
        seed=seed,
        interrupted=interrupted,
        seconds=seconds,
    )
