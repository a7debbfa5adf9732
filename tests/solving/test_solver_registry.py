"""Every solver that the folder holds: published values, independent methods that agree, interrupts."""

from dataclasses import replace
from fractions import Fraction
from types import ModuleType
from typing import Any

import numpy as np
import pytest
from tests.example_games import odd_one_out

from upcard.engine.errors import BrokenRules, Failure, Usage
from upcard.engine.game import Game, make_game
from upcard.engine.tree.game_tree import unroll
from upcard.solving import tree_solution as solution
from upcard.solving.best_response.best_responses import best_responses
from upcard.solving.exploitability import exploitability
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.regrets import Regrets, iterate
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solve_game import solve
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import check_solver, find_solver, left_out, solver_modules
from upcard.solving.tree_solution import Solution, solve_form, solve_tree

SOLVERS = sorted(set(solver_modules()) - {"backward-induction"})
VALUES = {"kuhn-poker": -1 / 18, "leduc-poker": -0.085606424078, "le-her": 2 * 11327 / 22100 - 1}
"""Kuhn 1950; OpenSpiel's linear program; J. Miller and others: Peter, who holds the pack, loses a little."""


def test_all_files_of_the_folder_can_be_used():
    assert left_out() == ()
    assert {"cfr", "cfr+", "dcfr", "pcfr+", "lp"} <= set(SOLVERS)


@pytest.mark.parametrize("method", SOLVERS)
@pytest.mark.parametrize("name", ["kuhn-poker", "le-her"])
def test_every_solver_finds_the_published_value(name, method):
    gap = 1e-3 if method == "cfr" else 1e-5
    solution = solve_tree(make_game(name), SolveTerms(method, gap=gap))
    low, high = solution.bounds
    assert low <= VALUES[name] + 1e-12
    assert high >= VALUES[name] - 1e-12
    assert solution.exploitability <= gap
    assert solution.value == pytest.approx(VALUES[name], abs=2 * gap)


def test_two_methods_agree_on_leduc():
    """Linear programming, and regret minimization, which shares nothing with it but the sequence form."""
    by_lp = solve_tree(make_game("leduc-poker"), SolveTerms("lp", exact=False))
    by_regrets = solve_tree(make_game("leduc-poker"), SolveTerms("dcfr", gap=1e-4))
    assert by_lp.value == pytest.approx(VALUES["leduc-poker"], abs=1e-11)
    assert by_lp.exploitability < 1e-10
    assert by_regrets.bounds[0] <= by_lp.value <= by_regrets.bounds[1]


def test_values_are_exact_where_that_is_wanted():
    assert solve_tree(make_game("kuhn-poker"), SolveTerms()).value_exact == Fraction(-1, 18)
    assert solve_tree(make_game("le-her"), SolveTerms()).value_exact == 2 * Fraction(11327, 22100) - 1
    assert solve_tree(make_game("kuhn-poker"), SolveTerms(exact=False)).value_exact is None


def test_fractions_of_a_large_game_are_refused_where_they_are_asked_for(monkeypatch):
    monkeypatch.setattr(solution, "MOST_EXACT", 25)
    with pytest.raises(Usage, match="has 26 sequences, and exact values are computed for at most 25"):
        solve_tree(make_game("kuhn-poker"), SolveTerms("lp", exact=True))


@pytest.mark.parametrize("method", [m for m in SOLVERS if hasattr(find_solver(m), "schedule")])
@pytest.mark.parametrize("game", [make_game("kuhn-poker"), Game(odd_one_out, 3, {})], ids=["two", "three"])
def test_compiled_and_interpreted_iterations_agree_bit_for_bit(game, method):
    tree, module = sequence_form(unroll(game)), find_solver(method)
    found = []
    for is_compiled in (True, False):
        regrets: Any = Regrets(tree, module.schedule)
        if not is_compiled:
            regrets._iterate = iterate
        regrets.run(7)
        regrets.run(20)
        found.append(regrets.average())
    assert np.array_equal(found[0], found[1])


def test_iterations_in_parts_are_the_same_as_at_once(form):
    at_once, in_parts = (Regrets(form("leduc-poker"), find_solver("dcfr").schedule) for _ in range(2))
    at_once.run(30)
    for _ in range(3):
        in_parts.run(10)
    assert np.array_equal(at_once.average(), in_parts.average())
    assert at_once.iterations == in_parts.iterations == 30


def test_the_number_of_iterations_is_kept(form):
    answer = find_solver("cfr+").solve(form("leduc-poker"), Aim(gap=0, iterations=50))
    assert answer.iterations == 50
    assert answer.is_whole


