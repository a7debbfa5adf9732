"""Parts of a program: a copy of every function that it reaches, rewritten and marked for a compiler."""

import copy
import re
from collections.abc import Callable
from dataclasses import dataclass
from types import CellType, FunctionType
from typing import Any

import numpy as np

from upcard.engine import seeds
from upcard.engine.compile.transforms import rewritten_text
from upcard.engine.source.fingerprint import (
    Replacements,
    function_from_text,
    function_tree,
    globals_in,
    reached_names,
    strip_annotations,
)

PART = "_part_of_an_upcard_program"
"""Suffix of the name of every compiled function except the outermost one; no other function has it."""

COLOURS = re.compile(r"\x1b\[\d*m")
PLACE = re.compile(r'File "<written (?P<function>\w+) \w+>", line \d+:\n(.*\n)*?\s*(?P<line>.*?) +\^')
"""Places in a part at which the compiler failed, the innermost first."""


def plus_unsigned(a: int, b: int) -> np.int64:
    """Return the lowest 64 bits of a sum; only when compiled."""
    return np.int64(np.uint64(np.int64(a)) + np.uint64(np.int64(b)))


def times_unsigned(a: int, b: int) -> np.int64:
    """Return the lowest 64 bits of a product; only when compiled."""
    return np.int64(np.uint64(np.int64(a)) * np.uint64(np.int64(b)))


WRAPPING: Replacements = {seeds.plus: plus_unsigned, seeds.times: times_unsigned}

copies: dict[str, Any] = {}
"""All parts made so far, by the fingerprint of all that they reach and the name of their target."""


@dataclass(frozen=True)
class Target:
    """Target of a program: a processor or an accelerator."""

    name: str
    """Distinguishes the copies of one function for several targets."""
    mark: Callable[[FunctionType], Any]
    """Marks a function as a part for the compiler of the target."""
    scope: dict[str, Any]
    """The functions that rewritten functions call, by their names in
    :mod:`upcard.engine.compile.transforms`."""
    is_careful: bool = False
    """Whether every number that is stored in a table is checked."""
    keeps_products: bool = False
    """Whether products are rounded before they are added to anything."""


def fresh(f: Any, replacements: Replacements, target: Target) -> Any:
    """Copy a function and all that it calls, with the present values of constants, marked for a compiler.

    Parameters
    ----------
    f : function
        Any function in the compilable subset.
    replacements : mapping
        Functions to replace, with their replacements.
    target : Target
        The target of the copy.
    """
    f = replacements.get(f, f)
    key = reached_names([f], replacements).fingerprint + target.name
    if key in copies:
        return copies[key]

    def link(x: Any) -> Any:
        return fresh(x, replacements, target) if isinstance(x, FunctionType) else x

    scope = {n: link(f.__globals__[n]) for n in sorted(globals_in(f.__code__)) if n in f.__globals__}
    scope |= {
        n: link(c.cell_contents) for n, c in zip(f.__code__.co_freevars, f.__closure__ or (), strict=True)
    }
    scope |= {"__name__": __name__, "__builtins__": __builtins__}
    part = _rewritten(f, scope, target)
    part.__name__ = part.__qualname__ = f"{part.__name__}_{key}{PART}"
    copies[key] = target.mark(part)
    return copies[key]


def _rewritten(f: FunctionType, scope: dict[str, Any], target: Target) -> FunctionType:
    """Return a rewritten copy of `f` with the globals `scope`, which include its closure."""
    tree = copy.deepcopy(function_tree(f))
    if tree is None:
        cells = tuple(CellType(scope[n]) for n in f.__code__.co_freevars)
        return FunctionType(f.__code__, scope, f.__name__, f.__defaults__, cells)
    text = rewritten_text(strip_annotations(tree), target.is_careful, target.keeps_products)
    copied = function_from_text(tree.name, text, scope | target.scope)
    copied.__defaults__ = f.__defaults__
    return copied


def compiler_reason(fault: Exception) -> str:
    """Return the function and the line that cannot be compiled, or else the first line of the message."""
    text = COLOURS.sub("", str(fault))
    place = PLACE.search(text)
    if place:
        return f"{place['function']}, at {place['line']!r}"
    lines = [x.strip() for x in text.splitlines() if x.strip()]
    return next((x for x in lines if not x.startswith("Failed in ")), "no reason given")
