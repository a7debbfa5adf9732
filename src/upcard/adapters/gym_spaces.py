"""What rows of numbers may hold, in the terms of Gymnasium, which is needed here."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box

from upcard.engine.observation import RowSegment, width_of

WIDEST = 2**53
"""Numbers without bounds in the rules are at most so large: what floating point holds exactly."""


def observation_box(parts: tuple[RowSegment, ...], dtype: type[np.signedinteger[Any]] = np.int64) -> Box:
    """The bounds of a row of numbers, cell by cell.

    Parameters
    ----------
    parts : tuple of RowSegment
        What the row holds.
    dtype : type
        The type of its cells: ``np.int64`` or ``np.int32``.
    """
    widest = min(WIDEST, int(np.iinfo(dtype).max))
    low, high = np.empty((2, width_of(parts)), dtype)
    for part in parts:
        low[part.place] = max(part.low, -widest)
        high[part.place] = min(part.high, widest)
    return Box(low, high, dtype=dtype)
