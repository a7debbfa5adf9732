"""The subset of Python for compiled functions of rules and strategies, and its checker.

Whole numbers, comparisons, ``if``, ``while``, ``for ... in range(...)``, reading and setting declared fields,
and calls of functions of the same kind by their bare name. Strategies may also use fractions, but may not
change the view. Everything else is refused with a sentence that says where and what to write instead.
"""

import ast
import builtins
import difflib
import math
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import FunctionType
from typing import Any

import numpy as np

from upcard.engine.game_folders import file_label
from upcard.engine.source.fingerprint import function_tree, names_in
from upcard.engine.source.hints import RULES_KIT, STRATEGY_KIT, kit_hint, usual_hint
from upcard.kit import cards
from upcard.kit.cards import Field

CALLABLE = frozenset({"range", "min", "max", "abs", "int", "bool", "float"})
MATHEMATICS = (math.sqrt, math.log, math.exp, math.floor)
"""Additional functions for strategies; rules have no fractions."""

CHANGERS = frozenset({cards.draw.__name__, cards.put.__name__, cards.move_all.__name__})
"""Functions of the kit that change a zone, which strategies may not call."""

BARE = "call functions by their bare name"
NO_FIELDS: Mapping[str, Field | None] = {}

PLAIN = (
    ast.arguments, ast.arg, ast.Expr, ast.Assign, ast.AugAssign, ast.AnnAssign, ast.Return, ast.If,
    ast.While, ast.Break, ast.Continue, ast.Pass, ast.Name, ast.Load, ast.Store, ast.BoolOp, ast.And,
    ast.Or, ast.UnaryOp, ast.operator, ast.unaryop, ast.cmpop, ast.Compare, ast.IfExp, ast.BinOp, ast.For,
    ast.Call, ast.Constant, ast.Attribute, ast.Subscript, ast.Tuple,
)  # fmt: skip

INSTEAD = {
    ast.ListComp: "a list comprehension; use a for loop over range(...)",
    ast.GeneratorExp: "a generator; use a for loop over range(...)",
    ast.DictComp: "a dict; declare a field or use if",
    ast.SetComp: "a set; declare a field or use if",
    ast.Dict: "a dict; declare a field or use if",
    ast.Set: "a set; declare a field or use if",
    ast.List: "a list; declare a field in STATE",
    ast.Lambda: "a lambda; define a function",
    ast.Try: "try; rules test before they act",
    ast.With: "with; rules know no files",
    ast.Raise: "raise; the engine only asks for legal actions",
    ast.Assert: "assert; write a test instead",
    ast.JoinedStr: "text; words belong in card_text and action_text",
    ast.Import: "import; put it at the top of the file",
    ast.ImportFrom: "import; put it at the top of the file",
    ast.FunctionDef: "a function inside a function; define it outside",
    ast.ClassDef: "a class; the state is declared in STATE",
    ast.Global: "global; the state is the only memory",
    ast.Nonlocal: "nonlocal; the state is the only memory",
    ast.Slice: "a slice; use a for loop over range(...)",
    ast.NamedExpr: "an assignment inside an expression; write it on a line of its own",
    ast.Match: "match; use if",
    ast.Starred: "a starred argument; name each one",
}


def subset_faults(
    function: Callable[..., Any],
    fields: Iterable[str],
    may_change: Iterable[str],
    fractions: bool,
    keeps: bool = False,
    declared: Mapping[str, Field | None] = NO_FIELDS,
) -> list[str]:
    """Return why a function cannot be compiled, as sentences; empty if it can.

    Parameters
    ----------
    function : function
        A function of a rules or strategy file.
    fields : iterable of str
        The names it may read on a state or view.
    may_change : iterable of str
        The names it may set; empty for strategies.
    fractions : bool
        Whether it may use fractions and ``/``.
    keeps : bool
        Whether it may set cells of tables that it makes with ``memory`` and ``fractions`` of the kit.
    declared : mapping of str to Field or None
        The declarations of fields, by name, to check the number of indices; None for a number that every
        game has.
    """
    if not isinstance(function, FunctionType):
        return [f"{function!r} is not a plain function; define one with def"]
    tree = function_tree(function)
    if tree is None:
        return [f"the source of {function.__name__} cannot be read; put it into a file"]
    reader = _SubsetChecker(function, tree, set(fields), set(may_change), fractions, keeps, declared)
    reader.read()
    return reader.faults


