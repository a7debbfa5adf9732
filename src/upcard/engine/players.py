"""Make strategies ready for a game with its options: strategies of files, and stored solutions.

:mod:`upcard.engine.solution_provider` gives access to players of stored solutions, ``solved:FILE``.
"""

from pathlib import Path
from types import ModuleType
from typing import Any

from upcard.engine.entrants import Entrant, StrategyLike, make_entrant, parameters_of
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.registry import strategy_for
from upcard.engine.solution_provider import solutions
from upcard.engine.strategy_contract import is_of_certificates

SOLVED = "solved"


def entrant_for(strategy: StrategyLike, game: Game) -> Entrant:
    """Make a strategy ready for a game.

    Parameters
    ----------
    strategy : str or function
        ``"NAME"``, ``"NAME:key=value,..."``, ``"solved:FILE"``, or a function of a view; capitals in a name
        do not matter. A file name may contain any characters, also colons and commas.

    Raises
    ------
    Usage
        If there is no such strategy or file, it does not play this game, or a parameter is wrong; or if a
        function does not take a view as its only argument.
    BrokenRules
        If its file breaks the contract.
    """
    if not isinstance(strategy, str):
        return make_entrant(strategy, game.rules)
    name, _, rest = strategy.partition(":")
    if is_solved(strategy):
        return _entrant(f"{SOLVED}:{rest}", solutions().player_from(solution_path(strategy), game))
    module = strategy_for(name, game.rules)
    path = module.solution(game.options) if hasattr(module, "solution") else None
    if path is None and not is_of_certificates(module):
        return make_entrant(strategy, game.rules)
    parameters_of(module, rest)
    if path is not None:
        return _entrant(module.STRATEGY.name, solutions().player_from(path, game))
    return _entrant(module.STRATEGY.name, solutions().player_for(module.CERTIFICATES, game))


def check_can_play(strategy: StrategyLike, game: Game) -> None:
    """Raise the errors of :func:`entrant_for`, but do not solve a game that the strategy would solve."""
    module = _module_of_certificates(strategy, game)
    if module is None:
        entrant_for(strategy, game)
    else:
        parameters_of(module, str(strategy).partition(":")[2])
        solutions().check_player(module.CERTIFICATES, game)


def is_ready(strategy: str, game: Game) -> bool:
    """Return whether a strategy that can play a game need not solve it first."""
    module = _module_of_certificates(strategy, game)
    return module is None or bool(solutions().has_solution(module.CERTIFICATES, game))


def preparation_seconds(strategy: str, game: Game) -> float:
    """Return the estimated seconds to prepare a strategy that can play a game, so that it plays fast."""
    module = _module_of_certificates(strategy, game)
    return 0.0 if module is None else float(solutions().preparation_seconds(module.CERTIFICATES, game))


def prepare(strategy: str, game: Game) -> None:
    """Solve and store what a strategy needs to play a game fast."""
    if preparation_seconds(strategy, game):
        solutions().prepare(game)


def _module_of_certificates(strategy: StrategyLike, game: Game) -> ModuleType | None:
    """Return the module of a strategy that plays certificates or solves the game; None for any other."""
    if not isinstance(strategy, str) or is_solved(strategy):
        return None
    module = strategy_for(strategy.partition(":")[0], game.rules)
    return module if is_of_certificates(module) and not hasattr(module, "solution") else None


def can_play(strategy: StrategyLike, game: Game) -> bool:
    """Whether a strategy can play a game with its options; stored solutions may not cover them.

    Nothing is solved. Raises ``BrokenRules`` if its file breaks the contract.
    """
    try:
        check_can_play(strategy, game)
    except Usage:
        return False
    return True


def _entrant(label: str, choose: Any) -> Entrant:
    is_plain = getattr(choose, "is_plain", False)
    return Entrant(label, choose, (), not is_plain, odds=getattr(choose, "odds", None))


def is_solved(strategy: str) -> bool:
    """Whether the name of a strategy is ``solved:FILE``."""
    return strategy.partition(":")[0].casefold() == SOLVED


def solution_path(strategy: str) -> Path:
    """Return the file of ``solved:FILE``; raise ``Usage`` if no file is named."""
    rest = strategy.partition(":")[2]
    if not rest.strip():
        raise Usage(f"{strategy!r} names no file; write {SOLVED}:FILE, a file from `upcard solve --save`")
    try:
        return Path(rest).expanduser()
    except RuntimeError:
        return Path(rest)
