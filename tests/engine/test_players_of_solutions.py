"""The seam between the engine and the players of solutions; no layer reaches above itself by a name."""

import ast
import re
import tomllib
from pathlib import Path

import pytest

import upcard
from upcard.engine import solution_provider as solutions
from upcard.engine.errors import Failure, Usage
from upcard.engine.game import make_game
from upcard.engine.players import can_play, check_can_play, entrant_for
from upcard.play.bot_levels import PERFECT, levels_of
from upcard.server.bots import check_bot
from upcard.solving import solution_cache as kept
from upcard.solving.limited_match_store import ValueStore

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


@pytest.mark.parametrize(
    ("name", "options"),
    [
        ("stoppers", {"reshuffle": "every_round", "lives": 11}),
        ("smallsum", {"variant": "basic", "purse": 19}),
        ("smallsum", {"variant": "alternate", "purse": 1, "rounds": 4}),
    ],
)
def test_to_list_who_can_play_nothing_is_solved(name, options, tmp_path, monkeypatch):
    """A server lists players for every position that a visitor asks for, and must not stop for seconds."""
    monkeypatch.setenv("UPCARD_CACHE", str(tmp_path))
    monkeypatch.setattr(kept, "solve", lambda *_, **__: pytest.fail("the game was solved"))
    monkeypatch.setattr(ValueStore, "extend", lambda *_: pytest.fail("the match was solved"))
    game = make_game(name, 2, None, **options)
    assert can_play("equilibrium", game)
    check_bot("equilibrium", game)
    assert PERFECT in {x.name for x in levels_of(game)}


@pytest.mark.parametrize("options", [{}, {"reshuffle": "every_round", "last_together": "nobody"}])
def test_who_cannot_play_is_told_the_same_with_and_without_solving(options):
    game, reasons = make_game("stoppers", 2, None, **options), set()
    for check in (check_can_play, entrant_for):
        with pytest.raises(Usage) as fault:
            check("equilibrium", game)
        reasons.add(str(fault.value))
    assert len(reasons) == 1


@pytest.mark.parametrize("depth", range(1, len(LAYERS)))
def test_no_layer_names_a_module_above_it(depth):
    """The linter sees imports only; a module that is imported by a text would escape it."""
    above = {name for layer in LAYERS[:depth] for name in layer}
    for folder in LAYERS[depth]:
        for file in (SOURCE / folder).rglob("*.py"):
            texts = (x.value for x in ast.walk(ast.parse(file.read_text())) if isinstance(x, ast.Constant))
            found = (NAME.fullmatch(x) for x in texts if isinstance(x, str))
            assert not [m[0] for m in found if m and m[1] in above], file