def without_return(function: FunctionType) -> list[str]:
    """Return the fault of a function, such as ``legal``, that may end without returning a value."""
    tree = function_tree(function)
    if tree is None:
        return []
    reader = _SubsetChecker(function, tree, set(), set(), fractions=False)
    ends = any(isinstance(n, ast.Return) and n.value is None for n in ast.walk(tree))
    if ends or not _always_returns(tree.body):
        what = "True or False" if function.__name__ == "legal" else "a whole number"
        reader.refuse(tree, f"a path that returns nothing (None); end each path with return and {what}")
    return reader.faults


class _SubsetChecker:
    """Checker of one function; ``on_NODE`` checks a kind of syntax and says whether to descend."""

    def __init__(
        self, function: FunctionType, tree: ast.FunctionDef, fields: set[str], may_change: set[str],
        fractions: bool, keeps: bool = False, declared: Mapping[str, Field | None] = NO_FIELDS,
    ) -> None:  # fmt: skip
        self.function, self.tree = function, tree
        self.fields, self.may_change, self.fractions = fields, may_change, fractions
        self.kit = STRATEGY_KIT if fractions else RULES_KIT
        self.keeps, self.declared = keeps, declared
        self.states = {a.arg for a in [*tree.args.posonlyargs, *tree.args.args, *tree.args.kwonlyargs]}
        stored = (n.id for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store))
        self.names = self.states | set(stored)
        self.faults: list[str] = []
        calls = (n for n in ast.walk(tree) if isinstance(n, ast.Call))
        self.handed = {x for call in calls for x in call.args} if fractions else set()
        self.first_line = function.__code__.co_firstlineno

    def on_Return(self, node: ast.Return) -> bool:
        if not self.may_change and node.value is None:
            self.refuse(node, "return without a number; a strategy always returns one")
        return True

    def read(self) -> None:
        if self.tree.decorator_list:
            self.refuse(self.tree, "a decorator; the engine compiles plain functions")
        arguments = self.tree.args
        if arguments.posonlyargs or arguments.kwonlyargs or arguments.vararg or arguments.kwarg:
            self.refuse(self.tree, "an argument before / or after *; use plain arguments")
        if self.function.__closure__:
            self.refuse(self.tree, "names of an outer function; pass them as arguments or constants")
        for f in _calls(self.function):
            if f is self.function or self.function in _calls(f):
                self.refuse(self.tree, f"recursion ({f.__name__} calls it again); use a loop")
        if not self.may_change and not _always_returns(self.tree.body):
            self.refuse(self.tree, "a path without return; end every path with one")
        self.constants()
        for statement in _without_docstring(self.tree.body):
            self.node(statement)

    def refuse(self, node: ast.AST, what: str) -> None:
        file = file_label(self.function.__code__.co_filename)
        line = self.first_line + getattr(node, "lineno", 1) - 1
        sentence = f"{file} line {line}, {self.function.__name__}: cannot be compiled: {what}"
        if sentence not in self.faults:  # a line may have two tuples
            self.faults.append(sentence)

    def constants(self) -> None:
        """Refuse globals that are not numbers, arrays or functions."""
        for name in names_in(self.function.__code__):
            x = self.function.__globals__.get(name)
            if x is None or isinstance(x, int | float | np.ndarray) or self.is_known(x):
                continue
            used = any(isinstance(n, ast.Name) and n.id == name for n in ast.walk(self.tree))
            if used and not _only_in_annotations(self.tree, name):
                self.refuse(self.tree, f"{name}, a {type(x).__name__}; use whole numbers and arrays")

    def is_known(self, x: object) -> bool:
        """Whether a value is a function that may be called: a plain or a mathematical one."""
        return isinstance(x, FunctionType) or self.is_mathematics(x)

    def is_mathematics(self, x: object) -> bool:
        """Whether a value is a mathematical function that a strategy may call on non-integer numbers."""
        return self.fractions and any(x is f for f in MATHEMATICS)

    def node(self, node: ast.AST) -> None:
        if not isinstance(node, PLAIN):
            self.refuse(node, INSTEAD.get(type(node), f"{type(node).__name__}; use the plain subset"))
            return
        check = getattr(self, f"on_{type(node).__name__}", None)
        if check is not None and not check(node):
            return
        for child in ast.iter_child_nodes(node):
            if not (isinstance(node, ast.AnnAssign) and child is node.annotation):
                self.node(child)

    def on_Constant(self, node: ast.Constant) -> bool:
        if isinstance(node.value, float) and not self.fractions:
            self.refuse(node, f"the fraction {node.value}; rules count in whole numbers")
        elif node.value is None and not self.may_change:
            self.refuse(node, "None; return a whole number")
        elif not isinstance(node.value, int | float) and node.value is not None:
            self.refuse(node, f"the text or value {node.value!r}; use whole numbers")
        return True

    def on_BinOp(self, node: ast.BinOp | ast.AugAssign) -> bool:
        if isinstance(node.op, ast.Pow | ast.MatMult):
            self.refuse(node, "** or @; multiply instead")
        if isinstance(node.op, ast.Div) and not self.fractions:
            self.refuse(node, "/, which gives fractions; use //")
        return True

    def on_AugAssign(self, node: ast.AugAssign) -> bool:
        return self.on_BinOp(node)

    def on_Name(self, node: ast.Name) -> bool:
        if self.array(node) is not None and node not in self.handed:
            self.refuse(node, f"{node.id} as a whole; read one of its cells where it is needed")
        known = node.id in self.names or node.id in self.function.__globals__ or hasattr(builtins, node.id)
        if isinstance(node.ctx, ast.Load) and not known:
            close = difflib.get_close_matches(node.id, [*self.names, *self.function.__globals__], n=1)
            self.refuse(
                node, f"{node.id}, which is not defined" + (f"; did you mean {close[0]}?" if close else "")
            )
        return True

    def on_Compare(self, node: ast.Compare) -> bool:
        if any(isinstance(op, ast.In | ast.NotIn | ast.Is | ast.IsNot) for op in node.ops):
            self.refuse(node, "in or is; compare with == and or")
        return True

    def on_For(self, node: ast.For) -> bool:
        if not (isinstance(node.iter, ast.Call) and _name(node.iter.func) == "range"):
            self.refuse(node, "a for loop over something other than range(...)")
        if node.orelse:
            self.refuse(node, "else after a loop; use a flag")
        return True

    def on_While(self, node: ast.While) -> bool:
        if node.orelse:
            self.refuse(node, "else after a loop; use a flag")
        return True

    def on_Call(self, node: ast.Call) -> bool:
        name = _name(node.func)
        if not name:
            method = usual_hint(node.func.attr, self.kit) if isinstance(node.func, ast.Attribute) else ""
            self.refuse(node, f"a method call; {method or BARE}")
        elif name == "print":
            self.refuse(node, "print; use words in action_text")
        elif node.keywords:
            self.refuse(node, f"{name} with a named argument; give arguments by position")
        elif name not in CALLABLE and not self.is_known(self.function.__globals__.get(name)):
            sentence = f"{name}(...), which is not a function of this file or of the kit"
            self.refuse(node, f"{sentence}; {kit_hint(name, self.kit)}")
            for argument in node.args:
                self.node(argument)
            return False
        elif name in CHANGERS and not self.may_change:
            self.refuse(node, f"{name}(...), which changes a zone; a strategy may only read")
        return True

    def on_Attribute(self, node: ast.Attribute) -> bool:
        owner = _name(node.value)
        if owner not in self.states:
            self.refuse(node, f"a dot on something that is not the state or view: .{node.attr}")
        elif node.attr not in self.fields:
            close = difflib.get_close_matches(node.attr, self.fields, n=1)
            hint = f"did you mean {close[0]}?" if close else "declare it in STATE"
            self.refuse(node, f"{owner}.{node.attr}, which is not declared; {hint}")
        elif isinstance(node.ctx, ast.Store) and node.attr not in self.may_change:
            self.refuse(node, f"setting {owner}.{node.attr}, which this function may not change")
        return False

    def array(self, node: ast.AST) -> np.ndarray[Any, Any] | None:
        """Return the array of the file that a name stands for, if any."""
        name = _name(node)
        x = None if name in self.names else self.function.__globals__.get(name)
        return x if isinstance(x, np.ndarray) else None

    def on_Subscript(self, node: ast.Subscript) -> bool:
        table = node.value
        indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
        self.count_indices(node, indices)
        array = self.array(table)
        if array is not None and isinstance(node.ctx, ast.Store):
            self.refuse(
                node, f"setting {ast.unparse(table)}[...], which is not a field; the state is the only memory"
            )
        elif array is not None and len(indices) != array.ndim:
            self.refuse(
                node, f"{ast.unparse(node)}; give all {array.ndim} indices of a cell in one pair of brackets"
            )
        elif isinstance(node.ctx, ast.Store):
            named = table.attr if isinstance(table, ast.Attribute) else ""
            is_local = self.keeps and isinstance(table, ast.Name) and table.id != "v"
            if (not self.may_change and not is_local) or (
                named in self.fields and named not in self.may_change
            ):
                self.refuse(node, f"setting {ast.unparse(table)}[...], which this function may not change")
        for part in indices if array is not None else [table, *indices]:
            self.node(part)
        return False

    def count_indices(self, node: ast.Subscript, indices: list[ast.expr]) -> None:
        """Refuse more indices than a field is declared with, in one pair of brackets or in two."""
        table = node.value
        if isinstance(table, ast.Subscript):
            inner = table.slice.elts if isinstance(table.slice, ast.Tuple) else [table.slice]
            table, indices = table.value, [*inner, *indices]
        if not isinstance(table, ast.Attribute) or table.attr not in self.declared:
            return
        field = self.declared[table.attr]
        shape = field.shape(1) if field else ()
        if len(indices) > len(shape):
            self.refuse(node, f"{ast.unparse(node)} {_instead_of_indices(table.attr, field)}")

    def on_Tuple(self, node: ast.Tuple) -> bool:
        self.refuse(node, "a tuple; use one variable or field for each number")
        return False


