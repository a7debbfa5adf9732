"""Parts that the environments for Gymnasium and PettingZoo share: spaces, and options of reset."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium.spaces import Box

from upcard.engine.errors import Usage, unknown_name
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


def reset_options(options: object, name: str, example: str, *unlisted: str) -> Mapping[str, Any]:
    """Return the options of a call of ``reset``, which may be None.

    `example` is a value of the option `name` for messages; `unlisted` names options that messages leave out.
    Raises ``Usage`` for an unknown option, or if the options are no mapping.
    """
    if options is not None and not isinstance(options, Mapping):
        raise Usage(f"the options of reset are {options!r}; expected a dict such as {{{name!r}: {example}}}")
    chosen: Mapping[str, Any] = options or {}
    for key in chosen.keys() - {name, *unlisted}:
        raise unknown_name("option of reset", str(key), [name])
    return chosen
