"""The state of a game, twice: an ordinary checked object, and a record for compiled code.

Both have the same fields: those of ``HEAD``, the options, and what the rules file declares. The object
holds Python whole numbers and refuses unknown names, cells outside a table and values that do not fit;
the record (numpy, one per game) is what compiled functions modify in place.
"""

import difflib
import hashlib
import math
from collections.abc import Iterator
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.notebook_views import InNotebooks
from upcard.engine.text_views import cells_text, state_lines, state_text
from upcard.kit.cards import EMPTY, HIDDEN, NOBODY, Field, Kind, number
from upcard.kit.cards import EVERYBODY as ALL

HEAD = ("at", "step", "me", "seats", "player", "over", "turns", "actions")
WEIGHTS = 8
"""Most parameters of a strategy; ``v.w[v.me, i]`` is parameter i of the seat that looks."""

CELL_LOW, CELL_HIGH = -32768, 32767
NUMBER_LOW, NUMBER_HIGH = -(2**63), 2**63 - 1

_new: Any = object.__new__


def fields_of(rules: ModuleType) -> tuple[Field, ...]:
    """All fields of a game's state but the head: its options as public numbers, then what it declares."""
    options = tuple(number(o.name, ALL, o.words, o.length) for o in rules.OPTIONS)
    return options + tuple(rules.STATE)


def most_seats(rules: ModuleType) -> int:
    """The number of rows of a per-seat field."""
    most: int = rules.GAME.players[1]
    return most


class CheckedRow:
    """A checked row of whole numbers: ``t[i]``.

    Parameters
    ----------
    name : str
        Name of the field, for messages.
    shape : tuple of int
        Its length; for a :class:`CheckedGrid` two lengths.
    cells : list of int
        The cells, row by row; shared with the grid a row is taken from.
    offset : int
        Where in `cells` this table begins.
    """

    __slots__ = ("cells", "length", "name", "offset", "shape")

    def __init__(self, name: str, shape: tuple[int, ...], cells: list[int], offset: int = 0) -> None:
        self.name, self.shape, self.cells, self.offset = name, shape, cells, offset
        self.length = shape[-1]

    def __getitem__(self, i: Any) -> Any:
        """A cell."""
        if 0 <= i < self.length:
            return self.cells[self.offset + i]
        raise self._outside(i)

    def __setitem__(self, i: Any, x: int) -> None:
        """Set a cell; a value that a compiled table could not hold is refused."""
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
        """The first length."""
        return self.shape[0]

    def __iter__(self) -> Iterator[Any]:
        """The cells or rows in order."""
        return (self[i] for i in range(self.shape[0]))

    def copy(self) -> "CheckedRow":
        """A table with the same cells that shares none of them."""
        twin: CheckedRow = _new(type(self))
        twin.name, twin.shape, twin.offset, twin.length = self.name, self.shape, self.offset, self.length
        twin.cells = self.cells.copy()
        return twin

    def __repr__(self) -> str:
        """Its name and its cells."""
        return f"<{self.name} {cells_text(self)}>"


class CheckedGrid(CheckedRow):
    """A checked table of two lengths: ``t[i, j]``, and ``t[i]`` for a row that shares its cells."""

    __slots__ = ()

    def __getitem__(self, i: Any) -> Any:
        """A cell, or with one index a row."""
        if type(i) is tuple:
            p, j = i
            if 0 <= p < self.shape[0] and 0 <= j < self.length:
                return self.cells[p * self.length + j]
        elif 0 <= i < self.shape[0]:
            return CheckedRow(self.name, self.shape[1:], self.cells, i * self.length)
        raise self._outside(i)

    def __setitem__(self, i: Any, x: int) -> None:
        """Set a cell; a value that a compiled table could not hold is refused."""
        if not CELL_LOW <= x <= CELL_HIGH:
            raise self._too_much(i, x)
        p, j = i
        if not (0 <= p < self.shape[0] and 0 <= j < self.length):
            raise self._outside(i)
        self.cells[p * self.length + j] = int(x)


def new_table(name: str, shape: tuple[int, ...], fill: int) -> CheckedRow:
    """A table of one or two lengths with the same number in every cell."""
    return (CheckedRow if len(shape) == 1 else CheckedGrid)(name, shape, [fill] * math.prod(shape))


class StrategyWeights:
    """The parameters of the seats' strategies: ``w[seat, i]``, float.

    Parameters
    ----------
    seats : int
        Number of rows.
    """

    __slots__ = ("cells",)

    def __init__(self, seats: int) -> None:
        self.cells = [[0.0] * WEIGHTS for _ in range(seats)]

    def __getitem__(self, i: tuple[int, int]) -> float:
        """Parameter ``i[1]`` of seat ``i[0]``."""
        return self.cells[i[0]][i[1]]

    def __setitem__(self, i: tuple[int, int], x: float) -> None:
        """Set one parameter."""
        self.cells[i[0]][i[1]] = float(x)

    def copy(self) -> "StrategyWeights":
        """An independent copy."""
        twin: StrategyWeights = _new(StrategyWeights)
        twin.cells = [line.copy() for line in self.cells]
        return twin

    def __repr__(self) -> str:
        """The parameters of every seat."""
        return f"<w {self.cells}>"


