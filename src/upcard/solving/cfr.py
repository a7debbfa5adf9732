"""Counterfactual regret minimization in its original form: all regrets are kept, all plans count equally.

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
    """Return the schedule for iterations numbered `t`, float64 from 1."""
    always = np.full(len(t), KEEPS)
    return Schedule(always, always, np.ones(len(t)), np.full(len(t), FORGETS))


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets; in a zero-sum game of two players, the answer tends to an equilibrium."""
    return minimize(form, aim, schedule)
