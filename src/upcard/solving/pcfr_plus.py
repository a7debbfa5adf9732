"""Predictive CFR+: choices are made as if the last regret came once more, and plan number t counts t squared.

Source: G. Farina, C. Kroer, T. Sandholm, "Faster game solving via predictive Blackwell approachability:
connecting regret matching and mirror descent", AAAI 2021, section 6.
"""

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.solving.regrets import FORGETS, KEEPS, Schedule, minimize, no_obstacle
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="pcfr+",
    words="regret minimization that expects the next regret to be like the last",
    source="G. Farina, C. Kroer, T. Sandholm, AAAI 2021",
    is_iterative=True,
)
why_not = no_obstacle


def schedule(t: FloatArray) -> Schedule:
    """Return the parts of regrets that are retained, and the weights of plans, in iterations `t`."""
    always = np.full(len(t), KEEPS)
    return Schedule(always, np.full(len(t), FORGETS), t * t, always)


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets; where two play a zero-sum game the answer tends to an equilibrium."""
    return minimize(form, aim, schedule)
