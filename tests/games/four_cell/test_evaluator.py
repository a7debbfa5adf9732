"""The last turns of Four-Cell in a review are solved: no mistake by who plays so, and a blunder is found."""

from random import Random

import pytest
from tests.review.test_match_review import at_random, played

from upcard.engine.game import Match, make_game
from upcard.games.four_cell.evaluator import LAST, FourCellEvaluator, is_late, undisclosed
from upcard.games.four_cell.rules import position_text
from upcard.games.four_cell.solvers.open_endgame import reach
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point, review
from upcard.review.playout_evaluator import PlayoutEvaluator
from upcard.review.staged_review import ReviewStage, StagedReview
from upcard.solving.game_solver_contract import SolveTerms


@pytest.fixture(scope="module")
def evaluator() -> FourCellEvaluator:
    found = evaluator_for(make_game("four-cell", 2, None, objective="difference"))
    assert isinstance(found, FourCellEvaluator)
    found.tables = 200
    return found


def begun(number: int, left: int) -> Match:
    """A match of which so many turns are left, up to the first card of the next."""
    game, random = make_game("four-cell", 2, None, objective="difference"), Random(number)
    match = Match(game, 7, number, (), ())
    while 22 - match.state.played > left or match.state.rotating:
        match.do(random.choice(match.legal()))
    return match


def best(evaluator: FourCellEvaluator, match: Match, random: Random) -> int:
    """What is best in an endgame: a card that is drawn from the best mixture, or a rotation."""
    s = match.state
    known = evaluator.prospects(decision_point(match))
    if s.rotating or s.held[s.player] == 1:
        return max(known, key=lambda a: known[a].worth)
    at = undisclosed(s)
    cards, mixture = (at.south, at.west)[s.player], evaluator.solved.mixtures(at)[s.player]
    return random.choices(cards, [float(p) for p in mixture])[0]


def test_only_two_who_play_for_the_difference_are_judged_so():
    for players, objective in ((2, "own"), (4, "difference")):
        game = make_game("four-cell", players, None, objective=objective)
        assert type(evaluator_for(game)) is PlayoutEvaluator


def test_the_value_of_the_last_turns_is_that_of_the_solved_endgame(evaluator):
    for number in range(3):
        match = begun(number, 3)
        s = match.state
        game = make_game("four-cell", 2, None, objective="difference", position=position_text(s))
        value = reach(game, SolveTerms()).value_exact
        assert value is not None
        so_far = match.game.rules.score(s, 0)
        known = evaluator.prospects(decision_point(match))
        assert evaluator.worth(s) == (so_far + value, -so_far - value)
        assert max(x.worth for x in known.values()) == so_far + value
        assert {x.margin for x in known.values()} == {0.0}
        match.do(match.legal()[0])
        answers = evaluator.prospects(decision_point(match))
        assert max(x.worth for x in answers.values()) == -so_far - value


def test_luck_and_skill_make_up_the_result_and_the_last_turns_have_no_error(evaluator):
    match = played(make_game("four-cell", 2, None, objective="difference"), 2, at_random(2))
    found = review(match, evaluator)
    assert list(found.result) == match.scores()
    late = [d for d in found.decisions if d.number > len(match.actions) - 2 * LAST]
    assert all(d.margin == 0 for d in late)
    assert any(d.margin > 0 for d in found.decisions)
    assert any("(exact)" in d.lesson for d in late)


def test_a_review_in_stages_judges_the_last_turns_as_exactly(evaluator):
    """The pages of a match review it in stages."""
    match = played(make_game("four-cell", 2, None, objective="difference"), 2, at_random(2))
    staged = StagedReview(match, evaluator)
    while staged.advance([], 1.0) is not ReviewStage.FINISHED:
        pass
    assert staged.review() == review(match, evaluator)


def test_who_plays_the_last_turns_as_solved_makes_no_mistake_there(evaluator):
    random = Random(1)
    for number in range(4):
        match = begun(number, LAST)
        since = len(match.actions)
        while not match.is_over:
            match.do(best(evaluator, match, random))
        decisions = list(review_from(match, evaluator, since))
        assert max(loss for _, loss in decisions) == 0


def review_from(match, evaluator, since):
    """What the decisions from one on have lost, without going over those before."""
    again = Match(match.game, match.seed, match.number, (), ())
    for i, action in enumerate(match.actions):
        if i >= since:
            known = evaluator.prospects(decision_point(again))
            yield i + 1, max(x.worth for x in known.values()) - known[action].worth
        again.do(action)


def test_a_blunder_in_the_last_turns_is_found(evaluator):
    random, planted = Random(1), 0
    for number in range(4):
        match = begun(number, LAST)
        since, blunder = len(match.actions), 0
        while not match.is_over:
            known = evaluator.prospects(decision_point(match))
            worst = min(known, key=lambda a: known[a].worth)
            is_blunder = not blunder and known[worst].worth < max(x.worth for x in known.values())
            blunder = len(match.actions) + 1 if is_blunder else blunder
            match.do(worst if is_blunder else best(evaluator, match, random))
        assert [n for n, loss in review_from(match, evaluator, since) if loss] == [blunder] * bool(blunder)
        planted += bool(blunder)
    assert planted >= 2


def test_what_the_other_has_disclosed_does_not_count_before_it_is_open(evaluator):
    match = begun(1, 3)
    first, second = match.legal()[:2]
    worths = []
    for card in (first, second):
        again = begun(1, 3)
        again.do(card)
        worths.append(evaluator.prospects(decision_point(again)))
    assert worths[0] == worths[1]


def test_the_last_turns_begin_where_both_know_all_cards():
    match = begun(1, LAST)
    assert is_late(match.state)
    assert match.state.stock[0] == 0
    assert not is_late(begun(1, LAST + 1).state)


def test_only_before_the_last_turns_it_is_an_estimate(evaluator):
    assert [evaluator.is_sampled(begun(0, left).state) for left in (LAST + 1, LAST)] == [True, False]
    assert super(FourCellEvaluator, evaluator).is_sampled(begun(0, LAST).state)
