"""Analysis of functions: their syntax trees, the functions that they call, and fingerprints."""

import ast
import difflib
import dis
import functools
import hashlib
import inspect
import linecache
import textwrap
import threading
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import pairwise
from types import CodeType, FunctionType, ModuleType
from typing import Any, TypeGuard

import numpy as np

from upcard.engine.errors import BrokenRules
from upcard.engine.source.hints import RULES_KIT, usual_hint

Replacements = Mapping[Callable[..., Any], Callable[..., Any]]
"""Functions to replace when a program is compiled, such as those of chance, with their replacements."""

KNOWN_MODULES = ("math", "numpy")
BY_CHANCE = ("random", "secrets", "numpy.random")
BY_A_DOT = ("LOAD_ATTR", "LOAD_METHOD")
"""Bytecode instructions that read an attribute of a name, as in ``RULES.far``."""


MAKING_TREES = threading.Lock()
"""Lock to hold while parsing: Python 3.11 counts the depth of syntax trees for all threads together, and
fails if two threads parse at the same time."""


def function_tree(f: Callable[..., Any]) -> ast.FunctionDef | None:
    """Return the syntax tree of a function; None if its source cannot be read or has changed."""
    if not isinstance(f, FunctionType):
        return None
    code = f.__code__
    modules = tuple(n for n in code.co_names if isinstance(f.__globals__.get(n), ModuleType))
    return _tree_of(code, code.co_filename, modules)


@functools.lru_cache(maxsize=2048)
def _tree_of(code: CodeType, file: str, modules: tuple[str, ...]) -> ast.FunctionDef | None:
    """Return the syntax tree of code in a file; cached, as every line-up makes functions of the same code."""
    try:
        text = textwrap.dedent(inspect.getsource(code))
        with MAKING_TREES:
            tree = ast.parse(text).body[0]
    except (OSError, TypeError, SyntaxError, IndexError):
        return None
    return tree if isinstance(tree, ast.FunctionDef) and _is_source_of(tree, code, modules) else None


def _is_source_of(tree: ast.FunctionDef, code: CodeType, modules: tuple[str, ...]) -> bool:
    """Whether a syntax tree compiles to the running code; the file may have changed meanwhile."""
    imports: list[ast.stmt] = [
        ast.Import([ast.alias(n)]) for n in modules
    ]  # Python compiles their calls its own way
    plain = ast.FunctionDef(tree.name, _plain(tree.args), tree.body, [], None)
    names = ast.arguments([], [ast.arg(n) for n in code.co_freevars], None, [], [], None, [])
    own_name: list[ast.stmt] = [] if tree.name in code.co_freevars else [ast.Global([tree.name])]
    around = ast.FunctionDef("around", names, [*own_name, plain], [], None)
    module = compile(ast.fix_missing_locations(ast.Module([*imports, around], [])), "source", "exec")
    outer = next(c for c in module.co_consts if isinstance(c, CodeType))
    inner = next(c for c in outer.co_consts if isinstance(c, CodeType))
    return _essence(inner) == _essence(code)


def strip_annotations(tree: ast.FunctionDef) -> ast.FunctionDef:
    """Remove annotations, decorators and defaults of a function definition, in place, and return it."""
    tree.args, tree.returns, tree.decorator_list = _plain(tree.args), None, []
    return tree


def _plain(arguments: ast.arguments) -> ast.arguments:
    """Return arguments without annotations, defaults and kinds, which are not part of the code."""
    every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
    plain = [ast.arg(a.arg) for a in every]
    return ast.arguments([], plain, arguments.vararg, [], [], arguments.kwarg, [])


def _essence(code: CodeType) -> tuple[Any, ...]:
    constants = tuple(c for c in code.co_consts if not isinstance(c, CodeType))
    return code.co_name, code.co_code, code.co_names, code.co_varnames, repr(constants)


def function_from_text(name: str, text: str, scope: dict[str, Any]) -> FunctionType:
    """Return a function from generated text; its source can be read like that of any other function.

    Parameters
    ----------
    name : str
        The name of the function that the text defines.
    scope : dict
        The globals of the function; modified in place.
    """
    file = f"<written {name} {hashlib.sha256(text.encode()).hexdigest()[:12]}>"
    linecache.cache[file] = (len(text), None, text.splitlines(keepends=True), file)
    exec(_code_of(text, file), scope)  # noqa: S102 - our own text, made of checked parts
    made: FunctionType = scope[name]
    return made


@functools.lru_cache(maxsize=1024)
def _code_of(text: str, file: str) -> CodeType:
    """Compile a text; cached, since line-ups generate the same functions again."""
    return compile(text, file, "exec")


@dataclass(frozen=True)
class ReachedNames:
    """All functions that some functions reach by name."""

    functions: tuple[FunctionType, ...]
    """The functions and every plain function that they call, each once, in order of discovery."""
    fingerprint: str
    """A hash of the code and constants of all of them."""


