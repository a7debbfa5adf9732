"""Sweeps over a tablebase until nothing changes, with the scores so far in a checkpoint."""

import math
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.games.beat_it_or_eat_it.rules import GAME
from upcard.solving.checkpoints import Checkpoint

OnSweep = Callable[[int, float], None]
"""Called with the number of the current sweep, from 1, and the share of it that is done."""

Sweep = Callable[[Any, int, Callable[[float], None]], tuple[Any, int]]
"""Returns the new scores and how many changed, from the scores, the number of the sweep, and a function to
call with the share that is done."""


class ScoreCheckpoint:
    """Stores the scores of all hands of a size; `what` names their kind. Without a path it does nothing."""

    def __init__(self, path: Path | None, size: tuple[int, int], what: str = "distances") -> None:
        self.size = size
        owner = f"{what} of rules {GAME.version}"
        other = f"{{stored}}, not of {owner}"
        # the first is due at once: if it cannot be written, hours are not lost
        self.file = None if path is None else Checkpoint(path, owner, other, "what", -math.inf)

    def begin(self) -> tuple[Any, int]:
        """Return the stored scores and the number of sweeps they took; zeros if there are none.

        Raises
        ------
        Failure
            If the file cannot be read, or belongs to another size or another computation.
        """
        hands = 1 << (self.size[0] * self.size[1])
        arrays = None if self.file is None else self.file.read()
        if self.file is None or arrays is None:
            return np.zeros(hands, np.int8), 0
        size, leads, sweeps = self.file.fitting(
            lambda: (tuple(arrays["size"].tolist()), arrays["leads"], int(arrays["sweeps"]))
        )
        if size != self.size or leads.shape != (hands,) or leads.dtype not in (np.int8, np.int16):
            raise Failure(
                f"the checkpoint {self.file.path} belongs to another size, {size}; remove it to start again"
            )
        return leads, sweeps

    def store(self, leads: Any, sweeps: int) -> None:
        """Store the scores of all hands, int8 or int16 of shape (2 ** cards,), after some sweeps."""
        if self.file is not None:
            self.file.store({"size": self.size, "leads": leads, "sweeps": sweeps})

    def settle(self, sweep: Sweep, on_step: OnSweep | None) -> tuple[Any, int]:
        """Sweep from the stored scores until nothing changes; return the final scores and the sweeps taken.

        The scores are also stored after the last sweep, since what follows can be interrupted too.
        """
        scores, sweeps = self.begin()
        changed = len(scores)
        try:
            while changed:
                if self.file is not None and self.file.is_due:
                    self.store(scores, sweeps)

                def report(share: float, number: int = sweeps + 1) -> None:
                    if on_step is not None:
                        on_step(number, share)

                swept, changed = sweep(scores, sweeps + 1, report)
                scores, sweeps = swept, sweeps + 1  # together, so that an interrupt keeps whole sweeps only
        finally:
            self.store(scores, sweeps)
        return scores, sweeps
