"""Checkpoints: named arrays in a file of numpy's, written whole or not at all."""

import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from upcard.engine.errors import Failure

_T = TypeVar("_T")


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
    draft = path.with_name(path.name + ".part")
    try:
        with draft.open("wb") as file:
            np.savez(file, **arrays)
        draft.replace(path)
    except OSError as fault:
        raise Failure(f"the checkpoint could not be written to {path}: {fault.strerror or fault}") from None


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
        raise Failure(f"{path} is no checkpoint that can be read; remove it to begin anew") from None
