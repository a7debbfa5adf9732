"""Upcard: a laboratory for small card games.

The public names; each is loaded when it is first used.
"""

import importlib
from typing import TYPE_CHECKING, Any

from upcard import old_paths
from upcard.engine import notebook, solutions

if TYPE_CHECKING:
    from upcard.adapters.gambit import efg_text
    from upcard.checking.verify import verify
    from upcard.engine.catalog import Entrant
    from upcard.engine.errors import Ambiguous, BrokenRules, Failure, Illegal, Unreadable, UpcardError, Usage
    from upcard.engine.game import Game, Match
    from upcard.engine.game import make_game as game
    from upcard.engine.hand import Hand
    from upcard.engine.record import parse_record, record_text, replay
    from upcard.engine.tree import GameTree, unroll
    from upcard.simulation.match import simulate
    from upcard.simulation.result import SimulationResult
    from upcard.simulation.tournament import tournament
    from upcard.simulation.tournament_result import TournamentResult
    from upcard.simulation.tune import tune
    from upcard.simulation.tuning import TuningResult
    from upcard.simulation.vector import VectorEnv, vector_env
    from upcard.solving.objective import Finding
    from upcard.solving.solution import Solution
    from upcard.solving.solve import solve

_HOMES = {
    "Ambiguous": "engine.errors",
    "BrokenRules": "engine.errors",
    "Entrant": "engine.catalog",
    "Failure": "engine.errors",
    "Finding": "solving.objective",
    "Game": "engine.game",
    "GameTree": "engine.tree",
    "Hand": "engine.hand",
    "Illegal": "engine.errors",
    "Match": "engine.game",
    "SimulationResult": "simulation.result",
    "Solution": "solving.solution",
    "TournamentResult": "simulation.tournament_result",
    "TuningResult": "simulation.tuning",
    "Unreadable": "engine.errors",
    "UpcardError": "engine.errors",
    "Usage": "engine.errors",
    "VectorEnv": "simulation.vector",
    "efg_text": "adapters.gambit",
    "game": "engine.game:make_game",
    "parse_record": "engine.record",
    "record_text": "engine.record",
    "replay": "engine.record",
    "simulate": "simulation.match",
    "solve": "solving.solve",
    "tournament": "simulation.tournament",
    "tune": "simulation.tune",
    "unroll": "engine.tree",
    "vector_env": "simulation.vector",
    "verify": "checking.verify",
}

__all__ = [
    "Ambiguous",
    "BrokenRules",
    "Entrant",
    "Failure",
    "Finding",
    "Game",
    "GameTree",
    "Hand",
    "Illegal",
    "Match",
    "SimulationResult",
    "Solution",
    "TournamentResult",
    "TuningResult",
    "Unreadable",
    "UpcardError",
    "Usage",
    "VectorEnv",
    "efg_text",
    "game",
    "parse_record",
    "record_text",
    "replay",
    "simulate",
    "solve",
    "tournament",
    "tune",
    "unroll",
    "vector_env",
    "verify",
]


def _solutions() -> solutions.Solutions:
    from upcard.solved import kept

    return kept


def _draw() -> notebook.Drawers:
    from upcard.report.notebook import html_of, svg_of, text_of

    return notebook.Drawers(html_of, svg_of, text_of)


old_paths.install()
solutions.provide(_solutions)
notebook.provide(_draw)


def __getattr__(name: str) -> Any:
    """Load a public name from the module it lives in."""
    if name not in _HOMES:
        raise AttributeError(f"module 'upcard' has no attribute {name!r}")
    module, _, other = _HOMES[name].partition(":")
    value = getattr(importlib.import_module(f"upcard.{module}"), other or name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    """The public names."""
    return __all__
