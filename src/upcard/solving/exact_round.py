"""The exact value of a single round as a fraction.

Each part was solved by linear programming. Its optimal corner is computed in fractions and checked to be an
equilibrium, as :mod:`upcard.solving.exact_lp` does for whole games.
"""

from fractions import Fraction

import numpy as np

from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.solving.exact_lp import exact_plan
from upcard.solving.exploitability import exact_weights
from upcard.solving.lp_program import LinearProgram
from upcard.solving.match_of_rounds import SolvedMatch
from upcard.solving.quasi_perfect import trembling_plans
from upcard.solving.round_lp import RoundPrograms


def exact_round(
    match: StochasticGame, solved: SolvedMatch, on_step: OnProgress | None = None
) -> tuple[Fraction, tuple[Fraction, ...]] | None:
    """Return the value of a match of one round, and the probabilities of all choices, as fractions.

    Payoffs at the end of the match must be whole numbers. The result is None if the corner of some part is
    not an equilibrium.
    """
    round, programs = match.round_of(0), solved.programs[0]
    worth = np.concatenate([[0, 0], match.finals]).astype(np.int64)
    strategy = [Fraction(x) for x in solved.strategies[0].tolist()]
    for part in range(round.parts):
        if on_step:
            on_step("fractions", part / round.parts)
        begin, end = (int(x) for x in round.sets_from[part : part + 2])
        choices = slice(
            int(round.first[begin]) - SEATS, int(round.first[end - 1] + round.count[end - 1]) - SEATS
        )
        if set(strategy[choices]) <= {0, 1}:
            continue  # a pure solution is exact already
        exact = _part(programs, part, worth, round, strategy[choices])
        if exact is None:
            return None
        strategy[choices] = exact
    plan = exact_weights(SEATS, (round.before, round.first, round.count), strategy)
    return exact_value(round, plan, worth.tolist()), tuple(strategy)


def _part(
    programs: RoundPrograms, part: int, worth: np.ndarray, round: Round, strategy: list[Fraction]
) -> list[Fraction] | None:
    """Return the probabilities of a part in fractions; `strategy` has them approximately."""
    ends = slice(int(round.ends_from[part]), int(round.ends_from[part + 1]))
    rows, columns, entries = programs.cells(part, round.weight[ends] * worth[round.onward[ends]])
    together: dict[tuple[int, int], int] = {}
    for r, c, x in zip(rows.tolist(), columns.tolist(), entries.tolist(), strict=True):
        together[r, c] = together.get((r, c), 0) + int(x)
    places = np.array(list(together), np.int64)
    cells = np.array(list(together.values()), object)
    program = programs.trembling(part, places[:, 0], places[:, 1], cells)
    if part in programs.refined:
        plans = trembling_plans(program, programs.refined[part])
        return None if plans is None else programs.limit(part, plans).tolist()
    first, second = programs.sequences[part]
    lp = LinearProgram(
        program.shape, program.rows, program.columns, tuple(together.values()), 1,
        first.astype(np.int64), second.astype(np.int64), program.plan_rows,
    )  # fmt: skip
    plan = exact_plan(round.sequences, lp, programs.corner(part))
    return None if plan is None else _strategy(round, part, plan, strategy)


def exact_value(round: Round, plan: list[Fraction], worth: list[int]) -> Fraction:
    """Return the first player's expected payoff under a plan of both; `worth` has the value of each end."""
    total = Fraction(0)
    for part in range(round.parts):
        ends = slice(int(round.ends_from[part]), int(round.ends_from[part + 1]))
        rows = zip(*(x[ends].tolist() for x in (round.ends, round.onward, round.weight)), strict=True)
        total += sum(
            (w * worth[k] * plan[a] * plan[b] for (a, b), k, w in rows if plan[a] and plan[b]), Fraction(0)
        )
    return total / round.total


def _strategy(round: Round, part: int, plan: list[Fraction], strategy: list[Fraction]) -> list[Fraction]:
    """Return the probabilities of a part's plan, and those of `strategy` at sets that are never reached."""
    begin, end = (int(x) for x in round.sets_from[part : part + 2])
    out: list[Fraction] = []
    for first, count in zip(round.first[begin:end].tolist(), round.count[begin:end].tolist(), strict=True):
        weights = plan[first : first + count]
        total = sum(weights)
        out += [x / total for x in weights] if total else strategy[len(out) : len(out) + count]
    return out