def reached_names(functions: Iterable[Callable[..., Any]], replacements: Replacements) -> ReachedNames:
    """Find all functions that `functions` call, with replacements, and compute a fingerprint.

    Parameters
    ----------
    functions : iterable of function
        The functions to begin with.
    replacements : mapping
        Functions to be replaced; their replacements are followed instead.

    Raises
    ------
    BrokenRules
        If a function reads something of another module as an attribute (``module.f``), which would
        escape the fingerprint.
    """
    walker = _Walker(replacements)
    for f in functions:
        walker.value(f)
    return ReachedNames(tuple(walker.seen), walker.digest.hexdigest()[:20])


class _Walker:
    def __init__(self, replacements: Replacements) -> None:
        self.replacements = replacements
        self.seen: dict[FunctionType, int] = {}
        self.digest = hashlib.sha256()

    def note(self, x: object) -> None:
        self.digest.update(repr(x).encode() + b";")

    def code(self, c: CodeType, scope: Mapping[str, Any]) -> None:
        strange = _through_modules(c, scope)
        if strange:
            raise BrokenRules("\n  ".join(strange))
        self.note((c.co_code, c.co_names, c.co_varnames, c.co_freevars, c.co_cellvars))
        for constant in c.co_consts:
            if isinstance(constant, CodeType):
                self.code(constant, scope)
            else:
                self.note(constant)
        for name in c.co_names:
            if name in scope:
                self.value(scope[name])

    def value(self, x: Any) -> None:
        if isinstance(x, FunctionType):
            self.function(self.replacements.get(x, x))
        elif isinstance(x, np.ndarray):
            self.note((x.dtype, x.shape))
            self.digest.update(x.tobytes())  # as text, a table of megabytes would take seconds
        elif not isinstance(x, ModuleType):
            self.note(x)
        elif _is_foreign(x):
            raise BrokenRules(
                f"a function uses the module {x.__name__}; read what it needs above all functions"
            )

    def function(self, f: Any) -> None:
        if f in self.seen:
            self.note(("again", self.seen[f]))
            return
        self.seen[f] = len(self.seen)
        self.code(f.__code__, f.__globals__)
        self.note(f.__defaults__)
        for cell in f.__closure__ or ():
            self.value(cell.cell_contents)


def _is_foreign(x: object) -> TypeGuard[ModuleType]:
    """Whether a value is a module whose attributes compiled functions cannot read."""
    return isinstance(x, ModuleType) and x.__name__ not in KNOWN_MODULES


def _through_modules(c: CodeType, scope: Mapping[str, Any]) -> list[str]:
    """Return a sentence for each attribute of another module that code reads, with what to write instead."""
    if not any(_is_foreign(scope.get(name)) for name in c.co_names):
        return []  # to take bytecode apart takes ten times as long as all else of a fingerprint
    sentences: dict[str, str] = {}
    for step, then in pairwise(dis.get_instructions(c)):
        x = scope.get(step.argval) if step.opname == "LOAD_GLOBAL" else None
        if not _is_foreign(x) or then.opname not in BY_A_DOT:
            continue
        line = step.positions.lineno if step.positions else c.co_firstlineno
        where = f"{c.co_filename.rsplit('/', 1)[-1]} line {line}, {c.co_name}"
        words = f"{step.argval}.{then.argval}"
        sentences.setdefault(
            words, f"{where}: cannot be compiled: {words}, {_instead(step.argval, x, then.argval)}"
        )
    return list(sentences.values())


def _instead(name: str, module: ModuleType, wanted: str) -> str:
    """Return what an attribute of another module is, and how a function can use it."""
    if not hasattr(module, wanted):
        close = difflib.get_close_matches(wanted, vars(module), n=1)
        return "which is not defined" + (f"; did you mean {close[0]}?" if close else "")
    if module.__name__ in BY_CHANCE:
        return f"which no seed of a game repeats; {usual_hint('random', RULES_KIT)}"
    kind = "a function" if callable(getattr(module, wanted)) else "a constant"
    line = f"from {name} import {wanted}" if module.__name__ == name else f"{wanted} = {name}.{wanted}"
    return f"{kind} of another file; write {line} at the top of this one, and only {wanted} here"


@functools.lru_cache(maxsize=2048)
def globals_in(code: CodeType) -> frozenset[str]:
    """Return every global name in a code object and nested ones; ``s.hand`` reads no global ``hand``."""
    names = (x for x in dis.get_instructions(code) if x.opname in ("LOAD_GLOBAL", "LOAD_NAME"))
    direct = frozenset(str(x.argval) for x in names)
    return direct.union(*(globals_in(c) for c in code.co_consts if isinstance(c, CodeType)))


def names_in(code: CodeType) -> set[str]:
    """Return every global or attribute name in a code object and nested ones."""
    nested = (names_in(c) for c in code.co_consts if isinstance(c, CodeType))
    return set(code.co_names).union(*nested)
