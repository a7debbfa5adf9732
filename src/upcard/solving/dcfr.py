"""Discounted CFR: early regrets fade, positive ones slowly, negative ones by half in every iteration.

Source: N. Brown, T. Sandholm, "Solving imperfect-information games via discounted regret minimization", AAAI
2019, with the exponents 3/2, 0 and 2 that it recommends.
"""

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.solving.regrets import FORGETS, Schedule, minimize, no_obstacle
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="dcfr",
    words="regret minimization that discounts what lies long back",
    source="N. Brown, T. Sandholm, AAAI 2019",
    is_iterative=True,
)
why_not = no_obstacle

ALPHA, BETA, GAMMA = 1.5, 0.0, 2.0


def schedule(t: FloatArray) -> Schedule:
    """Return the schedule for iterations numbered `t`, float64 from 1."""
    gain = t**ALPHA / (t**ALPHA + 1)
    loss = t**BETA / (t**BETA + 1)
    return Schedule(gain, loss, t**GAMMA, np.full(len(t), FORGETS))


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets; in a zero-sum game of two players, the answer tends to an equilibrium."""
    return minimize(form, aim, schedule)
