"""Paired comparison: one entrant plays the same deals with two strategies.

Both line-ups play the same games of the same seed, batch by batch, with the same seats. Luck that affects
both equally cancels in the difference of each batch, and the spread of these differences gives the error.
"""

import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from types import ModuleType
from typing import Any

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.simulation.estimate import Estimate, hedged_spread, limited, ratio_parts
from upcard.simulation.executors import check_threads
from upcard.simulation.kernel import MEASURES, SCORE, SHARE, WIN, WIN_ANY, Sums, score_unit
from upcard.simulation.lineup import LineUp
from upcard.simulation.scheduler import OnGames, PlayedGames
from upcard.simulation.simulation_plan import SimulationPlan, make_plan
from upcard.simulation.simulation_result import LEVEL, SimulationResult, make_result
from upcard.simulation.simulator import Simulator

MOST_BATCHES, LEAST_BATCH = 200, 2


@dataclass(frozen=True)
class PairedComparison:
    """Results of the first entrant with one strategy and with another, over the same deals."""

    first: SimulationResult
    second: SimulationResult
    """The results of each line-up."""
    gaps: dict[str, FloatArray]
    """For each quantity of the entrant, the difference of every batch, first minus second, float64 of shape
    (batches,); the mean is the estimate."""
    is_same: bool
    """Whether both strategies had the same results in every batch."""
    stop_requested: bool = False
    """Whether Ctrl-C was pressed, even if all games were already done."""

    @property
    def games(self) -> int:
        """Number of games that each line-up played."""
        return self.first.games

    def difference(self, name: str, level: float = LEVEL) -> Estimate:
        """Return the difference first minus second of a quantity, with Student's interval over the batches.

        The interval is that of :func:`~upcard.simulation.estimate.hedged_spread`, cut to -1 .. 1 for a share.
        If no batch differs, each half is at least the largest share of differing games that could remain
        undetected. `name` is ``win_share`` and so on, as in
        :class:`~upcard.simulation.simulation_result.SeatResult`.
        """
        e = hedged_spread(self.gaps[name], self.games, level)
        if self.is_same:
            half = max(e.high, -math.log(1 - level) / self.games)
            e = Estimate(0.0, -half, half, e.se)
        return limited(e, 1.0) if name.endswith(("_share", "_any")) else e

    def to_json(self) -> dict[str, Any]:
        """Return both results and their differences as plain values."""
        entries: dict[str, Any] = {"first": self.first.to_json(), "second": self.second.to_json()}
        for name in self.gaps:
            entries |= self.difference(name).items(name)
        return entries


def compare(
    first: LineUp,
    second: LineUp,
    games: int,
    seed: int,
    threads: int | None = None,
    on_progress: OnGames | None = None,
    on_compile: Callable[[], None] | None = None,
) -> PairedComparison:
    """Play two line-ups over the same deals with random seats, and compare their first entrants.

    Both line-ups have the same game and the same cast. `games` is rounded up to whole batches. The result
    does not depend on `threads`. After Ctrl-C it holds the batches that were done.

    Parameters
    ----------
    on_progress : function, optional
        Called with games done and games planned.
    on_compile : function, optional
        Called before a program is compiled.

    Raises
    ------
    Usage
        If a number is out of range, or the casts differ.
    KeyboardInterrupt
        After Ctrl-C before the first batch was done.
    """
    batches = max(1, min(MOST_BATCHES, games // LEAST_BATCH))
    size = -(-games // batches)
    plan = make_plan(size * batches, seed, first.game.players, "random")
    simulator = Simulator(first, on_compile)
    sides = simulator, simulator.retuned(second)

    def batch(i: int) -> tuple[Sums, Sums]:
        one, other = (side.play(plan, i * size, (i + 1) * size) for side in sides)
        return one, other

    count = check_threads(threads) if simulator.is_compiled else 1
    report = on_progress or (lambda done, planned: None)
    done, is_stopped = _in_order(batch, batches, count, lambda k: report(k * size, plan.games))
    if not done:
        raise KeyboardInterrupt
    return _make_paired((first, second), plan, size, done, is_stopped)


def _in_order(
    batch: Callable[[int], tuple[Sums, Sums]], batches: int, threads: int, report: Callable[[int], None]
) -> tuple[list[tuple[Sums, Sums]], bool]:
    """Return the finished batches in order, and whether Ctrl-C cut them short."""
    done: list[tuple[Sums, Sums]] = []
    with ThreadPoolExecutor(threads) as pool:
        waiting = [pool.submit(batch, i) for i in range(batches)]
        try:
            for future in waiting:
                done.append(future.result())
                report(len(done))
        except BaseException as end:
            pool.shutdown(wait=False, cancel_futures=True)
            if isinstance(end, KeyboardInterrupt):
                return done, True
            raise
    return done, False


def _make_paired(
    lineups: tuple[LineUp, LineUp],
    plan: SimulationPlan,
    size: int,
    done: list[tuple[Sums, Sums]],
    is_stopped: bool,
) -> PairedComparison:
    results = []
    sides = list(zip(*done, strict=True))
    is_cut = len(done) * size < plan.blocks
    for lineup, side in zip(lineups, sides, strict=True):
        played = PlayedGames(Sums.total(side), len(done) * size, 0.0, is_cut, is_stopped)
        results.append(make_result(lineup, plan, played, "random"))
    one, other = (_by_batch(lineups[0].game.rules, side, size) for side in sides)
    is_same = all(np.array_equal(a.entrants, b.entrants) for a, b in done)
    gaps = {name: one[name] - other[name] for name in one}
    return PairedComparison(results[0], results[1], gaps, is_same, is_stopped)


def _by_batch(rules: ModuleType, side: tuple[Sums, ...], size: int) -> dict[str, FloatArray]:
    """Return the first entrant's quantities by batch; the mean over batches is the estimate."""
    x = np.array([s.entrants[0, 0] for s in side], np.float64)
    y = np.array([s.games[0] for s in side], np.float64)
    parts = {
        "win_share": x[:, WIN] / (size * SHARE),
        "win_any": x[:, WIN_ANY] / size,
        "score_mean": x[:, SCORE] / size * score_unit(rules),
    }
    measures = getattr(rules, "MEASURES", ())
    of_game = [m.name for m in measures if m.per_game]
    for c, m in enumerate((m for m in measures if not m.per_game), MEASURES):
        mine = x[:, c]
        if m.of:
            parts[f"{m.name}_share"] = ratio_parts(mine, y[:, 1 + of_game.index(m.of)])
        else:
            parts[f"{m.name}_{'share' if m.share else 'mean'}"] = mine / size
    return parts
