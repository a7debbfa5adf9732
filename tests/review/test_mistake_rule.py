"""Where only simulation judges: three standard errors, for all comparisons, by the best known strategy."""

from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from tests.night import IS_NIGHTLY, LATE

from upcard.engine.call_strategy import call_strategy
from upcard.engine.entrants import Entrant
from upcard.engine.game import Game, Match, make_game
from upcard.engine.players import entrant_for
from upcard.engine.registry import strategy_for
from upcard.play.session import view_with_luck
from upcard.review.against_opponents import OpponentDecision, judge_opponents
from upcard.review.evaluator_contract import ActionWorth, is_clear_loss
from upcard.review.match_review import JudgingTerms, comparisons_in, review
from upcard.review.mistake_rule import (
    FAMILY_ERROR,
    LEAST_DEVIATIONS,
    LOOKS,
    comparisons_of,
    deviations,
    rule_text,
    standard_error,
)
from upcard.review.opponent_rollouts import OpponentPlayouts
from upcard.review.opponents import opponents_of
from upcard.review.playout_evaluator import PlayoutEvaluator
from upcard.review.rollout_policy import best_known
from upcard.review.score_relation import ScoreRelation

TABLES = 400


def played_by(game: Game, entrant: Entrant, number: int, seats: tuple[str, ...] = ()) -> Match:
    match = Match(game, 3, number, (), seats)
    while not match.is_over:
        match.do(call_strategy(entrant.choose, view_with_luck(match), entrant.parameters, entrant.label))
    return match


def test_at_least_three_standard_errors_and_more_with_more_comparisons():
    assert deviations(0) == deviations(1) == 3
    assert deviations(1_000) == pytest.approx(4.265, abs=1e-3)  # the normal quantile of 1 - 1e-5
    assert deviations(10_000) > deviations(1_000)


def test_every_alternative_of_every_decision_counts_at_every_look():
    game = make_game("lama", 3, None)
    match = Match(game, 5, 0, (), ())
    alternatives = 0
    for _ in range(6):
        alternatives += len(match.legal()) - 1
        match.do(match.legal()[0])
    assert comparisons_in(match, lambda s: True) == LOOKS * alternatives
    assert comparisons_in(match, lambda s: False) == 0
    assert comparisons_of([1, 1]) == 0


def test_a_standard_error_counts_two_more_tables():
    assert standard_error(np.zeros(50), 0.0) == 0
    assert standard_error(np.zeros(100), 1.0) == pytest.approx(2**0.5 / 100)
    spread = standard_error(np.array([0.0, 2.0] * 50), 2.0)
    assert spread == pytest.approx((1.0101 / 100 + 8 / 100**2) ** 0.5, abs=1e-4)


@pytest.mark.parametrize(
    ("error", "is_rough", "may_be_mistake", "is_mistake"),
    [
        (0.003, False, False, False),
        (0.002, False, True, False),
        (0.002, True, True, True),  # 4,000 tables would show a loss of several times their error
        (0.001, False, True, True),
        (0.0, False, True, True),
    ],
)
def test_a_loss_below_twice_its_possible_error_is_no_mistake(error, is_rough, may_be_mistake, is_mistake):
    """0.7 % of a winning chance, of which 0.9 %, 0.6 %, 0.3 % or nothing may be the error of the sample."""
    played = ActionWorth(Fraction(493, 1000), standard_error=error, is_rough=is_rough)
    known = {0: ActionWorth(Fraction(1, 2)), 1: played}
    terms = JudgingTerms(LEAST_DEVIATIONS, ScoreRelation.CONSTANT)
    assert (terms.may_be_mistake(known, 1), terms.is_mistake(known, 1)) == (may_be_mistake, is_mistake)
    faced = OpponentDecision(known, 1)
    assert faced.is_mistake == is_mistake
    assert float(faced.proven_loss) == (0.007 if is_mistake else 0)


def test_chance_alone_makes_a_mistake_in_at_most_one_match_of_a_hundred():
    """Actions that are equally good: 40 decisions with 3 alternatives, each at three sizes of the sample."""
    random, wrong, matches = np.random.default_rng(1), 0, 2_000 if IS_NIGHTLY else 300
    threshold = deviations(comparisons_of([4] * 40))
    for _ in range(matches):
        differences = random.choice([-1.0, 0.0, 1.0], size=(40, 3, 1_000), p=[0.05, 0.9, 0.05])
        for size in (250, 500, 1_000):
            part = differences[:, :, :size]
            errors = np.apply_along_axis(standard_error, 2, part, 1.0)
            if (part.mean(axis=2) > threshold * errors).any():
                wrong += 1
                break
    assert wrong <= 3 * FAMILY_ERROR * matches


