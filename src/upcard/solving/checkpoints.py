"""Checkpoints of solvers: named arrays in one NumPy file, written completely or not at all.

Every solver that can resume its work stores it with :class:`Checkpoint`. The file names the computation to
which it belongs, and a file of another computation is refused.
"""

import hashlib
import math
import time
import zipfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from upcard.engine.atomic_files import write_whole
from upcard.engine.compile.cache import cache_folder
from upcard.engine.errors import Failure
from upcard.engine.free_memory import format_gigabytes
from upcard.engine.game import Game
from upcard.engine.wording import duration

STORE_EVERY = 60.0
"""Minimum time between two checkpoints, in seconds."""

LONG_SECONDS = 60.0
"""Estimated seconds from which work is announced, and has a checkpoint even if the user names no file."""

FOLDER = "checkpoints"
_T = TypeVar("_T")


@dataclass
class Checkpoint:
    """A file with the progress of one computation."""

    path: Path
    """The file."""
    owner: str
    """Identifies the computation, such as :func:`fingerprint`; a file of another owner is refused."""
    other: str = "another game or of other options"
    """How a refusal describes a file of another owner; ``{stored}`` stands for that owner."""
    owner_name: str = "of"
    """Name under which the file holds the owner."""
    stored_at: float = field(default_factory=time.monotonic)
    """Time of the latest write, or of the start, by ``time.monotonic``."""

    @property
    def is_due(self) -> bool:
        """Whether the latest write is at least ``STORE_EVERY`` seconds ago."""
        return time.monotonic() - self.stored_at >= STORE_EVERY

    def store(self, arrays: dict[str, Any]) -> None:
        """Write arrays, numbers and texts by name; an older file is replaced once the new one is complete.

        Raises ``Failure`` with the reason if the file cannot be written.
        """
        entries = {self.owner_name: self.owner, **arrays}
        write_whole(self.path, lambda file: np.savez(file, **entries), "the checkpoint")
        self.stored_at = time.monotonic()

    def read(self) -> dict[str, Any] | None:
        """Return the arrays of the file by their names; None if there is no file.

        Raises ``Failure`` if the file cannot be read, or belongs to another computation.
        """
        if not self.path.exists():
            return None
        arrays = self.fitting(self._arrays)
        stored = str(arrays[self.owner_name])
        if stored != self.owner:
            other = self.other.format(stored=stored)
            raise Failure(f"the checkpoint {self.path} is of {other}; remove it to start again")
        return arrays

    def fitting(self, restore: Callable[[], _T]) -> _T:
        """Call a function that restores arrays and return its result; raise ``Failure`` if they do not fit.

        The function raises ``KeyError``, ``ValueError``, ``TypeError`` or ``IndexError`` in that case.
        """
        try:
            return restore()
        except (OSError, ValueError, KeyError, TypeError, IndexError, EOFError, zipfile.BadZipFile):
            raise Failure(f"{self.path} is not a readable checkpoint; remove it to start again") from None

    def _arrays(self) -> dict[str, Any]:
        with self.path.open("rb") as file, np.load(file, allow_pickle=False) as stored:
            arrays = {name: stored[name] for name in stored.files}
        if self.owner_name not in arrays:
            raise KeyError(self.owner_name)
        return arrays


def fingerprint(game: Game, *more: object) -> str:
    """Return a hash of the game, its options and version, and all other dependencies of a checkpoint."""
    text = () if game.tree_text is None else (game.tree_text,)
    words = (game.name, game.players, game.option_words(), game.rules.GAME.version, *text, *more)
    return hashlib.sha256(repr(words).encode()).hexdigest()


def default_checkpoint(name: str) -> Path | None:
    """Return the file of a checkpoint in the cache folder; None if the folder cannot be made."""
    folder = cache_folder() / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / name


def game_checkpoint(game: Game, what: str, chosen: Path | None, *more: object) -> Checkpoint | None:
    """Return the checkpoint of a game in the user's file, or in the cache folder; None if there is neither.

    `what` names the computation in the cache folder, `more` are further dependencies of the checkpoint.
    """
    path = chosen or default_checkpoint(f"{game.name}-{what}-{fingerprint(game)[:12]}")
    return None if path is None else Checkpoint(path, fingerprint(game, *more))


def remove_checkpoint(path: Path) -> None:
    """Remove a checkpoint, if there is one."""
    path.unlink(missing_ok=True)


def interrupted_fault(path: Path, reached: str = "") -> KeyboardInterrupt:
    """Return the exception for Ctrl-C once a checkpoint is written: what was reached, and how to resume."""
    resume = f"progress is stored in {path}; the same command resumes it"
    return KeyboardInterrupt(f"{reached}; {resume}" if reached else resume)


def start_announcement(seconds: float, memory: int, path: Path | None, after: str = "") -> str:
    """Describe long work before it begins: its time, its memory, and where progress is stored.

    `seconds` are infinite if there is no estimate; `memory` is in bytes; `after` is the step after which the
    checkpoint is written.
    """
    about = "" if math.isinf(seconds) else f"about {duration(seconds)}, "
    often = f"after each {after}, once a minute at most," if after else "once a minute"
    stored = f"stored {often} in {path}" if path else "nothing is stored if it is stopped"
    return f"{about}{format_gigabytes(memory)} of memory; {stored}"
