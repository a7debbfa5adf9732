"""Claims about speed, and functions that measure and compare speeds."""

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass

from upcard.simulation.simulation_plan import make_plan
from upcard.simulation.simulator import Simulator

SEED = 1


@dataclass(frozen=True)
class Line:
    """One measured claim: what, the figure, its unit and the mark it should reach."""

    what: str
    figure: float
    unit: str
    mark: str
    reached: bool


def paired(first: Callable[[int], float], second: Callable[[int], float], slices: int) -> tuple[float, float]:
    """Return the medians of the first figure and of the ratio first / second, slice by slice."""
    pairs = [(first(i), second(i)) for i in range(slices)]
    return statistics.median(a for a, _ in pairs), statistics.median(a / b for a, b in pairs)


def cpu_per_decision(simulator: Simulator, first: int, last: int) -> float:
    """CPU nanoseconds per decision of the compiled simulation."""
    plan = make_plan(last, SEED, simulator.lineup.game.players)
    began = time.thread_time()
    sums = simulator.play(plan, first, last)
    return (time.thread_time() - began) / int(sums.games[0, 0]) * 1e9


def show_lines(lines: list[Line]) -> None:
    """Print claims as a table."""
    for x in lines:
        verdict = f"{x.mark}: {'yes' if x.reached else 'NO'}" if x.mark else ""
        print(f"{x.what:48} {x.figure:14,.2f} {x.unit:15} {verdict}")


def missed(lines: list[Line]) -> str:
    """Return a sentence about the marks that were not reached; empty if all were."""
    short = [f"{x.what} is {x.figure:,.3f} {x.unit}, expected {x.mark}" for x in lines if not x.reached]
    marks = "1 mark was" if len(short) == 1 else f"{len(short)} marks were"
    return f"{marks} missed: {'; '.join(short)}" if short else ""
