"""Lemke's algorithm: in every tree for two players it ends in an equilibrium, in fractions."""

from fractions import Fraction

import numpy as np
import pytest
from tests.night import IS_NIGHTLY
from tests.solving.random_games import random_efg
from tests.solving.rationality import SLIGHT, at, distance_from_limit, tree_of, worst_regret

import upcard as uc
from upcard.adapters.gambit_rules import import_efg
from upcard.adapters.gambit_tree import tree_game
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Usage
from upcard.engine.tree.game_tree import unroll
from upcard.solving import lcp
from upcard.solving.exploitability import exact_response, exact_value
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim

BATTLE = """EFG 2 R "Meet, or stay at home" { "A" "B" }
p "" 1 1 "" { "home" "out" } 0
t "" 1 "" { 1, 1 }
p "" 1 2 "" { "opera" "match" } 0
p "" 2 1 "" { "opera" "match" } 0
t "" 2 "" { 3, 2 }
t "" 3 "" { 0, 0 }
p "" 2 1 "" { "opera" "match" } 0
t "" 4 "" { 0, 0 }
t "" 5 "" { 1/2, 3 }
"""


@pytest.mark.parametrize("most", [1, 6])
@pytest.mark.parametrize("first", range(0, 60, 20))
def test_the_answer_of_random_trees_is_exactly_an_equilibrium(tmp_path, first, most):
    """With payoffs from -1 to 1 most pivots have ties, which the lexicographic rule decides."""
    for seed in range(first, first + 20):
        game = import_efg(random_efg(seed, most=most), "a-tree", tmp_path / "rules.py")
        form = sequence_form(unroll(game))
        exact = lcp.solve(form, Aim(0, 1, is_exact=True)).exact
        assert exact is not None
        for p in range(2):
            assert exact_response(form, exact, p).value_exact == exact_value(form, exact, p), seed


@pytest.mark.parametrize("name", ["kuhn-poker", "le-her"])
def test_the_value_is_that_of_linear_programming(form, name):
    exact = lcp.solve(form(name), Aim(0, 1, is_exact=True)).exact
    assert exact is not None
    assert exact_value(form(name), exact) == uc.solve(form(name)).value_exact


def test_a_tree_for_two_is_solved_and_its_certificate_proves_it(efg, tmp_path):
    solution = uc.solve(efg(BATTLE))
    assert solution.method == "lcp"
    assert solution.shortcomings(is_exact_requested=True) == []
    assert solution.sentences()[1].startswith(
        "The strategies are exactly an equilibrium, in which seat 1 gets"
    )
    assert solution.sentences()[1].endswith("; there may be others.")
    solution.save(tmp_path / "solved.json")
    assert verify(tmp_path / "solved.json")[-1] == "the strategies are exactly an equilibrium"


def test_the_advice_of_a_method_that_approximates_can_be_followed(efg):
    game = efg(BATTLE)
    with pytest.raises(Usage, match="use the method lcp for an exact value"):
        uc.solve(game, "cfr+", exact=True)
    assert uc.solve(game, "lcp", exact=True).value_exact is not None


def test_three_players_are_refused(efg):
    with pytest.raises(Usage, match="with 3 players: Lemke's algorithm needs two players"):
        uc.solve(efg(random_efg(1, players=3)), "lcp")


def test_after_ctrl_c_the_plans_so_far_are_a_strategy(form):
    def stop(what, part):
        raise KeyboardInterrupt

    answer = lcp.solve(form("kuhn-poker"), Aim(0, 1, is_exact=True, on_step=stop))
    assert (answer.is_whole, answer.exact) == (False, None)
    assert form("kuhn-poker").plan(answer.strategy)[:2] == pytest.approx([1, 1])


def test_the_first_plans_lose_all_their_weight(form):
    path = lcp.LemkePath(lcp.problem_of(form("kuhn-poker")))
    lost = [Fraction(0)]
    while not path.step():
        lost.append(path.lost)
    assert lost[0] < max(lost) <= path.lost == 1


@pytest.mark.parametrize("most", [1, 3])
@pytest.mark.parametrize("first", range(0, 200 if IS_NIGHTLY else 10, 10))
def test_every_choice_in_random_trees_is_a_best_response_to_trembles(first, most):
    """Also in games without a constant sum, and at information sets that nobody reaches."""
    for seed in range(first, first + 10):
        form = sequence_form(unroll(tree_game(random_efg(seed, most=most), "a-tree")))
        path = lcp.LemkePath(lcp.problem_of(form))
        while not path.step():
            pass
        roots = np.eye(1, path.problem.terms, dtype=object)
        plan, tree = at(np.concatenate([roots, roots, path.series()])), tree_of(form)
        assert distance_from_limit(tree, path.limit(), plan) < SLIGHT, seed
        assert worst_regret(tree, path.limit(), plan) < SLIGHT, seed


def test_a_first_plan_that_leaves_equalities_is_replaced(efg):
    """In matching pennies, every choice is best against equal chances, and small weights decide."""
    game = efg(
        """EFG 2 R "Pennies" { "A" "B" }
p "" 1 1 "" { "h" "t" } 0
p "" 2 1 "" { "h" "t" } 0
t "" 1 "" { 1, -1 }
t "" 2 "" { -1, 1 }
p "" 2 1 "" { "h" "t" } 0
t "" 3 "" { -1, 1 }
t "" 4 "" { 1, -1 }
"""
    )
    problem = lcp.problem_of(sequence_form(unroll(game)))
    assert problem.prior[2:] != [Fraction(1, 2)] * 4
    assert lcp.quasi_perfect(sequence_form(unroll(game))) == (Fraction(1, 2),) * 4
