"""Beliefs under which the actions of a solution are best, as near as possible to a first guess."""

import numpy as np
import pytest

from upcard.review.beliefs import supporting_belief

EVEN = np.array([0.5, 0.5])
FOLD_OR_MATCH = np.array([[0.0, -1.0], [0.0, 3.0]])
"""Matching loses 1 against a good hand and wins 3 against a bad one."""


def belief(worths, guess, chosen):
    found = supporting_belief(np.array(worths), np.array(guess), chosen)
    assert found is not None
    assert found.sum() == pytest.approx(1)
    return found


def test_a_guess_that_explains_the_solution_stays():
    assert belief(FOLD_OR_MATCH, EVEN, [1]) == pytest.approx(EVEN)


def test_a_fold_is_explained_by_just_enough_good_hands():
    assert belief(FOLD_OR_MATCH, EVEN, [0]) == pytest.approx([0.75, 0.25], abs=1e-6)


def test_a_mixture_needs_actions_that_are_equally_good():
    assert belief(FOLD_OR_MATCH, [0.9, 0.1], [0, 1]) == pytest.approx([0.75, 0.25], abs=1e-6)


def test_no_belief_explains_an_action_that_is_always_worse():
    assert supporting_belief(np.array([[0.0, 1.0], [0.0, 2.0]]), EVEN, [0]) is None
