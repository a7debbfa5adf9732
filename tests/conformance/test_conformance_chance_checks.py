"""What is found where chance follows a script, in games that no walk has played."""

import pytest

from upcard.testing import ConformanceError, Walk
from upcard.testing import chance_checks as chances
from upcard.testing import position_checks as positions
from upcard.testing.random_walk import promise_of


def test_a_scripted_game_in_which_nothing_can_be_done_is_found(variant):
    walk = Walk(variant(("return left > 0", "return a != DRAW and left > 0")), 1, 0)
    with pytest.raises(ConformanceError, match=r"in a scripted game seat \d has none after 'lay") as caught:
        chances.check_questions(walk)
    assert caught.value.promise == promise_of(positions.check_turn)
