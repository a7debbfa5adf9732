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


@pytest.mark.parametrize("name", ["alternate", "alternate-rotate"])
def test_it_is_one_if_a_player_can_bet_everything(name):
    """With four pennies of A, the solver leaves equations basic, where an error of 0 hides them."""
    assert worst(name, 3, EARLY) < SLIGHT


@LATE
@pytest.mark.parametrize("name", SHIPPED)
def test_every_choice_in_many_parts_is_a_best_response_to_trembles(name):
    rounds = [0] if "pennies" in name else [0, 3, BEGIN, 10, 2 * PURSE - 2]
    assert max(worst(name, k, range(0, 715, 7)) for k in rounds) < 1e-4


@pytest.mark.parametrize("name", ["alternate-pennies", "alternate", "alternate-rotate"])
def test_nobody_folds_or_bets_nothing_last_with_a_certain_win(name):
    """At every information set from every purse, whatever was done before, if the other can still pay."""
    match, stated = shipped(name)
    game, seen = make_game("smallsum", None, None, **stated["options"]), 0
    for k in range(len(match.names)):
        purses = (k + 1, 2 * PURSE - 1 - k) if len(match.names) > 1 else (rules.CASH_PURSE,) * 2
        bets, round = betting_tree(game, purses, lambda s: 0), match.round_of(k)
        gives_away = generous(game, bets, purses)
        strategy = np.array(strategy_of(stated, k, round), np.float64)
        for number, first in certain_wins(bets, round):
            seen += 1
            assert not any(strategy[first + i] > SLIGHT for i in gives_away[number])
    assert seen > (100_000 if len(match.names) > 1 else 10_000)


def generous(game, bets, purses):
    """For each decision of the betting, the choices that pay less than others with a certain win."""
    out = []
    for v, legal in decisions(game, bets, purses):
        can_pay = max(legal) > 0 and int(v.pennies[1 - v.me]) > 0
        wrong = (rules.FOLD, 0) if v.stage == rules.B_PUTS and can_pay else (rules.FOLD,)
        out.append([i for i, a in enumerate(legal) if a in wrong])
    return out


def certain_wins(bets, round):
    """The decisions with a certain win in all parts of a round, each with its first choice."""
    tree = bets.tree
    for part, base in zip(open_card_situations()[1], round.sets_from.tolist(), strict=False):
        for p in (0, 1):
            for c in certain_winners(part, p):
                for number in np.flatnonzero(tree.owner == p).tolist():
                    yield number, int(round.first[base + c * tree.infosets + number]) - 2


def certain_winners(part, who):
    """The classes of hidden cards with which a player wins against every class of the other."""
    deals = [(i, j) for i, j, _ in part.deals()]
    mine = {pair[who] for pair in deals}
    lost = {pair[who] for pair in deals if part.winners[pair[0]][pair[1]] != who}
    return sorted(mine - lost)
