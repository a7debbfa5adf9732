"""Public conformance suite: every promise of a game, strategy or solver, checked by random play.

Write a rules file, then::

    from upcard.testing import check_game

    def test_my_game_keeps_its_promises():
        print(check_game("my-game"))

for a strategy ``check_strategy("my-strategy", "my-game")``, for a solver ``check_solver("my-solver")``.
All raise :class:`ConformanceError`, which is an ``AssertionError``, with the promise, what was expected,
what was seen, and the record of the game to repeat it. All return a report with the number of checks of each
promise. A game need not be installed: ``check_game(Game(rules, players, options))`` takes any module.
:func:`watch_games` checks every position of a million random games, compiled.

To test everything that is installed, a package's own tests parametrise over :func:`game_modules`,
:func:`strategies_for` and ``solver_modules``::

    @pytest.mark.parametrize("name", sorted(game_modules()))
    def test_game(name):
        check_game(name)

The promises are small functions, one each, in the modules :mod:`upcard.testing.position_checks`,
``view_checks``, ``word_checks`` and so on; the first line of each docstring, after "Check that", is the
promise.
"""

from upcard.engine.registry import game_modules, strategies_for
from upcard.solving.solver_registry import solver_modules
from upcard.testing.compiled_checks import check_compiled
from upcard.testing.end_checks import Watched, check_ends, watch_games
from upcard.testing.game_checks import GameReport, check_game, check_walk
from upcard.testing.playthrough import playthrough
from upcard.testing.random_walk import ConformanceError, Walk
from upcard.testing.solver_checks import SolverReport, check_solver
from upcard.testing.strategy_checks import StrategyReport, check_against_itself, check_choice, check_strategy
from upcard.testing.tree_checks import check_facts, check_tree, check_tree_scores

__all__ = [
    "ConformanceError",
    "GameReport",
    "SolverReport",
    "StrategyReport",
    "Walk",
    "Watched",
    "check_against_itself",
    "check_choice",
    "check_compiled",
    "check_ends",
    "check_facts",
    "check_game",
    "check_solver",
    "check_strategy",
    "check_tree",
    "check_tree_scores",
    "check_walk",
    "game_modules",
    "playthrough",
    "solver_modules",
    "strategies_for",
    "watch_games",
]
