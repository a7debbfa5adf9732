"""Random choice of actions by solved probabilities, in a function of a view that compiles like a strategy.

The probabilities of the choices of an information set are stored as *limits*: cumulative sums in units of
one part in ``PARTS_OF_ONE``.
"""

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from types import FunctionType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.tree.strategy_table import ActionWeights
from upcard.kit.strategy import State, below

PARTS_OF_ONE = 1 << 30
ViewCells = npt.NDArray[np.signedinteger[Any]]


def draw_action(v: State, limits: Any, first: int, count: int) -> int:
    """Return a random choice of an information set, from 0; one with probability 1 needs no random number.

    Parameters
    ----------
    v : State
        The view; its random stream advances.
    limits : table of whole numbers
        From :func:`limits_of`.
    first, count : int
        The first choice of the information set, and the number of its choices.
    """
    low = 0
    while low < count - 1 and limits[first + low] == 0:
        low += 1
    if low == count - 1 or limits[first + low] == PARTS_OF_ONE:
        return low
    lot = below(v, PARTS_OF_ONE)
    while low < count - 1 and lot >= limits[first + low]:
        low += 1
    return low


def limits_of(chances: npt.NDArray[np.float64], counts: ViewCells) -> npt.NDArray[np.int32]:
    """Return the limits of all choices, int32 of shape (choices,), 0 to ``PARTS_OF_ONE``.

    `chances` has the probability of each choice, float64 of shape (choices,), information set by information
    set; `counts` the number of choices of each, 1 or more.
    """
    ends = np.cumsum(counts)
    sums = np.cumsum(chances)
    before = np.repeat(np.concatenate([[0.0], sums[ends[:-1] - 1]]), counts)
    limits: npt.NDArray[np.int32] = np.rint((sums - before) * PARTS_OF_ONE).astype(np.int32)
    limits[ends - 1] = PARTS_OF_ONE
    return limits


def odds_of(limits: Iterable[int], actions: Iterable[int]) -> ActionWeights:
    """Return the actions of one information set with a probability above 0, each with this probability."""
    before, out = 0, []
    for limit, action in zip(limits, actions, strict=True):
        if limit > before:
            out.append((action, Fraction(limit - before, PARTS_OF_ONE)))
        before = limit
    return tuple(out)


def with_tables(
    choose: Callable[[State], int],
    tables: Mapping[str, npt.NDArray[Any]],
    name: str,
    odds: Callable[[dict[str, Any], State], ActionWeights] | None = None,
    reading: Callable[[State], int] | None = None,
) -> Callable[[State], int]:
    """Copy a strategy and add tables, by their names, to the globals of the copy.

    Parameters
    ----------
    odds : function, optional
        Returns the actions with their probabilities for the globals of the copy and a view; the copy gets an
        attribute ``odds``, a function of the view alone.
    reading : function, optional
        A function that the strategy calls and that reads the same tables; it is copied too.
    """
    globals_of_copy = {**choose.__globals__, **tables}
    if reading is not None:
        copied = FunctionType(reading.__code__, globals_of_copy, reading.__name__)
        globals_of_copy[reading.__name__] = copied
    strategy = FunctionType(choose.__code__, globals_of_copy, name)
    if odds is not None:
        strategy.__dict__["odds"] = lambda v: odds(globals_of_copy, v)
    return strategy
