"""What was best where two actions are worth the same, or nearly so."""

from fractions import Fraction

import pytest

from upcard.review.evaluator_contract import SLIGHT, ActionWorth, best_of
from upcard.review.match_review import Decision

NOTHING = (Fraction(0), Fraction(0))


@pytest.mark.parametrize(("loss", "best"), [(0.0, 0), (SLIGHT / 1000, 0), (2 * SLIGHT, 1), (0.25, 1)])
def test_what_was_done_is_best_unless_another_is_worth_more_than_a_solution_is_off(loss, best):
    lost = Fraction(loss)
    prospects = {0: ("put 0", ActionWorth(-lost)), 1: ("put 1", ActionWorth(Fraction(0)))}
    found = Decision(1, 0, 0, "put 0", prospects, lost, 0.0, NOTHING, NOTHING, NOTHING, "")
    assert found.best == best
    assert best_of({a: x for a, (_, x) in prospects.items()}, 0) == best


def test_what_was_not_best_is_told_beside_the_very_best():
    """And not beside the first of those that are nearly as good."""
    nearly = ActionWorth(1 - Fraction(SLIGHT) / 2)
    assert best_of({0: ActionWorth(Fraction(0)), 1: nearly, 2: ActionWorth(Fraction(1))}, 0) == 2
