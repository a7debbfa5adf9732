"""Equilibria by linear programming on the sequence form, in fractions on request.

Among all equilibria, one is returned that also plays well after mistakes of either player; see
:mod:`upcard.solving.quasi_perfect`.

Source: D. Koller, N. Megiddo, B. von Stengel, "Efficient computation of equilibria for extensive two-person
games", Games and Economic Behavior 14, 1996; P. B. Miltersen, T. B. Sørensen, "Computing a quasi-perfect
equilibrium of a two-player game", Economic Theory 42, 2010.
"""

from contextlib import suppress
from fractions import Fraction

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.errors import Failure
from upcard.solving.exact_lp import exact_plan
from upcard.solving.highs import Corner, basis_of, new_solver
from upcard.solving.lcp import MOST_ON_PATH, quasi_perfect
from upcard.solving.lp_program import LinearProgram, linear_program, optimum
from upcard.solving.quasi_perfect import (
    OnPart,
    PowerSeries,
    TremblingPlans,
    TremblingProgram,
    limit_strategy,
    refined_corner,
    tremble_powers,
    trembling_plans,
)
from upcard.solving.sequence_form import SequenceForm
from upcard.solving.solver_contract import Aim, Answer, Solver
from upcard.solving.unreached import with_best_replies

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
    """Solve a game; return fractions too, if requested and the optimal corner is exactly an equilibrium.

    If no corner near the optimum has all small trembles, Lemke's algorithm finds an equilibrium with them in
    a game that is not too large; it needs no tolerance. In a larger game, or if it finds no way to begin, the
    answer is the plain optimum and says that it has no trembles.
    """
    report = aim.on_step
    report("linear program", 0.1)
    lp = linear_program(form)
    corner = optimum(form, lp)
    strategy, is_rational = with_best_replies(form, form.strategy(corner.plan)), False
    try:
        near = refined(form, lp, corner)
        strategy, is_rational = (near[1], True) if near else (strategy, False)
        if near and not aim.is_exact:
            report("best responses", HALF)
            return Answer(strategy, is_rational_everywhere=True)

        def on_part(part: float) -> None:
            report("fractions", HALF + (1 - HALF) * part)

        exact = _exact(form, lp, near[0], on_part) if near else None
        if exact is None and form.sequences <= MOST_ON_PATH:
            with suppress(Failure):  # the optimum that is already found remains
                return _by_path(form, aim)
        if exact is None:
            strategy, is_rational = with_best_replies(form, form.strategy(corner.plan)), False
            exact = _plain_exact(form, lp, corner, on_part) if aim.is_exact else None
    except KeyboardInterrupt:
        return Answer(strategy, is_whole=not aim.is_exact, is_rational_everywhere=is_rational)
    return Answer(strategy, exact=exact, is_rational_everywhere=is_rational)


def _by_path(form: SequenceForm, aim: Aim) -> Answer:
    """Return an equilibrium with all small trembles by Lemke's algorithm, in fractions."""
    exact = quasi_perfect(form, lambda what, part: aim.on_step(what, HALF + (1 - HALF) * part))
    strategy = np.array(exact, np.float64)
    return Answer(strategy, exact=exact if aim.is_exact else None, is_rational_everywhere=True)


def refined(form: SequenceForm, lp: LinearProgram, corner: Corner) -> tuple[Corner, FloatArray] | None:
    """Return a corner with all small trembles and its strategy; None if there is none near `corner`."""
    program = trembling_program(form, lp, is_exact=False)
    title = f"the linear program of {form.tree.game.title}"
    result = refined_corner(program, new_solver(), basis_of(corner), title)
    if result is None:
        return None
    weights = trembling_weights(form, lp, result[1])
    return result[0], np.asarray(limit_strategy(weights[form.players :], form.count), np.float64)


def trembling_program(form: SequenceForm, lp: LinearProgram, *, is_exact: bool) -> TremblingProgram:
    """Return the program of a game with minimum weights, in whole numbers or in floating point.

    In floating point, payoffs times chance are divided by the largest of them.
    """
    entries = np.array(lp.entries, object)
    if not is_exact:
        is_payoff = (lp.rows >= lp.plan_rows) & (lp.columns < len(lp.first_sequences))
        largest = max((abs(x) for x in entries[is_payoff]), default=1) or 1
        entries[is_payoff] = [x / largest for x in entries[is_payoff]]
        entries = entries.astype(np.float64)
    powers = tremble_powers(form.before, form.first, form.count, form.sequences)
    first, second = powers[lp.first_sequences], powers[lp.second_sequences]
    return TremblingProgram(lp.shape, lp.rows, lp.columns, entries, lp.plan_rows, first, second)


def trembling_weights(form: SequenceForm, lp: LinearProgram, plans: TremblingPlans) -> PowerSeries:
    """Return the weights of all sequences as power series, of shape (sequences, coefficients)."""
    weights = np.zeros((form.sequences, plans.first.shape[1]), plans.first.dtype)
    weights[lp.first_sequences], weights[lp.second_sequences] = plans.first, plans.second
    return weights


def _exact(
    form: SequenceForm, lp: LinearProgram, corner: Corner, on_part: OnPart
) -> tuple[Fraction, ...] | None:
    """Return the probabilities of a corner with trembles; None if it is not optimal for all small ones."""
    plans = trembling_plans(trembling_program(form, lp, is_exact=True), corner, on_part)
    if plans is None:
        return None
    weights = trembling_weights(form, lp, plans)[form.players :]
    return tuple(Fraction(x) for x in limit_strategy(weights, form.count))


def _plain_exact(
    form: SequenceForm, lp: LinearProgram, corner: Corner, on_part: OnPart
) -> tuple[Fraction, ...] | None:
    """Return the probabilities of a corner without trembles, with best replies where it is never reached."""
    plan = exact_plan(form.sequences, lp, corner, on_part)
    if plan is None:
        return None
    exact = form.exact_strategy(plan)
    replies = with_best_replies(form, np.array(exact, np.float64))
    reached = np.repeat([plan[s] > 0 for s in form.before.tolist()], form.count)
    choices = zip(exact, replies.tolist(), reached.tolist(), strict=True)
    return tuple(x if is_reached else Fraction(reply) for x, reply, is_reached in choices)
