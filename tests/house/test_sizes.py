"""Sizes of files and functions. ``python -m tests.house.test_sizes`` lists the files to look at."""

import ast
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "docs", "examples")
PRUNED = {"_build", "__pycache__", ".venv"}

MANY_LINES, MOST_LINES = 400, 800
"""`make lint` names the files that are longer than the first, a test refuses those longer than the second."""

MOST_BODY = 60


def files() -> Iterator[Path]:
    """The files of Python that are ours."""
    for folder in FOLDERS:
        yield from (p for p in sorted((ROOT / folder).rglob("*.py")) if not PRUNED & set(p.parts))


FILES = {str(path.relative_to(ROOT)): path for path in files()}


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All that is stated in a module, a function or a block, at any depth; functions lie nowhere else."""
    for part in ("body", "orelse", "handlers", "finalbody", "cases"):
        for inner in getattr(node, part, ()):
            yield inner
            yield from statements(inner)


def bodies(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The functions of a file with the number of lines of their bodies, docstrings left out."""
    for node in statements(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            told = node.body[1:] if ast.get_docstring(node) is not None else node.body
            yield node.name, (node.body[-1].end_lineno or 0) - told[0].lineno + 1 if told else 0


def lengths() -> dict[str, int]:
    """Return the number of lines of every file."""
    return {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in FILES.items()}


def test_no_file_is_too_long():
    assert {name: n for name, n in lengths().items() if n > MOST_LINES} == {}


def test_no_function_is_too_long():
    found = {
        f"{name}: {what}": n
        for name, path in FILES.items()
        for what, n in bodies(ast.parse(path.read_bytes()))
    }
    assert len(found) > 5_000
    assert {what: n for what, n in found.items() if n > MOST_BODY} == {}


def test_the_lines_of_a_body_are_counted_without_its_docstring():
    text = 'def f():\n    """Says."""\n    a = 1\n\n    return a\n\n\ndef g():\n    """Says."""\n'
    assert list(bodies(ast.parse(text))) == [("f", 3), ("g", 0)]


@pytest.mark.parametrize(
    "around",
    ["if a:\n{}", "if a:\n 1\nelse:\n{}", "try:\n 1\nexcept A:\n{}", "try:\n 1\nfinally:\n{}",
     "match a:\n case 1:\n {}", "class C:\n{}", "def g():\n{}"],
)  # fmt: skip
def test_a_function_is_found_wherever_it_stands(around):
    text = around.format(" def f():\n   a = 1\n   return a\n")
    assert ("f", 2) in list(bodies(ast.parse(text)))


def test_the_rules_of_the_house_name_the_layers_that_are_checked():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    (layers,) = (x["layers"] for x in project["tool"]["importlinter"]["contracts"] if x["type"] == "layers")
    said = " ".join((ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    assert f"`{' → '.join(layers[::-1]).replace('upcard.', '')}`" in said


if __name__ == "__main__":
    for file, n in sorted(lengths().items()):
        if n > MANY_LINES:
            print(f"warning: {file} has {n} lines: does it hold one idea?")  # noqa: T201