@pytest.mark.parametrize(
    ("name", "players", "label"),
    [
        ("stoppers", 4, "counting:share=0.4"),
        ("stoppers", 6, "counting"),
        ("lama", 2, "folding"),
        ("lama", 4, "fitted-values"),
        ("four-cell", 2, "nash-column"),
        ("four-cell", 4, "maximin-column"),
    ],
)
def test_the_games_declare_their_best_strategy_that_does_not_search(name, players, label):
    best = best_known(make_game(name, players, None))
    assert best is not None
    assert best.label == label
    assert not strategy_for(label.partition(":")[0], make_game(name, players, None).rules).STRATEGY.quick


@pytest.mark.parametrize(
    ("name", "players", "options"),
    [
        ("stoppers", 4, {}),
        ("lama", 2, {"target": 10}),
        pytest.param("lama", 4, {"target": 10}, marks=LATE),
        pytest.param("four-cell", 2, {}, marks=LATE),
    ],
)
def test_the_best_known_strategy_makes_no_mistake_by_simulation(name, players, options):
    game = make_game(name, players, None, **options)
    evaluator, best = PlayoutEvaluator(game, TABLES), best_known(game)
    assert best is not None
    assert f"everybody plays on by {best.label}, the best known strategy" in evaluator.source
    for number in range(20 if IS_NIGHTLY else 4):
        reviewed = review(played_by(game, best, number), evaluator)
        assert reviewed.mistakes() == []
        assert all(x == 0 for x in reviewed.skill())
        assert "Actions that the strategy would play too are no mistakes." in reviewed.rule


def test_a_weak_strategy_makes_mistakes_by_simulation_and_only_they_count_as_skill():
    game = make_game("stoppers", 4, None)
    reviewed = review(played_by(game, entrant_for("random", game), 1), PlayoutEvaluator(game, TABLES))
    wrong = reviewed.mistakes()
    assert wrong
    assert all(d.loss > d.margin > 0 for d in wrong)
    assert sum(reviewed.skill()) == -sum(d.loss for d in wrong)
    assert [d.proven_loss for d in reviewed.decisions if d.loss] == [
        d.loss if d in wrong else 0 for d in reviewed.decisions if d.loss
    ]
    threshold = deviations(comparisons_in(reviewed.match, lambda s: True))
    assert f"a mistake lost more than {threshold:.1f} standard errors" in reviewed.rule


def test_without_a_declared_strategy_play_continues_by_the_weights_and_that_is_said():
    evaluator = PlayoutEvaluator(make_game("liars-dice", None, None), TABLES)
    assert "at random" in evaluator.source
    assert "because no better strategy is declared" in evaluator.source
    match = Match(evaluator.game, 5, 0, (), ())
    match.do(match.legal()[0])
    assert "Actions that the strategy" not in review(match, evaluator).rule


STRATEGY = '''
"""Plays the first legal action."""

from upcard.kit.strategy import State, Strategy, legal

STRATEGY = Strategy(
    name="first-legal", games=("liars-dice",), words="plays the first legal action", source="a test",
    best_for={2: ""},
)


def choose(v: State) -> int:
    """Return the first legal action."""
    for a in range(v.actions):
        if legal(v, a):
            return a
    return 0
'''


def test_a_strategy_of_your_own_continues_the_simulation(own_file):
    own_file("strategies", "first_legal", STRATEGY)
    evaluator = PlayoutEvaluator(make_game("liars-dice", None, None, sides=2), TABLES)
    assert "everybody plays on by first-legal, the best known strategy" in evaluator.source
    match = Match(evaluator.game, 5, 0, (), ())
    reviewed = review(match.from_start(), evaluator)
    assert "are no mistakes" in reviewed.rule


def test_against_opponents_only_mistakes_count_as_lost_where_simulation_judges():
    game = make_game("stoppers", 3, None)
    match = played_by(game, entrant_for("random", game), 2, ("Ana", "counting", "counting"))
    met = opponents_of(match)[0]
    judge = OpponentPlayouts(game, met, tables=TABLES)
    (found,) = judge_opponents(match, [met], lambda x: [lambda: judge])
    wrong = [d for d in found.decisions.values() if d.is_mistake]
    assert found.lost == sum(d.loss for d in wrong)
    assert all(d.loss > d.margin for d in wrong)
    assert sum(d.loss for d in found.decisions.values()) > found.lost
    threshold = deviations(comparisons_in(match, lambda s: True))
    errors = f"a mistake lost more than {threshold:.1f} standard errors"
    assert found.source.endswith(f"{errors}, and more than twice as many in the largest sample")
    assert "the player plays on by counting:share=0.4" in found.source


@pytest.mark.parametrize("has_strategy", [False, True])
def test_the_stated_rule_has_the_factor_of_the_largest_sample(has_strategy):
    played, loss = ActionWorth(Fraction(0), standard_error=0.1), Fraction(1)
    assert [is_clear_loss(played, loss, margin) for margin in (0.51, 0.49)] == [False, True]
    assert is_clear_loss(replace(played, is_rough=True), loss, 0.99)
    stated = "standard errors, and more than twice as many in the largest sample."
    assert stated in rule_text(10, has_strategy)
