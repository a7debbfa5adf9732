"""The bounds of observations as spaces of Gymnasium."""

from typing import Any

import numpy as np
from gymnasium.spaces import Box

from upcard.engine.observation import RowSegment, width_of

WIDEST = 2**53
"""Bound for numbers without bounds in the rules: what floating point holds exactly."""


def observation_box(parts: tuple[RowSegment, ...], dtype: type[np.signedinteger[Any]] = np.int64) -> Box:
    """Return the bounds of a row of numbers, cell by cell.

    Parameters
    ----------
    dtype : type
        The type of its cells: ``np.int64`` or ``np.int32``.
    """
    widest = min(WIDEST, int(np.iinfo(dtype).max))
    low, high = np.empty((2, width_of(parts)), dtype)
    for part in parts:
        low[part.place] = max(part.low, -widest)
        high[part.place] = min(part.high, widest)
    return Box(low, high, dtype=dtype)
