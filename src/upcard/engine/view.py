"""Views: what a seat may know, derived from the declared visibility of the fields alone.

A view has the same fields as a state; cells that its seat may not see are ``HIDDEN``. ``observe(s, p, v)``
fills view `v` of seat `p` from state `s`. The interpreted function of :func:`interpreted_views` fills every
visible cell, copying whole tables. The function of a compiled program, :func:`make_observe`, is generated
and fills only fields that its strategies mention, which makes masking fast.
"""

import ast
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine.sight import WATCHER, condition, condition_scope, has_condition, sees
from upcard.engine.source.fingerprint import function_from_text, function_tree
from upcard.engine.state import PlainState, fields_of, most_seats
from upcard.kit.cards import HIDDEN, OWNER, Field, Kind, Sight, cards_in

COUNT, CELLS = 1, 2
"""Use of a field: only ``cards_in`` of a row, or its cells."""


def mentions(functions: Iterable[FunctionType], fields: Iterable[Field]) -> dict[str, int]:
    """Return the use of every declared field that the functions of some strategies mention, by its name.

    The use is ``COUNT`` (only inside ``cards_in(...)``) or ``CELLS``. A function whose source cannot be read
    counts as mentioning every name in its code.
    """
    names = {f.name for f in fields}
    uses: dict[str, int] = {}
    for f in functions:
        for name, how in _mentioned(f):
            if name in names:
                uses[name] = max(uses.get(name, 0), how)
    return uses


def _mentioned(f: FunctionType) -> Iterable[tuple[str, int]]:
    tree = function_tree(f)
    if tree is None:
        return [(name, CELLS) for name in f.__code__.co_names]
    return _mentioned_in(tree, f.__globals__.get("cards_in") is cards_in)


@lru_cache(maxsize=2048)
def _mentioned_in(tree: ast.FunctionDef, is_ours: bool) -> tuple[tuple[str, int], ...]:
    """Return every name after a dot with its use; `is_ours` says that ``cards_in`` is the kit's function."""
    counted = {
        id(node.args[0])
        for node in ast.walk(tree)
        if is_ours
        and isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "cards_in"
    }
    return tuple(
        (node.attr, COUNT if id(node) in counted else CELLS)
        for node in ast.walk(tree)
        if isinstance(node, ast.Attribute)
    )


def visible(f: Field) -> Sight | None:
    """Return the visibility of a field's cells; None for a hidden row whose number of cards is public."""
    if f.sight is Sight.NOBODY and f.kind is Kind.ROW and f.counted:
        return None
    return f.sight


def make_observe(rules: ModuleType, used: Mapping[str, int]) -> Callable[..., None]:
    """Generate ``observe(s, p, v)`` for a program: a plain function of the compilable subset.

    The function modifies view `v` of seat `p`, which is not ``WATCHER``, in place. `used` comes from
    :func:`mentions`.
    """
    lines = [
        "def observe(s, p, v):",
        "    v.player = s.player",
        "    v.over = s.over",
        "    v.turns = s.turns",
    ]
    for f in fields_of(rules):
        how = used.get(f.name, 0)
        if how:
            lines += [f"    {line}" for line in _copy_lines(f, most_seats(rules), how)]
    return function_from_text("observe", "\n".join(lines), condition_scope(rules))


