"""Old import paths of rules and strategies: files written for them still work, with a warning.

``upcard.rules.cards`` and ``upcard.strategies.kit`` are :mod:`upcard.kit` now, ``upcard.rules.NAME`` is
``upcard.games.NAME.rules``, and a strategy of one game lies in ``upcard.games.NAME.strategies``.
"""

import importlib
import importlib.util
import sys
import warnings
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from importlib.abc import Loader, MetaPathFinder
else:  # importlib.abc takes 10 ms to load, at every start
    Loader, MetaPathFinder = type("Loader", (), {}), type("MetaPathFinder", (), {})


KIT = {
    "upcard.rules.cards": "upcard.kit.cards",
    "upcard.rules.cuckoo": "upcard.kit.ranks",
    "upcard.strategies.kit": "upcard.kit.strategy",
}
NAMES = {"Finding": "GameSolution"}
"""Old public names of the package, and the new ones."""

RULES, STRATEGIES = "upcard.rules", "upcard.strategies"
GAMES = Path(__file__).with_name("games")


def new_path(name: str) -> str:
    """Return where a module lies now that had another path; empty if it never had one."""
    package, _, file = name.rpartition(".")
    if name in KIT:
        return KIT[name]
    if package == RULES and (GAMES / file / "rules.py").is_file():
        return f"upcard.games.{file}.rules"
    if package == STRATEGIES:
        homes = [x.parents[1].name for x in GAMES.glob(f"*/strategies/{file}.py")]
        return f"upcard.games.{homes[0]}.strategies.{file}" if homes else ""
    return ""


class MovedModules(MetaPathFinder, Loader):
    """Importer of modules by their old paths: the same module object as by the new one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """Return a spec for an old path; None for any other name."""
        if fullname == RULES:
            return ModuleSpec(fullname, self, is_package=True)
        return ModuleSpec(fullname, self) if new_path(fullname) else None

    def create_module(self, spec: ModuleSpec) -> ModuleType | None:
        """Return the module from its new place; an empty package for ``upcard.rules``."""
        new = new_path(spec.name)
        if not new:
            return None
        warnings.warn(f"{spec.name} has moved; import {new}", FutureWarning, stacklevel=2)
        module = importlib.import_module(new)
        self._specs[spec.name] = module.__spec__
        return module

    def exec_module(self, module: ModuleType) -> None:
        """Give a module that was created here its own spec back; it has been executed already."""
        spec = module.__spec__
        if spec is not None and spec.name in self._specs:
            module.__spec__ = self._specs.pop(spec.name)

    def __init__(self) -> None:
        self._specs: dict[str, ModuleSpec | None] = {}


def install() -> None:
    """Let the old paths be imported, once in a process."""
    if not any(isinstance(x, MovedModules) for x in sys.meta_path):
        sys.meta_path.append(MovedModules())
