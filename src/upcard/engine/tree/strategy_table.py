"""Strategies from a table of probabilities, looked up by the view alone.

The tree of a game distinguishes information sets by all that a seat has seen and done. A strategy gets only
the present view, which is enough if the rules store past actions in visible fields; this is checked for every
information set. A few visible cells are selected that still distinguish all views. Their hash is the sum of
each cell times an odd number, modulo 2^64. Other odd numbers are tried until no two views have equal hashes,
which are then stored in a sorted list.

The resulting function is plain Python in the compilable subset, with its lists as constants.
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
"""Maximum argument of ``below``; probabilities with a greater denominator are rounded to it."""

ChooseAction = Callable[[State], int]
"""A function of a view that returns an action."""

# Actions with their probabilities, which are more than 0 and have the sum 1.
ActionWeights = tuple[tuple[int, Fraction | int], ...]


class ViewLog:
    """The visible cells of views, collected while a game is unrolled: pass :meth:`note` to ``unroll``."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.cells = visible_cells(game)
        self._read = function_from_text("read", f"def read(v):\n    return ({', '.join(self.cells)},)", {})
        self.rows: list[tuple[int, ...]] = []

    def note(self, v: PlainState) -> None:
        """Add the cells of a view."""
        self.rows.append(self._read(v))


def visible_cells(game: Game) -> list[str]:
    """Return the text that reads each cell of view ``v`` that the player to move may see."""
    cells = ["v.me", "v.turns"]
    for f in fields_of(game.rules):
        cells += [f"v.{f.name}{index}" for index in _indices(f, most_seats(game.rules))]
    return cells


def _indices(f: Field, seats: int) -> Iterator[str]:
    """Yield the indices of the visible cells of a field; an empty text for a number."""
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
    """Return a function of a view that plays each information set by its probabilities.

    The function compiles like the one of a strategy file. Its attribute ``odds`` is a function of a view that
    returns the actions and the probabilities with which they are played. Raises ``Failure`` if two
    information sets with equal views are played differently.
    """
    known = _by_view(views, odds)
    rows = np.array(list(known), np.int64).reshape(len(known), len(views.cells))
    columns = _telling(rows)
    salt = next(x for x in count() if len(set(_keys(rows[:, columns], x).tolist())) == len(rows))
    keys = _keys(rows[:, columns], salt)
    order = np.argsort(keys)
    lists = _lists([list(known.values())[i] for i in order])
    at = _reader([views.cells[c] for c in columns], _factors(len(columns), salt), keys[order])
    text = "def choose(v):\n    return chosen(v, at(v), first, parts, shares, actions)"
    choose = function_from_text("choose", text, {"at": at, "chosen": chosen, **lists})
    choose.__dict__["odds"] = lambda v: _odds(at(v), **lists)
    return choose


def _reader(cells: Sequence[str], factors: Sequence[int], keys: npt.NDArray[np.int64]) -> Callable[..., int]:
    """Return a function that looks up the position of a view's hash."""
    lines = [f"    key = plus(key, times({c}, {x}))" for c, x in zip(cells, factors, strict=True)]
    text = "\n".join(["def at(v):", "    key = 0", *lines, "    return place(KEYS, key)"])
    return function_from_text("at", text, {"plus": plus, "times": times, "place": place, "KEYS": keys})


def _by_view(views: ViewLog, odds: Sequence[ActionWeights]) -> dict[tuple[int, ...], ActionWeights]:
    """Return the probabilities of each view."""
    known: dict[tuple[int, ...], ActionWeights] = {}
    for row, one in zip(views.rows, odds, strict=True):
        if known.setdefault(row, one) != one:
            raise Failure(
                f"{views.game.title} does not show players all that they have seen and done: two information "
                "sets that are played differently look the same, so no strategy can play by this solution; "
                "let the rules store the past in a public field such as `log`"
            )
    return known


def _telling(rows: npt.NDArray[np.int64]) -> list[int]:
    """Return columns that are enough to distinguish all rows."""
    columns = [c for c in range(rows.shape[1]) if (rows[:, c] != rows[:1, c]).any()]
    for c in tuple(columns):
        rest = [x for x in columns if x != c]
        if len({*map(tuple, rows[:, rest].tolist())}) == len(rows):
            columns = rest
    return columns


def _factors(n: int, salt: int) -> list[int]:
    """Return odd numbers of 64 bits, which depend on the salt."""
    return [scramble(plus(times(salt, GOLDEN), i + 1)) | 1 for i in range(n)]


def _keys(rows: npt.NDArray[np.int64], salt: int) -> npt.NDArray[np.int64]:
    """Return the hash of each row, int64 of shape (rows,), as the function of a view computes it."""
    factors = np.array(_factors(rows.shape[1], salt), np.int64)
    keys: npt.NDArray[np.int64] = (rows * factors).sum(axis=1, dtype=np.int64)
    return keys


def _lists(odds: Sequence[ActionWeights]) -> dict[str, npt.NDArray[np.int64]]:
    """Return the probabilities of all views as lists: begins, denominators, cumulated shares, actions."""
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
    """Return the probabilities with which :func:`chosen` plays."""
    here = slice(first[i], first[i + 1])
    chances = [Fraction(b - a, int(parts[i])) for a, b in pairwise([0, *shares[here].tolist()])]
    return tuple(zip(actions[here].tolist(), chances, strict=True))


def place(keys: Any, key: int) -> int:
    """Return the position of a number in a sorted table that contains it."""
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
    """Return an action for the view at position `i`; draws a random number only if there are several.

    Parameters
    ----------
    v : State
        The view; its random stream advances.
    i : int
        The position of the view.
    first : table of whole numbers
        The position of the first action of each view.
    parts : table of whole numbers
        The denominator of the probabilities of each view.
    shares : table of whole numbers
        The cumulated numerators.
    """
    j = first[i]
    if first[i + 1] - j > 1:
        x = below(v, int(parts[i]))
        while x >= shares[j]:
            j += 1
    return int(actions[j])
