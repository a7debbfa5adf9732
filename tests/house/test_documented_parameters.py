"""Every parameter that a docstring describes exists."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import upcard

SOURCE = Path(upcard.__file__).parent
SECTION = re.compile(r"^( *)Parameters\n\1-+\n((?:(?:\1.*)?\n)*?)(?=\1\S.*\n\1-+\n|\Z)", re.MULTILINE)


def documented(docstring: str) -> list[str]:
    """Return the names in the section of parameters of a docstring without indentation."""
    section = SECTION.search(f"{docstring}\n")
    entries = re.findall(r"^(\S[^:\n]*?)(?: :.*)?$", section[2], re.MULTILINE) if section else []
    return [name.lstrip("*") for entry in entries for name in entry.split(", ")]


def parameters(node: ast.AST) -> set[str]:
    """Return the names of the parameters of a function, or of the constructor and the fields of a class."""
    if isinstance(node, ast.ClassDef):
        fields = {
            x.target.id for x in node.body if isinstance(x, ast.AnnAssign) and isinstance(x.target, ast.Name)
        }
        makers = [
            x for x in node.body if isinstance(x, ast.FunctionDef) and x.name in ("__init__", "__new__")
        ]
        return fields.union(*map(parameters, makers))
    assert isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    every = node.args
    names = [*every.posonlyargs, *every.args, *every.kwonlyargs, every.vararg, every.kwarg]
    return {x.arg for x in names if x is not None}


def missing(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Yield each function or class with a documented parameter that it does not have."""
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            names = documented(ast.get_docstring(node) or "")
            has_base = isinstance(node, ast.ClassDef) and bool(node.bases)
            yield from ((node.name, x) for x in names if x not in parameters(node) and not has_base)


def test_every_documented_parameter_exists():
    files = [p for p in sorted(SOURCE.rglob("*.py")) if "migrations" not in p.parts]
    wrong = {
        p.relative_to(SOURCE).as_posix(): list(missing(ast.parse(p.read_text(encoding="utf-8"))))
        for p in files
    }
    assert {file: names for file, names in wrong.items() if names} == {}


TEXT = '''
def f(a, b, *rest):
    """Return it.

    Parameters
    ----------
    a, c : int
        Words.
    b
        Words with d : colons.
    *rest : int
        More.

    Returns
    -------
    e : int
        No parameter.
    """

class G:
    """It.

    Parameters
    ----------
    x, y : int
        Words.
    """

    x: int
'''


def test_a_parameter_that_does_not_exist_is_noticed():
    assert list(missing(ast.parse(TEXT))) == [("f", "c"), ("G", "y")]
