"""Counting cards by pairs that cancel each other."""

from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.game import make_game
from upcard.play.pair_count import counting_hint, pair_count


def test_pairs_are_cancelled_and_the_rest_is_added():
    count = pair_count([10, -3, 3, 3, -10, 5, -1])
    assert (count.pairs, count.rest, count.total) == ((10, 3), (5, 3, -1), 7)


@given(st.lists(st.integers(-13, 13)))
def test_no_card_gets_lost(values):
    count = pair_count(values)
    assert sorted([*count.pairs, *(-x for x in count.pairs), *count.rest]) == sorted(values)
    assert count.total == sum(values)


def test_only_games_that_are_counted_so_have_a_hint():
    assert "cancels" in counting_hint(make_game("four-cell").rules)
    assert counting_hint(make_game("lama").rules) == ""
