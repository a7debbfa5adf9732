"""The rounds of Smallsum as solvers and checkers read them are those that the rules deal."""

import random

import numpy as np
import pytest

from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.stochastic_game import round_of_tree
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import (
    FIRST,
    NEVER,
    NOBODY,
    SECOND,
    dealt_round,
    open_card_situations,
    stochastic_game,
    winner,
)
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import RoundPrograms

DEALS = 13 * 12 // 2 * 11 * 10 // 2 * 9 * 8


def test_every_deal_is_in_one_situation():
    whole, parts = open_card_situations()
    assert sum(x.times for x in whole) == sum(x.times for x in parts) == DEALS // 72
    for x in whole:
        assert sum(x.copies) == 9
        assert x.values == tuple(sorted(set(x.values)))
    for part in parts:
        assert sum(n for *_, n in part.deals()) == 72
    assert sum(x.times * x.difference for x in whole) == 0


def test_classes_keep_who_wins():
    whole, parts = open_card_situations()
    for x in whole:
        part = parts[x.part]
        for own, i in zip(x.values, x.classes, strict=True):
            for k, (other, j) in enumerate(zip(x.values, x.classes, strict=True)):
                if own != other or x.copies[k] > 1:
                    assert part.winners[i][j] == winner(x.difference, own, other)
        assert all(NEVER <= w <= NOBODY for row in part.winners for w in row)


def test_the_smaller_sum_wins_as_the_rules_say():
    game = make_game("smallsum")
    for seed in range(300):
        s = game.start(seed=seed)
        difference = rules.open_sum(s, 0) - rules.open_sum(s, 1)
        found = winner(difference, rules.value(s.down[0]), rules.value(s.down[1]))
        assert found == {0: FIRST, 1: SECOND, rules.NOBODY_WINS: NOBODY}[rules.winner_of(s)]


def value(round, part, worth):
    """What a part is worth, solved by itself, in units of its own chance."""
    plan = round.plan(round.strategy(np.ones(round.sequences)))
    RoundPrograms(round).solve(part, worth, plan)
    low = -response(round, plan, 1, -worth).by_part[part]
    high = response(round, plan, 0, worth).by_part[part]
    assert high - low < 1e-9
    return (low + high) / 2 / round.part_chances()[part]


@pytest.mark.parametrize(
    ("variant", "own"), [("basic", 1), ("basic", 8), ("choice", 3), ("choice", 14), ("alternate", 9)]
)
def test_a_part_is_worth_what_the_same_cards_are_worth_deal_by_deal(variant, own):
    """An independent twin: the rules unrolled for all 72 pairs of hidden cards, no two of them merged."""
    game = make_game("smallsum", variant=variant)
    rng = random.Random(own)
    deal = rng.sample(range(13), 6)
    worth = np.concatenate([np.sort(np.random.default_rng(own).random(30)), [0.0, 1.0]])

    def onward(s, p):
        pennies = int(s.pennies[0])
        return (1 - p) * (30 + pennies // 16 if pennies in (0, 16) else pennies - 1)

    naive = round_of_tree(unroll(dealt_round(game, (own, 16 - own), deal, onward, redraw=True)))
    assert naive.total in (72, 36)
    place = place_of(deal)
    assert value(naive, 0, worth) == pytest.approx(
        value(stochastic_game(game).round_of(own - 1), place, worth), abs=1e-9
    )


def place_of(deal):
    """The part that a deal belongs to."""
    values = [rules.value(c) for c in deal]
    rest = sorted(rules.value(c) for c in range(13) if c not in (*deal[:2], *deal[3:5]))
    difference = values[0] + values[1] - values[3] - values[4]
    (found,) = (
        x.part
        for x in open_card_situations()[0]
        if x.difference == difference
        and rest == [v for v, n in zip(x.values, x.copies, strict=True) for _ in range(n)]
    )
    return found


def test_a_match_from_one_penny_each_is_over_after_a_round():
    match = stochastic_game(make_game("smallsum", variant="alternate", purse=1))
    assert match.names == ("1",)
    assert set(match.round_of(0).onward.tolist()) == {0, 2, 3}  # equal sums divide the pot