class PlainState(InNotebooks, kind="state"):
    """A state (or, filled with ``HIDDEN``, a view) as an ordinary object.

    Parameters
    ----------
    rules : module
        The rules file.
    hidden : bool
        Whether every cell starts as ``HIDDEN`` rather than empty.
    chance : object
        What stands behind the door of chance: has ``below(s, n)``, ``draw(s, zone)`` and ``rules``.
    """

    def __init__(self, rules: ModuleType, hidden: bool = False, chance: Any = None) -> None:
        own = self.__dict__
        for name in HEAD:
            own[name] = HIDDEN if hidden else 0
        for f in fields_of(rules):
            fill = HIDDEN if hidden else EMPTY if f.kind is Kind.SLOT else 0
            shape = f.shape(most_seats(rules))
            own[f.name] = new_table(f.name, shape, fill) if shape else fill
        own["w"] = StrategyWeights(most_seats(rules))
        own["actions"] = rules.ACTIONS
        own["chance"] = chance

    def __setattr__(self, name: str, x: Any) -> None:
        """Set a number; an undeclared name and a number that a record could not hold are refused."""
        own = self.__dict__
        if type(own.get(name)) is not int:
            raise self._refused(name)
        if not NUMBER_LOW <= x <= NUMBER_HIGH:
            raise OverflowError(f"{name} = {x} does not fit into 64 bits")
        own[name] = int(x)

    def _refused(self, name: str) -> AttributeError:
        if name in self.__dict__:
            return AttributeError(f"{name} is a table; set its cells")
        close = difflib.get_close_matches(name, self.__dict__, n=1)
        hint = f"; did you mean {close[0]!r}?" if close else ""
        return AttributeError(f"the state has no field {name!r}{hint}")

    def __getattr__(self, name: str) -> Any:
        """Only called for undeclared names, which it refuses."""
        raise self._refused(name)

    def __repr__(self) -> str:
        """What it is and all its fields, in a line."""
        return state_text(self)

    def __str__(self) -> str:
        """What it is, and a line for each field; of a view what its seat sees, and nothing else."""
        return state_lines(self)

    def become(self, other: "PlainState") -> None:
        """Take over every cell of `other`; the door of chance stays. Modified in place."""
        own = self.__dict__
        for name, x in other.__dict__.items():
            if isinstance(x, CheckedRow):
                own[name].cells[:] = x.cells
            elif name == "w":
                own[name] = x.copy()
            elif name != "chance":
                own[name] = x

    def copy(self, chance: Any = None) -> "PlainState":
        """An independent state with the same cells, behind another door of chance if one is given."""
        twin = PlainState.__new__(PlainState)
        own = twin.__dict__
        own.update(self.__dict__)
        for name, x in self.__dict__.items():
            if type(x) is not int and isinstance(x, (CheckedRow, StrategyWeights)):
                own[name] = x.copy()
        if chance is not None:
            own["chance"] = chance
        return twin


def apply_action(rules: ModuleType, s: PlainState, action: int | None) -> None:
    """Do a legal action, which is counted, or deal if it is None. Modified in place.

    Compiled programs have their own, see :func:`upcard.engine.game_loop.make_do`.
    """
    if action is None:
        rules.start(s)
    else:
        rules.apply(s, action)
        s.turns += 1


def record_type(rules: ModuleType) -> np.dtype[Any]:
    """The numpy record type of a game's state: numbers int64, tables int16, parameters float64.

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
    """A word that tells apart programs whose records are laid out differently."""
    return hashlib.sha256(str(record_type(rules)).encode()).hexdigest()[:8]


def to_record(rules: ModuleType, state: PlainState) -> npt.NDArray[np.void]:
    """A record array of length 1 with the cells of `state`."""
    out = np.zeros(1, record_type(rules))
    for name, x in state.__dict__.items():
        if isinstance(x, CheckedRow):
            out[name][0] = np.array(x.cells).reshape(x.shape)
        elif isinstance(x, StrategyWeights):
            out[name][0] = x.cells
        elif name != "chance":
            out[name][0] = x
    return out


def cells_of(state: PlainState) -> dict[str, Any]:
    """Every field as plain values: numbers, and tables as flat tuples; without head-only randomness."""
    out: dict[str, Any] = {}
    for name, x in state.__dict__.items():
        if isinstance(x, CheckedRow):
            out[name] = tuple(x.cells)
        elif name not in ("chance", "w", "at", "step"):
            out[name] = x
    return out


def canonical_key(rules: ModuleType, state: PlainState) -> tuple[Any, ...]:
    """What makes two states the same: every cell, hidden rows sorted since their order is never used."""
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
