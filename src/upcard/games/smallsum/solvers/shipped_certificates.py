"""Generator of the files of Alternate that are shipped with the strategy ``equilibrium``.

A match of Alternate has two million choices. As 64-bit fractions, their probabilities fill three megabytes,
and no player could notice fewer digits. So they are rounded to ``BITS`` binary digits, and the value of the
rounded strategies is proved with bounds that are less than a millionth apart.

For matches with a limit of rounds, the values by the number of rounds left are shipped.
"""

from dataclasses import replace
from pathlib import Path

import numpy as np

from upcard.engine.arrays import FloatArray
from upcard.engine.game import make_game
from upcard.engine.tree.stochastic_game import SEATS, Round, StochasticGame
from upcard.games.smallsum.solvers import cash_game as smallsum_pennies
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.games.smallsum.solvers.limited_rounds import LONG, store_of
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.match_of_rounds import prove_bounds
from upcard.solving.match_solution import MatchSolution
from upcard.solving.rounds_left import BackwardSolver, ValuesByRoundsLeft
from upcard.solving.rounds_left_tail import fitted_tail, measured_error
from upcard.solving.solution_cache import certificate_for
from upcard.strategies.equilibrium import CERTIFICATES

BITS, LAYERS = 20, 76
SAMPLES = (1, 10, 25, 50, 90, 150, 250, 400)
"""Numbers of rounds beyond a table at which the error of its tail is measured."""

SHIPPED = {
    "smallsum.alternate.json": {"variant": "alternate"},
    "smallsum.alternate-rotate.json": {"variant": "alternate", "first": "rotate"},
    "smallsum.alternate-pennies.json": {"variant": "alternate", "objective": "pennies"},
}


def write(folder: Path) -> None:
    """Solve Alternate and write its certificates into `folder`, replacing files; this takes five minutes."""
    for name, options in SHIPPED.items():
        solver = smallsum_pennies if "objective" in options else smallsum_match
        solution = solver.reach(make_game("smallsum", None, None, **options), SolveTerms(exact=False))
        rounded(solution, BITS).save(folder / name)


def write_rounds_left(folder: Path, layers: int = LAYERS) -> None:
    """Write the values of Alternate with up to `layers` rounds left into `folder`; this takes forty minutes.

    Values that are there already are not computed again. The tails of the tables end in the values of the
    shipped certificates without a limit.
    """
    for first in ("fixed", "rotate"):
        game = make_game("smallsum", None, None, variant="alternate", first=first)
        store = store_of(game)
        table = store.extend(layers)
        final = np.array(certificate_for(CERTIFICATES, game)["values"])
        store.write(folder / f"alternate-8-{first}.json", with_tail(store.match, table, final))


def with_tail(match: StochasticGame, table: ValuesByRoundsLeft, final: FloatArray) -> ValuesByRoundsLeft:
    """Return a table with a tail, whose error is measured; it ends in `final`, of shape (rounds,)."""
    tail, solver = fitted_tail(table.values, final), BackwardSolver(match)

    def one_more(values: FloatArray) -> FloatArray:
        solver.known = ValuesByRoundsLeft(values[None], np.zeros(1))
        solver.add_layer(lambda k: None)
        return solver.known.at(1)

    begin = float(np.abs(tail.at(0) - table.values[-1]).max())
    error = begin + measured_error(tail, one_more, SAMPLES, LONG)
    return replace(table, tail=replace(tail, error=error))


def rounded(solution: MatchSolution, bits: int) -> MatchSolution:
    """Return a solution with probabilities rounded to `bits` binary digits, and new proved bounds."""
    match, solved = solution.match, solution.solved
    rounds = [match.round_of(k) for k in range(len(match.names))]
    chances = [rounded_chances(round, x, bits) for round, x in zip(rounds, solved.strategies, strict=True)]
    plans = [round.plan(x) for round, x in zip(rounds, chances, strict=True)]
    values, bounds, duration = prove_bounds(match, plans)
    low, high = bounds[match.begin].tolist()
    coarse = replace(solved, strategies=tuple(chances), values=values, bounds=bounds, duration=duration)
    return replace(solution, solved=coarse, bounds=(low, high))


def rounded_chances(round: Round, chances: FloatArray, bits: int) -> FloatArray:
    """Return probabilities rounded to `bits` binary digits; the likeliest choice gets the rest of the sum 1.

    `chances` and the result are of shape (choices,), 0 to 1, information set by information set.
    """
    unit, first = 1 << bits, round.first - SEATS
    parts = np.rint(chances * unit)
    most = np.maximum.reduceat(parts, first)
    likeliest = np.flatnonzero(parts == np.repeat(most, round.count))
    parts[likeliest[np.searchsorted(likeliest, first)]] += unit - np.add.reduceat(parts, first)
    return parts / unit
