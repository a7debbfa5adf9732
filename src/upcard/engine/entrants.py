"""Making strategies ready for a game with its options: those of files, and those that were solved for.

What ``solved:FILE`` plays comes from :mod:`upcard.solved`, which stands above the engine, since kinds of
solutions may need the solver that made them. It is looked for when it is asked for, like a file of a folder.
"""

import importlib
from pathlib import Path
from typing import Any

from upcard.engine.catalog import Entrant, StrategyLike, entrant, parameters_of, strategy_for
from upcard.engine.errors import Usage
from upcard.engine.game import Game
from upcard.engine.strategy_contract import is_of_certificates

SOLVED = "solved"
FINDER = "upcard.solved.find"


def entrant_for(given: StrategyLike, game: Game) -> Entrant:
    """Make a strategy ready for a game.

    Parameters
    ----------
    given : str or function
        ``"NAME"``, ``"NAME:key=value,..."``, ``"solved:FILE"``, or a function of a view; capitals of a name
        do not matter. In the name of the file every character counts, also a colon or a comma.
    game : Game
        What is played.

    Raises
    ------
    Usage
        If there is no such strategy or file, it does not play this game, or a parameter is wrong; or if a
        function takes other arguments than a view.
    BrokenRules
        If its file breaks the contract.
    """
    if not isinstance(given, str):
        return entrant(given, game.rules)
    name, _, rest = given.partition(":")
    if is_solved(given):
        return _solved(f"{SOLVED}:{rest}", solved_file(given), game)
    module = strategy_for(name, game.rules)
    if not is_of_certificates(module):
        return entrant(given, game.rules)
    parameters_of(module, rest)
    path = _finder().shipped(module.CERTIFICATES, game)
    return _solved(module.STRATEGY.name, path, game)


def _solved(label: str, path: Path, game: Game) -> Entrant:
    choose = _finder().player_from(path, game)
    return Entrant(label, choose, (), True, odds=getattr(choose, "odds", None))


def is_solved(given: str) -> bool:
    """Whether a strategy is asked for by the file of a solution."""
    return given.partition(":")[0].casefold() == SOLVED


def solved_file(given: str) -> Path:
    """The file of ``solved:FILE``.

    Raises
    ------
    Usage
        If none is named.
    """
    rest = given.partition(":")[2]
    if not rest.strip():
        raise Usage(f"{given!r} names no file; write {SOLVED}:FILE with what `upcard solve --save` wrote")
    try:
        return Path(rest).expanduser()
    except RuntimeError:
        return Path(rest)


def _finder() -> Any:
    return importlib.import_module(FINDER)
