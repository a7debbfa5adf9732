"""Counterfactual regret minimization as it was first: all regrets are kept, all plans count the same.

Source: M. Zinkevich, M. Johanson, M. Bowling, C. Piccione, "Regret minimization in games with incomplete
information", NeurIPS 2007, section 3.
"""

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.solving.regrets import FORGETS, KEEPS, Schedule, minimize, no_obstacle
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="cfr",
    words="regret minimization, all regrets kept and all plans alike",
    source="M. Zinkevich and others, NeurIPS 2007",
    is_iterative=True,
)
why_not = no_obstacle


def schedule(t: FloatArray) -> Schedule:
    """Return the parts of regrets that are retained, and the weights of plans, in iterations `t`."""
    always = np.full(len(t), KEEPS)
    return Schedule(always, always, np.ones(len(t)), np.full(len(t), FORGETS))


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets; where two play a zero-sum game the answer tends to an equilibrium."""
    return minimize(form, aim, schedule)
