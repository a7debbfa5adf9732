"""Matches between the strategy that is tuned, with several sets of parameters, and its opponents."""

from collections.abc import Callable, Generator, Sequence
from concurrent.futures import Executor, Future
from contextlib import closing
from dataclasses import replace

from upcard.engine.entrants import StrategyLike
from upcard.engine.game import Game
from upcard.engine.players import entrant_for
from upcard.simulation.executors import executor_for, wait_for
from upcard.simulation.kernel import SCORE, SHARE, WIN, WIN_ANY, Sums, score_unit
from upcard.simulation.lineup import LineUp
from upcard.simulation.parameter_space import ParameterSpace
from upcard.simulation.remote_job import Chunk
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulator import Simulator

GOALS = {"win_share": (WIN, SHARE), "win_any": (WIN_ANY, 1), "score_mean": (SCORE, 1)}
"""Quantities to maximize: the column of each in the sums, and the whole number that stands for 1."""

CHUNK = 500
"""Number of games of one piece of work in the search."""


class ParameterMatches:
    """Plays sets of parameters against the same opponents on the same games, inside the context `executor`.

    The seats are drawn at random for every game, so that parameters are not tuned for one seat. Arguments are
    those of :func:`upcard.simulation.tune_parameters.tune`.
    """

    def __init__(
        self,
        game: Game,
        space: ParameterSpace,
        against: Sequence[StrategyLike],
        goal: str,
        threads: int | None,
        on_compile: Callable[[], None] | None,
        executor: Executor | None = None,
    ) -> None:
        self.game, self.space = game, space
        self.goal = goal
        self.column, self.unit = GOALS[goal]
        self.factor = score_unit(game.rules) if self.column == SCORE else 1.0
        self.tuned = entrant_for(space.strategy, game)
        self.others = tuple(entrant_for(x, game) for x in against)
        self.simulator = Simulator(self.lineup(tuple(space.defaults.values())), on_compile)
        self.executor = executor_for(self.simulator, threads, executor)

    def lineup(self, settings: Sequence[float]) -> LineUp:
        """Return the line-up of the strategy with these parameters and its opponents."""
        label = self.space.strategy_text(settings)
        tuned = replace(self.tuned, label=label, parameters=tuple(settings))
        return LineUp(self.game, (tuned, *self.others))

    def plan(self, games: int, seed: int) -> SimulationPlan:
        """Return a plan of games with random seats."""
        return make_plan(games, seed, self.game.players, "random")

    def gains(
        self,
        several: Sequence[Sequence[float]],
        seed: int,
        first: int,
        last: int,
        on_games: Callable[[int], None],
    ) -> list[float]:
        """Return the total gain of each of several sets of parameters in games `first` to `last` - 1.

        `on_games` is called with a number of games whenever some are finished.
        """
        pieces = [(a, min(a + CHUNK, last)) for a in range(first, last, CHUNK)]
        totals = [0] * len(several)
        with closing(self.play(several, seed, pieces, on_games)) as rows:
            for row in rows:
                for k, sums in enumerate(row):
                    totals[k] += self.gain(sums)
        return [x / self.unit * self.factor for x in totals]

    def gain(self, sums: Sums) -> int:
        """Return the gain of the tuned strategy from the sums of some games, as a whole number."""
        return int(sums.entrants[0, 0, self.column])

    def play(
        self,
        several: Sequence[Sequence[float]],
        seed: int,
        pieces: Sequence[tuple[int, int]],
        on_games: Callable[[int], None],
    ) -> Generator[list[Sums], None, None]:
        """Yield the sums of every set of parameters, for one piece of games after another.

        A piece names its first game and the game after its last; `on_games` is that of :meth:`gains`.
        """
        plan = self.plan(pieces[-1][1], seed)
        at_work = [self.simulator.retuned(self.lineup(settings)) for settings in several]
        rows: list[list[Future[Chunk]]] = [
            [self.executor.submit(one, plan, a, b) for one in at_work] for a, b in pieces
        ]
        try:
            for (a, b), row in zip(pieces, rows, strict=True):
                sums = []
                for future in row:
                    sums.append(wait_for(future)[0])
                    on_games(b - a)
                yield sums
        finally:
            for row in rows:
                for future in row:
                    future.cancel()
