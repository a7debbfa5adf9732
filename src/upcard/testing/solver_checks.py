"""Checks of a tree solver: honest bounds, real strategies, known values."""

import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

import numpy as np

from upcard.certificates.certificate import certificate_text
from upcard.certificates.verify_file import verify
from upcard.engine.errors import Refused
from upcard.engine.game import make_game
from upcard.engine.registry import game_modules
from upcard.engine.tree.game_tree import unroll
from upcard.solving.exploitability import exploitability
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.sequence_form import SequenceForm, sequence_form
from upcard.solving.solver_contract import Aim, Answer
from upcard.solving.solver_registry import find_solver
from upcard.solving.tree_solution import solve_tree
from upcard.testing.random_walk import ConformanceError, promise_of

KNOWN = {"kuhn-poker": Fraction(-1, 18), "le-her": Fraction(277, 11050)}
"""Values for the first seat: H. Kuhn, 1950; and 11327/22100 of the games at Le Her, derived by hand."""

GAP = 1e-3
ROUNDING = 1e-9


@dataclass(frozen=True)
class SolverReport:
    """Number of checks of every promise of a solver."""

    solver: str
    checked: dict[str, int]
    """Number of checks by promise."""


def check_solver(name: str) -> SolverReport:
    """Check a solver by name against every promise, on installed games whose value is known.

    Raises
    ------
    ConformanceError
        With the first broken promise.
    """
    checked: dict[str, int] = {}
    for game in filter(game_modules().__contains__, KNOWN):
        form = sequence_form(unroll(make_game(game)))
        if find_solver(name).why_not(form):
            raise _broken(check_gap, name, f"a solution of {game}", find_solver(name).why_not(form))
        for check in (check_probabilities, check_gap, check_repeatable, check_value, check_certificate):
            promise = promise_of(check)
            checked[promise] = checked.get(promise, 0) + check(name, form)
    return SolverReport(name, checked)


def _answer(name: str, form: SequenceForm) -> Answer:
    answer: Answer = find_solver(name).solve(form, Aim(GAP, 1_000_000))
    return answer


def check_probabilities(name: str, form: SequenceForm) -> int:
    """Check that strategies are probabilities: none is negative, and they sum to 1 in an information set."""
    strategy = _answer(name, form).strategy
    sums = np.add.reduceat(strategy, form.tree.first)
    if strategy.shape != form.tree.legal.shape or strategy.min() < 0 or np.abs(sums - 1).max() > ROUNDING:
        raise _broken(check_probabilities, name, "probabilities", f"{strategy.min()} to {strategy.max()}")
    return len(sums)


def check_gap(name: str, form: SequenceForm) -> int:
    """Check that the exploitability is at most the requested gap."""
    gap = exploitability(form, _answer(name, form).strategy)
    if gap > GAP:
        raise _broken(check_gap, name, f"at most {GAP}", str(gap))
    return 1


def check_repeatable(name: str, form: SequenceForm) -> int:
    """Check that the same question has the same answer, to the last bit."""
    if not np.array_equal(_answer(name, form).strategy, _answer(name, form).strategy):
        raise _broken(check_repeatable, name, "the same answer twice", "two answers")
    return 1


def check_value(name: str, form: SequenceForm) -> int:
    """Check that the known value of a game lies within the bounds; an exact value is that value."""
    game = form.tree.game.name
    value, solution = KNOWN[game], solve_tree(form.tree.game, SolveTerms(name, gap=GAP))
    low, high = solution.bounds
    if not low - ROUNDING <= value <= high + ROUNDING or solution.value_exact not in (None, value):
        raise _broken(check_value, name, f"{value} for {game}", f"{low} to {high}, {solution.value_exact}")
    return 1


def check_certificate(name: str, form: SequenceForm) -> int:
    """Check that the certificate of a solution is accepted by the checker."""
    solution = solve_tree(form.tree.game, SolveTerms(name, gap=GAP))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "certificate.json"
        file.write_text(certificate_text(solution.certificate()))
        try:
            return len(verify(file))
        except Refused as refused:
            raise _broken(check_certificate, name, "a proof", str(refused)) from refused


def _broken(check: Callable[..., int], name: str, expected: str, seen: str) -> ConformanceError:
    repeat = f"upcard.testing.solver_checks.check_solver({name!r})"
    return ConformanceError(promise_of(check), f"the solver {name}", expected, seen, repeat)
