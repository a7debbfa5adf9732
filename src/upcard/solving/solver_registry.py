"""Finding solvers of trees by scanning this folder: files with ``SOLVER``, ``why_not`` and ``solve``.

Those of other packages are found by the entry-point group ``upcard.solvers``, one's own in the folder
``solvers`` beside that of one's games. A file that has ``SOLVER`` and cannot be used is left out with the
reason; one without it holds what several solvers need.
"""

from functools import lru_cache, partial
from importlib.metadata import entry_points
from types import ModuleType

from upcard.engine.declarations import attribute_problems, function_problems
from upcard.engine.discovery import Discovery, FileKind, discover
from upcard.engine.errors import BrokenRules, Usage, unknown_name
from upcard.engine.game_folders import files_of
from upcard.engine.registry import in_sentence
from upcard.engine.rules_contract import file_name
from upcard.engine.user_folders import own_files
from upcard.solving.solver_contract import Solver

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


SOLVERS = FileKind(
    "solver file", partial(files_of, "upcard.solving"), "upcard.solvers", "SOLVER", in_sentence(check_solver)
)
OWN = "solvers"
"""The folder of the user for his own."""


@lru_cache(maxsize=1)
def _found() -> Discovery:
    return discover(SOLVERS, [*entry_points(group=SOLVERS.group), *own_files(OWN)])


def forget() -> None:
    """Look for all files again when one is asked for next: one was written meanwhile."""
    _found.cache_clear()


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
    if not isinstance(name, str):
        raise Usage(f"the method was given as {name!r}; expected the name of a solver: {', '.join(modules)}")
    if name not in modules:
        _found().refuse(name)
        raise unknown_name("solver", name, modules)
    return modules[name]
