"""Jobs that are played elsewhere: names and numbers, from which a worker makes the same program.

A worker has an Upcard of its own. It plays only if its rules and strategies are the same as here, which a
fingerprint of their functions tells; so a cluster of mixed versions is found out and not averaged over.
"""

import importlib
import pickle
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any, NamedTuple

from upcard.engine.entrants import Entrant
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.game_loop import replacements_of
from upcard.engine.option_values import OptionSetting
from upcard.engine.players import entrant_for
from upcard.engine.source.fingerprint import reached_names
from upcard.engine.state import layout_key
from upcard.simulation.kernel import Sums
from upcard.simulation.lineup import LineUp
from upcard.simulation.simulation_plan import SimulationPlan
from upcard.simulation.simulator import Simulator


class Chunk(NamedTuple):
    """The played part of a plan."""

    sums: Sums
    """The sums of some blocks."""
    seconds: float
    """How long they took."""


class StrategyRequest(NamedTuple):
    """How a strategy is asked for."""

    given: str | Callable[..., int]
    """Its name, or itself."""
    parameters: tuple[float, ...]
    """The values of its parameters."""


@dataclass(frozen=True)
class RemoteJob:
    """A line-up as it is sent."""

    game: str
    """Its name."""
    players: int
    """How many play."""
    options: Mapping[str, OptionSetting]
    """Every option."""
    seats: tuple[StrategyRequest, ...]
    cast: tuple[StrategyRequest, ...]
    """The seated strategies, and the others of the program."""
    mark: str
    """A fingerprint of the rules and strategies."""


@lru_cache(maxsize=256)
def job_bytes(lineup: LineUp) -> bytes:
    """Return a line-up as bytes that can be sent; raise ``Usage`` if a function in it cannot."""
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
        return bytes(_pickler().dumps(job))
    except (pickle.PicklingError, AttributeError, TypeError) as fault:
        raise Usage(
            f"a strategy cannot be sent to other processes ({fault}); name one of a strategy file, or define "
            "the function in a module that they can import"
        ) from fault


def play_remote_job(sent: bytes, plan: SimulationPlan, first: int, last: int) -> Chunk:
    """Play blocks `first` to `last` - 1 of a plan, where it was sent to; their sums, and seconds.

    Raises ``Failure`` if the rules or strategies here are others than where it was sent from.
    """
    return timed(_program(sent), plan, first, last)


def timed(simulator: Simulator, plan: SimulationPlan, first: int, last: int) -> Chunk:
    """Play blocks `first` to `last` - 1 of a plan here; their sums, and how long they took."""
    began = time.perf_counter()
    return Chunk(simulator.play(plan, first, last), time.perf_counter() - began)


@lru_cache(maxsize=64)
def _program(sent: bytes) -> Simulator:
    job: RemoteJob = pickle.loads(sent)  # noqa: S301 - whoever may send work here may run anything
    game = _game(job.game, job.players, tuple(job.options.items()))
    seated, cast = (tuple(_seated(x, game) for x in some) for some in (job.seats, job.cast))
    lineup = LineUp(game, seated, cast)
    if _mark(lineup) != job.mark:
        raise Failure(
            f"the rules of {job.game} or a strategy are not the same on a worker as where its work comes "
            "from; install the same Upcard, with the same files and the same Python, on every worker"
        )
    return Simulator(lineup)


@lru_cache(maxsize=16)
def _game(name: str, players: int, options: tuple[tuple[str, OptionSetting], ...]) -> Game:
    return Game(make_game(name, players).rules, players, dict(options))


def _request(entrant: Entrant, game: Game) -> StrategyRequest:
    """Return how to request an entrant elsewhere: by name if it has one, else as the function itself."""
    try:
        named = entrant_for(entrant.label, game)
    except Usage:
        named = None
    known = named is not None and (named.choose is entrant.choose or not named.compiles)
    return StrategyRequest(entrant.label if known else entrant.choose, entrant.parameters)


def _seated(request: StrategyRequest, game: Game) -> Entrant:
    return replace(entrant_for(request.given, game), parameters=request.parameters)


def _mark(lineup: LineUp) -> str:
    """Return a fingerprint of all that decides what is played; it changes with the version of Python."""
    rules = lineup.game.rules
    own = [f for name in ("start", "legal", "apply", "score", "measure") if (f := getattr(rules, name, None))]
    # a strategy that is no plain function plays by the file of a solution, which has no code to compare
    strategies = [c.function for c in lineup.choosers if hasattr(c.function, "__code__")]
    return f"{layout_key(rules)} {reached_names([*own, *strategies], replacements_of(rules)).fingerprint}"


def _pickler() -> Any:
    """Return cloudpickle, which sends functions too, if it is installed, otherwise pickle."""
    try:
        return importlib.import_module("cloudpickle")
    except ImportError:
        return pickle