def interpreted_views(
    rules: ModuleType,
) -> tuple[Callable[..., None], Callable[[PlainState, int], list[Any]]]:
    """Make ``observe(s, p, v)`` and ``sight(s, p)`` for a game.

    Returns
    -------
    observe : function
        Fills view `v`, in place, with every cell that seat `p` sees; seat ``WATCHER`` sees what everybody
        sees.
    sight : function
        Lists the cells that seat `p` sees. Two lists are equal if the two views of the seat are equal.
        Making a view would take longer.
    """
    fields = [f for f in fields_of(rules) if visible(f) is not Sight.NOBODY]
    conditional, seen = [f for f in fields if has_condition(f)], [f for f in fields if not has_condition(f)]
    numbers = ["player", "over", "turns", *(f.name for f in seen if not f.shape(1))]
    tables = [(f.name, _copier(f), _cutter(f), f.length or 1) for f in seen if f.shape(1)]
    public = {f.name for f in seen if visible(f) is not OWNER}

    def observe(s: PlainState, p: int, v: PlainState) -> None:
        real, shown = s.__dict__, v.__dict__
        for name in numbers:
            shown[name] = real[name]
        for name, copy_cells, _, width in tables:
            if p != WATCHER or name in public:
                copy_cells(real[name].cells, shown[name].cells, p, width)
        for f in conditional:
            _copy_where_seen(rules, f, s, p, v)

    def sight(s: PlainState, p: int) -> list[Any]:
        cells = s.__dict__
        tail = [cut(cells[name].cells, p, width) for name, _, cut, width in tables]
        return [cells[x] for x in numbers] + tail + [_cut_where_seen(rules, f, s, p) for f in conditional]

    return observe, sight


def _seen_owners(rules: ModuleType, f: Field, s: PlainState, p: int) -> list[int]:
    """Return the seats whose field seat `p` sees; 0 for a field of the whole table, if it sees that."""
    owners: Iterable[int | None] = range(s.seats) if f.per_seat else [None]
    return [q or 0 for q in owners if sees(rules, s, f, p, q)]


def _copy_where_seen(rules: ModuleType, f: Field, s: PlainState, p: int, v: PlainState) -> None:
    """Copy what seat `p` sees of a field whose visibility has a condition, and hide the rest."""
    owners = _seen_owners(rules, f, s, p)
    if not f.shape(1):
        v.__dict__[f.name] = s.__dict__[f.name] if owners else HIDDEN
        return
    cells, shown, width = s.__dict__[f.name].cells, v.__dict__[f.name].cells, f.length or 1
    shown[:] = [HIDDEN] * len(shown)
    copy_line = _copy_row if f.kind is Kind.ROW else _copy_seat_cells
    for q in owners:
        copy_line(cells, shown, q, width)


def _cut_where_seen(rules: ModuleType, f: Field, s: PlainState, p: int) -> list[Any]:
    """Return the visible cells of a field whose visibility has a condition, with their owners."""
    owners = _seen_owners(rules, f, s, p)
    if not f.shape(1):
        return [s.__dict__[f.name]] if owners else []
    cut_line, cells = _cut_row if f.kind is Kind.ROW else _cut_seat_cells, s.__dict__[f.name].cells
    return [(q, *cut_line(cells, q, f.length or 1)) for q in owners]


def _cutter(f: Field) -> Callable[[list[int], int, int], list[int]]:
    """Return ``cut(cells, seat, width)``, which returns the visible cells of a table."""
    if visible(f) is None:
        return _cut_counts
    if f.kind is Kind.ROW:
        return _cut_row if f.sight is OWNER else _cut_rows
    return _cut_seat_cells if f.sight is OWNER else _cut_all


def _cut_all(cells: list[int], p: int, width: int) -> list[int]:
    return cells.copy()


def _cut_seat_cells(cells: list[int], p: int, width: int) -> list[int]:
    return cells[p * width : (p + 1) * width] if p != WATCHER else []


def _cut_counts(cells: list[int], p: int, width: int) -> list[int]:
    return cells[::width]


