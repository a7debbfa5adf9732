"""A view as one row of whole numbers, for programs that learn: the layout and the bounds of the cells.

The layout follows from the declared fields and their visibility, like the views themselves. It has exactly
the cells that a seat can ever see: its own hand but not those of others, and only the size of a hidden stock.
Options are left out, since they never change. Fields that every seat has take one row per player.
"""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from math import prod
from types import ModuleType
from typing import Any

import numpy as np
import numpy.typing as npt

from upcard.engine.game import Game
from upcard.engine.sight import condition, condition_scope, has_condition, sees
from upcard.engine.source.fingerprint import function_from_text
from upcard.engine.state import CELL_HIGH, CELL_LOW, NUMBER_HIGH, NUMBER_LOW, PlainState
from upcard.engine.view import visible
from upcard.kit.cards import EMPTY, HIDDEN, OWNER, Field, Kind, Sight

ViewRow = npt.NDArray[np.int64]


@dataclass(frozen=True)
class RowSegment:
    """One field of a view, described by `words`, as a segment of the row."""

    name: str
    words: str
    shape: tuple[int, ...]
    """The shape of its cells; empty for a single number. In a row of cards, cell 0 holds the number of cards,
    and -1 follows the last."""
    dtype: str
    """The numpy type of its cells in Upcard: ``int16`` in tables, else ``int64``."""
    low: int
    high: int
    """Bounds of all cells; if `has_bounds` is false, only those of the type."""
    offset: int
    """Position of its first cell in the row; the others follow in C order."""

    @property
    def has_bounds(self) -> bool:
        """Whether the bounds follow from the rules, which declare none for numbers."""
        return self.low > CELL_LOW and self.high < NUMBER_HIGH

    @property
    def bounds(self) -> str:
        """Bounds in words: ``-1 to 6``, or ``not declared``."""
        return f"{self.low} to {self.high}" if self.has_bounds else "not declared"

    @property
    def size(self) -> int:
        """Number of cells."""
        return prod(self.shape)

    @property
    def place(self) -> slice:
        """Cells of the row, as a slice."""
        return slice(self.offset, self.offset + self.size)


def row_layout(game: Game) -> tuple[RowSegment, ...]:
    """Return the layout of a view of a game as a row of numbers, the same for every seat.

    First come ``me``, ``player``, ``over`` and ``turns``, then the declared fields in their order.
    """
    last_seat, longest = game.players - 1, game.rules.GAME.longest
    parts = [
        RowSegment("me", "the seat that looks, from 0", (), "int64", 0, last_seat, 0),
        RowSegment("player", "the seat whose turn it is, from 0", (), "int64", 0, last_seat, 1),
        RowSegment("over", "1 when the game is over", (), "int64", 0, 1, 2),
        RowSegment("turns", "actions so far", (), "int64", 0, longest or NUMBER_HIGH, 3),
    ]
    deck = all_cards(game)
    for f in _seen(game):
        low, high = _bounds(f, deck)
        shape = _shape(f, game.players)
        kind = "int16" if f.shape(1) else "int64"
        parts.append(RowSegment(f.name, f.words, shape, kind, low, high, width_of(tuple(parts))))
    return tuple(parts)


def width_of(parts: tuple[RowSegment, ...]) -> int:
    """Return the number of cells in a row with these segments."""
    last = parts[-1]
    return last.offset + last.size


def make_flatten(game: Game) -> Callable[[Any, int, Any], None]:
    """Make ``flatten(s, p, out)``, which writes the view of seat `p` of state `s` into a row of numbers.

    It is plain and compilable, for states of both kinds, and reads no cell that `p` does not see. It modifies
    `out` in place, which is as long as the layout.
    """
    parts = row_layout(game)
    heads = [f"s.{x.name}" for x in parts[1:4]]
    lines = ["out[0] = p", *(f"out[{i}] = {x}" for i, x in enumerate(heads, 1))]
    for f, part in zip(_seen(game), parts[4:], strict=True):
        lines += _lines(f, part)
    body = "".join(f"    {x}\n" for x in lines)
    return function_from_text("flatten", f"def flatten(s, p, out):\n{body}", condition_scope(game.rules))


def make_read(game: Game) -> Callable[[PlainState, int], ViewRow]:
    """Make ``read(s, p)`` for states that are Python objects; it returns a row, int64 of shape (width,)."""
    cutters = [
        (f.name, _cutter(f, game.players), game.rules if has_condition(f) else None, f) for f in _seen(game)
    ]

    def read(s: PlainState, p: int) -> ViewRow:
        cells_by_name = s.__dict__
        cells = [p, cells_by_name["player"], cells_by_name["over"], cells_by_name["turns"]]
        for name, cut, rules, f in cutters:
            seen = cut(cells_by_name[name], p)
            cells += seen if rules is None else _where_seen(rules, f, s, p, seen)
        return np.array(cells, np.int64)

    return read


