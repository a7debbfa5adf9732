"""Every solver that the folder holds keeps every promise, and one that does not is refused."""

import numpy as np
import pytest

from upcard.solving.solver_contract import Answer
from upcard.solving.solver_registry import find_solver
from upcard.testing import ConformanceError, check_solver, solver_modules


@pytest.mark.parametrize("name", sorted(set(solver_modules()) - {"backward-induction"}))
def test_every_solver_keeps_every_promise(name):
    report = check_solver(name)
    assert report.solver == name
    assert len(report.checked) == 5
    assert min(report.checked.values()) > 0


def scaled(answer):
    return Answer(answer.strategy * 2)


def uniform(answer):
    return Answer(np.full_like(answer.strategy, 0.5) if len(answer.strategy) == 24 else answer.strategy)


def never_the_same():
    turn = [0]

    def altered(answer):
        turn[0] += 1
        strategy = answer.strategy.copy()
        strategy[:2] += (-1e-9 * turn[0], 1e-9 * turn[0])
        return Answer(strategy)

    return altered


def exactly_wrong(answer):
    return Answer(answer.strategy, exact=(*answer.exact[1::-1], *answer.exact[2:]) if answer.exact else None)


@pytest.mark.parametrize(
    ("fault", "promise"),
    [
        (scaled, "Strategies are probabilities"),
        (uniform, "The exploitability is at most the requested gap"),
        (never_the_same(), "The same question has the same answer"),
        (exactly_wrong, "The certificate of a solution is accepted"),
    ],
)
def test_a_solver_that_breaks_a_promise_is_refused(monkeypatch, fault, promise):
    module = find_solver("lp")
    sound = module.solve
    monkeypatch.setattr(module, "solve", lambda form, aim: fault(sound(form, aim)))
    with pytest.raises(ConformanceError, match=promise):
        check_solver("lp")
