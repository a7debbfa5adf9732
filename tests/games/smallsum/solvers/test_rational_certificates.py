"""Shipped solutions of Smallsum play well after mistakes too, and never give a certain win away."""

import numpy as np
import pytest
from tests.night import LATE
from tests.solving.round_rationality import SLIGHT, certificate, part_regret, strategy_of, worth_of

from upcard.engine.game import make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_player import decisions
from upcard.games.smallsum.match_rounds import (
    betting_tree,
    open_card_situations,
    stochastic_game,
)
from upcard.solving.round_lp import RoundPrograms

PURSE = 8
BEGIN = PURSE - 1
"""The round in which both have as many pennies."""

EARLY = np.random.default_rng(1).choice(715, 3, replace=False).tolist()
SHIPPED = [
    "basic",
    "choice",
    "alternate",
    "alternate-rotate",
    "basic-pennies",
    "choice-pennies",
    "alternate-pennies",
]


def shipped(name):
    """The match of a shipped certificate, and the certificate."""
    stated = certificate(f"smallsum/solutions/smallsum.{name}.json")
    return stochastic_game(make_game("smallsum", None, None, **stated["options"])), stated


def worst(name, k, parts):
    match, stated = shipped(name)
    round = match.round_of(k)
    programs, strategy = RoundPrograms(round), strategy_of(stated, k, round)
    worth = worth_of(match, stated["values"])
    return max(part_regret(programs, part, worth, strategy) for part in parts)


@pytest.mark.parametrize("name", ["alternate-pennies", "basic-pennies", "choice-pennies"])
def test_every_choice_is_a_best_response_to_trembles(name):
    assert worst(name, 0, EARLY) < SLIGHT


@LATE
@pytest.mark.parametrize("name", SHIPPED)
def test_every_choice_in_many_parts_is_a_best_response_to_trembles(name):
    rounds = [0] if "pennies" in name else [0, 3, BEGIN, 2 * PURSE - 2]
    assert max(worst(name, k, range(0, 715, 7)) for k in rounds) < 1e-4


@pytest.mark.parametrize("name", ["alternate-pennies", "alternate", "alternate-rotate"])
def test_nobody_folds_or_bets_nothing_last_with_a_certain_win(name):
    """At every information set of a round, whatever was done before; when roles rotate, nobody folds."""
    match, stated = shipped(name)
    game, k = make_game("smallsum", None, None, **stated["options"]), 0 if "pennies" in name else BEGIN
    purses = (rules.CASH_PURSE,) * 2 if "pennies" in name else (PURSE, PURSE)
    bets, round = betting_tree(game, purses, lambda s: 0), match.round_of(k)
    strategy, tree = strategy_of(stated, k, round), bets.tree
    found = 0
    for number, (v, legal) in enumerate(decisions(game, bets, purses)):
        wrong = (rules.FOLD, 0) if v.stage == rules.B_PUTS and "rotate" not in name else (rules.FOLD,)
        places = [i for i, a in enumerate(legal) if a in wrong and max(legal) > 0]
        for part, base in zip(open_card_situations()[1], round.sets_from.tolist(), strict=False):
            for c in certain_winners(part, int(tree.owner[number])):
                first = int(round.first[base + c * tree.infosets + number]) - 2
                found += 1
                assert not any(strategy[first + i] > SLIGHT for i in places)
    assert found > 1000


def certain_winners(part, who):
    """The classes of hidden cards with which a player wins against every class of the other."""
    deals = [(i, j) for i, j, _ in part.deals()]
    mine = {pair[who] for pair in deals}
    lost = {pair[who] for pair in deals if part.winners[pair[0]][pair[1]] != who}
    return sorted(mine - lost)
