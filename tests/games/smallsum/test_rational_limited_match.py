"""Matches with a limit of rounds play well after mistakes too, at the table and in certificates."""

import numpy as np
import pytest
from tests.night import IS_NIGHTLY, LATE
from tests.solving.round_rationality import SLIGHT, part_regret, worth_of

from upcard.certificates.limited_match_certificate import reachable
from upcard.certificates.match_certificate import unpack_probabilities
from upcard.engine.game import make_game
from upcard.engine.tree.stochastic_game import SEATS
from upcard.games.smallsum.limited_match import limited_match, part_round
from upcard.games.smallsum.match_rounds import stochastic_game
from upcard.games.smallsum.solvers.limited_rounds import store_of
from upcard.solving.limited_match_solution import solve_limited
from upcard.solving.round_lp import RoundPrograms

ALTERNATE = [{"rounds": 12}, {"rounds": 12, "first": "rotate"}, {"rounds": 500}]
RANDOM = np.random.default_rng(3)
DRAWN = [tuple(RANDOM.integers((15, 715, 12)).tolist()) for _ in range(60 if IS_NIGHTLY else 4)]
"""Numbers of rounds, of their parts, and of the rounds left after them."""

SHORT, PURSE = 3, 2


@pytest.mark.parametrize("options", ALTERNATE, ids=str)
def test_every_choice_at_the_table_is_a_best_response_to_trembles(options):
    match = limited_match(make_game("smallsum", variant="alternate", **options))
    for k, part, later in DRAWN:
        round = part_round(match.betting(k), part)
        worth = worth_of(match.match, match.values.at(later).tolist())
        strategy = match.strategy(k, part, later + 1).tolist()
        assert part_regret(RoundPrograms(round), 0, worth, strategy) < SLIGHT


@LATE
def test_every_choice_in_a_certificate_is_a_best_response_to_trembles():
    """Layers after the first start from the refined corners of the layer before."""
    game = make_game("smallsum", variant="alternate", purse=PURSE, rounds=SHORT)
    match, solved = stochastic_game(game), solve_limited(store_of(game), SHORT)
    for left, reached in enumerate(reachable(match, SHORT)[1:], 1):
        worth = worth_of(match, solved.values.at(left - 1).tolist())
        for k in reached:
            round = match.round_of(k)
            packed = solved.strategies[left - 1][k]
            strategy = unpack_probabilities(packed, round.sequences - SEATS, "the round")
            programs = RoundPrograms(round)
            assert max(part_regret(programs, part, worth, strategy) for part in range(0, 715, 60)) < SLIGHT


@pytest.mark.parametrize(("k", "has_same_decisions"), [(6, True), (8, True), (1, False)])
def test_a_round_starts_from_one_with_the_same_decisions(k, has_same_decisions):
    match = limited_match(make_game("smallsum", variant="alternate", rounds=12))
    worth, part = worth_of(match.match, match.values.at(3).tolist()), 100
    before, programs = (RoundPrograms(part_round(match.betting(x), part)) for x in (7, k))
    assert before.refine(0, worth.astype(np.float64)) is not None
    programs.start_from(before)
    assert bool(programs.refined) == has_same_decisions
    assert part_regret(programs, 0, worth, match.strategy(k, part, 4).tolist()) < SLIGHT
