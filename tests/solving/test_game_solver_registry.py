"""Objectives: files that solve one game in a way of their own, found by scanning the folder."""

import json
from dataclasses import dataclass
from fractions import Fraction
from types import ModuleType
from typing import Any

import pytest

from upcard.engine.errors import BrokenRules, Usage
from upcard.engine.game import make_game
from upcard.solving import game_solver_registry as objectives
from upcard.solving.game_solver_contract import Objective, SolveTerms
from upcard.solving.game_solver_registry import (
    check_objective,
    find_problem,
    left_out,
    objectives_of,
)
from upcard.solving.solve_game import solve

NO_TEXT: Any = ("le-her", 3, "words", "source", False)


def made(game="kuhn-poker", objective="bluffs", is_usual=False, why=""):
    """A file that solves a game for something."""
    module: Any = ModuleType("upcard.solving.bluffs")
    module.OBJECTIVE = Objective(game, objective, "how often to bluff", "H. Kuhn, 1950", is_usual)
    module.why_not = lambda game: why
    module.__file__ = "bluffs.py"
    module.reach = lambda game, terms: (game, terms)
    return module


def named(game, objective):
    """The words of the file that solves a game for something."""
    module: Any = find_problem(game, objective).solver
    return module.OBJECTIVE.words


@pytest.fixture
def only(monkeypatch):
    """Puts files in the place of those of the folder."""

    def put(*modules):
        @dataclass(frozen=True)
        class Found:
            modules: dict[str, Any]
            left_out: tuple[str, ...] = ()

            def refuse(self, name):
                """Nothing was left out."""

        found = Found({m.OBJECTIVE.name: m for m in modules})
        monkeypatch.setattr(objectives, "_discovered", lambda: found)

    return put


def test_all_files_of_the_folder_can_be_used():
    assert left_out() == ()


def test_without_a_file_the_tree_is_solved(only):
    only()
    found = solve(make_game("kuhn-poker"))
    assert found.value_exact == Fraction(-1, 18)
    assert found.sentences()[0] == "Kuhn poker, 2 players"
    assert found.rows()[0] == ("seat", "expected payoff", "gains by another strategy")


def test_what_is_usual_needs_no_name_and_other_things_do(only):
    game = make_game("kuhn-poker")
    only(made())
    assert find_problem(game, None).solver is None
    assert named(game, "bluffs") == "how often to bluff"
    only(made(is_usual=True))
    assert named(game, None) == "how often to bluff"
    assert find_problem(make_game("le-her"), None).solver is None


def test_terms_arrive_as_they_were_given(only, tmp_path):
    only(made())
    game = make_game("kuhn-poker")
    place = str(tmp_path / "x")
    found: Any = solve(game, objective="bluffs", threads=2, memory=10**9, checkpoint=place)
    assert found[0] is game
    assert found[1] == SolveTerms(threads=2, memory=10**9, checkpoint=tmp_path / "x")


def test_an_objective_that_does_not_apply_says_why(only):
    only(made(why="nobody bluffs here"))
    with pytest.raises(Usage, match="Kuhn poker cannot be solved for 'bluffs': nobody bluffs here"):
        find_problem(make_game("kuhn-poker"), "bluffs")
    assert find_problem(make_game("kuhn-poker"), None).solver is None


def test_an_objective_that_is_none_is_refused_with_those_there_are(only):
    only(made())
    with pytest.raises(Usage, match="there is no objective 'bluff'; did you mean 'bluffs'"):
        find_problem(make_game("kuhn-poker"), "bluff")


def test_rules_with_an_option_of_that_name_take_it():
    game = find_problem(make_game("smallsum"), "pennies").game
    assert game.option_words() == make_game("smallsum", objective="pennies").option_words()
    assert find_problem(game, None).game is game


@pytest.mark.parametrize(
    ("spoilt", "reason"),
    [
        ({"OBJECTIVE": "round"}, "OBJECTIVE is of the wrong kind; expected OBJECTIVE = Objective("),
        ({"OBJECTIVE": Objective(*NO_TEXT)}, "OBJECTIVE.objective is 3"),
        ({"why_not": None}, "why_not is missing; expected why_not(game)"),
        ({"reach": lambda game: game}, "reach(game) cannot be called: too many positional arguments"),
    ],
)
def test_a_file_that_breaks_the_contract_is_told_what_is_wrong(spoilt, reason):
    module = made()
    for name, value in spoilt.items():
        setattr(module, name, value)
    with pytest.raises(BrokenRules) as fault:
        check_objective(module)
    assert reason in str(fault.value)


def test_every_objective_is_of_a_game_there_is():
    for module in objectives._discovered().modules.values():
        assert objectives_of(module.OBJECTIVE.game)[module.OBJECTIVE.objective] is module
        assert make_game(module.OBJECTIVE.game).name == module.OBJECTIVE.game


def test_findings_become_json():
    assert json.loads(json.dumps(solve(make_game("kuhn-poker")).to_json()))["objective"] == "equilibrium"


@pytest.mark.parametrize("objective", ["match", "pennies"])
def test_rounds_of_smallsum_are_solved_by_linear_programming_only(objective):
    with pytest.raises(Usage, match="the method was given as 'cfr'; rounds of Smallsum are solved by 'lp'"):
        solve(make_game("smallsum"), "cfr", objective=objective)


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"gap": -1}, "the gap was given as -1; expected 0 or more"),
        ({"gap": float("nan")}, "the gap was given as nan; expected 0 or more"),
        ({"iterations": 0}, "the number of iterations is 0; expected 1 or more"),
        ({"threads": 0}, "the number of threads is 0; expected 1 or more"),
    ],
)
def test_terms_that_make_no_sense_are_refused(how, reason):
    with pytest.raises(Usage, match=reason):
        solve(make_game("kuhn-poker"), **how)


def test_a_game_without_objectives_says_what_it_is_solved_for():
    with pytest.raises(
        Usage, match=r"kuhn-poker can only be solved for its scores; leave out the objective 'win'"
    ):
        solve(make_game("kuhn-poker"), objective="win")


def test_a_method_is_asked_for_by_its_name():
    with pytest.raises(Usage, match="the method was given as 5; expected the name of a solver: backward-"):
        solve(make_game("kuhn-poker"), 5)  # type: ignore[arg-type]
