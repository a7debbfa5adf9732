"""Playing by a list of probabilities: the information set is found from the view alone.

The tree of a game tells information sets apart by all that a seat has seen and done. A strategy gets only
what it sees now, which is the same wherever the rules keep in open fields what was done; whether they do is
checked for every information set. From the visible cells a few are chosen that still tell all views apart,
and a number is made of them, each cell times an odd number of its own, brought back to 64 bits. The numbers
are other ones if two views had the same; so every view has its own, and stands in a sorted list.

The function that comes of it is plain Python in the compilable subset, with its lists as constants.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import accumulate, count, pairwise
from math import lcm
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.errors import Failure
from upcard.engine.game import Game
from upcard.engine.seeds import GOLDEN, plus, scramble, times
from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.state import PlainState, fields_of, most_seats
from upcard.engine.view import visible
from upcard.kit.cards import NOBODY, OWNER, Field, Kind, below
from upcard.kit.strategy import State

MOST_PARTS = 1 << 31
"""The greatest number that ``below`` takes; odds with a greater denominator are rounded to it."""

ChooseAction = Callable[[State], int]
"""A function of a view; gives an action."""

# Actions with their probabilities, which are more than 0 and have the sum 1.
ActionWeights = tuple[tuple[int, Fraction | int], ...]


class ViewLog:
    """The visible cells of views, noted while a game is unrolled: hand :meth:`note` to ``unroll``.

    Parameters
    ----------
    game : Game
        What is unrolled.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cells = visible_cells(game)
        self._read = function_from_text("read", f"def read(v):\n    return ({', '.join(self.cells)},)", {})
        self.rows: list[tuple[int, ...]] = []

    def note(self, v: PlainState) -> None:
        """Note the cells of one more view."""
        self.rows.append(self._read(v))


def visible_cells(game: Game) -> list[str]:
    """Every cell that the player whose turn it is may see, as the text that reads it from view ``v``."""
    cells = ["v.me", "v.turns"]
    for f in fields_of(game.rules):
        cells += [f"v.{f.name}{index}" for index in _indices(f, most_seats(game.rules))]
    return cells


def _indices(f: Field, seats: int) -> Iterator[str]:
    """The indices of the cells of a field that are seen; an empty text for a number."""
    sight = visible(f)
    if sight is NOBODY:
        return
    if not f.shape(seats):
        yield ""
        return
    cells = [str(i) for i in range(f.length if sight is not None else 1)]
    rows = ["v.me"] if sight is OWNER else [str(q) for q in range(seats)]
    if not f.per_seat:
        rows = []
    if not f.length and f.kind is not Kind.ROW:
        cells = []
    for row in rows or [""]:
        for cell in cells or [""]:
            yield f"[{', '.join(x for x in (row, cell) if x)}]"


def player_of(views: ViewLog, odds: Sequence[ActionWeights]) -> ChooseAction:
    """A function of a view that plays each information set by its odds.

    Parameters
    ----------
    views : ViewLog
        What is seen at each information set.
    odds : sequence
        For each, its actions with their probabilities.

    Returns
    -------
    function
        It compiles like that of a strategy file. Its attribute ``odds`` is a function of a view that gives
        the actions with their probabilities, as they are played.

    Raises
    ------
    Failure
        If two information sets are played differently and look the same.
    """
    known = _by_view(views, odds)
    rows = np.array(list(known), np.int64).reshape(len(known), -1)
    kept = _telling(rows)
    salt = next(x for x in count() if len(set(_keys(rows[:, kept], x).tolist())) == len(rows))
    keys = _keys(rows[:, kept], salt)
    order = np.argsort(keys)
    lists = _lists([list(known.values())[i] for i in order])
    at = _reader([views.cells[c] for c in kept], _factors(len(kept), salt), keys[order])
    text = "def choose(v):\n    return chosen(v, at(v), first, parts, shares, actions)"
    choose = function_from_text("choose", text, {"at": at, "chosen": chosen, **lists})
    choose.__dict__["odds"] = lambda v: _odds(at(v), **lists)
    return choose


