"""The state of a game in two forms: a checked Python object, and a record for compiled code.

Both have the same fields: those of ``HEAD``, the options, and the fields that the rules file declares. The
object holds Python integers and refuses unknown names, cells outside a table and values that do not fit.
Compiled functions modify the record, a numpy structure, in place.
"""

import difflib
import hashlib
import math
from collections.abc import Iterator
from copy import deepcopy
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.encodable import encodable
from upcard.engine.notebook_views import InNotebooks
from upcard.engine.text_views import cells_text, state_lines, state_text
from upcard.kit.cards import EMPTY, HIDDEN, NOBODY, Field, Kind, number
from upcard.kit.cards import EVERYBODY as ALL

HEAD = ("at", "step", "me", "seats", "player", "over", "turns", "actions")
WEIGHTS = 8
"""Maximum number of parameters of a strategy; ``v.w[v.me, i]`` is parameter i of the viewing seat."""

CELL_LOW, CELL_HIGH = -32768, 32767
NUMBER_LOW, NUMBER_HIGH = -(2**63), 2**63 - 1

_new: Any = object.__new__


def fields_of(rules: ModuleType) -> tuple[Field, ...]:
    """Return all fields of a game's state except the head: its options, then the declared fields."""
    options = tuple(number(o.name, ALL, o.words, o.length) for o in rules.OPTIONS)
    return options + tuple(rules.STATE)


def most_seats(rules: ModuleType) -> int:
    """Return the number of rows of a per-seat field."""
    most: int = rules.GAME.players[1]
    return most


class CheckedRow:
    """Row of whole numbers, ``t[i]``, that checks every index and every stored number.

    `shape` is the length, or two lengths for a :class:`CheckedGrid`, whose `cells` are listed row by row. A
    row of a grid shares the cells of the grid, and begins at the position `offset`. Error messages use
    `name`. Raises ``IndexError`` outside the table, and ``OverflowError`` for a number of more than 16 bits.
    """

    __slots__ = ("cells", "length", "name", "offset", "shape")

    def __init__(self, name: str, shape: tuple[int, ...], cells: list[int], offset: int = 0) -> None:
        self.name, self.shape, self.cells, self.offset = name, shape, cells, offset
        self.length = shape[-1]

    def __getitem__(self, i: Any) -> Any:
        """Return a cell."""
        if 0 <= i < self.length:
            return self.cells[self.offset + i]
        raise self._outside(i)

    def __setitem__(self, i: Any, x: int) -> None:
        """Set a cell; refuse a value that a compiled table could not hold."""
        if not CELL_LOW <= x <= CELL_HIGH:
            raise self._too_much(i, x)
        if not 0 <= i < self.length:
            raise self._outside(i)
        self.cells[self.offset + i] = int(x)

    def _outside(self, i: Any) -> IndexError:
        return IndexError(f"{self.name}[{i}] is outside the table, whose shape is {self.shape}")

    def _too_much(self, i: Any, x: int) -> OverflowError:
        return OverflowError(f"{self.name}[{i}] = {x} does not fit into 16 bits")

    def __len__(self) -> int:
        """Return the number of cells, or of rows."""
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        """Iterate over the cells or rows in order."""
        return (self[i] for i in range(self.shape[0]))

    def copy(self) -> "CheckedRow":
        """Return an independent table with the same cells."""
        twin: CheckedRow = _new(type(self))
        twin.name, twin.shape, twin.offset, twin.length = self.name, self.shape, self.offset, self.length
        twin.cells = self.cells.copy()
        return twin

    __copy__ = copy

    def __repr__(self) -> str:
        """Return the name and the cells."""
        return encodable(f"<{self.name} {cells_text(self)}>")


class CheckedGrid(CheckedRow):
    """Checked table with two indices: ``t[i, j]``, and ``t[i]`` for a row that shares its cells."""

    __slots__ = ()

    def __getitem__(self, i: Any) -> Any:
        """Return a cell, or a row for one index."""
        if type(i) is tuple:
            p, j = i
            if 0 <= p < self.shape[0] and 0 <= j < self.length:
                return self.cells[p * self.length + j]
        elif 0 <= i < self.shape[0]:
            return CheckedRow(self.name, self.shape[1:], self.cells, i * self.length)
        raise self._outside(i)

    def __setitem__(self, i: Any, x: int) -> None:
        """Set a cell; refuse a value that a compiled table could not hold."""
        if not CELL_LOW <= x <= CELL_HIGH:
            raise self._too_much(i, x)
        p, j = i
        if not (0 <= p < self.shape[0] and 0 <= j < self.length):
            raise self._outside(i)
        self.cells[p * self.length + j] = int(x)


