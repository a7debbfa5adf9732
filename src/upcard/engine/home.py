"""Folders of the user: where tables are kept, and where games and strategies of his own may lie.

A rules file in ``games``, a strategy file in ``strategies`` or a solver file in ``solvers`` of the home
folder is found like those of Upcard. ``UPCARD_HOME`` names another folder than the usual one of the machine.
"""

import linecache
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import ModuleType

import platformdirs

TABLES = "tables.sqlite"


def home_folder() -> Path:
    """The folder of the user for all that is kept; it may not exist yet."""
    chosen = os.environ.get("UPCARD_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("upcard"))


def usual_database(home: Path) -> str:
    """The address of the SQLite file in a folder."""
    return f"sqlite:///{home / TABLES}"


@dataclass(frozen=True)
class OwnFile:
    """A file of the user that is found like an entry point.

    Parameters
    ----------
    name : str
        What it is called, without its ending.
    value : str
        Where it lies.
    """

    name: str
    value: str

    @property
    def words(self) -> str:
        """What it is called where something is wrong with it."""
        return f"your file {self.value}"

    @property
    def module(self) -> str:
        """The name of its module."""
        return f"upcard_of_the_user.{Path(self.value).parent.name}.{self.name}"

    def forget(self) -> None:
        """Load it anew when it is asked for next: it was written meanwhile."""
        sys.modules.pop(self.module, None)
        linecache.checkcache(self.value)

    def load(self) -> ModuleType:
        """The module, loaded once."""
        name = self.module
        if name not in sys.modules:
            module = ModuleType(name)
            module.__file__ = self.value
            sys.modules[name] = module
            try:
                SourceFileLoader(name, self.value).exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
        return sys.modules[name]


def own_files(kind: str) -> Iterator[OwnFile]:
    """The Python files of the user in a folder such as ``games``, but those with a leading underscore."""
    try:
        files = sorted((home_folder() / kind).glob("*.py"))
    except OSError:
        return
    for file in files:
        if not file.name.startswith("_"):
            yield OwnFile(file.stem, str(file))
