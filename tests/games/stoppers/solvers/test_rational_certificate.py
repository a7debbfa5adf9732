"""The shipped solution of Stoppers plays well after mistakes too."""

import pytest
from tests.night import IS_NIGHTLY
from tests.solving.round_rationality import SLIGHT, certificate, part_regret, strategy_of, worth_of

from upcard.engine.game import make_game
from upcard.games.stoppers.match_rounds import stochastic_game
from upcard.solving.round_lp import RoundPrograms

LIVES = 4
ROUNDS = range(LIVES * LIVES) if IS_NIGHTLY else [LIVES * LIVES - 1]


@pytest.mark.parametrize("k", ROUNDS)
def test_every_choice_is_a_best_response_to_trembles(k):
    stated = certificate("stoppers/solutions/stoppers.json")
    match = stochastic_game(make_game("stoppers", 2, None, **stated["options"]))
    round, worth = match.round_of(k), worth_of(match, stated["values"])
    assert part_regret(RoundPrograms(round), 0, worth, strategy_of(stated, k, round)) < SLIGHT