def new_table(name: str, shape: tuple[int, ...], fill: int) -> CheckedRow:
    """Return a table of one or two lengths with the same number in every cell."""
    return (CheckedRow if len(shape) == 1 else CheckedGrid)(name, shape, [fill] * math.prod(shape))


class StrategyWeights:
    """The parameters of the strategies of some seats: ``w[seat, i]``, float."""

    __slots__ = ("cells",)

    def __init__(self, seats: int) -> None:
        self.cells = [[0.0] * WEIGHTS for _ in range(seats)]

    def __getitem__(self, i: tuple[int, int]) -> float:
        """Return parameter ``i[1]`` of seat ``i[0]``."""
        return self.cells[i[0]][i[1]]

    def __setitem__(self, i: tuple[int, int], x: float) -> None:
        """Set one parameter."""
        self.cells[i[0]][i[1]] = float(x)

    def copy(self) -> "StrategyWeights":
        """Return an independent copy."""
        twin: StrategyWeights = _new(StrategyWeights)
        twin.cells = [line.copy() for line in self.cells]
        return twin

    __copy__ = copy

    def __repr__(self) -> str:
        """Return the parameters of every seat."""
        return f"<w {self.cells}>"


class PlainState(InNotebooks, kind="state"):
    """State as a Python object; a view is such an object whose unseen cells are ``HIDDEN``.

    Parameters
    ----------
    hidden : bool
        Whether every cell starts as ``HIDDEN`` rather than empty.
    chance : Chance
        The source of chance; see :mod:`upcard.engine.chance`.
    """

    def __init__(self, rules: ModuleType, hidden: bool = False, chance: Any = None) -> None:
        cells = self.__dict__
        for name in HEAD:
            cells[name] = HIDDEN if hidden else 0
        for f in fields_of(rules):
            fill = HIDDEN if hidden else EMPTY if f.kind is Kind.SLOT else 0
            shape = f.shape(most_seats(rules))
            cells[f.name] = new_table(f.name, shape, fill) if shape else fill
        cells["w"] = StrategyWeights(most_seats(rules))
        cells["actions"] = rules.ACTIONS
        cells["chance"] = chance

    def __setattr__(self, name: str, x: Any) -> None:
        """Set a number; refuse an undeclared name, and a number that a record could not hold."""
        cells = self.__dict__
        if type(cells.get(name)) is not int:
            raise self._refused(name)
        if not NUMBER_LOW <= x <= NUMBER_HIGH:
            raise OverflowError(f"{name} = {x} does not fit into 64 bits")
        cells[name] = int(x)

    def _refused(self, name: str) -> AttributeError:
        if name in self.__dict__:
            return AttributeError(f"{name} is a table; set its cells")
        close = difflib.get_close_matches(name, self.__dict__, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        return AttributeError(f"the state has no field {name!r}{hint}")

    def __getattr__(self, name: str) -> Any:
        """Refuse an undeclared name."""
        raise self._refused(name)

    def __repr__(self) -> str:
        """Return the title and all fields in one line."""
        return encodable(state_text(self))

    def __str__(self) -> str:
        """Return the title and a line for each field; a view shows only visible cells."""
        return encodable(state_lines(self))

    def become(self, other: "PlainState") -> None:
        """Copy every cell of `other` into this state, but not its source of chance."""
        cells = self.__dict__
        for name, x in other.__dict__.items():
            if isinstance(x, CheckedRow):
                cells[name].cells[:] = x.cells
            elif name == "w":
                cells[name] = x.copy()
            elif name != "chance":
                cells[name] = x

    def copy(self, chance: Any = None) -> "PlainState":
        """Return an independent state with the same cells, and with `chance` if it is not None."""
        twin = PlainState.__new__(PlainState)
        cells = twin.__dict__
        cells.update(self.__dict__)
        for name, x in self.__dict__.items():
            if type(x) is not int and isinstance(x, (CheckedRow, StrategyWeights)):
                cells[name] = x.copy()
        if chance is not None:
            cells["chance"] = chance
        return twin

    def __copy__(self) -> "PlainState":
        """Return :meth:`copy` with a copy of the source of chance."""
        return self.copy(None if self.chance is None else self.chance.copy())

    def __deepcopy__(self, memo: dict[int, Any]) -> "PlainState":
        """Return :meth:`copy` with a deep copy of the source of chance."""
        return self.copy(deepcopy(self.chance, memo))


def apply_action(rules: ModuleType, s: PlainState, action: int | None) -> None:
    """Do a legal action and count the turn; deal if `action` is None. Modifies `s` in place.

    Compiled programs use :func:`upcard.engine.game_loop.make_do` instead.
    """
    if action is None:
        rules.start(s)
    else:
        rules.apply(s, action)
        s.turns += 1


def record_type(rules: ModuleType) -> np.dtype[Any]:
    """Return the numpy record type of a game's state: numbers int64, tables int16, parameters float64.

    ``seat_at`` and ``seat_step`` are the random streams of the seats, for programs that do not copy views.
    """
    seats = most_seats(rules)
    parts: list[Any] = [(name, np.int64) for name in HEAD]
    parts += [("seat_at", np.int64, (seats,)), ("seat_step", np.int64, (seats,))]
    for f in fields_of(rules):
        shape = f.shape(seats)
        parts.append((f.name, np.int16, shape) if shape else (f.name, np.int64))
    parts.append(("w", np.float64, (seats, WEIGHTS)))
    return np.dtype(parts, align=True)


def layout_key(rules: ModuleType) -> str:
    """Return a hash of the layout of a game's records."""
    return hashlib.sha256(str(record_type(rules)).encode()).hexdigest()[:8]


def to_record(rules: ModuleType, state: PlainState) -> npt.NDArray[np.void]:
    """Return a record array of length 1 with the cells of `state`."""
    out = np.zeros(1, record_type(rules))
    for name, x in state.__dict__.items():
        if isinstance(x, CheckedRow):
            out[name][0] = np.array(x.cells).reshape(x.shape)
        elif isinstance(x, StrategyWeights):
            out[name][0] = x.cells
        elif name != "chance":
            out[name][0] = x
    return out


def from_record(blank: PlainState, record: npt.NDArray[np.void] | np.void) -> PlainState:
    """Return `blank`, which is modified, with the cells of a record of its game; see :func:`to_record`."""
    cells = blank.__dict__
    for name, x in cells.items():
        if isinstance(x, CheckedRow):
            x.cells[:] = record[name].ravel().tolist()
        elif isinstance(x, StrategyWeights):
            x.cells = record[name].tolist()
        elif name != "chance":
            cells[name] = int(record[name])
    return blank


def cells_of(state: PlainState) -> dict[str, Any]:
    """Return every field as plain values, tables as flat tuples, without random streams."""
    out: dict[str, Any] = {}
    for name, x in state.__dict__.items():
        if isinstance(x, CheckedRow):
            out[name] = tuple(x.cells)
        elif name not in ("chance", "w", "at", "step"):
            out[name] = x
    return out


def canonical_key(rules: ModuleType, state: PlainState) -> tuple[Any, ...]:
    """Return a key of a state, every cell; hidden rows are sorted, since their order means nothing."""
    parts: list[Any] = [state.player, state.over]
    for f in fields_of(rules):
        x = state.__dict__[f.name]
        if not isinstance(x, CheckedRow):
            parts.append(x)
        elif f.kind is Kind.ROW:
            parts.append(tuple(_row_cards(f, line) for line in (x if f.per_seat else [x])))
        else:
            parts.append(tuple(x.cells))
    return tuple(parts)


def _row_cards(f: Field, line: CheckedRow) -> tuple[int, ...]:
    cards = [line[i] for i in range(1, line[0] + 1)]
    return tuple(sorted(cards)) if f.sight is NOBODY else tuple(cards)
