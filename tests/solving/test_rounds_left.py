"""Matches with a limit of rounds: values backward from the end, with their errors."""

import numpy as np
import pytest
from tests.night import LATE

from upcard.engine.game import make_game
from upcard.engine.tree.stochastic_game import SEATS
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.solvers import penny_match
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.match_solution import MatchSolution
from upcard.solving.rounds_left import BackwardSolver, round_bounds, stopped_values

LAYERS = 5


@pytest.fixture(scope="module")
def match():
    return stochastic_game(make_game("smallsum", variant="alternate", purse=2))


@pytest.fixture(scope="module")
def solved(match):
    solver = BackwardSolver(match)
    strategies = [solver.add_layer(lambda k: None) for _ in range(LAYERS)]
    return solver.known, [[], *strategies]


def test_without_rounds_left_the_match_is_stopped(match, solved):
    assert np.array_equal(solved[0].values[0], match.stopped)
    assert solved[0].errors[0] == 0


def test_best_responses_prove_every_layer(match, solved):
    known, strategies = solved
    for left in range(1, LAYERS + 1):
        later = known.at(left - 1)
        worths = [
            match.worth(x, match.together - x, p) for p, x in enumerate((later, match.together - later))
        ]
        for k, strategy in enumerate(strategies[left]):
            round = match.round_of(k)
            low, high = round_bounds(round, round.plan(strategy), worths, match.together)
            assert low - 1e-12 <= known.values[left][k] <= high + 1e-12
            assert high - low < 2 * known.errors[left] + 1e-11
    assert len(worths) == SEATS


@LATE
def test_with_many_rounds_left_the_limit_does_not_matter(match):
    short = penny_match.reach(make_game("smallsum", variant="alternate", purse=2), SolveTerms())
    assert isinstance(short, MatchSolution)
    solver = BackwardSolver(match)
    for _ in range(40):
        solver.add_layer(lambda k: None)
    assert np.allclose(solver.known.values[-1], short.solved.values, atol=1e-7)
    assert solver.known.error(45) < 1e-6
    assert np.allclose(solver.known.at(1000), solver.known.values[-1])


def test_the_error_beyond_the_table_grows_by_the_last_change(solved):
    known, _ = solved
    change = np.abs(known.values[-1] - known.values[-2]).max()
    assert known.error(LAYERS) == known.errors[-1]
    assert known.error(LAYERS + 3) >= 3 * change


def test_an_empty_table_knows_only_the_end(match):
    known = stopped_values(match)
    assert known.layers == 0
    assert known.error(0) == 0
    assert known.error(3) >= 3


def test_an_interrupt_adds_no_layer(match):
    solver = BackwardSolver(match)

    def stop(k):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solver.add_layer(stop)
    assert solver.known.layers == 0
