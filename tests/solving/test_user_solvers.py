"""Solvers of one's own, in the folder beside one's games."""

import numpy as np
import pytest

from upcard.engine.discovery import forget
from upcard.engine.errors import BrokenRules, Failure
from upcard.engine.game import make_game
from upcard.solving.solve_game import solve
from upcard.solving.tree_solution import Solution

FILE = '''"""Evenly."""

from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(name="evenly", words="takes all choices alike", source="made up", is_iterative=False)


def why_not(form):
    """Never."""
    return ""


def solve(form, aim):
    """The same probability for every choice."""
    return Answer(form.uniform())
'''


@pytest.fixture
def evenly(home):
    """A function that writes a solver file, changed, under a name that no other test has."""
    (home / "solvers").mkdir()

    def write(*change):
        (home / "solvers" / f"{home.name}.py").write_text(FILE.replace(*change) if change else FILE)
        forget()

    yield write
    forget()


def test_a_solver_of_ones_own_is_asked_by_its_name(evenly):
    evenly()
    found = solve(make_game("kuhn-poker"), "evenly")
    assert isinstance(found, Solution)
    assert found.method == "evenly"
    assert np.array_equal(found.strategy, np.full(24, 0.5))
    assert found.exploitability == pytest.approx(11 / 24)


def test_a_solver_may_tell_what_it_does_though_nobody_listens(evenly):
    evenly("return Answer(", 'aim.on_step("evenly", 0.5)\n    return Answer(')
    heard = []
    for on_step in (None, lambda what, done: heard.append((what, done))):
        assert isinstance(solve(make_game("kuhn-poker"), "evenly", on_step=on_step), Solution)
    assert ("evenly", 0.5) in heard


def test_a_solver_that_cannot_be_used_is_refused_with_the_reason(evenly):
    evenly("def solve(form, aim)", "def solve(form)")
    with pytest.raises(BrokenRules, match=r"solve\(form\) cannot be called"):
        solve(make_game("kuhn-poker"), "evenly")


@pytest.mark.parametrize(
    ("given", "told"),
    [
        ("form.uniform()", "ndarray; expected an Answer"),
        ("Answer(form.uniform()[1:])", r"a strategy of shape \(23,\); expected \(24,\)"),
        ("Answer(2 * form.uniform())", "with invalid probabilities"),
        ("Answer(form.uniform() - 1)", "with invalid probabilities"),
        ("Answer(form.uniform() * float('nan'))", "with invalid probabilities"),
    ],
)
def test_an_answer_that_is_no_strategy_is_refused(evenly, given, told):
    evenly("Answer(form.uniform())", given)
    with pytest.raises(Failure, match=f"the solver evenly returned .*{told}"):
        solve(make_game("kuhn-poker"), "evenly")
