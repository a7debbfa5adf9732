"""Finding solvers of trees by scanning this folder: files with ``SOLVER``, ``why_not`` and ``solve``.

A file that has ``SOLVER`` and cannot be used is left out with the reason; one without it holds what several
solvers need.
"""

from functools import lru_cache
from types import ModuleType

import upcard.solving as folder
from upcard.engine.catalog import usable
from upcard.engine.contract import file_name
from upcard.engine.declarations import attribute_problems, function_problems
from upcard.engine.errors import BrokenRules, unknown
from upcard.engine.finding import Found, Sort, look_for
from upcard.solving.solver import Solver

FUNCTIONS = {"why_not": ("form",), "solve": ("form", "aim")}


def check_solver(module: ModuleType) -> None:
    """Refuse a solver file that breaks the contract.

    Raises
    ------
    BrokenRules
        With every problem as a sentence.
    """
    declared = getattr(module, "SOLVER", None)
    if not isinstance(declared, Solver):
        found = [
            "SOLVER is of the wrong kind; "
            "expected SOLVER = Solver(name=..., words=..., source=..., is_iterative=...)"
        ]
    else:
        found = attribute_problems(declared, "SOLVER.", {})
    for name, arguments in FUNCTIONS.items():
        found += function_problems(module, name, arguments)
    if found:
        raise BrokenRules(f"the solver file {file_name(module)} cannot be used:\n  " + "\n  ".join(found))


SOLVERS = Sort(
    "solver file", folder, "", (), "SOLVER", usable(check_solver), lambda module: hasattr(module, "SOLVER")
)


@lru_cache(maxsize=1)
def _found() -> Found:
    return look_for(SOLVERS, ())


def solver_modules() -> dict[str, ModuleType]:
    """Every solver that can be used, by name; :func:`left_out` tells of the others."""
    return _found().modules


def left_out() -> tuple[str, ...]:
    """What is wrong with each solver file that cannot be used, as sentences."""
    return tuple(x.why for x in _found().left_out)


def find_solver(name: str) -> ModuleType:
    """The module of a solver.

    Raises
    ------
    Usage
        If there is no such solver.
    BrokenRules
        If its file cannot be used, with the reason.
    """
    modules = solver_modules()
    if name not in modules:
        _found().refuse(name)
        raise unknown("solver", name, modules)
    return modules[name]
