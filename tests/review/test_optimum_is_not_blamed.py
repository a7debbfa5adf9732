"""The optimum is never blamed: its play against itself has no mistake, whatever the options of the match."""

import functools
from random import Random

import pytest
from tests.night import IS_NIGHTLY

from upcard.engine.game import Match, make_game
from upcard.engine.players import entrant_for
from upcard.review.evaluator_contract import SLIGHT
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import review

ALTERNATE = {"variant": "alternate"}
QUICK = (
    ("smallsum", 2, {**ALTERNATE, "rounds": 12}, 3),
    ("smallsum", 2, {**ALTERNATE, "rounds": 6, "first": "rotate"}, 3),
)
"""Games with their players, options and number of matches that the day plays."""


def self_play(game, number, odds):
    """A match in which all seats draw their actions from the odds of the solution."""
    random, match = Random(number), Match(game, 7, number, (), ())
    while not match.is_over:
        actions, chances = zip(*odds(game.view(match.state, match.player)), strict=True)
        match.do(random.choices(actions, [float(x) for x in chances])[0])
    return match


def title(case):
    name, players, options, _ = case
    return " ".join([name, str(players), *(f"{k}={x}" for k, x in options.items())])


@functools.cache
def of_game(name, players, options):
    game = make_game(name, players, None, **dict(options))
    return game, entrant_for("equilibrium", game).odds, evaluator_for(game)


@pytest.mark.parametrize("case", QUICK, ids=map(title, QUICK))
def test_the_solution_makes_no_mistake_in_its_own_play(case):
    name, players, options, matches = case
    game, odds, evaluator = of_game(name, players, tuple(options.items()))
    for number in range(matches * (10 if IS_NIGHTLY else 1)):
        match = self_play(game, number, odds)
        reviewed = review(match, evaluator)
        assert not reviewed.mistakes()
        assert all(d.loss <= d.margin + SLIGHT for d in reviewed.decisions)


def test_a_limited_match_is_judged_by_the_solution_of_exactly_this_match():
    game = make_game("smallsum", **ALTERNATE, rounds=12)
    evaluator = evaluator_for(game)
    assert evaluator.source == "the equilibrium of the match of at most 12 rounds"
    assert not evaluator.is_sampled(game.match(0).state)
    unlimited = evaluator_for(make_game("smallsum", **ALTERNATE))
    assert abs(evaluator.before()[0] - unlimited.before()[0]) > 0.01
