"""Files with the strategies of a round of a limited match: shipped with the game, or in the cache.

A file has one round, by A's pennies, with 1, 2, 3 and more rounds left. The strategies do not depend on the
limit of the match, so a file serves all limits up to its number of layers. Probabilities are whole multiples
of one part in ``PARTS_OF_ONE``, as players use them.
"""

import hashlib
import json
import logging
import zlib
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.certificates.certificate import common_entries
from upcard.engine.arrays import FloatArray
from upcard.engine.atomic_files import make_folder
from upcard.engine.compile.cache import cache_folder
from upcard.engine.compile.sealed_files import read_sealed, write_sealed
from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.tree.sampling import PARTS_OF_ONE, ViewCells, limits_of

FORMAT = "upcard strategies by rounds left 1"
LIMIT = "rounds"
"""Name of the option for the limit of rounds, on which the strategies do not depend."""

SHIPPED, SUFFIX = Path(__file__).parent / "rounds_left", ".strategies"
NEVER, ALWAYS, MIXED = 0, 1, 2
BYTES, LONGEST_HEAD = 4, 10_000
SEAL = 2 * hashlib.sha256().digest_size
"""Bytes before the content of a sealed file, see :mod:`upcard.engine.compile.sealed_files`."""


@dataclass(frozen=True)
class PackedStrategies:
    """The strategies of a round, for 1, 2, 3 and more rounds left."""

    codes: npt.NDArray[np.uint8]
    """Whether each choice is made ``NEVER``, ``ALWAYS``, or sometimes; shape (layers, choices)."""
    shares: npt.NDArray[np.int32]
    """The probabilities of the choices that are ``MIXED``, in order, in units of 1 / ``PARTS_OF_ONE``."""

    @property
    def layers(self) -> int:
        """Largest number of rounds left."""
        return len(self.codes)

    @cached_property
    def begins(self) -> npt.NDArray[np.int64]:
        """The number of ``MIXED`` choices before each choice, and finally of all, by layer and choice."""
        return np.concatenate([[0], np.cumsum(self.codes == MIXED)])

    def chances(self, left: int, begin: int, end: int) -> FloatArray:
        """Return the probabilities of the choices `begin` to `end` with `left` rounds left."""
        first = (left - 1) * self.codes.shape[1]
        codes = self.codes[left - 1, begin:end]
        mixed = self.shares[self.begins[first + begin] : self.begins[first + end]]
        out: FloatArray = (codes == ALWAYS).astype(np.float64)
        out[codes == MIXED] = mixed / PARTS_OF_ONE
        return out


def shares_of(chances: FloatArray, counts: ViewCells) -> npt.NDArray[np.int32]:
    """Return probabilities in units of 1 / ``PARTS_OF_ONE``.

    `counts` has the number of choices of each information set.
    """
    limits, begins = limits_of(chances, counts), np.cumsum(counts) - counts
    shares = np.diff(limits, prepend=np.int32(0))
    shares[begins] = limits[begins]
    return shares


def packed(shares: npt.NDArray[np.int32]) -> PackedStrategies:
    """Pack the strategies of a round; `shares` of shape (layers, choices) as of :func:`shares_of`."""
    codes = np.where(shares == 0, NEVER, np.where(shares == PARTS_OF_ONE, ALWAYS, MIXED)).astype(np.uint8)
    return PackedStrategies(codes, shares[codes == MIXED])


@dataclass(frozen=True)
class StrategyFiles:
    """The files with the strategies of the rounds of a match.

    `length_of` maps the number of a round to the number of its choices.
    """

    game: Game
    length_of: Callable[[int], int]

    def read(self, k: int, layers: int = 1) -> PackedStrategies | None:
        """Return the strategies of round `k` for at least a number of rounds left; None if they are missing.

        A damaged file, or one of another game, counts as missing.
        """
        with suppress(OSError):
            shipped = self._unpacked(self._shipped(k).read_bytes(), k)
            if shipped is not None and shipped.layers >= layers:
                return shipped
        stored = read_sealed(self._cached(k), cache_folder())
        cached = None if stored is None else self._unpacked(stored, k)
        return cached if cached is not None and cached.layers >= layers else None

    def layers(self, k: int) -> int:
        """Return for how many rounds left round `k` is shipped or stored, from the beginnings of files."""
        return max(self._layers_in(self._shipped(k), 0, k), self._layers_in(self._cached(k), SEAL, k))

    def store(self, k: int, strategies: PackedStrategies) -> None:
        """Store the strategies of round `k` in the cache; log a warning if that fails."""
        try:
            make_folder(self._cached(k).parent)
            write_sealed(self._cached(k), cache_folder(), self.content(k, strategies))
        except (Failure, OSError) as fault:
            logging.getLogger("upcard").warning("the strategies of the match cannot be stored: %s", fault)

    def content(self, k: int, strategies: PackedStrategies) -> bytes:
        """Return the content of a file: a line of JSON, then codes and shares, both compressed."""
        codes = zlib.compress(strategies.codes.tobytes(), 9)
        planes = strategies.shares.astype("<i4").view(np.uint8).reshape(-1, BYTES).T
        head = {**self._entries(k), "layers": strategies.layers, "codes": len(codes)}
        return json.dumps(head).encode() + b"\n" + codes + zlib.compress(planes.tobytes(), 9)

    def _unpacked(self, content: bytes, k: int) -> PackedStrategies | None:
        with suppress(ValueError, TypeError, KeyError, zlib.error):
            line, _, rest = content.partition(b"\n")
            head = json.loads(line)
            if {x: head.get(x) for x in self._entries(k)} != self._entries(k):
                return None
            codes = np.frombuffer(zlib.decompress(rest[: head["codes"]]), np.uint8)
            planes = np.frombuffer(zlib.decompress(rest[head["codes"] :]), np.uint8).reshape(BYTES, -1)
            shares = np.ascontiguousarray(planes.T).view("<i4").ravel().astype(np.int32)
            out = PackedStrategies(codes.reshape(head["layers"], self.length_of(k)), shares)
            return out if int(out.begins[-1]) == len(shares) else None
        return None

    def _layers_in(self, path: Path, skipped: int, k: int) -> int:
        """Return the number of layers in a file, from its first line; 0 if there is no such file."""
        with suppress(OSError, ValueError, KeyError, TypeError), path.open("rb") as file:
            file.seek(skipped)
            head = json.loads(file.readline(LONGEST_HEAD))
            if {x: head.get(x) for x in self._entries(k)} == self._entries(k):
                return int(head["layers"])
        return 0

    def _entries(self, k: int) -> dict[str, Any]:
        entries = common_entries(self.game, "")
        entries["format"], entries["round"] = FORMAT, k + 1
        entries["options"] = {x: y for x, y in entries["options"].items() if x != LIMIT}
        del entries["kind"]
        return entries

    def _shipped(self, k: int) -> Path:
        words = self.game.option_words()
        return SHIPPED / f"{words['variant']}-{words['purse']}-{words['first']}.{k + 1}{SUFFIX}"

    def _cached(self, k: int) -> Path:
        digest = hashlib.sha256(json.dumps(self._entries(k), sort_keys=True).encode()).hexdigest()[:16]
        return cache_folder() / "solved" / f"{self.game.name}.{digest}{SUFFIX}"
