"""Simulating on an accelerator: the same games as on processors, thousands of tables at a time.

Every thread of the accelerator plays some blocks of games at its own table and adds up its own sums. The sums
of all threads are added here. All are whole numbers, so the digits are the same as those of the processors.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.compile.cuda import missing, on_device
from upcard.engine.errors import Failure, Usage
from upcard.engine.game_loop import Chooser, Loop, searches
from upcard.engine.program import Mode
from upcard.engine.registry import is_shipped
from upcard.engine.seeds import LOW32
from upcard.simulation.kernel import Sums, make_gpu_run, make_run
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator

MOST_THREADS = 65_536
"""Maximum number of tables; an H100 holds 67,584 threads: four blocks of 128 on each of 132 processors."""


class GpuSimulator(Simulator):
    """A simulator that plays a line-up on an accelerator.

    Raises
    ------
    Failure
        If there is no accelerator, or it cannot run the program.
    Usage
        If the game or a strategy did not come with Upcard, since an accelerator checks no index and no cell,
        or if a strategy cannot be compiled or searches.
    """

    mode = Mode.ACCELERATED

    def __init__(self, lineup: LineUp, on_compile: Callable[[], None] | None = None) -> None:
        _check(lineup)
        reason = missing()
        if reason is not None:
            raise Failure(f"{reason}; play on the processors instead")
        self._buffers: tuple[Any, ...] | None = None
        super().__init__(lineup, on_compile)

    @property
    def is_threaded(self) -> bool:
        """Whether several threads make it faster: never, since one is enough to start an accelerator."""
        return False

    def _make_run(self, rules: ModuleType, loop: Loop) -> Callable[..., None]:
        """Make the loop over blocks of games for many threads."""
        return make_gpu_run(make_run(rules, loop))

    def _played(
        self, plan: SimulationPlan, first: int, last: int
    ) -> tuple[Sums, npt.NDArray[np.int64], None]:
        """Return the sums of blocks, the fault of the first unfinished game, and None for its state."""
        threads = max(1, min(MOST_THREADS, last - first))
        n, columns, of_game = self.lineup.game.players, self.columns, self.game_columns
        box, blank, views, blind = self._tables(threads)
        settings = (plan.per_block, int(plan.duplicate), plan.seating)
        numbers = (self.lineup.weights, np.array(self.lineup.who), np.array(settings))
        weights, who, layout, of = map(on_device, (*numbers, self.of))
        shapes = ((n, columns), (of_game,), (n,), (4, n, columns), (3, of_game), (2, n, n), (4,))
        rows = [on_device(np.zeros((threads, *shape), np.int64)) for shape in shapes]
        self.program(
            box, blank, views, blind, weights, who, layout, plan.seed, first, last, of, *rows
        )  # the last of the rows are faults: game, seat, action, kind
        *sums, faults = (x.copy_to_host() for x in rows[3:])
        return Sums(*map(_added, sums)), _first_of(faults), None

    def _tables(self, threads: int) -> tuple[Any, Any, Any, Any]:
        """Return states, a blank state, views and a blank view for some tables, in device memory."""
        if self._buffers is None or self._buffers[0].shape[0] != threads:
            one = self.program.buffers()
            states, views = (np.repeat(x[np.newaxis], threads, axis=0) for x in (one.state, one.views))
            self._buffers = tuple(map(on_device, (states, one.blank_state, views, one.blank_view)))
        return self._buffers


def _check(lineup: LineUp) -> None:
    """Raise ``Usage`` for a game or strategy that an accelerator must not or cannot play."""
    cast = lineup.everybody
    foreign = [e.label for e in cast if not e.is_checked]
    if not is_shipped(lineup.game.rules):
        foreign.append(lineup.game.name)
    if foreign:
        raise Usage(
            f"{', '.join(dict.fromkeys(foreign))} did not come with Upcard, and an accelerator does "
            "not check accesses to memory; play on the processors instead"
        )
    beyond = [e.label for e in cast if not e.compiles or searches([Chooser(e.choose)])]
    if beyond:
        names = ", ".join(dict.fromkeys(beyond))
        raise Usage(f"an accelerator cannot play {names}; play on the processors instead")


def _added(rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Return the sum over all threads, in Python's whole numbers, since 64 bits are too few."""
    low, high = (rows & LOW32).sum(axis=0), (rows >> 32).sum(axis=0)
    total: npt.NDArray[Any] = high.astype(object) * (LOW32 + 1) + low.astype(object)
    return total


def _first_of(faults: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the fault of the earliest game, from the faults of all threads; all -1 if there is none."""
    stopped = faults[faults[:, 3] > 0]
    return stopped[stopped[:, 0].argmin()] if len(stopped) else np.full(4, -1, np.int64)
