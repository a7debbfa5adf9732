"""Masked views: strategies read the state itself, and hidden cells are masked when they are read.

Copying views takes a third of the time of a simulation. Here the functions of a strategy are rewritten
instead: every read of a field that has an owner becomes "the cell if it is mine, else ``HIDDEN``", every
read of a field that nobody sees becomes ``HIDDEN``, and public fields are read directly. The rewritten
functions run on the state itself, in compiled programs only. The rewriting follows from the declared
visibility alone, so it gives the same values as a copied view; the conformance suite checks this for every
game and strategy.

A function that does more than read cells is not rewritten, and its program copies views: for instance if it
stores into the view, passes a whole hidden table to another function, has no readable source, or is a
closure.
"""

import ast
import copy
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import FunctionType, ModuleType
from typing import Any

from upcard.engine import seeds
from upcard.engine.sight import condition, condition_scope, has_condition
from upcard.engine.source.fingerprint import (
    Replacements,
    function_from_text,
    function_tree,
    globals_in,
    strip_annotations,
)
from upcard.engine.view import visible
from upcard.kit.cards import EVERYBODY, HIDDEN, Field, Kind, Sight, cards_in


class CannotMask(Exception):
    """A function cannot be rewritten to read masked views."""


def see_own(cells: Any, i: int, me: int) -> int:
    """Return cell `i` of a table with one cell per seat, if it is mine."""
    return cells[i] if i == me else HIDDEN


def see_own_row(cells: Any, i: int, j: int, me: int) -> int:
    """Return cell `j` of seat `i`'s row, if it is mine."""
    return cells[i, j] if i == me else HIDDEN


def see_count(cells: Any, i: int) -> int:
    """Return cell `i` of a hidden row, of which only the number of cards in cell 0 is public."""
    return cells[0] if i == 0 else HIDDEN


def see_row(cells: Any, i: int) -> int:
    """Return cell `i` of a public row; the cells beyond its last card are old and hidden."""
    return cells[i] if i <= cells[0] else HIDDEN


def see_rows(cells: Any, p: int, i: int) -> int:
    """Return cell `i` of seat `p`'s public row."""
    return cells[p, i] if i <= cells[p, 0] else HIDDEN


def see_own_cards(cells: Any, p: int, i: int, me: int) -> int:
    """Return cell `i` of seat `p`'s row of cards, if it is mine."""
    return cells[p, i] if p == me and i <= cells[p, 0] else HIDDEN


SEE: dict[str, Callable[..., int]] = {
    f"_upcard_{f.__name__}": f for f in (see_own, see_own_row, see_count, see_row, see_rows, see_own_cards)
}


def conditional_reads(rules: ModuleType) -> dict[str, FunctionType]:
    """Return the reads of all fields whose visibility has a condition, by their names in masked text.

    Each is a function of a view and the indices of a cell; it returns the cell if the seat ``v.me`` sees it.
    """
    reads, scope = {}, condition_scope(rules)
    for f in filter(has_condition, rules.STATE):
        index = [*(["q"] if f.per_seat else []), *(["i"] if f.length else [])]
        cell = f"v.{f.name}[{', '.join(index)}]" if index else f"v.{f.name}"
        seen = condition(f, "v", "q", "v.me")
        if f.per_seat:
            seen = f"q < v.seats and {seen}"
        if f.kind is Kind.ROW:
            seen += f" and i <= v.{f.name}[{'q, ' if f.per_seat else ''}0]"
        name = f"see_{f.name}"
        text = f"def {name}({', '.join(['v', *index])}):\n    return {cell} if {seen} else {HIDDEN}"
        reads[f"_upcard_{name}"] = function_from_text(name, text, dict(scope))
    return reads


def mask_function(
    f: Callable[..., Any],
    fields: Mapping[str, Field],
    replacements: Replacements,
    search: Replacements | None = None,
    reads: Mapping[str, FunctionType] | None = None,
) -> FunctionType:
    """Return a copy of a function, and of all that it calls, with masked reads.

    Parameters
    ----------
    f : function
        A function of a strategy, or one that it calls; its arguments are views and numbers.
    replacements : mapping
        Replacements of the functions that a strategy may call.
    search : mapping, optional
        Replacements of the functions of worlds; these get the state itself.
    reads : mapping, optional
        The result of :func:`conditional_reads`, for games with such fields.

    Raises
    ------
    CannotMask
        If `f` or something it calls cannot be rewritten.
    """
    masked: FunctionType = _Masker(fields, replacements, search or {}, reads or {}).function(f)
    return masked


