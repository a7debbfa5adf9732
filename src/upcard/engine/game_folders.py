"""The folders of games: each holds everything about one game, under fixed names.

A game is a package with ``rules.py``. All other parts are optional and lie beside that file, as one module or
as a folder of several: ``strategies``, ``solvers``, ``certificates`` (checkers of solutions), ``players`` and
``match_player`` (players that use solutions), ``match_rounds``, ``limited_match``, ``probe``, ``evaluator``,
``insights``, ``positions``, ``levels`` (opponents), ``puzzles``, ``tile`` (of the start page), ``art``,
``compass``, ``card_count``, ``activity``, ``decision_columns`` (of the table of a class's decisions),
``chapter``, ``studies``. The folder ``solutions`` holds certificates, not modules: files ``NAME.json`` or
``NAME.OPTIONS.json``. Texts for players are ``coach.toml``, the first game, ``coach.PRESET.toml``, that of a
preset, and ``how_to_play.md``, the rules at the table; ``values.toml`` has values of the game that are known
without a solution. A game from outside Upcard can bring translations: ``language/de.po`` for German. Other
modules in the folder are helpers. Games that ship are in ``upcard/games``; those of
other packages and of the user have the same shape.
"""

import importlib
import importlib.util
import pkgutil
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from types import ModuleType

SHIPPED = "upcard.games"
RULES = "rules"


def file_label(path: str) -> str:
    """Return the name of a file for messages, with its folder if many files have that name."""
    file = Path(path)
    return f"{file.parent.name}/{file.name}" if file.stem in ("__init__", RULES) else file.name


def shipped_folders() -> list[str]:
    """Return the names of the packages of all games that ship, in alphabetical order."""
    return [f"{SHIPPED}.{m.name}" for m in _listed(importlib.import_module(SHIPPED).__path__) if m.ispkg]


def folder_of(rules: ModuleType) -> str:
    """Return the name of the package in which a rules file lies; empty if it is a single file."""
    package, _, file = rules.__name__.rpartition(".")
    return package if file == RULES else ""


def part_name(folder: str, part: str) -> str:
    """Return the name of the module or package that is a part of a game; empty if the game lacks it."""
    name = f"{folder}.{part}"
    try:
        return name if folder and importlib.util.find_spec(name) else ""
    except ModuleNotFoundError:  # the folder itself does not exist
        return ""


def part_files(folder: str, part: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a part of a game: the short name and the full name of each module.

    A single module is yielded itself, a folder yields each of its files.
    """
    name = part_name(folder, part)
    spec = importlib.util.find_spec(name) if name else None
    if spec is None:
        return
    if spec.submodule_search_locations is None:
        yield folder.rpartition(".")[2], name
        return
    yield from files_of(name)


def solution_files(rules: ModuleType) -> list[Path]:
    """Return the certificates in the folder ``solutions`` of a game: files named after it, sorted."""
    name = part_name(folder_of(rules), "solutions")
    places = _places(name) if name else ()
    return sorted(file for place in places for file in Path(place).glob(f"{rules.GAME.name}.*"))


def text_file(rules: ModuleType, name: str) -> Path | None:
    """Return a file of text in the folder of a game, such as ``coach.toml``; None if the game lacks it."""
    folder = folder_of(rules)
    places = _places(folder) if folder else ()
    return next((file for place in places if (file := Path(place) / name).is_file()), None)


def files_of(package: str) -> Iterator[tuple[str, str]]:
    """Yield the files of a package in alphabetical order: the short name and the full name of each module."""
    for entry in _listed(_places(package)):
        yield entry.name, f"{package}.{entry.name}"


def shipped_files(part: str) -> Iterator[tuple[str, str]]:
    """Yield the files of one part of every game that ships, as :func:`part_files` does."""
    for folder in shipped_folders():
        yield from part_files(folder, part)


def _places(package: str) -> Iterable[str]:
    """Return the folders of a package, without importing it."""
    if package in sys.modules:
        return sys.modules[package].__path__
    spec = importlib.util.find_spec(package)
    return (spec.submodule_search_locations if spec else None) or ()


def _listed(places: Iterable[str]) -> list[pkgutil.ModuleInfo]:
    return sorted(pkgutil.iter_modules(places), key=lambda x: x.name)
