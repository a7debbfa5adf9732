"""Views without copying: a strategy's reads are masked at the moment of reading.

A copied view costs a third of a simulation. Here the functions of a strategy are rewritten instead, on
their syntax tree: every read of a field that has an owner becomes "the cell if it is mine, else
``HIDDEN``", every read of a field that nobody sees becomes ``HIDDEN``, and public fields are read as they
are. The rewritten functions then run on the state itself, in compiled programs only; since the rewriting
follows from the declared visibility alone, it gives the same values as a copied view, which the suite
checks for every game and strategy.

A function that does something other than read cells (it stores into the view, hands a whole hidden table
to another function, has no readable source, is a closure) is not rewritten: the program then copies.
"""

import ast
import copy
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import FunctionType
from typing import Any

from upcard.engine import seeds
from upcard.engine.source.fingerprint import (
    ChanceDoors,
    function_from_text,
    function_tree,
    globals_in,
    strip_annotations,
)
from upcard.engine.view import visible
from upcard.kit.cards import EVERYBODY, HIDDEN, Field, Kind, Sight, cards_in


class NoLens(Exception):
    """The function cannot be rewritten."""


def see_own(cells: Any, i: int, me: int) -> int:
    """Cell `i` of a table with one cell per seat, if it is mine."""
    return cells[i] if i == me else HIDDEN


def see_own_row(cells: Any, i: int, j: int, me: int) -> int:
    """Cell `j` of seat `i`'s row, if it is mine."""
    return cells[i, j] if i == me else HIDDEN


def see_count(cells: Any, i: int) -> int:
    """Cell `i` of a hidden row of which only the number of cards, in cell 0, is public."""
    return cells[0] if i == 0 else HIDDEN


def see_row(cells: Any, i: int) -> int:
    """Cell `i` of a public row; what lies beyond its last card was left there and is nobody's to see."""
    return cells[i] if i <= cells[0] else HIDDEN


def see_rows(cells: Any, p: int, i: int) -> int:
    """Cell `i` of seat `p`'s public row."""
    return cells[p, i] if i <= cells[p, 0] else HIDDEN


def see_own_cards(cells: Any, p: int, i: int, me: int) -> int:
    """Cell `i` of seat `p`'s row of cards, if it is mine."""
    return cells[p, i] if p == me and i <= cells[p, 0] else HIDDEN


SEE: dict[str, Callable[..., int]] = {
    f"_upcard_{f.__name__}": f for f in (see_own, see_own_row, see_count, see_row, see_rows, see_own_cards)
}


def lens(
    f: Callable[..., Any], fields: Mapping[str, Field], doors: ChanceDoors, search: ChanceDoors | None = None
) -> FunctionType:
    """A copy of `f`, and of all it calls, that masks what it reads.

    Parameters
    ----------
    f : function
        A strategy's function, or one that it calls; its arguments are views and numbers.
    fields : mapping
        The declared fields of the game by name.
    doors : mapping
        What stands behind the doors a strategy may use.
    search : mapping, optional
        The same for the doors of imagined tables; these get the state itself.

    Raises
    ------
    NoLens
        If `f` or something it calls cannot be rewritten.
    """
    ground: FunctionType = _Grinder(fields, doors, search or {}).function(f)
    return ground


class _Grinder:
    def __init__(self, fields: Mapping[str, Field], doors: ChanceDoors, search: ChanceDoors) -> None:
        self.fields, self.doors, self.search = fields, doors, search
        self.ground: dict[Any, FunctionType] = {}
        self.under_way: set[Any] = set()

    def function(self, given: Any) -> Any:
        if given in self.search:
            return self.search[given]
        f = self.doors.get(given, given)
        if f.__module__ == seeds.__name__:
            return f
        if f in self.ground:
            return self.ground[f]
        tree = function_tree(f)
        if tree is None or f.__closure__ or f in self.under_way:
            raise NoLens(f.__name__)
        self.under_way.add(f)
        counts_rows = f.__globals__.get("cards_in") is cards_in
        text = _masked_text(tree, tuple(self.fields.values()), counts_rows)
        scope: dict[str, Any] = {**self._scope(f), **SEE}
        ground = function_from_text(tree.name, text, scope)
        ground.__defaults__ = f.__defaults__
        self.ground[f] = ground
        return ground

    def _scope(self, f: FunctionType) -> dict[str, Any]:
        """The globals of `f`: functions ground too, everything else as it is."""
        out: dict[str, Any] = {}
        for name in globals_in(f.__code__):
            x = f.__globals__.get(name)
            if isinstance(x, FunctionType):
                out[name] = self.function(x)
            elif x is not None:
                out[name] = x
        return out


@lru_cache(maxsize=1024)
def _masked_text(tree: ast.FunctionDef, fields: tuple[Field, ...], counts_rows: bool) -> str:
    """The text of a function with masked reads; line-ups have many functions in common."""
    masked = _Mask({x.name: x for x in fields}, counts_rows).visit(strip_annotations(copy.deepcopy(tree)))
    return ast.unparse(ast.fix_missing_locations(masked))


class _Mask(ast.NodeTransformer):
    """Rewrites the reads of one function."""

    def __init__(self, fields: Mapping[str, Field], counts_rows: bool) -> None:
        self.fields, self.counts_rows = fields, counts_rows

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            raise NoLens("a bare annotation")
        assigned: ast.AST = self.visit(ast.Assign(targets=[node.target], value=node.value))
        return assigned

    def visit_Call(self, node: ast.Call) -> ast.AST:
        inner = node.args[0] if node.args else None
        is_count = self.counts_rows and isinstance(node.func, ast.Name) and node.func.id == "cards_in"
        if is_count and isinstance(inner, ast.Attribute):
            f = self.fields.get(inner.attr)
            if f is not None and f.kind is Kind.ROW and not f.per_seat and visible(f) is not Sight.NOBODY:
                return node
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        table = node.value
        if not isinstance(node.ctx, ast.Load) and not isinstance(table, ast.Name):
            raise NoLens("a store into the view")
        if not isinstance(table, ast.Attribute):
            return self.generic_visit(node)
        f = self.fields.get(table.attr)
        if f is None or (f.sight is EVERYBODY and f.kind is not Kind.ROW):
            return self.generic_visit(node)
        return self._masked(f, table, [self.visit(i) for i in _indices(node)])

    def _masked(self, f: Field, table: ast.Attribute, index: list[ast.expr]) -> ast.AST:
        sight, wanted = visible(f), f.per_seat + bool(f.length)
        if len(index) != wanted or sight is Sight.NOBODY or (sight is None and f.per_seat):
            raise NoLens(f.name)
        if sight is None:
            return _call("see_count", [table, *index])
        if sight is EVERYBODY:
            return _call("see_rows" if f.per_seat else "see_row", [table, *index])
        me = ast.Attribute(table.value, "me", ast.Load())
        see = "see_own" if wanted == 1 else "see_own_cards" if f.kind is Kind.ROW else "see_own_row"
        return _call(see, [table, *index, me])

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        f = self.fields.get(node.attr)
        is_whole_row = f is not None and f.kind is Kind.ROW
        if not isinstance(node.ctx, ast.Load) or is_whole_row or (f and f.sight is not EVERYBODY):
            raise NoLens(node.attr)
        return self.generic_visit(node)


def _indices(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _call(name: str, arguments: list[ast.expr]) -> ast.AST:
    return ast.Call(ast.Name(f"_upcard_{name}", ast.Load()), arguments, [])
