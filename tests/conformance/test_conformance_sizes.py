"""What a scene says of hidden zones must be so: one number for every seat, and those that lie there."""

import pytest

from upcard.testing import ConformanceError, scenes
from upcard.testing.walk import Walk

WRONG = {
    '"table": [0]': "'table', which is no zone of hidden cards",
    '"hand": [1, 0]': "[1, 0] cards in hand; there are [1, 1]",
    '"hand": [1]': "[1] cards in hand",
}


@pytest.mark.parametrize("told", WRONG)
def test_a_wrong_number_of_hidden_cards_is_found(variant, told):
    walk = Walk(variant(("((last,),))", f"((last,),), {{{told}}})")), 1, 0)
    with pytest.raises(ConformanceError) as found:
        scenes.check_scene(walk)
    assert WRONG[told] in str(found.value)


def test_numbers_that_are_so_and_those_that_nobody_knows_are_sound(variant):
    walk = Walk(variant(("((last,),))", '((last,),), {"hand": [1, None], "stock": [v.stock[0]]})')), 1, 0)
    assert scenes.check_scene(walk) == 1