def test_an_interrupt_keeps_what_was_found(form):
    seen = []

    def stop(what: str, done: float) -> None:
        seen.append(done)
        if len(seen) == 3:
            raise KeyboardInterrupt

    f = form("leduc-poker")
    answer = find_solver("cfr+").solve(f, Aim(gap=0, iterations=10_000, on_step=stop))
    assert not answer.is_whole
    assert 0 < answer.iterations < 10_000
    assert exploitability(f, answer.strategy) < 1
    assert seen == sorted(seen)


@pytest.mark.parametrize("steps", [1, 2, 3])
def test_fractions_can_be_stopped_between_any_two_of_their_parts(form, steps):
    """What linear programming found before is kept, and it is said that it was stopped."""
    told: list[float] = []

    def stop(what: str, done: float) -> None:
        told.append(done)
        if what == "fractions" and len(told) == 1 + steps:
            raise KeyboardInterrupt

    answer = find_solver("lp").solve(form("kuhn-poker"), Aim(0, 1, is_exact=True, on_step=stop))
    assert (answer.is_whole, answer.exact) == (False, None)
    assert exploitability(form("kuhn-poker"), answer.strategy) < 1e-9
    assert told == sorted(set(told))


def test_linear_programming_needs_two_players(form):
    assert find_solver("lp").why_not(form("kuhn-poker")) == ""
    assert "two players" in find_solver("lp").why_not(replace(form("kuhn-poker"), players=3))


def test_a_solver_that_cannot_is_refused_with_the_reason(monkeypatch):
    monkeypatch.setattr(find_solver("lp"), "why_not", lambda form: "it rains")
    with pytest.raises(Usage, match="lp cannot solve Kuhn poker with 2 players: it rains"):
        solve_tree(make_game("kuhn-poker"), SolveTerms("lp"))
    assert solve_tree(make_game("kuhn-poker"), SolveTerms(gap=0.01)).method == "lcp"


def test_a_solver_that_does_not_exist_is_refused():
    with pytest.raises(Usage, match="there is no solver 'cfr\\*'"):
        solve_tree(make_game("kuhn-poker"), SolveTerms("cfr*"))


def test_a_game_that_is_too_large_is_refused():
    with pytest.raises(Failure, match="more than 100 nodes"):
        solve_tree(make_game("leduc-poker"), SolveTerms(most_nodes=100))


def test_a_solver_file_that_breaks_the_contract_is_refused_with_all_reasons(tmp_path):
    module: Any = ModuleType("broken")
    module.__file__ = str(tmp_path / "broken.py")
    module.SOLVER = "cfr"
    with pytest.raises(BrokenRules) as fault:
        check_solver(module)
    assert "SOLVER is of the wrong kind" in str(fault.value)
    assert "why_not is missing; expected why_not(form)" in str(fault.value)
    assert "solve is missing; expected solve(form, aim)" in str(fault.value)


@pytest.mark.parametrize("method", SOLVERS)
def test_a_tree_and_its_form_are_solved_as_the_game_is_and_not_made_again(form, monkeypatch, method):
    kuhn = form("kuhn-poker")
    wanted = solve_tree(make_game("kuhn-poker"), SolveTerms(method, iterations=100, gap=0))
    monkeypatch.setattr(solution, "unroll", None)
    for given in (kuhn, kuhn.tree):
        found = solve(given, method, iterations=100, gap=0, most_nodes=1)
        assert isinstance(found, Solution)
        assert found.tree is kuhn.tree
        assert found.value_exact == wanted.value_exact
        assert np.array_equal(found.strategy, wanted.strategy)


def test_a_tree_has_no_objective(form):
    with pytest.raises(Usage, match="leave out the objective 'match'"):
        solve(form("kuhn-poker").tree, objective="match")


def test_the_way_to_a_solution_is_what_shorter_ways_end_with(form):
    leduc = form("leduc-poker")
    way = solve_form(leduc, SolveTerms("cfr+", iterations=100, gap=0)).history
    assert [n for n, _ in way] == [16, 32, 64, 100]
    for n, gap in way:
        found = solve_form(leduc, SolveTerms("cfr+", iterations=n, gap=0))
        assert found.exploitability == pytest.approx(gap, abs=1e-14)
    assert solve_form(form("kuhn-poker"), SolveTerms("lp")).history == ()


def test_a_name_stands_for_a_game():
    found = solve("kuhn-poker")
    assert isinstance(found, Solution)
    assert found.game.heading() == make_game("kuhn-poker").heading()
    assert found.value_exact == Fraction(-1, 18)
    assert unroll("kuhn-poker").nodes == 58
    assert best_responses("kuhn-poker", ["random"], 0).seats[0].value == pytest.approx(0.5)
    with pytest.raises(Usage, match="did you mean 'kuhn-poker'"):
        solve("kuhn-pokr")
