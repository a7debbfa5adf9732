"""Predictive CFR+: it expects the last regret once more, and weights the plan of iteration t by t squared.

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
    """Return the schedule for iterations numbered `t`, float64 from 1."""
    always = np.full(len(t), KEEPS)
    return Schedule(always, np.full(len(t), FORGETS), t * t, always)


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets; in a zero-sum game of two players, the answer tends to an equilibrium."""
    return minimize(form, aim, schedule)
