"""In every class setting with a solution, the optimum is never blamed, and a planted blunder always is."""

from random import Random

import pytest
from tests.night import LATE
from tests.review.test_optimum_is_not_blamed import class_games, self_play

from upcard.engine.game import Match, make_game
from upcard.engine.players import can_play, entrant_for
from upcard.review.evaluator_contract import SLIGHT
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_points, review
from upcard.strategies.equilibrium import STRATEGY

MATCHES, BY_DAY = 200, 2
"""Matches of each setting by night and by day."""

BLUNDER = 0.001
"""Minimum loss of a planted blunder, in the unit of the judgement; rounding is far below it."""

SOLVED = {
    words: (name, options)
    for words, name, options in class_games()
    if name in STRATEGY.games and can_play("equilibrium", make_game(name, 2, None, **options))
}
"""By their words, the settings whose optimum plays."""


def blunder_of(match, evaluator):
    """The number of a decision of a match, from 0, and the action that would cost most of all there."""
    losses = {}
    for number, (point, _) in enumerate(decision_points(match)):
        known = evaluator.prospects(point)
        worst = min(known, key=lambda a: known[a].worth)
        losses[number, worst] = max(x.worth for x in known.values()) - known[worst].worth
    return max(losses.items(), key=lambda x: x[1])


def with_blunder(match, number, action, odds):
    """The same match up to a decision, then another action, then the optimum again."""
    random, again = Random(number), match.from_start()
    for x in match.actions[:number]:
        again.do(x)
    again.do(action)
    while not again.is_over:
        actions, chances = zip(*odds(again.game.view(again.state, again.player)), strict=True)
        again.do(random.choices(actions, [float(x) for x in chances])[0])
    return again


def check(name, options, matches):
    """Judge matches of the optimum, without and with a blunder; return how many blunders were planted."""
    game, planted = make_game(name, 2, None, **options), 0
    evaluator, odds = evaluator_for(game), entrant_for("equilibrium", game).odds
    for number in range(matches):
        match = self_play(game, number, odds)
        assert isinstance(match, Match)
        reviewed = review(match, evaluator)
        assert not reviewed.mistakes(), (name, options, number)
        assert all(d.loss <= d.margin + SLIGHT for d in reviewed.decisions)
        (place, action), loss = blunder_of(match, evaluator)
        if loss > BLUNDER:
            planted += 1
            wrong = review(with_blunder(match, place, action, odds), evaluator).mistakes()
            assert [(d.number, d.action) for d in wrong] == [(place + 1, action)], (name, options, number)
    return planted


def test_every_limit_of_a_class_match_is_among_the_settings():
    limits = {options.get("rounds") for name, options in SOLVED.values() if name == "smallsum"}
    assert {str(x) for x in limits} >= {"6", "12", "25", "10000"}


@pytest.mark.parametrize("words", [x for x in sorted(SOLVED) if "rounds=6" in x.split()][:1])
def test_the_optimum_is_not_blamed_and_a_blunder_is(words):
    assert check(*SOLVED[words], BY_DAY) == BY_DAY


@LATE
@pytest.mark.parametrize("words", sorted(SOLVED))
def test_in_every_class_setting_the_optimum_is_not_blamed_and_a_blunder_is(words):
    assert check(*SOLVED[words], MATCHES) > MATCHES // 2
