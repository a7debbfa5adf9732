"""When to bet at Smallsum, in sentences that are made from a solution."""

import random

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import open_card_situations, stochastic_game
from upcard.games.smallsum.solvers.betting_advice import LEAD, betting_sentences, decisions, lead
from upcard.solving.solve_game import solve


def cash(variant):
    return make_game("smallsum", variant=variant, objective="pennies")


def test_a_lead_is_counted_as_by_the_rules():
    """Every unseen card in turn as the other's hidden one, and the rules' own sums."""
    rng, game = random.Random(1), make_game("smallsum")
    for x in rng.sample(open_card_situations()[0], 40):
        s = game.start(seed=1)
        for p in (0, 1):
            for i in (0, 1):
                s.up[p, i + 1] = x.cards[2 * p + i]
        hidden = [c for c in range(13) if c not in x.cards]
        own = rng.choice(hidden)
        for who in (0, 1):
            s.down[who] = own
            signs = []
            for other in hidden:
                if other != own:
                    s.down[1 - who] = other
                    signs.append(np.sign(rules.total(s, 1 - who) - rules.total(s, who)))
            assert lead(x, rules.value(own), who) == pytest.approx(np.mean(signs))


@pytest.mark.parametrize(("variant", "most"), [("basic", 1), ("choice", 3)])
def test_where_everything_is_put_with_a_lead_one_sentence_says_so(variant, most):
    """The strategy ``dominant``, which costs nothing there; see the tests of the study."""
    assert solve(cash(variant), exact=False).sentences()[2:] == [
        f"A and B bet {most} with a lead and nothing without one: no other bets, no mixing.",
        LEAD,
    ]


def test_another_strategy_is_told_otherwise():
    """With equal probabilities of 0 to 3, each bet is made in a quarter of the deals, lead or not."""
    game = cash("alternate")
    round = stochastic_game(game).round_of(0)
    uniform = round.strategy(np.ones(round.sequences))
    first, second, *answers, _ = betting_sentences(game, round, uniform)
    quarters = "bets 1 in 25 %, 2 in 25 %, 3 in 25 % of the deals with a lead, and bets in 75 % of the deals"
    assert first == f"A {quarters} without."
    assert second == f"After A checks, B {quarters} without."
    assert answers == [
        "After checking, A matches 3 in 50 % of the deals with a lead.",
        "B matches 3 in 50 % of the deals with a lead.",
    ]


def test_every_deal_comes_to_the_first_decision():
    """Two open cards for A of 13, two for B of the others, a hidden one for A of the nine that are left."""
    game = cash("basic")
    round = stochastic_game(game).round_of(0)
    first = next(decisions(game, round, round.strategy(np.ones(round.sequences))))
    assert first.weights.sum() == 13 * 12 // 2 * (11 * 10 // 2) * 9
    assert (first.who, first.stage, first.legal) == (0, rules.A_PUTS, (0, 1))
