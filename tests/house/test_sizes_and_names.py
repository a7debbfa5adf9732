"""Sizes and names that every file of the project keeps."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
FOLDERS = ("src", "tests", "benchmarks", "docs", "examples")
PRUNED = {"_build", "__pycache__", ".venv"}

MOST_LINES = 800
MOST_BODY = 60

SAYS_NOTHING = {"data", "info", "infos", "util", "utils", "helper", "helpers", "manager"}
THEIRS = {
    "src/upcard/adapters/pettingzoo_env.py": {"infos"},
    "src/upcard/mail/parse_letter.py": {"data", "handle_data"},
    "src/upcard/mail/smtp.py": {"handle_DATA"},
    "src/upcard/web/http/http_limits.py": {"data", "data_received"},
}
"""Names that PettingZoo, and readers of HTML, of letters and of sockets, ask for in what is built on them."""


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


def names(tree: ast.AST) -> Iterator[str]:
    """What a file calls its modules, classes, functions, parameters and variables."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name
        elif isinstance(node, ast.arg):
            yield node.arg
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id


def words(name: str) -> set[str]:
    """The words of a name: of ``read_data`` as of ``ReadData``."""
    return {word.lower() for word in re.findall(r"[A-Z]?[a-z]+|[A-Z]+(?![a-z])", name)}


def test_no_file_is_too_long():
    lengths = {name: len(path.read_text(encoding="utf-8").splitlines()) for name, path in FILES.items()}
    assert {name: n for name, n in lengths.items() if n > MOST_LINES} == {}


def test_no_function_is_too_long():
    found = {
        f"{name}: {what}": n
        for name, path in FILES.items()
        for what, n in bodies(ast.parse(path.read_bytes()))
    }
    assert len(found) > 5_000
    assert {what: n for what, n in found.items() if n > MOST_BODY} == {}


def test_no_name_says_nothing():
    ours = {name: path for name, path in FILES.items() if name.startswith("src")}
    bad = {
        f"{name}: {x}"
        for name, path in ours.items()
        for x in {*names(ast.parse(path.read_bytes())), path.stem}
        if words(x) & SAYS_NOTHING and x not in THEIRS.get(name, ())
    }
    assert bad == set()


@pytest.mark.parametrize(
    ("name", "found"), [("read_data", "data"), ("CardHelper", "helper"), ("utils", "utils")]
)
def test_such_a_name_is_seen(name, found):
    assert words(name) & SAYS_NOTHING == {found}


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
