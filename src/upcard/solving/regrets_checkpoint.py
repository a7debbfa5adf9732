"""What regret minimization has learned so far, in a file of numpy's, to go on from there."""

from pathlib import Path
from typing import Any

from upcard.engine.errors import Failure
from upcard.solving.checkpoints import fingerprint, read_arrays, write_arrays
from upcard.solving.sequence_form import SequenceForm


def store_regrets(path: Path, form: SequenceForm, method: str, iterations: int, learned: Any) -> None:
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
    arrays = {f"learned_{i}": x for i, x in enumerate(learned)}
    write_arrays(path, {"of": _of(form, method), "iterations": iterations, **arrays})


def load_regrets(path: Path, form: SequenceForm, method: str, learned: Any) -> int:
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
    of, iterations, arrays = read_arrays(
        path,
        lambda x: (str(x["of"]), int(x["iterations"]), [x[f"learned_{i}"] for i in range(len(learned))]),
    )
    if of != _of(form, method) or any(a.shape != x.shape for a, x in zip(arrays, learned, strict=True)):
        raise Failure(f"the checkpoint {path} is of another game or method; remove it to begin anew")
    for x, a in zip(learned, arrays, strict=True):
        x[:] = a
    return iterations


def _of(form: SequenceForm, method: str) -> str:
    """The game with its options, its size, and the method."""
    return fingerprint(form.tree.game, form.tree.nodes, form.tree.infosets, method)
