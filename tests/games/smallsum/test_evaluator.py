"""Values of positions of Smallsum that were placed by hand."""

import pytest

from upcard.play.position_address import match_from_address
from upcard.review.evaluator_registry import evaluator_for
from upcard.review.match_review import decision_point


@pytest.mark.parametrize("variant", ["basic", "choice"])
def test_a_closed_fist_that_was_placed_is_as_secret_as_one_that_was_played(variant):
    """B decides after A closed a fist; nothing tells B how many pennies are in it."""
    deal = {"seed": "1", "option-variant": variant}
    values = []
    for part in ({"do": "0"}, {"state": "player~1"}, {"state": "fist~1-player~1"}):
        match = match_from_address("smallsum", {**deal, **part})
        values.append(evaluator_for(match.game).prospects(decision_point(match)))
    assert values[0] == values[1] == values[2]


def test_a_placed_check_tells_as_much_as_a_played_one():
    deal = {"seed": "8", "option-variant": "alternate"}
    values = []
    for part in ({"do": "0"}, {"state": "player~1"}):
        match = match_from_address("smallsum", {**deal, **part})
        values.append(evaluator_for(match.game).prospects(decision_point(match)))
    assert values[0] == values[1]