def _cut_rows(cells: list[int], p: int, width: int) -> list[int]:
    return [x for q in range(len(cells) // width) for x in _cut_row(cells, q, width)]


def _cut_row(cells: list[int], p: int, width: int) -> list[int]:
    first = p * width
    return cells[first : first + min(max(cells[first], 0) + 1, width)] if p != WATCHER else []


def _copier(f: Field) -> Callable[[list[int], list[int], int, int], None]:
    """Return ``copy(cells, view's cells, seat, width)``, which copies the visible cells of a table."""
    if visible(f) is None:
        return _copy_counts
    if f.kind is Kind.ROW:
        return _copy_row if f.sight is OWNER else _copy_rows
    return _copy_seat_cells if f.sight is OWNER else _copy_all


def _copy_all(cells: list[int], shown: list[int], p: int, width: int) -> None:
    shown[:] = cells


def _copy_seat_cells(cells: list[int], shown: list[int], p: int, width: int) -> None:
    shown[p * width : (p + 1) * width] = cells[p * width : (p + 1) * width]


def _copy_counts(cells: list[int], shown: list[int], p: int, width: int) -> None:
    shown[::width] = cells[::width]


def _copy_rows(cells: list[int], shown: list[int], p: int, width: int) -> None:
    for q in range(len(cells) // width):
        _copy_row(cells, shown, q, width)


def _copy_row(cells: list[int], shown: list[int], p: int, width: int) -> None:
    """Copy one row of cards up to its last card, and hide the cells after it."""
    first = p * width
    n = min(max(cells[first], 0) + 1, width)
    shown[first : first + width] = cells[first : first + n] + [HIDDEN] * (width - n)


def _copy_lines(f: Field, seats: int, how: int) -> list[str]:
    shape, sight = f.shape(seats), visible(f)
    if sight is Sight.NOBODY:
        return []
    if has_condition(f):
        return _conditional_lines(f, how)
    if not shape:
        return [f"v.{f.name} = s.{f.name}"]
    if f.kind is Kind.ROW and (sight is None or how == COUNT):
        return _count_lines(f, sight, seats)
    if sight is OWNER:
        return _seat_lines(f)
    if not f.per_seat:
        return _row_lines(f.name, "", f.length, f.kind)
    if len(shape) == 1:
        return [f"for q in range({seats}):", f"    v.{f.name}[q] = s.{f.name}[q]"]
    return [f"for q in range({seats}):", *(f"    {x}" for x in _row_lines(f.name, "q, ", f.length, f.kind))]


def _conditional_lines(f: Field, how: int) -> list[str]:
    """Return lines that copy a field where it is seen, and hide it elsewhere."""
    index, name = "q, " if f.per_seat else "", f.name
    if f.length:
        copied = _row_lines(name, index, f.length, f.kind)
        hidden = [f"for i in range({f.length}):", f"    v.{name}[{index}i] = {HIDDEN}"]
        if f.kind is Kind.ROW and how == COUNT:
            copied = [f"v.{name}[{index}0] = s.{name}[{index}0]"]
            hidden = [f"v.{name}[{index}0] = {HIDDEN}"]
    else:
        cell = f"{name}[q]" if f.per_seat else name
        copied, hidden = [f"v.{cell} = s.{cell}"], [f"v.{cell} = {HIDDEN}"]
    lines = [f"if {condition(f)}:", *(f"    {x}" for x in copied), "else:", *(f"    {x}" for x in hidden)]
    return ["for q in range(s.seats):", *(f"    {x}" for x in lines)] if f.per_seat else lines


def _count_lines(f: Field, sight: Sight | None, seats: int) -> list[str]:
    """Return lines that copy only the number of cards of a row."""
    if not f.per_seat:
        return [f"v.{f.name}[0] = s.{f.name}[0]"]
    if sight is OWNER:
        return [f"v.{f.name}[p, 0] = s.{f.name}[p, 0]"]
    return [f"for q in range({seats}):", f"    v.{f.name}[q, 0] = s.{f.name}[q, 0]"]


def _seat_lines(f: Field) -> list[str]:
    if not f.length:
        return [f"v.{f.name}[p] = s.{f.name}[p]"]
    return _row_lines(f.name, "p, ", f.length, f.kind)


def _row_lines(name: str, index: str, length: int, kind: Kind) -> list[str]:
    """Return lines that copy one row; a row of cards is copied up to its present or former last card."""
    if kind is not Kind.ROW:
        return [f"for i in range({length}):", f"    v.{name}[{index}i] = s.{name}[{index}i]"]
    cell = f"{name}[{index}i]"
    return [
        f"for i in range(s.{name}[{index}0] + 1, v.{name}[{index}0] + 1):",
        f"    v.{cell} = -1",
        f"for i in range(s.{name}[{index}0] + 1):",
        f"    v.{cell} = s.{cell}",
    ]
