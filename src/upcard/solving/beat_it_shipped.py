"""Making the tables that lie beside the strategy ``tablebase``, all in one file."""

from pathlib import Path

import numpy as np

from upcard.checking.beat_it_table import LeadTable
from upcard.solving.beat_it_tablebase import solve
from upcard.strategies.tablebase import NONE, SIZES, STARTS, TABLES


def write(path: Path, sizes: tuple[tuple[int, int], ...] = SIZES) -> None:
    """Solve all sizes and write their cells one after another, as a uint8 array of numpy's.

    Parameters
    ----------
    path : Path
        The file, whose name ends in ``.npy``.
    sizes : tuple of (int, int)
        Suits and length of each; those of the strategy by default, which take about three minutes.
    """
    cells = [solve(suits, length, with_receive=False).distances for suits, length in sizes]
    np.save(path, np.concatenate(cells).astype(np.uint8, casting="safe"))


def shipped(suits: int, length: int) -> LeadTable | None:
    """The tablebase of a size from those beside the strategy, or None; cards to be covered are not counted.

    Parameters
    ----------
    suits, length : int
        The size of the game.
    """
    fits = 0 <= suits < len(STARTS) and 0 <= length < STARTS.shape[1]
    start = int(STARTS[suits, length]) if fits else NONE
    if start == NONE:
        return None
    return LeadTable(suits, length, TABLES[start : start + (1 << (suits * length))], 0, None)
