"""A type name, and the name of a module, means one thing in the whole package."""

import ast
from collections import Counter, defaultdict
from pathlib import Path

import upcard

SOURCE = Path(upcard.__file__).parent
FIXED = {
    "rules", "certificates", "evaluator", "insights", "positions", "art", "compass", "activity", "probe",
    "puzzles", "match_rounds", "match_player", "strategies", "solvers", "players", "studies", "chapter",
    "cells", "decision_columns", "exercises", "levels", "tile", "lesson", "pictures", "slow_figures",
}  # fmt: skip
"""The fixed names in the folder of a game: every game may have one of each."""

COMMANDS = "cli.commands."


def modules() -> dict[str, Path]:
    """All modules of the package by their full names, migrations of the database apart."""
    files = (p for p in sorted(SOURCE.rglob("*.py")) if "migrations" not in p.parts)
    return {".".join(p.relative_to(SOURCE).with_suffix("").parts): p for p in files}


def types_in(tree: ast.Module) -> set[str]:
    """The types that a module defines: its classes, and names in CamelCase that stand for a type."""
    classes = {x.name for x in tree.body if isinstance(x, ast.ClassDef)}
    assigned = {
        target.id
        for x in tree.body
        if isinstance(x, ast.Assign) and not isinstance(x.value, ast.Constant)
        for target in x.targets
        if isinstance(target, ast.Name)
    }
    return classes | {x for x in assigned if x[:1].isupper() and not x.isupper() and "_" not in x}


def test_every_type_name_is_unique_in_the_package():
    where = defaultdict(list)
    for name, path in modules().items():
        for type_name in types_in(ast.parse(path.read_bytes())):
            where[type_name.lstrip("_")].append(name)
    assert len(where) > 500
    assert {k: v for k, v in where.items() if len(v) > 1} == {}


def test_every_module_name_is_unique_but_for_the_fixed_names_of_game_folders():
    names = [
        name.rpartition(".")[2]
        for name in modules()
        if not name.startswith(COMMANDS) and not name.endswith(("__init__", "__main__"))
    ]
    counted = Counter(x for x in names if x not in FIXED)
    assert len(counted) > 300
    assert {x: n for x, n in counted.items() if n > 1} == {}


def test_a_command_is_called_as_what_does_its_work_only_where_that_is_a_rules_file_or_a_lesson():
    commands = {name.removeprefix(COMMANDS) for name in modules() if name.startswith(COMMANDS)}
    others = {name.rpartition(".")[2] for name in modules() if not name.startswith(COMMANDS)}
    assert commands & others <= FIXED | {"__init__"}
