"""Folders of the user: where tables are kept, and where games and strategies of his own may lie.

A rules file in ``games``, a strategy file in ``strategies`` or a solver file in ``solvers`` of the home
folder is found like those of Upcard. ``UPCARD_HOME`` names another folder than the usual one of the machine.
"""

import errno
import hashlib
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

TABLES = "tables.sqlite"
OF_THE_USER = "upcard_of_the_user"
"""How the names of the modules of his files begin."""

_LOADED: dict[str, bytes] = {}
"""By the names of modules, the digests of the user's files as they were loaded."""


class Closed(Failure):
    """A file or folder of the user that is there and cannot be read."""


def home_folder() -> Path:
    """The folder of the user for all that is kept; it may not exist yet."""
    chosen = os.environ.get("UPCARD_HOME")
    return Path(chosen) if chosen else Path(platformdirs.user_data_dir("upcard"))


def usual_database(home: Path) -> str:
    """The address of the SQLite file in a folder, with its whole path."""
    return f"sqlite:///{home.absolute() / TABLES}"


@dataclass(frozen=True)
class OwnFile:
    """A file of the user that is found like an entry point."""

    name: str
    """What it is called, without its ending."""
    value: str
    """Where it lies."""

    @property
    def words(self) -> str:
        """What it is called where something is wrong with it."""
        return f"your file {self.value}"

    @property
    def module(self) -> str:
        """The name of its module."""
        return f"{OF_THE_USER}.{Path(self.value).parent.name}.{self.name}"

    def forget(self) -> None:
        """Load it anew when it is asked for next: it was written meanwhile."""
        sys.modules.pop(self.module, None)
        linecache.checkcache(self.value)

    def load(self) -> ModuleType:
        """The module, loaded once.

        Raises
        ------
        Closed
            If the file cannot be read; what is wrong inside it is raised as it is.
        """
        name = self.module
        if name not in sys.modules:
            _LOADED[name] = self._digest()
            module = ModuleType(name)
            module.__file__ = self.value
            sys.modules[name] = module
            try:
                SourceFileLoader(name, self.value).exec_module(module)
            except BaseException:
                del sys.modules[name]
                raise
        return sys.modules[name]

    def _digest(self) -> bytes:
        """What stands in the file; what cannot be read is refused before Python, who would name a line."""
        try:
            return _digest_of(Path(self.value))
        except OSError as fault:
            why = _why_closed(Path(self.value), fault)
            raise Closed(f"{self.words} cannot be loaded: {why}") from None


def is_as_loaded(module: ModuleType) -> bool:
    """Whether a file of the user still holds what was loaded from it; of other files nobody asks."""
    loaded = _LOADED.get(module.__name__)
    try:
        return loaded is None or loaded == _digest_of(Path(str(module.__file__)))
    except OSError:  # it was moved away
        return False


def _digest_of(file: Path) -> bytes:
    return hashlib.sha256(file.read_bytes()).digest()


@dataclass(frozen=True)
class ClosedFolder:
    """A folder of the user that cannot be read, in place of the files that it may hold."""

    value: str
    """Where it lies."""
    why: str
    """What is wrong with it and what to do."""
    name = ""

    def load(self) -> ModuleType:
        """Nothing can be loaded.

        Raises
        ------
        Closed
            With the reason.
        """
        raise Closed(f"your folder {self.value} cannot be looked into: {self.why}")

    def forget(self) -> None:
        """Nothing was loaded that would have to be loaded anew."""


def own_files(kind: str) -> Iterator[OwnFile | ClosedFolder]:
    """The Python files of the user in a folder such as ``games``, but those with a leading underscore.

    A folder that is there and cannot be looked into does not vanish silently: it is told in their place.
    """
    folder = home_folder() / kind
    try:
        files = sorted(folder.iterdir())
    except FileNotFoundError:
        return
    except OSError as fault:
        yield _closed(folder, fault)
        return
    for file in files:
        if file.suffix == ".py" and not file.name.startswith("_"):
            yield OwnFile(file.stem, str(file))


def _closed(folder: Path, fault: OSError) -> ClosedFolder:
    """The folder that is in the way: the one above it, where that is none, or is locked too."""
    above = folder.parent
    if fault.errno == errno.ENOTDIR and above.is_dir():
        return ClosedFolder(str(folder), "it is a file; move it away")
    if fault.errno == errno.ENOTDIR:
        return ClosedFolder(str(above), "it is no folder; name one in UPCARD_HOME")
    there = folder if os.access(above, os.X_OK) else above
    return ClosedFolder(str(there), _why_closed(there, fault))


def _why_closed(path: Path, fault: OSError) -> str:
    """Why a file or folder cannot be read, and what to do."""
    if fault.errno in (errno.EACCES, errno.EPERM):
        return "there is no permission to read it; change its permissions"
    if fault.errno == errno.EISDIR:
        return "it is a folder; give it another name, or move it away"
    if path.is_symlink():
        return f"it is a link to {path.readlink()}, which cannot be read; mend the link"
    words = fault.strerror or type(fault).__name__
    return f"{words[:1].lower()}{words[1:]}; mend it, or move it away"