def _where_seen(rules: ModuleType, f: Field, s: PlainState, p: int, cells: list[int]) -> list[int]:
    """Return the cells of a field, ``HIDDEN`` where seat `p` does not see them."""
    if not f.per_seat:
        return cells if sees(rules, s, f, p, None) else [HIDDEN] * len(cells)
    width = f.length or 1
    return [x if sees(rules, s, f, p, i // width) else HIDDEN for i, x in enumerate(cells)]


def _cutter(f: Field, players: int) -> Callable[[Any, int], list[int]]:
    """Return ``cut(table, p)``, which returns the cells that seat `p` sees of a table or a number."""
    width, sight = f.length or 1, visible(f)
    if not f.shape(1):
        return lambda number, p: [number]
    if sight is None:
        return lambda table, p: table.cells[: width * players if f.per_seat else 1 : width]
    cut = _filled if f.kind is Kind.ROW else _whole
    if sight is OWNER:
        return lambda table, p: cut(table.cells, p, width)
    lines = range(players if f.per_seat else 1)
    return lambda table, p: [x for q in lines for x in cut(table.cells, q, width)]


def _whole(cells: list[int], line: int, width: int) -> list[int]:
    return cells[line * width : (line + 1) * width]


def _filled(cells: list[int], line: int, width: int) -> list[int]:
    """Return a row of cards; the cells after its last card are empty."""
    n = min(max(cells[line * width], 0) + 1, width)
    return cells[line * width : line * width + n] + [EMPTY] * (width - n)


def _seen(game: Game) -> list[Field]:
    """Return the declared fields with at least one cell that some seat sees."""
    return [f for f in game.rules.STATE if visible(f) is not Sight.NOBODY]


def _is_of_seats(f: Field) -> bool:
    """Whether a seat sees the field of every seat, and not only its own."""
    return f.per_seat and visible(f) is not OWNER


def _shape(f: Field, players: int) -> tuple[int, ...]:
    cells = (f.length,) if f.length and visible(f) is not None else ()
    return (players, *cells) if _is_of_seats(f) else cells


def all_cards(game: Game) -> Counter[int]:
    """Return all cards of a game, which are the same in every state."""
    deck: Counter[int] = Counter()
    s = game.start()
    for f in game.rules.STATE:
        for line in _cell_lines(f, s):
            if f.kind is Kind.COUNTS:
                deck.update(dict(enumerate(line)))
            elif f.kind is Kind.ROW:
                deck.update(line[1 : line[0] + 1])
            elif f.kind is Kind.SLOT:
                deck.update(x for x in line if x != EMPTY)
    return deck


def _cell_lines(f: Field, s: PlainState) -> list[list[int]]:
    """Return the cells of a zone, line by line; none for a number."""
    if not f.is_zone:
        return []
    table, width = getattr(s, f.name), f.length or 1
    cells = table.cells if f.shape(1) else [table]
    return [cells[i : i + width] for i in range(0, len(cells), width)]


def _bounds(f: Field, deck: Counter[int]) -> tuple[int, int]:
    """Return the minimum and maximum of a visible cell of a field."""
    if f.kind is Kind.NUMBER:
        return (CELL_LOW, CELL_HIGH) if f.shape(1) else (NUMBER_LOW, NUMBER_HIGH)
    last_card, most = max(deck, default=0), max(deck.values(), default=0)
    if f.kind is Kind.SLOT:
        return EMPTY, last_card
    if f.kind is Kind.COUNTS:
        return HIDDEN if has_condition(f) else 0, most
    room = min(f.length - 1, deck.total())
    return (0, room) if visible(f) is None else (EMPTY, max(room, last_card))


def _lines(f: Field, part: RowSegment) -> list[str]:
    """Return lines that write the cells of a field."""
    at, width = part.offset, f.length
    if not _is_of_seats(f):
        seat = "p" if f.per_seat else ""
        return _line(f, seat, f"{at}", width)
    step = part.shape[1] if len(part.shape) > 1 else 1
    inner = _line(f, "q", f"{at} + {step} * q", width)
    return [f"for q in range({part.shape[0]}):", *(f"    {x}" for x in inner)]


def _line(f: Field, seat: str, at: str, width: int) -> list[str]:
    """Return lines that write one line of cells: that of a seat, or the only one."""
    if visible(f) is None:
        return [f"out[{at}] = {_cell(f, seat, '0')}"]
    seen = [condition(f, "s", seat)] if has_condition(f) else []
    if not width:
        return [f"out[{at}] = {_where(seen, _cell(f, seat))}"]
    if f.kind is Kind.ROW:
        seen = [*seen, f"i <= {_cell(f, seat, '0')}"]
    cell = _where(seen, _cell(f, seat, "i"))
    return [f"for i in range({width}):", f"    out[{at} + i] = {cell}"]


def _where(conditions: list[str], cell: str) -> str:
    """Return the text of a cell, which is ``EMPTY`` unless all conditions hold."""
    return f"{cell} if {' and '.join(conditions)} else {EMPTY}" if conditions else cell


def _cell(f: Field, *index: str) -> str:
    inside = ", ".join(filter(None, index))
    return f"s.{f.name}[{inside}]" if inside else f"s.{f.name}"


def __getattr__(name: str) -> Any:
    """Return a name that the documentation once imported from here, with a warning."""
    from upcard.old_paths import former_name

    return former_name(__name__, name)
