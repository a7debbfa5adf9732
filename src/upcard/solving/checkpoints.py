"""Checkpoints: named arrays in a file of numpy's, written whole or not at all, and where they lie."""

import hashlib
import math
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from upcard.engine.atomic_files import write_whole
from upcard.engine.compile.cache import cache_folder
from upcard.engine.errors import Failure
from upcard.engine.free_memory import format_gigabytes
from upcard.engine.game import Game
from upcard.engine.wording import duration

_T = TypeVar("_T")
KEEP_EVERY = 60.0
"""Seconds between two checkpoints."""

LONG_SECONDS = 60.0
"""What is guessed to take longer is announced, and has a checkpoint also where none is named."""

FOLDER = "checkpoints"


def write_arrays(path: Path, arrays: dict[str, Any]) -> None:
    """Write a checkpoint; an older one is only replaced when the new one is whole.

    Parameters
    ----------
    path : Path
        Its file.
    arrays : dict of str to array
        What is kept; numbers and texts too.

    Raises
    ------
    Failure
        If it cannot be written, with the reason.
    """
    write_whole(path, lambda file: np.savez(file, **arrays), "the checkpoint")


def read_arrays(path: Path, take: Callable[[Any], _T]) -> _T:
    """Read a checkpoint.

    Parameters
    ----------
    path : Path
        Its file.
    take : function
        Gets what is wanted out of the arrays by their names.

    Raises
    ------
    Failure
        If it cannot be read, or what is wanted is not there.
    """
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            return take(found)
    except (OSError, ValueError, KeyError, TypeError, EOFError, zipfile.BadZipFile):
        raise unreadable(path) from None


def unreadable(path: Path) -> Failure:
    """The fault of a file that is no checkpoint, or not a whole one."""
    return Failure(f"{path} is no checkpoint that can be read; remove it to begin anew")


def fingerprint(game: Game, *more: object) -> str:
    """What a checkpoint is of: a hash of the game, its options and version, and of what else is given."""
    words = (game.name, game.players, game.option_words(), game.rules.GAME.version, *more)
    return hashlib.sha256(repr(words).encode()).hexdigest()


def default_checkpoint(name: str) -> Path | None:
    """Where a checkpoint of that name lies if nobody says where: in the cache folder.

    Returns
    -------
    Path, optional
        None if there can be none, because the folder cannot be made.
    """
    folder = cache_folder() / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        return None
    return folder / name


def remove_checkpoint(path: Path) -> None:
    """Remove a checkpoint, if there is one."""
    path.unlink(missing_ok=True)


def interrupted_fault(path: Path, reached: str = "") -> KeyboardInterrupt:
    """What is raised after Ctrl-C where a checkpoint was written: what was reached, and where it lies."""
    kept = f"what was found lies in {path}; the same command goes on"
    return KeyboardInterrupt(f"{reached}; {kept}" if reached else kept)


def start_announcement(seconds: float, memory: int, path: Path | None, after: str = "") -> str:
    """What is said before something long begins: its time, its memory, and where it is kept.

    Parameters
    ----------
    seconds : float
        How long it is guessed to take; infinite if there is no guess.
    memory : int
        Bytes.
    path : Path, optional
        The checkpoint.
    after : str
        After what it is kept.
    """
    about = "" if math.isinf(seconds) else f"about {duration(seconds)}, "
    often = f"after each {after}, once a minute at most," if after else "once a minute"
    kept = f"kept {often} in {path}" if path else "nothing is kept if it is stopped"
    return f"{about}{format_gigabytes(memory)} of memory; {kept}"
