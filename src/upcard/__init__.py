"""Upcard: a laboratory for small card games.

The public names; each is loaded when it is first used.
"""

import importlib
from typing import TYPE_CHECKING, Any

from upcard import old_paths
from upcard.engine import notebook_views as notebook
from upcard.engine import solution_provider as solutions

if TYPE_CHECKING:
    from upcard.adapters.gambit import efg_text
    from upcard.certificates.verify_file import verify
    from upcard.engine.errors import Ambiguous, BrokenRules, Failure, Illegal, Unreadable, UpcardError, Usage
    from upcard.engine.game import Game, Match
    from upcard.engine.game import make_game as game
    from upcard.engine.hand import Hand
    from upcard.engine.record import parse_record, record_text, replay
    from upcard.engine.registry import Entrant
    from upcard.engine.tree.game_tree import GameTree, unroll
    from upcard.simulation.play_tournament import tournament
    from upcard.simulation.simulate_games import simulate
    from upcard.simulation.simulation_result import SimulationResult
    from upcard.simulation.tournament_result import TournamentResult
    from upcard.simulation.tune_parameters import tune
    from upcard.simulation.tuning_result import TuningResult
    from upcard.simulation.vector_env import VectorEnv, vector_env
    from upcard.solving.game_solver_contract import GameSolution
    from upcard.solving.solve_game import solve
    from upcard.solving.tree_solution import Solution

_HOMES = {
    "Ambiguous": "engine.errors",
    "BrokenRules": "engine.errors",
    "Entrant": "engine.registry",
    "Failure": "engine.errors",
    "Game": "engine.game",
    "GameSolution": "solving.game_solver_contract",
    "GameTree": "engine.tree.game_tree",
    "Hand": "engine.hand",
    "Illegal": "engine.errors",
    "Match": "engine.game",
    "SimulationResult": "simulation.simulation_result",
    "Solution": "solving.tree_solution",
    "TournamentResult": "simulation.tournament_result",
    "TuningResult": "simulation.tuning_result",
    "Unreadable": "engine.errors",
    "UpcardError": "engine.errors",
    "Usage": "engine.errors",
    "VectorEnv": "simulation.vector_env",
    "efg_text": "adapters.gambit",
    "game": "engine.game:make_game",
    "parse_record": "engine.record",
    "record_text": "engine.record",
    "replay": "engine.record",
    "simulate": "simulation.simulate_games",
    "solve": "solving.solve_game",
    "tournament": "simulation.play_tournament",
    "tune": "simulation.tune_parameters",
    "unroll": "engine.tree.game_tree",
    "vector_env": "simulation.vector_env",
    "verify": "certificates.verify_file",
}

__all__ = [
    "Ambiguous",
    "BrokenRules",
    "Entrant",
    "Failure",
    "Game",
    "GameSolution",
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
    from upcard.solving import solution_cache as kept

    return kept


def _draw() -> notebook.Drawers:
    from upcard.report.notebook_html import html_of, svg_of, text_of

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
