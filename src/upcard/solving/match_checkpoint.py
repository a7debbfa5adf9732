"""What is known of a match between two parts of a round, in a file of numpy's, to go on from there.

Linear programs begin where they ended the last time, and where they begin may decide between solutions that
are equally good. So the corners in which they ended are kept as well: what is gone on with ends with the same
strategies as what was never stopped.
"""

import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np

from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.solving.checkpoints import (
    KEEP_EVERY,
    default_checkpoint,
    fingerprint,
    read_arrays,
    remove_checkpoint,
    unreadable,
    write_arrays,
)
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.match_sweeps import MatchSweeps
from upcard.solving.round_lp import Corners

NUMBERS = ("done", "at", "missed", "change", "gained")


@dataclass
class MatchCheckpoint:
    """Where what is known of a match is kept."""

    path: Path
    """The file."""
    game: Game
    """What is solved."""
    kept_at: float = field(default_factory=time.monotonic)
    """When it was written the last time, or made, in seconds of a clock that never goes back."""

    def keep(self, sweeps: MatchSweeps) -> None:
        """Write it; an older one is only replaced when the new one is whole.

        Raises
        ------
        Failure
            If it cannot be written, with the reason.
        """
        corners = [x.corners() for x in sweeps.programs]
        arrays = {name: getattr(sweeps, name) for name in NUMBERS}
        arrays |= {f"parts_{k}": x.parts for k, x in enumerate(corners)}
        arrays |= {f"statuses_{k}": x.statuses for k, x in enumerate(corners)}
        arrays |= {f"plan_{k}": plan for k, plan in enumerate(sweeps.plans)}
        waiting = np.array(sweeps.waiting or (), np.int64)
        write_arrays(
            self.path,
            {
                "of": fingerprint(self.game),
                "values": sweeps.values,
                "waiting": waiting,
                "is_waiting": sweeps.waiting is not None,
                **arrays,
            },
        )
        self.kept_at = time.monotonic()

    def store_if_due(self, sweeps: MatchSweeps) -> None:
        """Write it if the last time is long ago."""
        if time.monotonic() - self.kept_at >= KEEP_EVERY:
            self.keep(sweeps)

    def read(self) -> dict[str, Any] | None:
        """What it holds, by name; None if there is none.

        Raises
        ------
        Failure
            If it cannot be read, or is of another game or other options.
        """
        if not self.path.exists():
            return None
        of, found = read_arrays(self.path, lambda x: (str(x["of"]), {name: x[name] for name in x.files}))
        if of != fingerprint(self.game):
            raise Failure(
                f"the checkpoint {self.path} is of another game or of other options; remove it to begin anew"
            )
        return found

    def go_on(self, sweeps: MatchSweeps, found: dict[str, Any]) -> None:
        """Go on from what :meth:`read` gave; modifies `sweeps`.

        Raises
        ------
        Failure
            If it does not fit.
        """
        try:
            _take(sweeps, found)
        except (KeyError, ValueError, TypeError, IndexError):
            raise unreadable(self.path) from None

    def forget(self) -> None:
        """Remove it, if there is one."""
        remove_checkpoint(self.path)


def _take(sweeps: MatchSweeps, found: dict[str, Any]) -> None:
    """Put what a file holds in place of what is known.

    Raises
    ------
    KeyError, ValueError, TypeError, IndexError
        If it does not fit.
    """
    for name in NUMBERS:
        setattr(sweeps, name, type(getattr(sweeps, name))(found[name].item()))
    sweeps.values[:] = found["values"]
    sweeps.waiting = found["waiting"].tolist() if found["is_waiting"] else None
    for k, (plan, programs) in enumerate(zip(sweeps.plans, sweeps.programs, strict=True)):
        plan[:] = found[f"plan_{k}"]
        programs.restore(Corners(found[f"parts_{k}"], found[f"statuses_{k}"]))


def checkpoint_of(game: Game, terms: SolveTerms, objective: str) -> MatchCheckpoint | None:
    """Where a match that is solved is kept: where the terms say, else in the cache folder.

    Returns
    -------
    MatchCheckpoint, optional
        None if no place is named and there can be none in the cache folder.
    """
    name = f"{game.name}-{objective}-{fingerprint(game)[:12]}"
    path = terms.checkpoint or default_checkpoint(name)
    return None if path is None else MatchCheckpoint(path, game)