def _reader(cells: Sequence[str], factors: Sequence[int], keys: npt.NDArray[np.int64]) -> Callable[..., int]:
    """A function that finds the place of a view's number among all of them."""
    lines = [f"    key = plus(key, times({c}, {x}))" for c, x in zip(cells, factors, strict=True)]
    text = "\n".join(["def at(v):", "    key = 0", *lines, "    return place(KEYS, key)"])
    return function_from_text("at", text, {"plus": plus, "times": times, "place": place, "KEYS": keys})


def _by_view(views: ViewLog, odds: Sequence[ActionWeights]) -> dict[tuple[int, ...], ActionWeights]:
    """The odds of every view."""
    known: dict[tuple[int, ...], ActionWeights] = {}
    for row, one in zip(views.rows, odds, strict=True):
        if known.setdefault(row, one) != one:
            raise Failure(
                f"{views.game.title} does not show a player all that he has seen and done: two information "
                "sets that are played differently look the same, so that nobody can play by this solution; "
                "let the rules keep the past in a field that he sees, as `log` does in Leduc poker"
            )
    return known


def _telling(rows: npt.NDArray[np.int64]) -> list[int]:
    """The columns that are enough to tell all rows apart."""
    kept = [c for c in range(rows.shape[1]) if (rows[:, c] != rows[0, c]).any()]
    for c in tuple(kept):
        rest = [x for x in kept if x != c]
        if len({*map(tuple, rows[:, rest].tolist())}) == len(rows):
            kept = rest
    return kept


def _factors(n: int, salt: int) -> list[int]:
    """Odd numbers of 64 bits, other ones for every salt."""
    return [scramble(plus(times(salt, GOLDEN), i + 1)) | 1 for i in range(n)]


def _keys(rows: npt.NDArray[np.int64], salt: int) -> npt.NDArray[np.int64]:
    """The number of each row, int64 of shape (rows,), as the function of a view computes it."""
    factors = np.array(_factors(rows.shape[1], salt), np.int64)
    keys: npt.NDArray[np.int64] = (rows * factors).sum(axis=1, dtype=np.int64)
    return keys


def _lists(odds: Sequence[ActionWeights]) -> dict[str, npt.NDArray[np.int64]]:
    """The odds of all views as lists: where each begins, in how many parts, shares so far, actions."""
    first = [0, *accumulate(map(len, odds))]
    parts = [min(lcm(*(x.denominator for _, x in one)), MOST_PARTS) for one in odds]
    shares = [
        round(x * n)
        for one, n in zip(odds, parts, strict=True)
        for x in accumulate(chance for _, chance in one)
    ]
    actions = [a for one in odds for a, _ in one]
    lists = {"first": first, "parts": parts, "shares": shares, "actions": actions}
    return {name: np.array(x, np.int64) for name, x in lists.items()}


def _odds(i: int, first: Any, parts: Any, shares: Any, actions: Any) -> ActionWeights:
    """What :func:`chosen` does, as probabilities."""
    here = slice(first[i], first[i + 1])
    chances = [Fraction(b - a, int(parts[i])) for a, b in pairwise([0, *shares[here].tolist()])]
    return tuple(zip(actions[here].tolist(), chances, strict=True))


def place(keys: Any, key: int) -> int:
    """Where a number stands in a sorted table of numbers, in which it is."""
    low = 0
    high = len(keys) - 1
    while low < high:
        middle = (low + high) // 2
        if keys[middle] < key:
            low = middle + 1
        else:
            high = middle
    return low


def chosen(v: State, i: int, first: Any, parts: Any, shares: Any, actions: Any) -> int:
    """An action of the odds number `i`; chance is asked only where there are several.

    Parameters
    ----------
    v : State
        The view; moves the random stream of its seat.
    i : int
        Which odds.
    first : table of whole numbers
        Where the actions of each begin.
    parts : table of whole numbers
        Into how many equal parts the probability is cut.
    shares : table of whole numbers
        How many parts each action has together with those before it.
    actions : table of whole numbers
        The actions.
    """
    j = first[i]
    if first[i + 1] - j > 1:
        x = below(v, int(parts[i]))
        while x >= shares[j]:
            j += 1
    return int(actions[j])