class _Masker:
    def __init__(
        self,
        fields: Mapping[str, Field],
        replacements: Replacements,
        search: Replacements,
        reads: Mapping[str, FunctionType],
    ) -> None:
        self.fields, self.replacements, self.search, self.reads = fields, replacements, search, reads
        self.masked: dict[Any, FunctionType] = {}
        self.under_way: set[Any] = set()

    def function(self, original: Any) -> Any:
        if original in self.search:
            return self.search[original]
        f = self.replacements.get(original, original)
        if f.__module__ == seeds.__name__:
            return f
        if f in self.masked:
            return self.masked[f]
        tree = function_tree(f)
        if tree is None or f.__closure__ or f in self.under_way:
            raise CannotMask(f.__name__)
        self.under_way.add(f)
        counts_rows = f.__globals__.get("cards_in") is cards_in
        text = _masked_text(tree, tuple(self.fields.values()), counts_rows)
        scope: dict[str, Any] = {**self._scope(f), **SEE, **self.reads}
        masked = function_from_text(tree.name, text, scope)
        masked.__defaults__ = f.__defaults__
        self.masked[f] = masked
        return masked

    def _scope(self, f: FunctionType) -> dict[str, Any]:
        """Return the globals of `f`, with masked functions and all else unchanged."""
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
    """Return the text of a function with masked reads; line-ups share many functions."""
    masked = _Mask({x.name: x for x in fields}, counts_rows).visit(strip_annotations(copy.deepcopy(tree)))
    return ast.unparse(ast.fix_missing_locations(masked))


class _Mask(ast.NodeTransformer):
    """Transformer that masks the reads of one function."""

    def __init__(self, fields: Mapping[str, Field], counts_rows: bool) -> None:
        self.fields, self.counts_rows = fields, counts_rows

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.AST:
        if node.value is None:
            raise CannotMask("a bare annotation")
        assigned: ast.AST = self.visit(ast.Assign(targets=[node.target], value=node.value))
        return assigned

    def visit_Call(self, node: ast.Call) -> ast.AST:
        inner = node.args[0] if node.args else None
        is_count = self.counts_rows and isinstance(node.func, ast.Name) and node.func.id == "cards_in"
        if is_count and isinstance(inner, ast.Attribute):
            f = self.fields.get(inner.attr)
            if f is not None and f.kind is Kind.ROW and not f.per_seat and not _needs_rule(f):
                return node
        return self.generic_visit(node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        table = node.value
        if not isinstance(node.ctx, ast.Load) and not isinstance(table, ast.Name):
            raise CannotMask("a store into the view")
        if not isinstance(table, ast.Attribute):
            return self.generic_visit(node)
        f = self.fields.get(table.attr)
        if f is None or (f.sight is EVERYBODY and f.kind is not Kind.ROW):
            return self.generic_visit(node)
        return self._masked(f, table, [self.visit(i) for i in _indices(node)])

    def _masked(self, f: Field, table: ast.Attribute, index: list[ast.expr]) -> ast.AST:
        sight, wanted = visible(f), f.per_seat + bool(f.length)
        if len(index) != wanted or sight is Sight.NOBODY or (sight is None and f.per_seat):
            raise CannotMask(f.name)
        if has_condition(f):
            return _call(f"see_{f.name}", [table.value, *index])
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
        if f and isinstance(node.ctx, ast.Load) and has_condition(f) and not f.shape(1):
            return _call(f"see_{f.name}", [node.value])
        if not isinstance(node.ctx, ast.Load) or is_whole_row or (f and f.sight is not EVERYBODY):
            raise CannotMask(node.attr)
        return self.generic_visit(node)


def _needs_rule(f: Field) -> bool:
    """Return whether not even the number of cards of a row is public."""
    return visible(f) is Sight.NOBODY or has_condition(f)


def _indices(node: ast.Subscript) -> list[ast.expr]:
    return node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]


def _call(name: str, arguments: list[ast.expr]) -> ast.AST:
    return ast.Call(ast.Name(f"_upcard_{name}", ast.Load()), arguments, [])
