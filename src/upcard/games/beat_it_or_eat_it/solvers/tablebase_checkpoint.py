"""The scores of a tablebase that is not finished, in a file of numpy's, to go on from there."""

from pathlib import Path
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.games.beat_it_or_eat_it.rules import GAME
from upcard.solving.checkpoints import read_arrays, write_arrays

DISTANCES = "distances"


def store_scores(path: Path, size: tuple[int, int], leads: Any, sweeps: int, what: str = DISTANCES) -> None:
    """Write a checkpoint; an older one is only replaced when the new one is whole.

    Parameters
    ----------
    path : path
        Its file.
    size : tuple of int
        Suits and length.
    leads : int8 or int16 array of shape (2 ** cards,)
        The scores of all hands that lead after the last whole sweep.
    sweeps : int
        How many sweeps that took.
    what : str
        What the scores are.
    """
    of = f"{what} of rules {GAME.version}"
    write_arrays(path, {"size": size, "leads": leads, "sweeps": sweeps, "what": of})


def load_scores(path: Path, size: tuple[int, int], what: str = DISTANCES) -> tuple[Any, int]:
    """The scores of a checkpoint and the sweeps they took.

    Raises
    ------
    Failure
        If it cannot be read, or is of another size, or of something else.
    """
    of, leads, sweeps, holds = read_arrays(
        path, lambda x: (tuple(x["size"].tolist()), x["leads"], int(x["sweeps"]), str(x["what"]))
    )
    if holds != f"{what} of rules {GAME.version}":
        raise Failure(
            f"the checkpoint {path} is of {holds}, not of {what} of rules {GAME.version}; "
            "remove it to begin anew"
        )
    if of != size or leads.shape != (1 << (size[0] * size[1]),) or leads.dtype not in (np.int8, np.int16):
        raise Failure(f"the checkpoint {path} is of another size, {of}; remove it to begin anew")
    return leads, sweeps
