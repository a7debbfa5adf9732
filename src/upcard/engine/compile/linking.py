"""The parts of a program: a fresh copy of every function it reaches, rewritten and marked for a compiler."""

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
    ChanceDoors,
    function_from_text,
    function_tree,
    globals_in,
    reached_names,
    strip_annotations,
)

PART = "_part_of_an_upcard_program"
"""At the end of the name of every compiled function but the outermost one, and of nobody else's function."""

COLOURS = re.compile(r"\x1b\[\d*m")
PLACE = re.compile(r'File "<written (?P<function>\w+) \w+>", line \d+:\n(.*\n)*?\s*(?P<line>.*?) +\^')
"""Where in a part the compiler gave up: the innermost place comes first."""


def plus_unsigned(a: int, b: int) -> np.int64:
    """The lowest 64 bits of a sum; compiled only."""
    return np.int64(np.uint64(np.int64(a)) + np.uint64(np.int64(b)))


def times_unsigned(a: int, b: int) -> np.int64:
    """The lowest 64 bits of a product; compiled only."""
    return np.int64(np.uint64(np.int64(a)) * np.uint64(np.int64(b)))


WRAPPING: ChanceDoors = {seeds.plus: plus_unsigned, seeds.times: times_unsigned}

copies: dict[str, Any] = {}
"""Every part that was made, by the fingerprint of all it reaches and by its target."""


@dataclass(frozen=True)
class Target:
    """What a program is made for."""

    name: str
    """Tells apart the copies of one function for several targets."""
    mark: Callable[[FunctionType], Any]
    """Makes of a function one that the compiler of the target takes as a part."""
    scope: dict[str, Any]
    """What a rewritten function calls, by the names of :mod:`upcard.engine.compile.transforms`."""
    is_careful: bool = False
    """Whether every number that is stored into a table is looked at."""
    keeps_products: bool = False
    """Whether products are to stay apart from the sums they go into."""


def fresh(f: Any, doors: ChanceDoors, target: Target) -> Any:
    """A private copy of a function and of all it calls, with the constants of now, marked for a compiler.

    Parameters
    ----------
    f : function
        Any function in the compilable subset.
    doors : mapping
        Functions to replace, and by what.
    target : Target
        What the copy is for.
    """
    f = doors.get(f, f)
    key = reached_names([f], doors).fingerprint + target.name
    if key in copies:
        return copies[key]

    def link(x: Any) -> Any:
        return fresh(x, doors, target) if isinstance(x, FunctionType) else x

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
    """A copy of `f`, rewritten, with the globals `scope`, which takes in its closure."""
    tree = copy.deepcopy(function_tree(f))
    if tree is None:
        cells = tuple(CellType(scope[n]) for n in f.__code__.co_freevars)
        return FunctionType(f.__code__, scope, f.__name__, f.__defaults__, cells)
    text = rewritten_text(strip_annotations(tree), target.is_careful, target.keeps_products)
    own = function_from_text(tree.name, text, scope | target.scope)
    own.__defaults__ = f.__defaults__
    return own


def compiler_reason(fault: Exception) -> str:
    """The function and the line that the compiler cannot do, or else the first thing that it says."""
    text = COLOURS.sub("", str(fault))
    place = PLACE.search(text)
    if place:
        return f"{place['function']}, at {place['line']!r}"
    lines = [x.strip() for x in text.splitlines() if x.strip()]
    return next((x for x in lines if not x.startswith("Failed in ")), "no reason given")
