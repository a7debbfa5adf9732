"""Drawing actions by the chances that were solved, in a function of a view that compiles like a strategy.

The chances of the choices of an information set are kept as *limits*: how many of ``PARTS_OF_ONE`` parts a
choice has together with those before it.
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
    """Which of the choices of an information set is taken; chance is asked only where one is not sure.

    Parameters
    ----------
    v : State
        The view; moves the random stream of its seat.
    limits : table of whole numbers
        From :func:`limits_of`.
    first, count : int
        The first choice, and how many there are.
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
    """The limits of all choices, int32 of shape (choices,), 0 to ``PARTS_OF_ONE``.

    Parameters
    ----------
    chances : float64 array of shape (choices,), 0 to 1
        The probability of each, information set by information set.
    counts : int array of shape (information sets,)
        How many choices each has, 1 or more.
    """
    ends = np.cumsum(counts)
    sums = np.cumsum(chances)
    before = np.repeat(np.concatenate([[0.0], sums[ends[:-1] - 1]]), counts)
    limits: npt.NDArray[np.int32] = np.rint((sums - before) * PARTS_OF_ONE).astype(np.int32)
    limits[ends - 1] = PARTS_OF_ONE
    return limits


def odds_of(limits: Iterable[int], actions: Iterable[int]) -> ActionWeights:
    """Actions with the probabilities by which they are drawn, where these are more than 0.

    Parameters
    ----------
    limits : iterable of int
        Those of one information set.
    actions : iterable of int
        Its actions.
    """
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
    """A copy of a strategy that finds tables of its own among its globals.

    Parameters
    ----------
    choose : function
        The strategy, a function of a view; not modified.
    tables : mapping of str to array
        By the names under which it reads them.
    name : str
        What the copy is called.
    odds : function, optional
        Gives, of the copy's globals and a view, the actions with their probabilities; the copy gets an
        attribute ``odds``, which needs the view alone.
    reading : function, optional
        Called by the strategy, and reads the same tables: it is copied too.
    """
    own = {**choose.__globals__, **tables}
    if reading is not None:
        own[reading.__name__] = FunctionType(reading.__code__, own, reading.__name__)
    made = FunctionType(choose.__code__, own, name)
    if odds is not None:
        made.__dict__["odds"] = lambda v: odds(own, v)
    return made
