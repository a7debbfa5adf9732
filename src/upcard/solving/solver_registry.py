"""Registry of tree solvers: files of this folder with ``SOLVER``, ``why_not`` and ``solve``.

Other packages add theirs by the entry-point group ``upcard.solvers``, users in the folder ``solvers`` beside
their games. A file with ``SOLVER`` that cannot be used is left out, with the reason. Files of this folder
without ``SOLVER`` are shared code.
"""

from collections.abc import Mapping
from functools import partial
from importlib.metadata import entry_points
from types import ModuleType

from upcard.engine.declarations import attribute_problems, function_problems
from upcard.engine.discovery import Discovery, FileKind, cached_scan, discover
from upcard.engine.errors import Usage, unknown_name
from upcard.engine.game_folders import files_of
from upcard.engine.registry import in_sentence
from upcard.engine.rules_contract import refuse_file
from upcard.engine.user_folders import user_files
from upcard.solving.solver_contract import Solver

FUNCTIONS = {"why_not": ("form",), "solve": ("form", "aim")}


def check_declaration(
    module: ModuleType,
    title: str,
    name: str,
    kind: type,
    example: str,
    functions: Mapping[str, tuple[str, ...]],
) -> None:
    """Raise ``BrokenRules`` for a file whose declaration or functions break its contract.

    Parameters
    ----------
    title : str
        Name of this kind of file in messages.
    name, kind, example : str, type, str
        Name of the declaration, its type, and an example of its arguments.
    functions : mapping of str to tuple of str
        Names of the required functions, with the names of their arguments.
    """
    declared = getattr(module, name, None)
    if isinstance(declared, kind):
        problems = attribute_problems(declared, f"{name}.", {})
    else:
        problems = [f"{name} is of the wrong kind; expected {name} = {kind.__name__}({example})"]
    for function, arguments in functions.items():
        problems += function_problems(module, function, arguments)
    refuse_file(title, module, problems)


def check_solver(module: ModuleType) -> None:
    """Raise ``BrokenRules`` for a solver file that breaks the contract."""
    example = "name=..., words=..., source=..., is_iterative=..."
    check_declaration(module, "solver file", "SOLVER", Solver, example, FUNCTIONS)


SOLVERS = FileKind(
    "solver file", partial(files_of, "upcard.solving"), "upcard.solvers", "SOLVER", in_sentence(check_solver)
)
USER_FOLDER = "solvers"
"""Folder of the user's own solvers."""


@cached_scan
def _discovered() -> Discovery:
    return discover(SOLVERS, [*entry_points(group=SOLVERS.group), *user_files(USER_FOLDER)])


def solver_modules() -> dict[str, ModuleType]:
    """Return the modules of all usable solvers by name; :func:`left_out` lists the others."""
    return _discovered().modules


def left_out() -> tuple[str, ...]:
    """Return a sentence for each solver file that cannot be used."""
    return tuple(x.why for x in _discovered().left_out)


def find_solver(name: str) -> ModuleType:
    """Return the module of a solver; raise ``Usage`` for an unknown name, ``BrokenRules`` if it is broken."""
    modules = solver_modules()
    if not isinstance(name, str):
        raise Usage(f"the method was given as {name!r}; expected the name of a solver: {', '.join(modules)}")
    if name not in modules:
        _discovered().refuse(name)
        raise unknown_name("solver", name, modules)
    return modules[name]
