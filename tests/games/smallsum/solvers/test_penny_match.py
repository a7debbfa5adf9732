"""Smallsum solved: linear programs against CFR+, and what symmetry says without any program."""

import random
from dataclasses import replace
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from tests.night import IS_NIGHTLY

from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.engine.tree.game_tree import END, unroll
from upcard.games.smallsum import rules
from upcard.games.smallsum.match_rounds import cash_game, dealt_round, open_card_situations, stochastic_game
from upcard.games.smallsum.solvers import penny_match as smallsum_match
from upcard.solving.game_solver_contract import SolveTerms
from upcard.solving.round_best_response import response
from upcard.solving.round_lp import RoundPrograms
from upcard.solving.sequence_form import sequence_form
from upcard.solving.solve_game import solve
from upcard.solving.solver_contract import Aim
from upcard.solving.solver_registry import find_solver
from upcard.solving.tree_solution import judged, solve_tree


def pennies(s, p):
    return int(rules.score(s, p))


def part_of(deal):
    """The part that the open cards of a deal belong to."""
    values = [rules.value(c) for c in deal]
    rest = sorted(rules.value(c) for c in range(13) if c not in (*deal[:2], *deal[3:5]))
    difference = values[0] + values[1] - values[3] - values[4]
    return next(
        x.part
        for x in open_card_situations()[0]
        if x.difference == difference
        and rest == [v for v, n in zip(x.values, x.copies, strict=True) for _ in range(n)]
    )


@pytest.mark.parametrize("seed", range(10 if IS_NIGHTLY else 1))
def test_linear_programs_and_cfr_find_the_same_value_of_open_cards(seed):
    """CFR+ on all 72 pairs of hidden cards, unrolled from the rules; the program on merged classes."""
    game = make_game("smallsum", variant="alternate", objective="pennies")
    deal = random.Random(seed).sample(range(13), 6)
    found = solve_tree(
        dealt_round(game, (100, 100), deal, pennies, redraw=True), SolveTerms("cfr+", gap=1e-5)
    )
    part = part_of(deal)
    match = cash_game(game, [open_card_situations()[1][part]])
    round, worth = match.round_of(0), match.worth(np.zeros(1), np.zeros(1), 0)
    plan = round.plan(round.strategy(np.ones(round.sequences)))
    RoundPrograms(round).solve(0, worth, plan)
    value = response(round, plan, 0, worth).value
    assert found.bounds[0] - 1e-9 <= value <= found.bounds[1] + 1e-9
    assert found.bounds[1] - found.bounds[0] < 3e-5


@pytest.mark.by_night("solves a match first")
@pytest.mark.parametrize("own", [1, 2, 3])
def test_rounds_of_a_match_are_worth_the_same_to_regret_minimization(own):
    """With open cards laid down, and later rounds worth what the match says; nothing but that is shared."""
    game = make_game("smallsum", variant="alternate", purse=2)
    found: Any = solve(game, objective="match")
    deal = random.Random(own).sample(range(13), 6)
    cards = dealt_round(game, (own, 4 - own), deal, lambda s, p: int(s.pennies[0]), redraw=True)
    tree = unroll(cards)
    wins = np.array(found.to_json()["values"])[tree.payoff[:, 0]]
    form = sequence_form(replace(tree, payoff=np.stack([wins, -wins], axis=1)))
    by_regrets = judged(form, "cfr+", find_solver("cfr+").solve(form, Aim(1e-5, 100_000)), 0.0)
    round, part = found.match.round_of(own - 1), part_of(deal)
    worth = found.match.worth(found.solved.values, 1 - found.solved.values, 0)
    plan = round.plan(round.strategy(np.ones(round.sequences)))
    RoundPrograms(round).solve(part, worth, plan)
    value = response(round, plan, 0, worth).by_part[part] / round.part_chances()[part]
    low, high = by_regrets.bounds
    assert low - 1e-9 <= value <= high + 1e-9
    assert high - low < 3e-5


@pytest.mark.by_night("takes seconds; the basic game is in the tests of certificates")
def test_choice_is_worth_nothing_to_either():
    """The players are alike, so neither wins anything."""
    assert solve(make_game("smallsum", variant="choice"), objective="pennies").value_exact == Fraction(0)


def test_a_basic_match_is_worth_its_share_of_the_pennies():
    """Bets are matched in every case, so a match is a fair game whose stakes the players choose."""
    found = solve(make_game("smallsum", variant="basic", purse=3), objective="match").to_json()
    assert found["values"] == pytest.approx([n / 6 for n in range(7)], abs=1e-12)
    assert found["bounds"][1] - found["bounds"][0] <= found["gap"] < 1e-9


@pytest.mark.by_night("takes a minute")
@pytest.mark.parametrize("first", ["fixed", "rotate"])
def test_the_match_of_alternate_is_solved_to_a_thousand_millionth(first):
    """When the players take turns, a round's advantage is all that is left of being A first."""
    found = solve(make_game("smallsum", variant="alternate", first=first), objective="match").to_json()
    assert found["gap"] < 1e-9
    assert found["values"] == sorted(found["values"])
    assert (0.49 if first == "rotate" else 0.4) < found["value"] < 0.5


@pytest.mark.parametrize("variant", ["basic", "choice"])
def test_a_round_of_the_match_moves_pennies_as_the_rules_do(variant):
    """How likely A has how many pennies after a round from 8 each, if both do anything with equal chances.

    By the rules over all hidden cards for some open ones, and by the part of the round that they belong to.
    """
    game = make_game("smallsum", variant=variant, purse=8)
    deal = random.Random(3).sample(range(13), 6)
    tree = unroll(dealt_round(game, (8, 8), deal, lambda s, p: int(s.pennies[p]), redraw=True))
    reach = tree.chance()
    for node in range(1, tree.nodes):
        above = tree.infoset[tree.parent[node]]
        reach[node] *= reach[tree.parent[node]] / (tree.count[above] if above >= 0 else 1)
    ends = tree.player == END
    by_rules = np.bincount(tree.payoff[ends, 0], reach[ends], 16)
    round, part = stochastic_game(game).round_of(7), part_of(deal)
    here = slice(int(round.ends_from[part]), int(round.ends_from[part + 1]))
    plan = round.plan(round.strategy(np.ones(round.sequences)))
    weights = round.weight[here] * plan[round.ends[here]].prod(axis=1)
    by_part = np.bincount(round.onward[here] + 1, weights, 16) / weights.sum()
    assert by_part == pytest.approx(by_rules, abs=1e-12)
    assert by_rules.sum() == pytest.approx(1)
    assert np.count_nonzero(by_rules) > 2


def test_purses_that_make_too_many_rounds_are_refused():
    assert (
        smallsum_match.why_not(make_game("smallsum", purse=21))
        == "purse=21 makes too many rounds; expected at most 20"
    )
    assert smallsum_match.why_not(make_game("smallsum", purse=20)) == ""
    assert (
        smallsum_match.why_not(make_game("smallsum", objective="pennies"))
        == "the game has the option objective=pennies"
    )


def test_a_match_that_is_stopped_soon_is_not_solved(monkeypatch):
    monkeypatch.setattr(smallsum_match, "stop_effect", lambda *_: 1e-3)
    with pytest.raises(Failure, match=r"stopped after 10,000 rounds, .* change its value by 0\.001"):
        solve(make_game("smallsum", purse=1), objective="match")
