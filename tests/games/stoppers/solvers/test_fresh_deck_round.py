"""One round of Stoppers: reckoned over all deals as by the rules, and solved by methods that agree."""

import copy
import json
import random
from collections import Counter
from fractions import Fraction
from functools import lru_cache

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.night import IS_NIGHTLY, LATE
from tests.solving.tree_turns import TreeTurns

from upcard.engine.chance import Script
from upcard.engine.errors import Usage
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import unroll
from upcard.engine.tree.single_round import one_round
from upcard.games.stoppers.solvers.fresh_deck_round import OBJECTIVE, why_not
from upcard.games.stoppers.solvers.round_values import HISTORIES, StoppersTurns, one_number, one_per_situation
from upcard.kit.ranks import RANKS
from upcard.solving.infoset_views import views
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solve_game import solve
from upcard.solving.thresholds import best_response_dynamics, outcome

SEATS = (2, 3) if IS_NIGHTLY else (2,)
WAYS = [{}, {"dealer_king": "void"}, {"all_tie": "nobody"}, {"dealer_king": "void", "all_tie": "nobody"}]


def stoppers(seats, **options):
    return make_game("stoppers", seats, first_dealer=str(seats), **options)


def turns_of(seats, dealer_king="take", all_tie="all_lose"):
    return StoppersTurns(seats, dealer_king == "void", all_tie == "nobody")


def by_rules(seats, **options):
    return one_round(stoppers(seats, **options), lambda s, p: s.life[p] - s.lives, (-1, 0), False)


def cell_of(v):
    """The cell of a view."""
    did = 0
    for q in range(v.me):
        did = did * HISTORIES + v.did[q] - 1
    return (did * RANKS + v.dealt[v.me] - 1) * RANKS + v.card[v.me]


def any_plan(turns, seed):
    rng = np.random.default_rng(seed)
    return [rng.random(HISTORIES**p * RANKS * RANKS) < 0.5 for p in range(turns.seats)]


@pytest.mark.parametrize("options", [WAYS[0], pytest.param(WAYS[-1], marks=LATE)])
@pytest.mark.parametrize("seats", SEATS)
def test_every_information_set_of_the_tree_is_worth_what_its_cell_is(seats, options):
    form, turns = sequence_form(unroll(by_rules(seats, **options))), turns_of(seats, **options)
    tree, seen = TreeTurns(form), views(form.tree)
    cells = [np.array([cell_of(seen[i]) for i in form.of(p)]) for p in range(seats)]
    for seed in range(5):
        plan = any_plan(turns, seed)
        for p in range(seats):
            found, there = (
                turns.worth(plan, p),
                tree.worth([x[c] for x, c in zip(plan, cells, strict=True)], p),
            )
            assert (found[:, cells[p]] * tree.scale == there * turns.scale).all()
            assert not np.delete(found, cells[p], axis=1).any()


@lru_cache(maxsize=8)
def turns_once(seats, void, free):
    return StoppersTurns(seats, void, free)


def lost_by_rules(game, plan, cards):
    """The lives that everybody loses by the rules with these cards."""
    s = game.start(Script(game.rules, cards))
    while not s.over:
        game.rules.apply(s, int(plan[s.player][cell_of(game.view(s, s.player))]))
    return np.array([-game.rules.score(s, p) for p in range(game.players)])


@given(seats=st.integers(2, 5), seed=st.integers(0, 10**6), options=st.sampled_from(WAYS))
def test_a_deal_costs_the_lives_that_it_costs_by_the_rules(seats, seed, options):
    deck, game = [k for k in range(RANKS) for _ in range(4)], by_rules(seats, **options)
    deal = random.Random(seed).sample(deck, seats)
    turns = copy.copy(turns_once(seats, "dealer_king" in options, "all_tie" in options))
    turns.dealt, turns.ways = np.array(deal, np.int8)[:, None], np.ones(1, np.int64)
    plan = any_plan(turns, seed)
    on_top = Counter(deck) - Counter(deal)
    lost = sum(cards * lost_by_rules(game, plan, (*deal, k)) for k, cards in on_top.items())
    assert [turns.losses(turns.course(plan), p)[0] for p in range(seats)] == list(lost)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_who_never_swaps_loses_as_often_as_the_lowest_card_is_dealt(seats):
    # Two of the same rank meet with 3/51: both lose then, else one does (known for two: 9/17 each).
    turns = StoppersTurns(seats)
    rule = one_number(seats)
    plan = [np.zeros_like(x) for x in rule.plan(rule.all_at(0))]
    lost = [Fraction(-outcome(turns, plan, p)[0], turns.scale) for p in range(seats)]
    assert len(set(lost)) == 1
    assert lost[0] == Fraction(9, 17) or seats > 2
    lowest = sum(w for w, d in zip(turns.ways, turns.dealt.T, strict=True) if d[0] == d.min()) * turns.left
    assert lost[0] == Fraction(int(lowest), turns.scale)


