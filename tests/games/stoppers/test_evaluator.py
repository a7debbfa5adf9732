"""Stoppers for two with fresh decks in a review: exact sums, no mistake by the solution, blunders."""

import functools
from fractions import Fraction
from itertools import product
from random import Random

import pytest
from tests.review.test_match_review import at_random, likeliest, played, solved_player

from upcard.engine.game import Game, Match, make_game
from upcard.games.stoppers.evaluator import StoppersEvaluator
from upcard.play.position_address import match_from_address
from upcard.review.evaluator_contract import DecisionPoint
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point, review
from upcard.review.playout_evaluator import PlayoutEvaluator


@functools.cache
def duel(**options: object) -> tuple[Game, StoppersEvaluator]:
    game = make_game("stoppers", 2, None, reshuffle="every_round", **options)  # type: ignore[arg-type]
    evaluator = evaluator_for(game)
    assert isinstance(evaluator, StoppersEvaluator)
    return game, evaluator


@pytest.mark.parametrize(("players", "options"), [(2, {}), (4, {"reshuffle": "every_round"})])
def test_more_players_and_other_decks_are_played_on(players, options):
    assert isinstance(evaluator_for(make_game("stoppers", players, None, **options)), PlayoutEvaluator)


def test_luck_and_skill_make_up_the_result_exactly():
    mistakes = 0
    for number in range(6):
        game, evaluator = duel(first_dealer=("random", "1", "2")[number % 3])
        match = played(game, number, at_random(number))
        found, winners = review(match, evaluator), match.winners()
        won = Fraction(int(0 in winners), len(winners))
        assert found.result == (won, 1 - won)
        assert all(d.loss >= 0 for d in found.decisions)
        assert sum(found.start) == 1
        mistakes += len(found.mistakes())
    assert mistakes > 6


def test_who_plays_the_equilibrium_makes_no_mistake():
    game, evaluator = duel()
    player, random = solved_player(game), Random(5)

    def choose(match: Match) -> int:
        odds = player.__dict__["odds"](match.view(match.player))
        return int(random.choices([a for a, _ in odds], [float(p) for _, p in odds])[0])

    for number in range(5):
        found = review(played(game, number, choose), evaluator)
        assert found.mistakes() == []
        assert max(d.loss for d in found.decisions) < 1e-6


def test_a_planted_blunder_is_found_with_the_cards_that_speak_against_it():
    game, evaluator = duel()
    player, planted = solved_player(game), 0
    assert evaluator.source == "the equilibrium of the match"
    for number in range(6):
        match, blunder = Match(game, 8, number, (), ()), 0
        while not match.is_over:
            known = evaluator.prospects(decision_point(match))
            best, worst = (f(known, key=lambda a: known[a].worth) for f in (max, min))
            is_planted = not blunder and known[best].worth - known[worst].worth > 0.05
            blunder = len(match.actions) + 1 if is_planted else blunder
            match.do(worst if is_planted else best if blunder else likeliest(player, match))
        found = review(match, evaluator).mistakes()
        assert [d.number for d in found] == [blunder] * bool(blunder)
        assert all("cards that you cannot see are lower than your " in d.lesson for d in found)
        planted += bool(blunder)
    assert planted >= 4


def test_before_the_deal_a_round_is_worth_the_mean_over_all_deals():
    game, evaluator = duel(lives=1, first_dealer="2", last_together="replay")
    names, mean = [game.rules.card_text(k) for k in range(13)], Fraction(0)
    for a, b in product(range(13), repeat=2):
        match = Match(game, 3, 0, (names[a], names[b]), ())
        mean += Fraction(4 * (4 - (a == b)), 52 * 51) * evaluator.worth(match.state)[0]
    assert float(mean) == pytest.approx(float(evaluator.before()[0]), abs=1e-6)


def test_the_card_of_the_other_does_not_change_what_is_said():
    game, evaluator = duel()
    for number in range(6):
        match = Match(game, 4, number, (), ())
        s, me = match.state, match.player
        before = evaluator.prospects(DecisionPoint(s, s, ()))
        for twin, _ in evaluator.deals(s, me):
            assert evaluator.prospects(DecisionPoint(twin, twin, ())) == before


@pytest.mark.parametrize("seed", ["4", "5", "6"])
def test_a_placed_dealer_knows_as_much_from_a_kept_card_as_at_a_table(seed):
    """In a placed position, everybody before the player to move kept their card."""
    deal = {"players": "2", "option-reshuffle": "every_round", "option-first_dealer": "1", "seed": seed}
    values = []
    for part in ({"do": "0"}, {"state": "player~0"}):
        match = match_from_address("stoppers", {**deal, **part})
        values.append(evaluator_for(match.game).prospects(decision_point(match)))
    assert values[0] == values[1]