def _instead_of_indices(name: str, field: Field | None) -> str:
    """Return the shape of a field that got too many indices, and how to declare it for them, in words."""
    if field is None or not (field.length or field.per_seat):
        return f"of one number; declare {name} with length= or per_seat=True"
    if not field.per_seat:
        return f"of one row for all; declare {name} with per_seat=True"
    if not field.length:
        return f"of one number for each seat; declare {name} with length="
    return "has three indices; a field has two at most, the seat and the cell"


def _always_returns(body: list[ast.stmt]) -> bool:
    """Whether every path through a block returns."""
    last = body[-1]
    if isinstance(last, ast.If):
        return bool(last.orelse) and _always_returns(last.body) and _always_returns(last.orelse)
    if isinstance(last, ast.While) and isinstance(last.test, ast.Constant) and last.test.value:
        return not _breaks(last.body)
    return isinstance(last, ast.Return)


def _breaks(body: list[ast.stmt]) -> bool:
    """Whether a block contains a break of the surrounding loop."""
    return any(
        isinstance(x, ast.Break) or (isinstance(x, ast.If) and (_breaks(x.body) or _breaks(x.orelse)))
        for x in body
    )


def _name(node: ast.AST) -> str:
    return node.id if isinstance(node, ast.Name) else ""


def _calls(f: FunctionType) -> set[FunctionType]:
    """Return every function that `f` reaches by name."""
    functions: set[FunctionType] = set()
    waiting = [f]
    while waiting:
        g = waiting.pop()
        for name in _named(g):
            x = g.__globals__.get(name)
            if isinstance(x, FunctionType) and x not in functions:
                functions.add(x)
                waiting.append(x)
    return functions


@lru_cache(maxsize=1024)
def _named(f: FunctionType) -> frozenset[str]:
    """Return the names that a function uses, without those after a dot; cached for shared functions."""
    tree = function_tree(f)
    if tree is None:
        return frozenset(names_in(f.__code__))
    return frozenset(n.id for n in ast.walk(tree) if isinstance(n, ast.Name))


def _without_docstring(body: list[ast.stmt]) -> list[ast.stmt]:
    first = body[0]
    is_text = isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant)
    return body[1:] if is_text else body


def _only_in_annotations(tree: ast.FunctionDef, name: str) -> bool:
    annotations = [a.annotation for a in tree.args.args if a.annotation] + (
        [tree.returns] if tree.returns else []
    )
    annotations += [n.annotation for n in ast.walk(tree) if isinstance(n, ast.AnnAssign)]
    inside = {id(n) for a in annotations for n in ast.walk(a)}
    return all(id(n) in inside for n in ast.walk(tree) if isinstance(n, ast.Name) and n.id == name)
