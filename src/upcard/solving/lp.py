"""Equilibria by linear programming on the sequence form, in fractions on request.

Source: D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person
games", Games and Economic Behavior 14, 1996.
"""

from upcard.solving.exact_lp import exact_plan
from upcard.solving.lp_program import linear_program, optimum
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver

SOLVER = Solver(
    name="lp",
    words="linear programming on the sequence form; fractions on request",
    source="D. Koller, N. Megiddo, B. von Stengel, 1996",
    is_iterative=False,
)

HALF = 0.5
"""Fraction of the work that is reported as done once the optimum is found; fractions take about as long."""


def why_not(form: SequenceForm) -> str:
    """Return why a game cannot be solved by linear programming, as a sentence; empty if it can."""
    if form.is_duel:
        return ""
    return "linear programming needs two players whose payoffs have the same sum at every end of the game"


def solve(form: SequenceForm, aim: Aim) -> Answer:
    """Solve a game; return fractions too, if requested and the optimal corner is exactly an equilibrium."""
    report = aim.on_step
    report("linear program", 0.1)
    lp = linear_program(form)
    corner = optimum(form, lp)
    strategy = form.strategy(corner.plan)
    try:
        if not aim.is_exact:
            report("best responses", HALF)
            return Answer(strategy)
        plan = exact_plan(
            form.sequences, lp, corner, lambda part: report("fractions", HALF + (1 - HALF) * part)
        )
    except KeyboardInterrupt:
        return Answer(strategy, is_whole=not aim.is_exact)
    return Answer(strategy, exact=form.exact_strategy(plan) if plan else None)
