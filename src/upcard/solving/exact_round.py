"""The exact value of a single round as a fraction.

Each part was solved by linear programming. Its optimal corner is computed in fractions and checked to be an
equilibrium, as :mod:`upcard.solving.exact_lp` does for whole games.
"""

from fractions import Fraction

import numpy as np

from upcard.engine.progress_callback import OnProgress
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.solving.exact_lp import exact_plan
from upcard.solving.lp_program import LinearProgram
from upcard.solving.match_of_rounds import SolvedMatch
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
    plan = [Fraction(int(s < SEATS)) for s in range(round.sequences)]
    for s in np.flatnonzero(round.plan(solved.strategies[0]) == 1).tolist():
        plan[s] = Fraction(1)
    for part in range(round.parts):
        if on_step:
            on_step("fractions", part / round.parts)
        if part not in programs.solved:
            continue  # a pure solution is exact already
        part_plan = _part(programs, part, worth, round)
        if part_plan is None:
            return None
        for sequences in programs.sequences[part]:
            for s in sequences[1:].tolist():
                plan[s] = part_plan[s]
    return exact_value(round, plan, worth.tolist()), _strategy(round, plan)


def _part(programs: RoundPrograms, part: int, worth: np.ndarray, round: Round) -> list[Fraction] | None:
    """Return the plan of a part in fractions, which is valid only for the sequences of the part."""
    ends = slice(int(round.ends_from[part]), int(round.ends_from[part + 1]))
    rows, columns, entries = programs.cells(part, round.weight[ends] * worth[round.onward[ends]])
    height, width, plan_rows = programs.shape(part)
    together: dict[tuple[int, int], int] = {}
    for r, c, x in zip(rows.tolist(), columns.tolist(), entries.tolist(), strict=True):
        together[r, c] = together.get((r, c), 0) + int(x)
    first, second = programs.sequences[part]
    places = np.array(list(together), np.int64)
    lp = LinearProgram(
        (height, width), places[:, 0], places[:, 1], tuple(together.values()), 1,
        first.astype(np.int64), second.astype(np.int64), plan_rows,
    )  # fmt: skip
    return exact_plan(round.sequences, lp, programs.corner(part))


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


def _strategy(round: Round, plan: list[Fraction]) -> tuple[Fraction, ...]:
    """Return the probabilities of a plan; the first choice is certain at sets that are never reached."""
    out: list[Fraction] = []
    for first, count in zip(round.first.tolist(), round.count.tolist(), strict=True):
        weights = plan[first : first + count]
        total = sum(weights)
        out += [x / total for x in weights] if total else [Fraction(int(i == 0)) for i in range(count)]
    return tuple(out)
