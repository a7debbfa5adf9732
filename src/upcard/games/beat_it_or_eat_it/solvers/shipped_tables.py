"""The tables that ship with Upcard: how to open them, and how to make those of ``tablebase``."""

import hashlib
from contextlib import suppress
from functools import lru_cache
from pathlib import Path

import numpy as np

from upcard.engine.atomic_files import make_folder
from upcard.engine.compile.cache import cache_folder
from upcard.engine.errors import Failure
from upcard.games.beat_it_or_eat_it.certificates.lead_table import LeadTable, open_table
from upcard.games.beat_it_or_eat_it.solvers.tablebase_solver import solve
from upcard.games.beat_it_or_eat_it.strategies.tablebase import NONE, SIZES, STARTS, TABLES, file_of

FOLDER = "tables"
"""Folder of unpacked tables, next to the compiled programs."""


def write(path: Path, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Solve all sizes and write their cells one after another into a file ``.npy``, as a uint8 array.

    The default is the sizes of the strategy ``tablebase``, which take about three minutes.
    """
    cells = [solve(suits, length, with_receive=False).distances for suits, length in sizes]
    np.save(path, np.concatenate(cells).astype(np.uint8, casting="safe"))


def shipped_table(suits: int, length: int) -> LeadTable | None:
    """Return the tablebase of a size that ships with Upcard, or None.

    Tables of at most 18 cards have no count of positions with a card to be covered.
    """
    path = file_of(suits, length)
    if path is not None:
        return unpacked_once(path)
    fits = 0 <= suits < len(STARTS) and 0 <= length < STARTS.shape[1]
    start = int(STARTS[suits, length]) if fits else NONE
    if start == NONE:
        return None
    return LeadTable(suits, length, TABLES[start : start + (1 << (suits * length))], 0, None)


def unpacked_once(path: Path) -> LeadTable:
    """Return the tablebase of a packed file, from an unpacked copy in the cache that is made the first time.

    If the copy cannot be stored, the cells stay in memory.

    Raises
    ------
    Failure
        If the file is not a complete tablebase.
    """
    with path.open("rb") as file:
        digest = hashlib.file_digest(file, "sha256").hexdigest()[:16]
    return _unpacked(path, cache_folder() / FOLDER / f"{path.stem}.{digest}.table")


@lru_cache(maxsize=8)
def _unpacked(path: Path, copy: Path) -> LeadTable:
    """Return the tablebase of a packed file, and store a copy of it."""
    with suppress(Failure):  # there is no copy yet, or it is damaged
        return open_table(copy)
    table = open_table(path)
    try:
        make_folder(copy.parent)
        table.save(copy)
    except Failure:
        return table
    return open_table(copy)
