"""The result of a tuning, confirmed on games that the search never saw."""

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
"""Pieces of the fresh games over which two strategies are compared in pairs."""

LEAST_BATCHES = 2


@dataclass(frozen=True)
class Confirmation:
    """Results of two sets of parameters on the same fresh games."""

    tuned: SimulationResult
    defaults: SimulationResult
    """Results of the tuned and the default parameters; the first entrant is the strategy."""
    gain: Estimate
    """How much more the tuned ones gained per game, paired over batches of the same games."""


@dataclass(frozen=True)
class TuningResult(Framed, kind="tuning"):
    """The result of a tuning."""

    strategy: str
    """The tuned strategy as it is typed, with all its parameters."""
    parameters: dict[str, float]
    """The same as numbers."""
    defaults: dict[str, float]
    """The declared ones."""
    ranges: dict[str, tuple[float, float]]
    """Where each tuned parameter could go."""
    goal: str
    """The maximized quantity: ``win_share``, ``win_any`` or ``score_mean``."""
    confirmed: Confirmation
    """Results on fresh games."""
    optimistic: float
    """The best figure of the search: the greatest of many that chance has touched, so mostly too high."""
    optimistic_games: int
    """In how many games it came about."""
    optimistic_parameters: dict[str, float]
    """Whose it is."""
    generations: list[Generation]
    """The search."""
    evaluations: int
    games: int
    """Sets of parameters that were tried, and games they played."""
    seed: int
    """Seed of the search; the seed of the fresh games stands in `confirmed`."""
    interrupted: bool
    """Whether the search was stopped before its end."""
    seconds: float
    """Wall-clock time of this call."""

    @property
    def strength(self) -> Estimate:
        """Gain of the tuned strategy per game, on fresh games."""
        return self.confirmed.tuned.seats[0].estimates[self.goal]

    @property
    def default_strength(self) -> Estimate:
        """The same for the declared parameters, on the same games."""
        return self.confirmed.defaults.seats[0].estimates[self.goal]

    @property
    def gain(self) -> Estimate:
        """How much better the tuned strategy is."""
        return self.confirmed.gain

    def to_json(self) -> dict[str, Any]:
        """Everything as plain values, ready for a JSON document."""
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
        size = len(self.generations[0].asked)
        return out | {"generations": [self._row(g, (i + 1) * size) for i, g in enumerate(self.generations)]}

    def frame_rows(self) -> list[dict[str, Any]]:
        """Return one row per generation: how far the search had come, its best figure, its parameters."""
        size = len(self.generations[0].asked)
        rows = [self._row(g, (i + 1) * size) for i, g in enumerate(self.generations)]
        for row in rows:
            row |= {f"parameter_{name}": x for name, x in row.pop("parameters").items()}
        return rows

    def _row(self, g: Generation, evaluations: int) -> dict[str, Any]:
        mean = dict(zip(self.parameters, g.mean, strict=True))
        return {"evaluations": evaluations, "best": g.value, "spread": g.spread, "parameters": mean}


def confirm(
    arena: ParameterMatches,
    tuned: ParameterValues,
    games: int,
    seed: int,
    level: float,
    on_games: Callable[[int], None],
) -> Confirmation:
    """Play tuned and default parameters on the same fresh games.

    `games` is rounded up to whole batches; `seed` is that of games that the search did not see. An interrupt
    keeps the games so far if they are enough for an error estimate.
    """
    began = time.perf_counter()
    size = -(-games // BATCHES)
    batches = max(LEAST_BATCHES, -(-games // size))
    pieces = [(i * size, (i + 1) * size) for i in range(batches)]
    defaults = tuple(arena.space.defaults.values())
    rows: list[list[Sums]] = []
    try:
        with closing(arena.play([tuned, defaults], seed, pieces, on_games)) as played_rows:
            rows.extend(played_rows)
    except KeyboardInterrupt:
        if len(rows) < LEAST_BATCHES:
            raise
    gains = [(arena.gain(a), arena.gain(b)) for a, b in rows]
    same = Estimate(0.0, 0.0, 0.0, 0.0)
    gain = same if tuned == defaults else _paired_gain(gains, size, level, arena)
    plan, seconds = arena.plan(batches * size, seed), time.perf_counter() - began

    def result(settings: ParameterValues, which: int) -> SimulationResult:
        total = Sums.total([row[which] for row in rows])
        played = PlayedGames(total, len(rows) * size, seconds, len(rows) < batches)
        return make_result(arena.lineup(settings), plan, played, "random", level)

    return Confirmation(result(tuned, 0), result(defaults, 1), gain)


def _paired_gain(gains: list[tuple[int, int]], size: int, level: float, arena: ParameterMatches) -> Estimate:
    """Return how much more the first gains per game than the second, in batches of `size` games."""
    differences = [a - b for a, b in gains]
    squares = sum(d * d for d in differences)
    is_bounded = arena.goal != "score_mean"
    reach = arena.unit if is_bounded else _reach(gains)
    e = hedged_mean(sum(differences), squares, len(gains), size, level, arena.unit, reach)
    return limited(e, 1.0) if is_bounded else e


def _reach(gains: list[tuple[int, int]]) -> int:
    """Return how far two scores may lie apart: scores have no known bounds, so the largest distance here."""
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
    """Make the result of a tuning; parameters as those of :class:`TuningResult`."""
    best = max(generations, key=lambda g: g.value)
    winner = generations[-1].mean
    return TuningResult(
        strategy=space.strategy_text(winner),
        parameters=dict(zip(space.values, winner, strict=True)),
        defaults=space.defaults,
        ranges={d.name: (d.low, d.high) for d in space.dials},
        goal=goal,
        confirmed=confirmed,
        optimistic=best.value,
        optimistic_games=best.games,
        optimistic_parameters=dict(zip(space.values, best.best, strict=True)),
        generations=generations,
        evaluations=sum(len(g.asked) for g in generations),
        games=games,
        seed=seed,
        interrupted=interrupted,
        seconds=seconds,
    )