@pytest.mark.parametrize("options", WAYS)
def test_three_find_an_equilibrium_from_wherever_they_begin(options):
    turns, rule = turns_of(3, **options), one_per_situation(3)
    ends = {best_response_dynamics(turns, rule, rule.all_at(start)).is_equilibrium for start in (0, 6, RANKS)}
    found = best_response_dynamics(turns, rule, rule.all_at(6))
    assert ends == {True}
    assert [outcome(turns, rule.plan(found.thresholds), p)[1] for p in range(3)] == [0, 0, 0]


def test_two_who_each_want_to_keep_their_life_have_no_pure_equilibrium():
    turns, rule = StoppersTurns(2), one_per_situation(2)
    assert not any(
        best_response_dynamics(turns, rule, rule.all_at(start)).is_equilibrium for start in range(0, RANKS, 4)
    )


@pytest.fixture(scope="module")
def duel():
    return solve(make_game("stoppers", 2), objective="round")


def test_two_play_a_game_whose_value_is_a_fraction(duel):
    document = json.loads(json.dumps(duel.to_json()))
    assert document["objective"] == "round"
    assert document["bounds"][0] <= document["value"] <= document["bounds"][1]
    assert Fraction(document["value_exact"]) == duel.value_exact
    assert document["strategy"][0] == {
        "who": "other",
        "knows": "",
        "does": "swap with A 2 3 4 5 6 7; keep with 8 9 10 J Q K",
    }


def test_regret_minimization_comes_to_the_same_value(duel):
    found = solve(make_game("stoppers", 2), "pcfr+", objective="round", gap=1e-6)
    assert found.value == pytest.approx(float(duel.value_exact), abs=1e-6)


def test_the_thresholds_of_two_are_worth_the_value_over_all_deals(duel):
    # 7 and 8, with a look at the card that was taken: both are optimal, so they get the value.
    turns, rule = StoppersTurns(2), one_per_situation(2)
    plan = rule.plan([(7,) * RANKS, (8, *range(2, 14), *(8,) * 26)])
    plan[1] = np.where(np.arange(3 * RANKS**2) // RANKS**2 == 1, _compares(), plan[1])
    lost = [Fraction(-outcome(turns, plan, p)[0], turns.scale) for p in range(2)]
    assert lost[1] - lost[0] == duel.value_exact


def _compares():
    number = np.arange(3 * RANKS**2)
    dealt, held = number // RANKS % RANKS, number % RANKS
    return (held < dealt) | ((held == dealt) & (held < 6))


def test_what_three_find_is_told_in_numbers_and_words():
    found = solve(make_game("stoppers", 3))
    document = json.loads(json.dumps(found.to_json()))
    assert document["is_equilibrium"]
    assert document["gaps"] == [0, 0, 0]
    assert [float(Fraction(x)) for x in document["losses_exact"]] == document["losses"]
    assert sum(document["losses"]) > 1
    assert document["one_number"]["thresholds"] == [6, 7, 8]
    assert max(document["one_number"]["gaps"]) > 0
    assert not document["one_number"]["is_equilibrium"]
    assert document["one_number"]["is_settled"]
    assert {"seat": 3, "did": ["kept", "kept"], "swaps_up_to": 8} in document["thresholds"]
    assert "this is an equilibrium" in " ".join(found.sentences())
    assert ("seat 3", "up to 8", "k k") in found.rows()
    assert "2,197 deals" in found.effort()


@pytest.mark.parametrize("steps", [2, 5, 9])
def test_ctrl_c_is_heard_at_the_next_reply(steps):
    shares: list[float] = []

    def stop(what, share):
        shares.append(share)
        if len(shares) == steps:
            raise KeyboardInterrupt

    with pytest.raises(
        KeyboardInterrupt, match="the thresholds had not settled, and none of them are stored"
    ):
        solve(make_game("stoppers", 3), on_step=stop)
    assert len(shares) == steps
    assert shares == sorted(shares)


def test_what_cannot_be_solved_is_said():
    assert OBJECTIVE.is_usual
    assert why_not(stoppers(5)) == ""
    assert why_not(stoppers(6)) == "a round is solved for 2 to 5 players, not for 6"
    assert "only with block=automatic" in why_not(stoppers(3, block="optional"))
    assert why_not(stoppers(2, block="optional")) == ""
    with pytest.raises(Usage, match="the method is 'lp'; for 3 players expected 'thresholds'"):
        solve(make_game("stoppers", 3), "lp")
