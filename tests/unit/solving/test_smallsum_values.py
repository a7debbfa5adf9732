"""Smallsum solved: linear programs against CFR+, and what symmetry says without any program."""

import os
import random
from fractions import Fraction

import numpy as np
import pytest

from upcard.checking.smallsum_rounds import cash_game, dealt_round, situations, stochastic_game
from upcard.engine.errors import Failure
from upcard.engine.game import make_game
from upcard.rules import smallsum as rules
from upcard.solving import smallsum_match
from upcard.solving.matches import response
from upcard.solving.objective import Terms
from upcard.solving.round_lp import Programs
from upcard.solving.solution import reach
from upcard.solving.solve import solve

IS_NIGHTLY = bool(os.environ.get("UPCARD_NIGHTLY"))


def pennies(s, p):
    return int(rules.score(s, p))


def part_of(deal):
    """The part that the open cards of a deal belong to."""
    values = [rules.value(c) for c in deal]
    rest = sorted(rules.value(c) for c in range(13) if c not in (*deal[:2], *deal[3:5]))
    difference = values[0] + values[1] - values[3] - values[4]
    return next(
        x.part
        for x in situations()[0]
        if x.difference == difference
        and rest == [v for v, n in zip(x.values, x.copies, strict=True) for _ in range(n)]
    )


@pytest.mark.parametrize("seed", range(10 if IS_NIGHTLY else 1))
def test_linear_programs_and_cfr_find_the_same_value_of_open_cards(seed):
    """CFR+ on all 72 pairs of hidden cards, unrolled from the rules; the program on merged classes."""
    game = make_game("smallsum", variant="alternate", objective="pennies")
    deal = random.Random(seed).sample(range(13), 6)
    found = reach(dealt_round(game, (100, 100), deal, pennies, redraw=True), Terms("cfr+", gap=1e-5))
    part = part_of(deal)
    match = cash_game(game, [situations()[1][part]])
    round, worth = match.round_of(0), match.worth(np.zeros(1), np.zeros(1), 0)
    plan = round.plan(round.strategy(np.ones(round.sequences)))
    Programs(round).solve(0, worth, plan)
    value = response(round, plan, 0, worth).value
    assert found.bounds[0] - 1e-9 <= value <= found.bounds[1] + 1e-9
    assert found.bounds[1] - found.bounds[0] < 3e-5


@pytest.mark.skipif(not IS_NIGHTLY, reason="takes seconds; the basic game is in the tests of certificates")
def test_choice_is_worth_nothing_to_either():
    """The players are alike, so neither wins anything."""
    assert solve(make_game("smallsum", variant="choice"), objective="pennies").value_exact == Fraction(0)


def test_a_basic_match_is_worth_its_share_of_the_pennies():
    """Bets are matched in every case, so a match is a fair game whose stakes the players choose."""
    found = solve(make_game("smallsum", variant="basic", purse=3), objective="match").to_json()
    assert found["values"] == pytest.approx([n / 6 for n in range(7)], abs=1e-12)
    assert found["bounds"][1] - found["bounds"][0] <= found["gap"] < 1e-9


@pytest.mark.skipif(not IS_NIGHTLY, reason="takes a minute")
@pytest.mark.parametrize("first", ["fixed", "rotate"])
def test_the_match_of_alternate_is_solved_to_a_thousand_millionth(first):
    """When the players take turns, a round's advantage is all that is left of being A first."""
    found = solve(make_game("smallsum", variant="alternate", first=first), objective="match").to_json()
    assert found["gap"] < 1e-9
    assert found["values"] == sorted(found["values"])
    assert (0.49 if first == "rotate" else 0.4) < found["value"] < 0.5


def test_the_round_of_the_program_is_the_one_of_the_match():
    """With a purse that no round can empty only what comes next differs."""
    cash = stochastic_game(make_game("smallsum", variant="choice", objective="pennies")).round_of(0)
    match = stochastic_game(make_game("smallsum", variant="choice", purse=8)).round_of(7)
    assert np.array_equal(cash.ends, match.ends)
    assert np.array_equal(cash.weight, match.weight)


def test_purses_that_make_too_many_rounds_are_refused():
    assert (
        smallsum_match.why_not(make_game("smallsum", purse=21))
        == "purse=21 makes too many rounds; expected 20 at most"
    )
    assert smallsum_match.why_not(make_game("smallsum", purse=20)) == ""
    assert (
        smallsum_match.why_not(make_game("smallsum", objective="pennies"))
        == "the game has the option objective=pennies"
    )


def test_a_match_that_is_stopped_soon_is_not_solved(monkeypatch):
    monkeypatch.setattr(smallsum_match, "stop_effect", lambda *_: 1e-3)
    with pytest.raises(Failure, match=r"stopped after 10,000 rounds, .* worth 0\.001 more or less"):
        solve(make_game("smallsum", purse=1), objective="match")
