"""Beliefs about hidden cards where a solution gives none: after an action that its opponents never choose.

Then every belief agrees with the observed actions, and the best action depends on it. An assessment of a game
is a strategy together with beliefs under which it is a best reply (D. M. Kreps and R. Wilson, *Econometrica*
50, 1982). So we believe what makes the solution's own actions best, as near to the first guess as possible.
"""

from collections.abc import Sequence

import numpy as np

from upcard.engine.arrays import FloatArray

TOLERANCE = 1e-7
"""How much better another action may be than one of the solution; less than what counts as a loss."""


def supporting_belief(worths: FloatArray, guess: FloatArray, chosen: Sequence[int]) -> FloatArray | None:
    """Return the belief nearest to a guess under which some actions are best; None if there is none.

    Parameters
    ----------
    worths : FloatArray
        The value of every action in every possible state, float64 of shape (states, actions), in the unit of
        the evaluator.
    guess : FloatArray
        The probability of every state, float64 of shape (states,), with the sum 1.
    chosen : sequence of int
        The columns of the actions that shall be best.

    Returns
    -------
    FloatArray or None
        Probabilities of the states, float64 of shape (states,), 0 to 1. The sum of their differences from the
        guess is the least possible.
    """
    worse = np.concatenate([worths - worths[:, [a]] for a in chosen], axis=1).T
    if np.all(worse @ guess <= TOLERANCE):
        return guess
    return _nearest(worse, guess)


def _nearest(worse: FloatArray, guess: FloatArray) -> FloatArray | None:
    """Return the nearest belief under which no row of `worse` has a positive mean; None if there is none.

    The variables of the linear program are the probabilities, then their distances from the guess.
    """
    from scipy.optimize import linprog

    n, one = len(guess), np.eye(len(guess))
    rows = np.block([[worse, np.zeros_like(worse)], [one, -one], [-one, -one]])
    limits = np.concatenate([np.full(len(worse), TOLERANCE), guess, -guess])
    total = np.concatenate([np.ones(n), np.zeros(n)])
    optimum = linprog(1 - total, A_ub=rows, b_ub=limits, A_eq=total[None], b_eq=[1.0], method="highs")
    if not optimum.success:
        return None
    belief: FloatArray = np.clip(optimum.x[:n], 0.0, 1.0)
    return belief
