"""A line-up at work on an accelerator: the same games as on processors, thousands of tables at a time.

Every thread of the accelerator plays some blocks of games at a table of its own and keeps its own sums, which
are added up here. All are whole numbers, so the result is that of the processors digit for digit.
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
from upcard.simulation.kernel import Sums, make_crowd, make_run
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator

MOST_THREADS = 65_536
"""Tables at the same time; an H100 holds 67,584 threads: four blocks of 128 on each multiprocessor of 132."""


class GpuSimulator(Simulator):
    """A line-up at work on an accelerator.

    Raises
    ------
    Failure
        If there is no accelerator, or it cannot do what the strategies do.
    Usage
        If something is not Upcard's own: an accelerator checks no index and no cell.
    """

    mode = Mode.ACCELERATED

    def __init__(self, lineup: LineUp, on_compile: Callable[[], None] | None = None) -> None:
        _check(lineup)
        reason = missing()
        if reason is not None:
            raise Failure(f"{reason}; leave the games to the processors")
        self._room: tuple[Any, ...] | None = None
        super().__init__(lineup, on_compile)

    @property
    def is_threaded(self) -> bool:
        """One thread of the processor is enough to set an accelerator to work."""
        return False

    def _make_run(self, rules: ModuleType, loop: Loop) -> Callable[..., None]:
        """Make the loop over blocks of games for many threads."""
        return make_crowd(make_run(rules, loop))

    def _played(
        self, plan: SimulationPlan, first: int, last: int
    ) -> tuple[Sums, npt.NDArray[np.int64], None]:
        """Return the sums of blocks, and the first game that did not finish, without its state."""
        threads = max(1, min(MOST_THREADS, last - first))
        n, columns, of_game = self.lineup.game.players, len(self.of), self.game_columns
        box, blank, views, blind = self._tables(threads)
        settings = (plan.per_block, int(plan.duplicate), plan.seating)
        numbers = (self.lineup.weights, np.array(self.lineup.who), np.array(settings))
        weights, who, layout, of = map(on_device, (*numbers, self.of))
        shapes = ((n, columns), (of_game,), (n,), (4, n, columns), (2, of_game), (2, n, n), (4,))
        rows = [on_device(np.zeros((threads, *shape), np.int64)) for shape in shapes]
        self.program(
            box, blank, views, blind, weights, who, layout, plan.seed, first, last, of, *rows
        )  # the last of the rows are faults: game, seat, action, kind
        *sums, faults = (x.copy_to_host() for x in rows[3:])
        return Sums(*map(_added, sums)), _first_of(faults), None

    def _tables(self, threads: int) -> tuple[Any, Any, Any, Any]:
        """Return states and views of some tables, and the blank ones, in the accelerator's memory."""
        if self._room is None or self._room[0].shape[0] != threads:
            one = self.program.buffers()
            states, views = (np.repeat(x[np.newaxis], threads, axis=0) for x in (one.state, one.views))
            self._room = tuple(map(on_device, (states, one.blank_state, views, one.blank_view)))
        return self._room


def _check(lineup: LineUp) -> None:
    """Refuse what an accelerator must not or cannot play."""
    cast = lineup.everybody
    foreign = [e.label for e in cast if not e.is_checked]
    if not is_shipped(lineup.game.rules):
        foreign.append(lineup.game.name)
    if foreign:
        raise Usage(
            f"{', '.join(dict.fromkeys(foreign))} did not come with Upcard, and an accelerator cannot watch "
            "what it does to its memory; leave it to the processors"
        )
    beyond = [e.label for e in cast if not e.compiles or searches([Chooser(e.choose)])]
    if beyond:
        names = ", ".join(dict.fromkeys(beyond))
        raise Usage(f"an accelerator cannot play {names}; leave it to the processors")


def _added(rows: npt.NDArray[np.int64]) -> npt.NDArray[Any]:
    """Add up the rows of all threads, in Python's whole numbers: millions of games do not fit 64 bits."""
    low, high = (rows & LOW32).sum(axis=0), (rows >> 32).sum(axis=0)
    total: npt.NDArray[Any] = high.astype(object) * (LOW32 + 1) + low.astype(object)
    return total


def _first_of(faults: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Return the fault of the earliest game, from one row for each thread; -1 if there is none."""
    stopped = faults[faults[:, 3] > 0]
    return stopped[stopped[:, 0].argmin()] if len(stopped) else np.full(4, -1, np.int64)
