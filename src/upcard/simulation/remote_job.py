"""Jobs for workers elsewhere: names and numbers, from which a worker makes the same program.

A worker has its own Upcard. It plays only if its rules and strategies have the same fingerprint as here. So
results of different versions in a cluster are never averaged.
"""

import pickle
import time
from functools import lru_cache
from typing import NamedTuple

from upcard.engine.errors import Failure
from upcard.engine.game_loop import replacements_of
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.state import layout_key
from upcard.simulation.game_rows import RowSimulator
from upcard.simulation.kernel import Sums
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator


class Chunk(NamedTuple):
    """The result of some blocks of a plan."""

    sums: Sums
    """The sums over these blocks."""
    seconds: float
    """Wall-clock time that they took."""


class RemoteJob(NamedTuple):
    """A line-up as it is sent to a worker."""

    lineup: LineUp
    """The line-up, which pickles as names and numbers where the worker can look them up."""
    mark: str
    """Fingerprint of the rules and strategies."""
    has_rows: bool
    """Whether the sums come with a row for each game."""


@lru_cache(maxsize=256)
def job_bytes(lineup: LineUp, has_rows: bool = False) -> bytes:
    """Return a line-up as bytes for a worker; raise ``Usage`` if one of its functions cannot be sent."""
    return pickle.dumps(RemoteJob(lineup, _mark(lineup), has_rows))


def play_remote_job(sent: bytes, plan: SimulationPlan, first: int, last: int) -> Chunk:
    """Play blocks `first` to `last` - 1 of a plan on a worker; return their sums and the time.

    Raises ``Failure`` if the worker's rules or strategies differ from the sender's.
    """
    return timed(_program(sent), plan, first, last)


def timed(simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> Chunk:
    """Play blocks `first` to `last` - 1 of a plan here; return their sums and the time."""
    began = time.perf_counter()
    return Chunk(simulator.play(plan, first, last), time.perf_counter() - began)


@lru_cache(maxsize=64)
def _program(sent: bytes) -> Simulator:
    job: RemoteJob = pickle.loads(sent)  # noqa: S301 - anyone who may send work to a worker may run anything there
    lineup = job.lineup
    if _mark(lineup) != job.mark:
        raise Failure(
            f"the rules of {lineup.game.name} or a strategy differ between a worker and this machine; "
            "install the same Upcard, with the same files and the same Python, on every worker"
        )
    return (RowSimulator if job.has_rows else Simulator)(lineup)


def _mark(lineup: LineUp) -> str:
    """Return a fingerprint of the rules and strategies; it also depends on the version of Python."""
    rules = lineup.game.rules
    functions = [
        f for name in ("start", "legal", "apply", "score", "measure") if (f := getattr(rules, name, None))
    ]
    # a strategy that is not a plain function plays a solution from a file, so there is no code to compare
    strategies = [c.function for c in lineup.choosers if hasattr(c.function, "__code__")]
    reached = reached_names([*functions, *strategies], replacements_of(rules))
    return f"{layout_key(rules)} {reached.fingerprint}"
