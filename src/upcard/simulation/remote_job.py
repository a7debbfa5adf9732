"""Jobs for workers elsewhere: names and numbers, from which a worker makes the same program.

A worker has its own Upcard. It plays only if its rules and strategies have the same fingerprint as here. So
results of different versions in a cluster are never averaged.
"""

import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import NamedTuple

from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.game_loop import replacements_of
from upcard.engine.option_values import OptionSetting
from upcard.engine.picklable_rules import function_pickler
from upcard.engine.players import entrant_for
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.state import layout_key
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


class StrategyRequest(NamedTuple):
    """Request for a strategy: its name or function, and its parameters."""

    strategy: str | Callable[..., int]
    """Name of the strategy, or the function itself."""
    parameters: tuple[float, ...]
    """The values of its parameters."""


@dataclass(frozen=True)
class RemoteJob:
    """A line-up as it is sent to a worker."""

    game: str
    """Name of the game."""
    players: int
    """Number of players."""
    options: Mapping[str, OptionSetting]
    """Every option."""
    seats: tuple[StrategyRequest, ...]
    cast: tuple[StrategyRequest, ...]
    """The strategies at the seats, and the other strategies of the program."""
    mark: str
    """Fingerprint of the rules and strategies."""


@lru_cache(maxsize=256)
def job_bytes(lineup: LineUp) -> bytes:
    """Return a line-up as bytes for a worker; raise ``Usage`` if one of its functions cannot be sent."""
    game = lineup.game
    job = RemoteJob(
        game.name,
        game.players,
        game.options,
        tuple(_request(e, game) for e in lineup.entrants),
        tuple(_request(e, game) for e in lineup.cast),
        _mark(lineup),
    )
    try:
        return bytes(function_pickler().dumps(job))
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise Usage(
            f"a strategy cannot be sent to other processes ({fault}); name one of a strategy file, or define "
            "the function in a module that they can import"
        ) from fault


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
    game = _game(job.game, job.players, tuple(job.options.items()))
    seated, cast = (tuple(_seated(x, game) for x in some) for some in (job.seats, job.cast))
    lineup = LineUp(game, seated, cast)
    if _mark(lineup) != job.mark:
        raise Failure(
            f"the rules of {job.game} or a strategy differ between a worker and this machine; install the "
            "same Upcard, with the same files and the same Python, on every worker"
        )
    return Simulator(lineup)


@lru_cache(maxsize=16)
def _game(name: str, players: int, options: tuple[tuple[str, OptionSetting], ...]) -> Game:
    return Game(make_game(name, players).rules, players, dict(options))


def _request(entrant: Entrant, game: Game) -> StrategyRequest:
    """Return the request for an entrant: by its name if a worker can find it, else by its function."""
    try:
        named = entrant_for(entrant.label, game)
    except Usage:
        named = None
    known = named is not None and (named.choose is entrant.choose or not named.compiles)
    return StrategyRequest(entrant.label if known else entrant.choose, entrant.parameters)


def _seated(request: StrategyRequest, game: Game) -> Entrant:
    return replace(entrant_for(request.strategy, game), parameters=request.parameters)


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
