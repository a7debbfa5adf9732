"""What regret minimization has learned so far, in a file of numpy's, to go on from there."""

import hashlib
import zipfile
from pathlib import Path
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.solving.sequence_form import SequenceForm


def keep(path: Path, form: SequenceForm, method: str, iterations: int, learned: Any) -> None:
    """Write a checkpoint; an older one is only replaced when the new one is whole.

    Parameters
    ----------
    path : Path
        Its file.
    form : SequenceForm
        The game.
    method : str
        Who learned it.
    iterations : int
        In how many iterations.
    learned : tuple of float64 arrays
        What it is.
    """
    draft = path.with_name(path.name + ".part")
    arrays = {f"learned_{i}": x for i, x in enumerate(learned)}
    try:
        with draft.open("wb") as file:
            np.savez(file, of=np.array(_of(form, method)), iterations=np.array(iterations), **arrays)
        draft.replace(path)
    except OSError as fault:
        raise Failure(f"the checkpoint could not be written to {path}: {fault.strerror or fault}") from None


def kept(path: Path, form: SequenceForm, method: str, learned: Any) -> int:
    """Go on from a checkpoint.

    Parameters
    ----------
    path : Path
        Its file; nothing happens if there is none.
    form : SequenceForm
        The game.
    method : str
        Who goes on.
    learned : tuple of float64 arrays
        Modified in place.

    Returns
    -------
    int
        The iterations that were done.

    Raises
    ------
    Failure
        If it cannot be read, or is of another game or method.
    """
    if not path.exists():
        return 0
    try:
        with path.open("rb") as file, np.load(file, allow_pickle=False) as found:
            of, iterations = str(found["of"]), int(found["iterations"])
            arrays = [found[f"learned_{i}"] for i in range(len(learned))]
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        raise Failure(f"{path} is no checkpoint that can be read; remove it to begin anew") from None
    if of != _of(form, method) or any(a.shape != x.shape for a, x in zip(arrays, learned, strict=True)):
        raise Failure(f"the checkpoint {path} is of another game or method; remove it to begin anew")
    for x, a in zip(learned, arrays, strict=True):
        x[:] = a
    return iterations


def _of(form: SequenceForm, method: str) -> str:
    """The game with its options, its size, and the method."""
    game, tree = form.tree.game, form.tree
    words = (game.name, game.players, game.option_words(), game.rules.GAME.version, tree.nodes, tree.infosets)
    return hashlib.sha256(repr((words, method)).encode()).hexdigest()
