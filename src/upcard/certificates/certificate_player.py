"""Making a player from a certificate or another file that a solver wrote.

:mod:`upcard.certificates.kind_registry` describes the modules that make a player for each kind.
"""

import hashlib
from pathlib import Path
from types import ModuleType
from typing import Any

from upcard.certificates.certificate import TREE, common_entries
from upcard.certificates.kind_registry import modules_with_kinds, recognize
from upcard.engine.discovery import cached_scan
from upcard.engine.errors import Failure, Refused, Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.option_values import changed_options
from upcard.engine.tree.strategy_table import ChooseAction

MOST_PLAYERS_CACHED = 64
"""Maximum number of players in memory; each seat, and each request for advice, asks for a player again."""

_players: dict[tuple[Any, ...], ChooseAction] = {}


def player_from(path: Path, game: Game) -> ChooseAction:
    """Return the function of a view that plays the solution in a file; it is cached by file and game.

    Raises ``Usage`` if there is no such file, it is of another game, or it cannot be played.
    """
    key = (_digest(path), game.name, game.players, *sorted(game.options.items()))
    if key not in _players:
        made = _made(path, game)
        if len(_players) >= MOST_PLAYERS_CACHED:
            del _players[next(iter(_players))]
        _players[key] = made
    return _players[key]


def player_from_certificate(stated: dict[str, Any], game: Game, name: str) -> ChooseAction:
    """Return a function of a view that plays the solution in a certificate.

    `name` is the name of the certificate in messages. Raises ``Usage`` if it is of another game, or cannot be
    played.
    """
    kinds = {module.KIND: module for module in _modules() if hasattr(module, "KIND")}
    if not isinstance(stated.get("kind"), str) or stated["kind"] not in kinds:
        expected = " or ".join(map(repr, sorted(kinds)))
        raise Usage(f"{name} is of kind {stated.get('kind')!r}, which cannot be played; expected {expected}")
    wrong = why_not_this_game(name, stated, game)
    if wrong:
        raise Usage(wrong)
    try:
        made: ChooseAction = kinds[stated["kind"]].player(stated, game)
    except (Refused, Failure) as fault:
        raise Usage(f"{name} cannot be played: {fault}") from None
    return made


def why_not_played(path: Path, game: Game) -> str:
    """Return the reason why a file cannot be played, as a sentence; empty if it can."""
    try:
        player_from(path, game)
    except Usage as fault:
        return str(fault)
    return ""


def why_not_this_game(name: str, stated: dict[str, Any], game: Game) -> str:
    """Return how the certificate `name` differs from this game, as a sentence; empty if it does not."""
    words = {"game": "the game", "players": "players", "options": "options", "rules_version": "rules version"}
    free = _free(stated, game)
    if TREE in stated and game.tree_text is None:
        return f"{name} is for a tree file; `upcard solve {game.name} --save FILE` solves the game"
    for entry, wanted in common_entries(game, "").items():
        solved = stated.get(entry)
        if entry in words and _bound(solved, free) != _bound(wanted, free):
            return (
                f"{name} is for {words[entry]} {_text(solved)}, not {_text(wanted)}; "
                f"change the game, or solve this one: `upcard solve {_command_words(game)} --save FILE`"
            )
    return ""


def _command_words(game: Game) -> str:
    """Return a game with its players and options as typed on a command line."""
    seats = [] if game.players == game.rules.GAME.usual else [f"--players {game.players}"]
    options = changed_options(game.rules.OPTIONS, game.option_words())
    return " ".join([game.name, *seats, *(f"--option {k}={x}" for k, x in options.items())])


def _free(stated: dict[str, Any], game: Game) -> tuple[str, ...]:
    """Return the names of the options that may differ from those of the certificate."""
    of_kind = [m for m in _modules() if stated.get("kind") == getattr(m, "KIND", "") and hasattr(m, "free")]
    return tuple(of_kind[0].free(game)) if of_kind and stated.get("game") == game.name else ()


def _bound(x: object, free: tuple[str, ...]) -> object:
    """Return options without the free ones; return anything else unchanged."""
    return {k: y for k, y in x.items() if k not in free} if isinstance(x, dict) else x


def _digest(path: Path) -> str:
    """Return a hash of the content of a file."""
    if path.is_dir():
        raise Usage(f"{path} is a folder; name a file in it that `upcard solve --save` wrote")
    if not path.is_file():
        raise Usage(f"there is no file {str(path)!r}; name one that `upcard solve --save` wrote")
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as fault:
        raise Usage(f"{path} cannot be read: {fault.strerror}; change its permissions") from None


def _made(path: Path, game: Game) -> ChooseAction:
    try:
        module, stated = recognize(path, _modules(), "played")
    except Unreadable as fault:
        raise Usage(str(fault)) from None
    if stated is None:
        of_file: ChooseAction = module.player_of_file(path, game)
        return of_file
    return player_from_certificate(stated, game, str(path))


def _text(x: object) -> str:
    if isinstance(x, dict):
        return ", ".join(f"{str(k)[:40]}={str(v)[:40]}" for k, v in x.items())[:400] or "none"
    return str(x)[:40]


@cached_scan
def _modules() -> tuple[ModuleType, ...]:
    return modules_with_kinds("players", "player", "player_of_file")
