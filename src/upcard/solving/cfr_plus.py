"""CFR+: regrets never fall below 0, and the plan of iteration t has the weight t.

Source: O. Tammelin, "Solving large imperfect information games using CFR+", 2014; O. Tammelin, N. Burch,
M. Johanson, M. Bowling, "Solving heads-up limit Texas hold'em", IJCAI 2015.
"""

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.solving.regrets import FORGETS, KEEPS, Schedule, minimize, no_obstacle
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="cfr+",
    words="regret minimization that forgets negative regrets and weights later plans more",
    source="O. Tammelin, 2014",
    is_iterative=True,
)
why_not = no_obstacle


def schedule(t: FloatArray) -> Schedule:
    """Return the schedule for iterations numbered `t`, float64 from 1."""
    never = np.full(len(t), FORGETS)
    return Schedule(np.full(len(t), KEEPS), never, t, never)


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Minimize regrets; in a zero-sum game of two players, the answer tends to an equilibrium."""
    return minimize(form, aim, schedule)
