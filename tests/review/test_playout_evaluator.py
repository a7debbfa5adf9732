"""Appraising by playing on: as exact as it says, by what can be known, and the same for all actions."""

from fractions import Fraction
from random import Random

import pytest
from tests.night import LATE

from upcard.engine.game import Game, Match, make_game
from upcard.engine.state import PlainState
from upcard.kit.cards import cards_in
from upcard.review.equilibrium_evaluator import EquilibriumEvaluator
from upcard.review.evaluator_contract import DecisionPoint
from upcard.review.match_review import review
from upcard.review.playout_evaluator import PlayoutEvaluator

TABLES = 400


def matches(game: Game, count: int, most: int = 40) -> list[Match]:
    played = []
    for number in range(count):
        match, random = Match(game, 5, number, (), ()), Random(number)
        while not match.is_over and len(match.actions) < most:
            match.do(random.choice(match.legal()))
        played.append(match)
    return played


@pytest.mark.parametrize("name", ["stoppers", "kuhn-poker", pytest.param("leduc-poker", marks=LATE)])
def test_the_parts_make_up_what_the_match_stands_at(name):
    game = make_game(name, None, None)
    evaluator = PlayoutEvaluator(game, TABLES)
    for match in matches(game, 3):
        found = review(match, evaluator)
        assert found.result == evaluator.worth(match.state)
        if match.is_over and name != "stoppers":
            assert found.result[0] == match.scores()[0]
        if match.is_over and name == "stoppers":
            assert [p for p, x in enumerate(found.result) if x] == match.winners()


def exact(game: Game, s: PlainState, seat: int) -> Fraction:
    """The mean score of a seat where all play at random: every action and outcome looked through."""
    if s.over:
        return Fraction(game.rules.score(s, seat))
    legal = game.legal_actions(s)
    ways = EquilibriumEvaluator(game, _nobody, Fraction(0))
    return sum((w * exact(game, x, seat) for a in legal for x, w in ways.done(s, a)), Fraction(0)) / len(
        legal
    )


def _nobody(v: object) -> int:
    raise AssertionError("nobody is asked")


_nobody.__dict__["odds"] = None


def test_what_is_known_and_what_can_be_known_are_as_exact_as_is_said():
    game = make_game("kuhn-poker", None, None)
    evaluator, ways = PlayoutEvaluator(game, 4000), EquilibriumEvaluator(game, _nobody, Fraction(0))
    for number in range(6):
        match = Match(game, 9, number, (), ())
        s = match.state
        assert float(evaluator.worth(s)[0]) == pytest.approx(float(exact(game, s, 0)), abs=0.1)
        worlds = list(ways.deals(s, 0))
        known = evaluator.prospects(DecisionPoint(s, s, ()))
        for a, prospect in known.items():
            means = [exact(game, x, 0) for world, _ in worlds for x, _ in ways.done(world, a)]
            assert float(prospect.worth) == pytest.approx(float(sum(means) / len(means)), abs=0.1)


def test_hidden_cards_do_not_change_what_a_player_could_know():
    game = make_game("lama", 3, None)
    evaluator = PlayoutEvaluator(game, TABLES)
    for match in matches(game, 4, most=6):
        s, me = match.state, match.player
        before = evaluator.prospects(DecisionPoint(s, s, ()))
        other, twin = (me + 1) % 3, s.copy()
        held = next(k for k in range(7) if twin.hand[other, k])
        place = next(i for i in range(1, cards_in(twin.stock) + 1) if twin.stock[i] != held)
        drawn = twin.stock[place]
        twin.hand[other, held] -= 1
        twin.hand[other, drawn] += 1
        twin.stock[place] = held
        assert evaluator.prospects(DecisionPoint(twin, twin, ())) == before


def test_giving_up_a_round_with_cards_that_can_be_played_is_found():
    game = make_game("lama", 3, None)
    evaluator = PlayoutEvaluator(game, TABLES)
    match = Match(game, 5, 0, (), ())
    while not (match.can("quit") and len(match.legal()) > 2):
        match.do(match.legal()[0])
    match.do("quit")
    (found,) = [d for d in review(match, evaluator).mistakes() if d.number == len(match.actions)]
    assert found.loss > found.margin > 0
    assert "would have raised" in found.lesson


def test_the_same_tables_for_all_actions_make_differences_sure():
    game = make_game("kuhn-poker", None, None)
    match = Match(game, 5, 0, (), ())
    known = PlayoutEvaluator(game, TABLES).prospects(DecisionPoint(match.state, match.state, ()))
    best = max(known.values(), key=lambda x: x.worth)
    assert best.standard_error == 0
    assert all(x.standard_error > 0 for x in known.values() if x is not best)
    assert PlayoutEvaluator(game, TABLES).prospects(DecisionPoint(match.state, match.state, ())) == known
    assert (
        PlayoutEvaluator(game, TABLES, seed=2).prospects(DecisionPoint(match.state, match.state, ())) != known
    )
