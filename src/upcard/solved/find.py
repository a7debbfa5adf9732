"""Making a player from a file of what was solved.

A file of this folder offers players of one kind of certificate. For those that are JSON it has ``KIND``, as
the checker of :mod:`upcard.checking` has it, and ``player(stated, game)``, which is called only with a
certificate of this very game; for binary ones ``MAGIC``, the bytes that the file begins with, and
``player_of_file(path, game)``. Both give a function of a view in the compilable subset, and refuse what they
cannot play with a fault in a sentence. There is no list to keep.
"""

import hashlib
import importlib
import pkgutil
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

import upcard.solved as folder
from upcard.checking.certificate import head, read_certificate
from upcard.checking.refused import Refused
from upcard.engine.errors import Failure, Unreadable, Usage
from upcard.engine.game import Game
from upcard.engine.lookup import Player

KEPT = 64
"""So many players are kept in memory, since each seat and each advice asks for its own again."""

_players: dict[tuple[Any, ...], Player] = {}


def player_from(path: Path, game: Game) -> Player:
    """A function of a view that plays by a file, the same one for the same file and game.

    Parameters
    ----------
    path : Path
        The file, as ``upcard solve --save`` writes it.
    game : Game
        What is played.

    Raises
    ------
    Usage
        If it is no such file, of another game, or cannot be played by.
    """
    key = (_digest(path), game.name, game.players, *sorted(game.options.items()))
    if key not in _players:
        made = _made(path, game)
        if len(_players) >= KEPT:
            del _players[next(iter(_players))]
        _players[key] = made
    return _players[key]


def shipped(places: Path, game: Game) -> Path:
    """The certificate of a game, with its players and options, in a folder.

    Parameters
    ----------
    places : Path
        The folder; names of files begin with that of their game and a dot.
    game : Game
        What is played.

    Raises
    ------
    Usage
        If there is none.
    """
    for path in sorted(places.glob(f"{game.name}.*")):
        if not _misfit(path, read_certificate(path), game):
            return path
    raise Usage(
        f"no solution of {game.heading()} comes with Upcard; solve it with `upcard solve {game.name} "
        "--save FILE`, and play with solved:FILE"
    )


def _digest(path: Path) -> str:
    """A hash of what the file holds."""
    if not path.is_file():
        raise Usage(f"there is no file {str(path)!r}; name what `upcard solve --save` wrote")
    try:
        with path.open("rb") as file:
            return hashlib.file_digest(file, "sha256").hexdigest()
    except OSError as fault:
        raise Usage(f"{path} cannot be read: {fault.strerror}; change its permissions") from None


def _made(path: Path, game: Game) -> Player:
    for module in _kinds("MAGIC"):
        with path.open("rb") as file:
            if file.read(len(module.MAGIC)) == module.MAGIC:
                of_file: Player = module.player_of_file(path, game)
                return of_file
    try:
        stated = read_certificate(path)
    except Unreadable as fault:
        raise Usage(str(fault)) from None
    kinds = {module.KIND: module for module in _kinds("KIND")}
    if not isinstance(stated.get("kind"), str) or stated["kind"] not in kinds:
        expected = " or ".join(map(repr, sorted(kinds)))
        raise Usage(f"{path} is of kind {stated.get('kind')!r}, which cannot be played; expected {expected}")
    misfit = _misfit(path, stated, game)
    if misfit:
        raise Usage(misfit)
    try:
        made: Player = kinds[stated["kind"]].player(stated, game)
    except (Refused, Failure) as fault:
        raise Usage(f"{path} cannot be played: {fault}") from None
    return made


def _misfit(path: Path, stated: dict[str, Any], game: Game) -> str:
    """Why a certificate is not of this game, as a sentence; empty when it is."""
    words = {"game": "the game", "players": "players", "options": "options", "rules_version": "rules version"}
    for name, asked in head(game, "").items():
        if name in words and stated.get(name) != asked:
            return (
                f"{path} was solved for {words[name]} {_text(stated.get(name))}, and what is played has "
                f"{_text(asked)}; play what was solved, or solve this: `upcard solve {game.name} --save FILE`"
            )
    return ""


def _text(x: object) -> str:
    if isinstance(x, dict):
        return ", ".join(f"{str(k)[:40]}={str(v)[:40]}" for k, v in x.items())[:400] or "none"
    return str(x)[:40]


@lru_cache(maxsize=1)
def _modules() -> tuple[ModuleType, ...]:
    names = sorted(x.name for x in pkgutil.iter_modules(folder.__path__))
    return tuple(importlib.import_module(f"{folder.__name__}.{name}") for name in names if name != "find")


def _kinds(name: str) -> list[ModuleType]:
    """The files of this folder that have ``KIND``, or ``MAGIC``."""
    return [module for module in _modules() if hasattr(module, name)]
