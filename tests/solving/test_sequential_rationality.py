"""Solutions play well after mistakes too: at every information set, also where they never come."""

from fractions import Fraction

import numpy as np
import pytest
from tests.night import LATE
from tests.shared import shipped_games
from tests.solving.rationality import SLIGHT, at, distance_from_limit, tree_of, worst_regret

import upcard as uc
from upcard.adapters.gambit_rules import import_efg
from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.solving import lcp, lp
from upcard.solving.lcp import LemkePath, problem_of
from upcard.solving.lp_program import linear_program, optimum
from upcard.solving.quasi_perfect import limit_strategy, trembling_plans
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import find_solver
from upcard.solving.tree_solution import OFF_PATH, Solution

CERTAIN_WIN = """EFG 2 R "Certain win" { "A" "B" }
p "" 1 1 "first" { "stop" "go" } 0
t "" 1 "" { 1, -1 }
p "" 2 1 "after a mistake of A" { "on" "end" } 0
p "" 1 2 "after two mistakes" { "give up" "win" } 0
t "" 2 "" { -5, 5 }
t "" 3 "" { 5, -5 }
t "" 4 "" { 0, 0 }
"""

NEVER_GOES_ON = """EFG 2 R "Never goes on" { "A" "B" }
p "" 1 1 "first" { "stop" "go" } 0
t "" 1 "" { 9, -9 }
p "" 2 1 "after a mistake of A" { "lose" "draw" } 0
t "" 2 "" { 5, -5 }
t "" 3 "" { 0, 0 }
"""


SMALL_TREE = 12_000
SMALL = {
    "goofspiel-fixed", "goofspiel-hidden", "goofspiel-three", "kuhn-poker", "le-her", "leduc-poker",
    "liars-dice-four-sided", "liars-dice-two-sided",
}  # fmt: skip
"""Games with trees of at most so many nodes; the others are solved as matches, stages or tables."""


@pytest.fixture
def certain_win(tmp_path):
    """A game in which A stops at once; later A could win for certain, but only after two mistakes."""
    return sequence_form(unroll(import_efg(CERTAIN_WIN, "certain-win", tmp_path / "certain_win.py")))


def trembles(form):
    """The weights of all sequences as power series in fractions, whose limit the linear program returns."""
    program = linear_program(form)
    refined = lp.refined(form, program, optimum(form, program))
    assert refined is not None
    plans = trembling_plans(lp.trembling_program(form, program, is_exact=True), refined[0])
    assert plans is not None
    return lp.trembling_weights(form, program, plans)


@pytest.mark.parametrize("is_exact", [False, True])
def test_a_certain_win_is_taken_after_mistakes_of_both(certain_win, is_exact):
    answer = lp.solve(certain_win, Aim(0, 1, is_exact=is_exact))
    assert answer.strategy.tolist() == [1, 0, 0, 1, 0, 1]


@pytest.mark.parametrize("is_exact", [False, True])
def test_a_certain_win_is_taken_where_no_corner_is_found(certain_win, is_exact, monkeypatch):
    monkeypatch.setattr(lp, "refined", lambda *args: None)
    answer = lp.solve(certain_win, Aim(0, 1, is_exact=is_exact))
    assert answer.strategy.tolist() == [1, 0, 0, 1, 0, 1]
    assert answer.is_rational_everywhere
    assert (answer.exact is not None) == is_exact


@pytest.mark.parametrize("is_exact", [False, True])
def test_a_large_game_without_such_a_corner_says_so(form, is_exact, monkeypatch):
    monkeypatch.setattr(lp, "refined", lambda *args: None)
    monkeypatch.setattr(lp, "MOST_ON_PATH", 10)
    answer = lp.solve(form("kuhn-poker"), Aim(0, 1, is_exact=is_exact))
    assert not answer.is_rational_everywhere
    assert (answer.exact is not None) == is_exact


@pytest.mark.parametrize("is_exact", [False, True])
def test_the_optimum_remains_if_the_path_cannot_begin(form, is_exact, monkeypatch):
    monkeypatch.setattr(lp, "refined", lambda *args: None)
    monkeypatch.setattr(lcp, "MOST_PLANS", 0)
    answer = lp.solve(form("kuhn-poker"), Aim(0, 1, is_exact=is_exact))
    assert not answer.is_rational_everywhere
    assert (answer.exact is not None) == is_exact
    value = uc.solve(make_game("kuhn-poker"), "lp", exact=is_exact).value
    assert value == pytest.approx(-1 / 18)


