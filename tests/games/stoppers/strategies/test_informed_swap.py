"""``informed-swap`` compares the card it got with the one it had to give."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.stoppers.rules import ACCEPT, KEEP, STOP, SWAP
from upcard.games.stoppers.strategies import swap_at_most
from upcard.games.stoppers.strategies.informed_swap import choose
from upcard.kit.ranks import RANKS, card_text


@pytest.mark.parametrize(
    ("card", "dealt", "action"),
    [
        ("3", "2", KEEP),
        ("Q", "J", KEEP),
        ("2", "3", SWAP),
        ("J", "Q", SWAP),
        ("5", "5", SWAP),
        ("9", "9", KEEP),
    ],
)
def test_a_higher_card_is_kept_a_lower_one_swapped_an_equal_one_is_left_to_the_value(
    stoppers_view, card, dealt, action
):
    assert choose(stoppers_view(card, dealt), 6) == action
    assert choose(stoppers_view(card, dealt, me=3), 6) == action


@given(st.integers(0, RANKS - 1), st.integers(0, 13))
def test_without_a_swap_it_is_swap_at_most(stoppers_view, card, t):
    view = stoppers_view(card_text(card))
    assert choose(view, t) == swap_at_most.choose(view, t)


@pytest.mark.parametrize(("card", "answer"), [("K", STOP), ("2", ACCEPT)])
def test_a_king_stops(stoppers_view, card, answer):
    assert choose(stoppers_view(card, asker=0, block="optional"), 13) == answer
