"""The user's folder: the database of tables, and the user's games, strategies and solvers.

Upcard finds games in its folder ``games``, strategy files in ``strategies`` and solver files in ``solvers``.
A game is a rules file, or a folder with ``rules.py`` of the same shape as the folders of shipped games.
``UPCARD_HOME`` names another folder than the machine's usual one.
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

from upcard.engine.errors import Failure
from upcard.engine.game_folders import RULES

TABLES = "tables.sqlite"
GAMES = "games"
USER_PACKAGE = "upcard_of_the_user"
"""Prefix of the module names of the user's files."""

_LOADED: dict[str, bytes] = {}
"""The content of the user's files at the time of loading, by module name."""


class Closed(Failure):
    """A file or folder of the user exists but cannot be read."""


def home_folder() -> Path:
    """Return the user's folder for all stored files; it may not exist yet."""
    chosen = os.environ.get("UPCARD_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("upcard"))


def usual_database(home: Path) -> str:
    """Return the address of the SQLite database in a folder, with an absolute path."""
    return f"sqlite:///{home.absolute() / TABLES}"


@dataclass(frozen=True)
class UserFile:
    """A file of the user, or a game in a folder, with the attributes of an entry point."""

    name: str
    """The name of the file, without its suffix; that of the folder of a game."""
    value: str
    """The path; that of the rules file of a game in a folder."""
    is_folder: bool = False
    """Whether it is a game in a folder, which becomes a package, so that parts can be imported."""

    @property
    def words(self) -> str:
        """Words for the file in messages: ``your file PATH``."""
        return f"your file {self.value}"

    @property
    def package(self) -> str:
        """Name of the package of the file's module, in which the parts of a game are looked up."""
        return f"{USER_PACKAGE}.{f'{GAMES}.{self.name}' if self.is_folder else Path(self.value).parent.name}"

    @property
    def module(self) -> str:
        """Name of the file's module."""
        return f"{self.package}.{RULES if self.is_folder else self.name}"

    def forget(self) -> None:
        """Remove the loaded module, and all parts of a game, so that the changed file is loaded again."""
        linecache.checkcache(self.value)
        sys.modules.pop(self.module, None)
        if self.is_folder:
            for name in [x for x in sys.modules if x == self.package or x.startswith(f"{self.package}.")]:
                del sys.modules[name]

    def load(self) -> ModuleType:
        """Return the module, which is loaded once.

        Raises
        ------
        Closed
            If the file cannot be read. Errors inside the file are raised unchanged.
        """
        name = self.module
        if self.is_folder and self.package not in sys.modules:
            package = sys.modules[self.package] = ModuleType(self.package)
            package.__path__ = [str(Path(self.value).parent)]
        if name not in sys.modules:
            _LOADED[name] = self._content()
            module = sys.modules[name] = ModuleType(name)
            module.__file__, module.__package__ = self.value, self.package
            try:
                SourceFileLoader(name, self.value).exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
        return sys.modules[name]

    def _content(self) -> bytes:
        """Return the bytes of the file; raises ``Closed`` before Python fails to read it and names a line."""
        try:
            return Path(self.value).read_bytes()
        except OSError as fault:
            raise Closed(f"{self.words} cannot be loaded: {_why_closed(fault)}") from None


def is_as_loaded(module: ModuleType) -> bool:
    """Whether a user's file is unchanged since it was loaded; True for all other modules."""
    content = _LOADED.get(module.__name__)
    try:
        return content is None or content == Path(str(module.__file__)).read_bytes()
    except OSError:  # it was moved away
        return False


def loaded_bytes(module: ModuleType) -> bytes | None:
    """Return the bytes of a user's file at the time of loading; None for all other modules."""
    return _LOADED.get(module.__name__)


@dataclass(frozen=True)
class ClosedFolder:
    """A folder of the user that cannot be read; it stands for the files in the folder."""

    value: str
    """The path."""
    why: str
    """The reason, and what to do."""
    name = ""

    def load(self) -> ModuleType:
        """Refuse to load anything: raise ``Closed`` with the reason."""
        raise Closed(f"your folder {self.value} cannot be read: {self.why}")

    def forget(self) -> None:
        """Do nothing: nothing was loaded."""


def user_files(kind: str) -> Iterator[UserFile | ClosedFolder]:
    """Yield the user's Python files in a folder such as ``games``, and the folders of games there.

    Names with a leading underscore are left out. If the folder exists but cannot be read, a
    :class:`ClosedFolder` takes the place of its files.
    """
    folder = home_folder() / kind
    try:
        entries = sorted(folder.iterdir())
    except FileNotFoundError:
        return
    except OSError as fault:
        is_reachable = os.access(folder.parent, os.X_OK)
        yield ClosedFolder(str(folder if is_reachable else folder.parent), _why_closed(fault))
        return
    for entry in entries:
        if entry.name.startswith("_"):
            continue
        if entry.suffix == ".py":
            yield UserFile(entry.stem, str(entry))
        elif kind == GAMES and _has_rules(entry):
            yield UserFile(entry.name, str(entry / f"{RULES}.py"), is_folder=True)


def _has_rules(folder: Path) -> bool:
    try:
        return (folder / f"{RULES}.py").is_file()
    except PermissionError:  # loading the game reports this
        return True


def _why_closed(fault: OSError) -> str:
    """Return why a file or folder cannot be read, and what to do."""
    if isinstance(fault, PermissionError):
        return "there is no permission to read it; change its permissions"
    if isinstance(fault, NotADirectoryError):
        return "it is not a folder; move it away, or name another folder in UPCARD_HOME"
    if isinstance(fault, IsADirectoryError):
        return "it is a folder; give it another name, or move it away"
    words = fault.strerror or type(fault).__name__
    return f"{words[:1].lower()}{words[1:]}; fix it, or move it away"
