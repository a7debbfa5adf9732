"""The seam between the engine and the players of solutions; no layer reaches above itself by a name."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import upcard
from upcard.engine import solution_provider as solutions
from upcard.engine.errors import Failure
from upcard.solving import solution_cache as kept

SOURCE = Path(upcard.__file__).parent
CONTRACTS = tomllib.loads((SOURCE.parents[1] / "pyproject.toml").read_text())["tool"]["importlinter"][
    "contracts"
]
LAYERS = [re.findall(r"upcard\.(\w+)", line) for line in CONTRACTS[0]["layers"]]
NAME = re.compile(r"upcard\.(\w+)(\.\w+)*")


def test_the_root_provides_who_plays_solutions():
    assert solutions.solutions() is kept


def test_without_a_registered_module_the_error_says_what_to_do(monkeypatch):
    monkeypatch.setattr(solutions, "_providers", [])
    with pytest.raises(Failure, match="no module that plays solutions is registered"):
        solutions.solutions()


@pytest.mark.parametrize("depth", range(1, len(LAYERS)))
def test_no_layer_names_a_module_above_it(depth):
    """The linter sees imports only; a module that is imported by a text would escape it."""
    above = {name for layer in LAYERS[:depth] for name in layer}
    for folder in LAYERS[depth]:
        for file in (SOURCE / folder).rglob("*.py"):
            texts = (x.value for x in ast.walk(ast.parse(file.read_text())) if isinstance(x, ast.Constant))
            found = (NAME.fullmatch(x) for x in texts if isinstance(x, str))
            assert not [m[0] for m in found if m and m[1] in above], file
