"""Files with the values of matches by the number of rounds left: shipped with a game, or in the cache.

The values do not depend on the limit of rounds, so a file serves all limits up to its number of layers. The
largest file that fits the game and its other options counts; one with a tail serves all limits, so it counts
more.
"""

import hashlib
import json
import logging
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from upcard.certificates.certificate import common_entries
from upcard.engine.atomic_files import make_folder, write_text
from upcard.engine.compile.cache import cache_folder
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.tree.stochastic_game import StochasticGame
from upcard.solving.checkpoints import STORE_EVERY
from upcard.solving.rounds_left import BackwardSolver, ValuesByRoundsLeft, stopped_values
from upcard.solving.rounds_left_tail import Tail

FORMAT = "upcard values by rounds left 1"
LIMIT = "rounds"
"""Name of the option for the limit of rounds, on which the values do not depend."""

ERROR = 5e-7
"""Maximum error of values that are good enough, in the results of a match: their bounds are 1e-6 apart."""

_tables: dict[str, ValuesByRoundsLeft] = {}
"""The tables in memory, by the digest of their games."""


def is_enough(table: ValuesByRoundsLeft, left: int, error: float | None = None) -> bool:
    """Return whether a table serves a match with `left` rounds left, up to an error.

    Without `error`, a table with a tail serves, and any other up to ``ERROR``.
    """
    if table.layers >= left or (error is None and table.tail is not None):
        return True
    return table.error(left) <= (ERROR if error is None else error)


def _no_report(left: int, number: int) -> None:
    """Report nothing."""


@dataclass(frozen=True)
class ValueStore:
    """The stored values of a match by the number of rounds left."""

    game: Game
    """The game; its limit of rounds does not matter."""
    match: StochasticGame
    """Its rounds."""
    shipped: Path
    """The folder of the files that ship with the game."""

    def known(self) -> ValuesByRoundsLeft:
        """Return the largest table that ships or is stored; one without layers if there is none."""
        key = self._digest()
        if key not in _tables:
            files = [*sorted(self.shipped.glob("*.json")), self._cached()]
            tables = [x for x in map(self._read, files) if x is not None]
            _tables[key] = max(
                tables, key=lambda x: (x.tail is not None, x.layers), default=stopped_values(self.match)
            )
        return _tables[key]

    def extend(
        self,
        layers: int,
        on_step: Callable[[int, int], None] | None = None,
        error: float | None = None,
    ) -> ValuesByRoundsLeft:
        """Return a table for this number of layers or more; missing ones are solved and stored in the cache.

        No more layers are added once :func:`is_enough` with this `error` is true. `on_step` is called with
        the layer and the round before each round is solved. If it raises an interrupt, the finished layers
        are stored. Raises ``Failure`` if a part cannot be solved.
        """
        known = self.known()
        if is_enough(known, layers, error):
            return known
        solver, stored_at = BackwardSolver(self.match, known), time.monotonic()
        try:
            while not is_enough(solver.known, layers, error):
                solver.add_layer(partial(on_step or _no_report, solver.known.layers + 1))
                if time.monotonic() - stored_at > STORE_EVERY:
                    self.store(solver.known)
                    stored_at = time.monotonic()
        finally:
            self.store(solver.known)
        return solver.known

    def store(self, table: ValuesByRoundsLeft) -> None:
        """Store a table in memory and in the cache, unless there is a larger one."""
        if table.layers <= self.known().layers:
            return
        _tables[self._digest()] = table
        try:
            make_folder(self._cached().parent)
            self.write(self._cached(), table)
        except Failure as fault:
            logging.getLogger("upcard").warning("the values of the match cannot be stored: %s", fault)

    def write(self, path: Path, table: ValuesByRoundsLeft) -> None:
        """Write a table into a file; raise ``Failure`` if that fails."""
        numbers: dict[str, Any] = {"values": table.values.tolist(), "errors": table.errors.tolist()}
        if table.tail is not None:
            numbers["tail"] = {
                name: x.tolist() if isinstance(x, np.ndarray) else x for name, x in vars(table.tail).items()
            }
        write_text(path, json.dumps({**self._entries(), **numbers}) + "\n")

    def _entries(self) -> dict[str, Any]:
        entries = common_entries(self.game, "")
        entries["format"] = FORMAT
        entries["options"] = {k: x for k, x in entries["options"].items() if k != LIMIT}
        del entries["kind"]
        return entries

    def _digest(self) -> str:
        return hashlib.sha256(json.dumps(self._entries(), sort_keys=True).encode()).hexdigest()[:16]

    def _cached(self) -> Path:
        return cache_folder() / "solved" / f"{self.game.name}.{self._digest()}.rounds-left.json"

    def _read(self, path: Path) -> ValuesByRoundsLeft | None:
        """Return the table in a file; None if there is no file, it is of another game, or it is damaged."""
        with suppress(OSError, ValueError, TypeError, KeyError):
            stated = json.loads(path.read_text("utf-8"))
            if not isinstance(stated, dict) or {k: stated.get(k) for k in self._entries()} != self._entries():
                return None
            values, errors = (np.array(stated[x], np.float64) for x in ("values", "errors"))
            if values.shape == (len(errors), len(self.match.names)) and len(errors) > 0:
                return ValuesByRoundsLeft(values, errors, self._tail(stated.get("tail")))
        return None

    def _tail(self, stated: Any) -> Tail | None:
        """Return the tail in a file, or None; raise ``ValueError`` or ``TypeError`` if it is damaged."""
        if stated is None:
            return None
        rounds = len(self.match.names)
        final, distances = (np.array(stated[x], np.float64) for x in ("final", "distances"))
        if final.shape != (rounds,) or distances.shape != (2, rounds):
            raise ValueError("the tail does not fit the match")
        return Tail(final, float(stated["ratio"]), distances, float(stated["error"]))
