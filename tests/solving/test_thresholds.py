"""Thresholds: at Le Her the numbers of 1713, at High card the linear program, and what must always hold."""

from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.night import IS_NIGHTLY, LATE
from tests.solving.tree_turns import TreeTurns, rule_of

from upcard.engine.errors import Usage
from upcard.engine.game import Game, make_game
from upcard.engine.tree.game_tree import unroll
from upcard.games.le_her.rules import PAUL
from upcard.kit.ranks import RANKS, UNKNOWN, value
from upcard.solving.exploitability import exact_value
from upcard.solving.lp import solve
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solver_contract import Aim
from upcard.solving.thresholds import (
    CHANGE,
    KEEP,
    ThresholdRule,
    best_response_dynamics,
    equilibria,
    every_profile,
    outcome,
)

HIGH_CARD = Path(__file__).parents[2] / "examples" / "high-card" / "src" / "high_card" / "rules.py"


def by_card(v):
    """Paul's card, and Peter's; who knows the other's card compares, and equal cards are Peter's."""
    known = v.known[v.me]
    if v.me == PAUL or known == UNKNOWN:
        return v.me, v.card[v.me]
    return v.me, -1 if value(v.card[v.me]) < known else RANKS


@pytest.fixture(scope="module")
def le_her():
    """Le Her, and one threshold for each player."""
    form = sequence_form(unroll(make_game("le-her")))
    return TreeTurns(form), rule_of(form, RANKS, by_card)


# Paul's chances to win as Montmort has them, 1713; D. R. Bellhouse, N. Fillion, "Le Her", 2015, table 1.
LE_HER = {
    (6, 7): Fraction(2828, 5525),
    (6, 8): Fraction(2834, 5525),
    (7, 7): Fraction(2838, 5525),
    (7, 8): Fraction(2828, 5525),
}


@pytest.mark.parametrize("both", LE_HER)
def test_the_four_numbers_of_le_her(le_her, both):
    turns, rule = le_her
    got, _ = outcome(turns, rule.plan([(t,) for t in both]), PAUL)
    assert (1 + Fraction(got, turns.scale)) / 2 == LE_HER[both]


def test_at_le_her_no_pure_thresholds_are_an_equilibrium_and_responses_run_round_the_four(le_her):
    turns, rule = le_her
    assert equilibria(turns, rule) == []
    found = best_response_dynamics(turns, rule, rule.all_at(3))
    assert not found.is_equilibrium
    assert tuple(t for (t,) in found.thresholds) in LE_HER


@settings(max_examples=25 if IS_NIGHTLY else 6)
@given(data=st.data())
def test_a_reply_is_as_good_as_any_other_thresholds(le_her, data):
    turns, rule = le_her
    now = [(data.draw(st.integers(0, RANKS)),) for _ in range(2)]
    seat = data.draw(st.integers(0, 1))
    replied = list(now)
    replied[seat] = rule.reply(turns, now, seat)
    best = outcome(turns, rule.plan(replied), seat)[0]
    others = [[*now[:seat], (t,), *now[seat + 1 :]] for t in range(RANKS + 1)]
    assert best == max(outcome(turns, rule.plan(x), seat)[0] for x in others)


class Pennies:
    """Two seats with two cells each: what they get is a table, and the second cell is a mistake."""

    seats, scale = 2, 1

    def __init__(self, by_play, by_mistake):
        self.by_play, self.by_mistake = by_play, by_mistake

    def worth(self, plan, seat):
        return np.array(self.by_play[seat], np.int64)

    def worth_by_mistake(self, plan, seat):
        return np.array(self.by_mistake[seat], np.int64)


ONE_GROUP = ThresholdRule((1, 1), (np.zeros(2, np.int64),) * 2, (np.arange(2),) * 2, 2)


def test_what_is_as_good_is_decided_by_mistakes_then_by_what_it_was_then_by_the_lowest():
    indifferent = [[0, 0], [0, 0]]
    game = Pennies([indifferent] * 2, [[[0, 0], [1, -1]], indifferent])
    assert ONE_GROUP.reply(game, [(2,), (2,)], 0) == (1,)
    assert ONE_GROUP.reply(game, [(2,), (2,)], 1) == (2,)
    assert ONE_GROUP.reply(Pennies([[[5, 5], [4, 5]]] * 2, [indifferent] * 2), [(1,), (1,)], 0) == (0,)


def test_an_outcome_compares_with_all_strategies_and_not_only_with_thresholds():
    worth = [[3, 1], [0, 7]]  # to keep the low card and change the high one is no threshold
    game = Pennies([worth] * 2, [worth] * 2)
    assert ONE_GROUP.reply(game, [(0,), (0,)], 0) == (2,)
    assert outcome(game, ONE_GROUP.plan([(2,), (0,)]), 0) == (7, 3)
    assert (KEEP, CHANGE) == (0, 1)


def test_too_many_profiles_are_refused_before_any_is_tried():
    with pytest.raises(Usage, match="there are 537,824 profiles of thresholds; expected at most 100,000"):
        every_profile(ThresholdRule((5,), (np.zeros(5, np.int64),), (np.arange(5),), 13))


def test_a_game_of_several_turns_is_refused(form):
    with pytest.raises(
        Usage, match="thresholds need one turn with two actions for every seat; Kuhn poker has"
    ):
        TreeTurns(form("kuhn-poker"))


@LATE
def test_thresholds_at_high_card_hold_its_value_between_them(module):
    form = sequence_form(unroll(Game(module("high_card", HIGH_CARD.read_text()), 2, {"suits": 1})))
    turns = TreeTurns(form)
    rule = rule_of(form, RANKS, lambda v: ((v.me, tuple(v.table)), v.card[v.me] // 4))
    found = best_response_dynamics(turns, rule, rule.all_at(6))
    plan = rule.plan(found.thresholds)
    (got, first), (lost, second) = (outcome(turns, plan, p) for p in (0, 1))
    assert got == -lost
    exact = solve(form, Aim(1e-9, 1, True)).exact
    assert exact is not None
    low, high = Fraction(got - second, turns.scale), Fraction(got + first, turns.scale)
    assert low <= exact_value(form, exact) <= high
    assert high - low < Fraction(1, 500)
