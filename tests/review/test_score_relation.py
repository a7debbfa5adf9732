"""Whom a mistake costs: the whole team, or its player to the gain of the others, or its player alone."""

import json
from fractions import Fraction

import pytest
from tests.shared import EVERYONE_ALONE, TOGETHER

from upcard.engine.game import Match, make_game
from upcard.report.review_report import document, summary_rows, verdict
from upcard.review.against_opponents import SeatMatchup, judge_opponents
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import review
from upcard.review.opponents import opponents_of
from upcard.review.score_relation import ScoreRelation, score_relation


@pytest.fixture
def together(own_file):
    own_file("games", "together", TOGETHER)


def blunder(players: int) -> Match:
    """In this match only Ben, the second player, makes a mistake.

    Ben swaps a high card, and Ana keeps hers.
    """
    game = make_game("together", players)
    for number in range(500):
        match = Match(game, 1, number, (), ("Ana", "Ben", "Cai")[:players])
        if match.state.card[0] >= 11 and match.state.card[1] >= 10:
            for p in range(players):
                is_low = match.state.card[p] < 6
                match.do("change" if p == 1 or is_low else "keep")
            return match
    raise AssertionError("no such deal")


@pytest.mark.parametrize("players", [2, 3])
def test_a_partner_s_mistake_costs_the_team_and_is_named(together, players):
    match = blunder(players)
    assert score_relation(match.game) is ScoreRelation.TEAM
    found = review(match, evaluator_for(match.game))
    (wrong,) = found.mistakes()
    assert wrong.seat == 1
    assert found.by_player()[1] == (-wrong.loss,) * players
    assert all(x == 0 for p in range(players) if p != 1 for x in found.by_player()[p])
    assert found.gifts()[0] == -wrong.loss
    cost = f"{float(wrong.loss):.4f}"
    assert verdict(found).endswith(f"1 by Ben. Ben's mistakes cost the team {cost}.")
    head, ana, *_ = summary_rows(found)
    assert head[:5] == ("", "start", "luck", "Ana: decisions", "Ben: decisions")
    assert ana[3:5] == ("0.0000", f"-{cost}")


def test_the_document_tells_who_changed_what(together):
    match = blunder(2)
    told = json.loads(json.dumps(document(review(match, evaluator_for(match.game)), _nobody(match))))
    assert told["is_team"]
    for seat in told["seats"]:
        assert seat["start"] + seat["luck"] + sum(seat["by_player"]) == pytest.approx(seat["result"])
        assert seat["by_player"][seat["seat"] - 1] == pytest.approx(seat["own_decisions"])
    assert told["seats"][0]["others_decisions"] < 0


def _nobody(match: Match) -> tuple[SeatMatchup, ...]:
    return judge_opponents(match, opponents_of(match), lambda x: [])


@pytest.mark.parametrize("name", ["kuhn-poker", "lama", "stoppers", "smallsum", "goofspiel"])
def test_where_players_compete_the_others_gain_what_one_loses(name):
    assert score_relation(make_game(name)) is ScoreRelation.CONSTANT


def test_where_scores_are_free_the_effect_on_the_others_is_computed(own_file):
    """Ben's change costs Ana nothing, because here everybody scores their own card."""
    own_file("games", "together", EVERYONE_ALONE)
    match = blunder(2)
    assert score_relation(match.game) is ScoreRelation.FREE
    found = review(match, evaluator_for(match.game))
    (wrong,) = found.mistakes()
    assert wrong.seat == 1
    assert found.skill()[1] == -wrong.loss
    assert found.gifts()[0] == 0
    assert found.result == tuple(map(Fraction, match.scores()))
    assert "team" not in verdict(found)


def test_what_one_player_loses_the_others_gain_where_they_compete():
    game = make_game("kuhn-poker", None, None)
    for number in range(40):
        match = Match(game, 5, number, (), ("Ana", "Ben"))
        while not match.is_over:
            match.do(match.legal()[-1])
        found = review(match, evaluator_for(game))
        assert all(sum(x) == 0 for x in found.by_player())
        assert "team" not in verdict(found)
