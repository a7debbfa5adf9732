"""Files that were written for the paths of before still work, with a warning that names the new path."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

import upcard
from upcard import old_paths
from upcard.engine.game import Match, make_game
from upcard.engine.registry import find_rules, strategies_for
from upcard.games.kuhn_poker import rules as kuhn_poker
from upcard.games.lama.strategies import folding
from upcard.kit import cards, ranks, strategy
from upcard.solving import cfr
from upcard.solving.solver_registry import find_solver

OLD_GAPS = "from upcard.solving.best_response import gaps  # noqa: F401\nfrom upcard.solving.regrets"

MOVED = {
    "upcard.rules.cards": cards,
    "upcard.rules.cuckoo": ranks,
    "upcard.strategies.kit": strategy,
    "upcard.rules.kuhn_poker": kuhn_poker,
    "upcard.strategies.folding": folding,
}


@pytest.mark.parametrize("name", MOVED)
def test_an_old_path_gives_the_same_module_and_names_the_new_one(name, monkeypatch):
    monkeypatch.delitem(sys.modules, name, raising=False)
    with pytest.warns(FutureWarning, match=f"{name} has moved; import {MOVED[name].__name__}"):
        __import__(name)
    assert sys.modules[name] is MOVED[name]
    spec = MOVED[name].__spec__
    assert spec is not None
    assert spec.name == MOVED[name].__name__


@pytest.mark.parametrize("name", old_paths.DOCUMENTED)
def test_a_name_that_the_documentation_imported_is_found_where_it_is_now(name):
    module, _, attribute = name.rpartition(".")
    with pytest.warns(FutureWarning, match=f"{name} has moved; import "):
        old = getattr(importlib.import_module(module), attribute)
    home, _, new = old_paths.DOCUMENTED[name].rpartition(".")
    assert old is getattr(importlib.import_module(home), new)


@pytest.mark.filterwarnings("ignore:.* has moved:FutureWarning")
def test_a_solver_that_was_written_for_the_old_paths_is_found(home):
    text = Path(cfr.__file__).read_text().replace("upcard.solving.solver_contract", "upcard.solving.solver")
    text = text.replace('name="cfr"', 'name="my-cfr"').replace("from upcard.solving.regrets", OLD_GAPS)
    (home / "solvers").mkdir()
    (home / "solvers" / "my_cfr.py").write_text(text)
    assert find_solver("my-cfr").SOLVER.name == "my-cfr"


@pytest.mark.parametrize("name", ["upcard.rules.bridge", "upcard.strategies.bridge", "upcard.engine.bridge"])
def test_a_path_that_never_was_is_not_found(name):
    assert old_paths.new_path(name) == ""
    with pytest.raises(ModuleNotFoundError):
        __import__(name)


@pytest.mark.filterwarnings("ignore:.* has moved:FutureWarning")
def test_rules_and_strategies_of_ones_own_with_old_imports_are_played(home):
    text = Path(kuhn_poker.__file__).read_text().replace("upcard.kit.cards", "upcard.rules.cards")
    (home / "games" / "my_poker.py").write_text(text.replace('name="kuhn-poker"', 'name="my-poker"'))
    (home / "strategies" / "always_bet.py").write_text(
        '"""Bets. Source: made up."""\n\n'
        "from upcard.strategies.kit import Strategy\n\n"
        'STRATEGY = Strategy(name="always-bet", games=("my-poker",), words="bets", source="made up")\n\n\n'
        "def choose(v):\n    return 1\n"
    )
    assert "always-bet" in strategies_for(find_rules("my-poker"))


def test_the_warning_is_shown_to_whoever_runs_such_a_file(tmp_path):
    file = tmp_path / "mine.py"
    file.write_text("import upcard\nfrom upcard.rules.cards import Header\n")
    done = subprocess.run([sys.executable, str(file)], capture_output=True, text=True, check=True)
    assert "mine.py:2: FutureWarning: upcard.rules.cards has moved; import upcard.kit.cards" in done.stderr


def test_an_attribute_with_a_new_name_still_has_its_old_one():
    match = make_game("kuhn-poker").match(seed=1)
    match.do("pass")
    with pytest.warns(FutureWarning, match=r"Match\.anew has another name; use from_start"):
        assert match.anew().actions == []
    with pytest.warns(FutureWarning, match=r"Match\.carry_out has another name; use push_verified"):
        match.carry_out(0, match.state.copy(chance=match.chance.copy()))
    assert len(match.actions) == 2
    with pytest.warns(FutureWarning, match=r"GameSolution\.kept has another name; use resume_from"):
        assert upcard.solve("kuhn-poker").kept is None
    assert isinstance(vars(Match)["anew"], old_paths.FormerAttribute)
    assert vars(Match)["anew"].__doc__ == "Old name of ``from_start``."
    assert vars(Match)["anew"] is Match.anew


def test_a_public_name_that_has_changed_is_returned_with_a_warning():
    vars(upcard).pop("GameSolution", None)
    with pytest.warns(FutureWarning, match=r"upcard\.Finding has another name; use upcard\.GameSolution"):
        assert getattr(upcard, "Finding") is upcard.GameSolution  # noqa: B009 - a name that the stub lacks