@pytest.mark.parametrize("is_exact", [False, True])
def test_without_a_corner_every_choice_is_a_best_response_too(form, is_exact, monkeypatch):
    game = form("kuhn-poker")
    path = LemkePath(problem_of(game))
    while not path.step():
        pass
    monkeypatch.setattr(lp, "refined", lambda *args: None)
    strategy = lp.solve(game, Aim(0, 1, is_exact=is_exact)).strategy
    roots = np.eye(1, path.problem.terms, dtype=object)
    plan = at(np.concatenate([roots, roots, path.series()]))
    assert worst_regret(tree_of(game), [Fraction(x) for x in strategy.tolist()], plan) < SLIGHT


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_regret_minimization_takes_it_too(certain_win, method):
    strategy = find_solver(method).solve(certain_win, Aim(1e-6, 100_000)).strategy
    assert strategy[4:] == pytest.approx([0, 1])


@pytest.mark.parametrize("method", ["cfr", "cfr+", "dcfr", "pcfr+"])
def test_it_replies_well_to_what_the_other_never_does(method, tmp_path):
    """A never goes on, so B learns nothing about the second choice; it must not stay at random."""
    game = import_efg(NEVER_GOES_ON, "never", tmp_path / "never.py")
    strategy = find_solver(method).solve(sequence_form(unroll(game)), Aim(1e-6, 100_000)).strategy
    assert strategy == pytest.approx([1, 0, 0, 1])


@pytest.mark.parametrize(
    ("name", "options"),
    [("kuhn-poker", {}), ("le-her", {}), ("liars-dice", {"sides": 3}), ("goofspiel", {"length": 3})],
)
def test_every_choice_is_a_best_response_to_trembles(form, name, options):
    game = form(name, **options)
    strategy = lp.solve(game, Aim(0, 1, is_exact=True)).exact
    assert strategy is not None
    plan = at(trembles(game))
    tree = tree_of(game)
    assert distance_from_limit(tree, strategy, plan) < SLIGHT
    assert worst_regret(tree, strategy, plan) < SLIGHT


def test_fractions_and_floats_choose_the_same(form):
    game = form("kuhn-poker")
    answer = lp.solve(game, Aim(0, 1, is_exact=True))
    assert answer.strategy == pytest.approx(np.array(answer.exact, np.float64), abs=1e-12)
    assert answer.exact == tuple(limit_strategy(trembles(game)[2:], game.count))


def test_the_check_refuses_a_choice_that_loses_after_a_mistake(form):
    game = form("kuhn-poker")
    exact = lp.solve(game, Aim(0, 1, is_exact=True)).exact
    assert exact is not None
    strategy = list(exact)
    plan, tree = at(trembles(game)), tree_of(game)
    wrong = next(k for k, x in enumerate(strategy) if x == 0 and k + 1 < len(strategy) and k % 2 == 0)
    strategy[wrong : wrong + 2] = [Fraction(1), Fraction(0)]
    assert worst_regret(tree, strategy, plan) > SLIGHT


@pytest.mark.parametrize(
    ("method", "is_promised"),
    [("lp", True), ("lcp", True), ("cfr", False), ("cfr+", False), ("dcfr", False), ("pcfr+", False)],
)
def test_the_answer_says_whether_the_method_promises_it(method, is_promised):
    solution = uc.solve(make_game("kuhn-poker"), method, iterations=20, gap=0)
    assert solution.to_json()["is_rational_everywhere"] == is_promised
    assert (OFF_PATH in solution.sentences()) != is_promised


def test_backward_induction_promises_it(tmp_path):
    solution = uc.solve(import_efg(CERTAIN_WIN, "certain-win", tmp_path / "win.py"), "backward-induction")
    assert isinstance(solution, Solution)
    assert solution.to_json()["is_rational_everywhere"]
    assert solution.strategy.tolist() == [1, 0, 0, 1, 0, 1]


@LATE
@pytest.mark.parametrize("name", sorted(shipped_games()))
def test_every_choice_in_every_preset_with_a_small_tree_is_a_best_response_to_trembles(name):
    try:
        game = sequence_form(unroll(shipped_games()[name], SMALL_TREE))
    except Failure:
        assert name not in SMALL
        return
    assert name in SMALL
    answer, plan = lp.solve(game, Aim(0, 1, is_exact=True)), at(trembles(game))
    assert answer.is_rational_everywhere
    assert answer.exact is not None
    assert worst_regret(tree_of(game), answer.exact, plan) < SLIGHT
