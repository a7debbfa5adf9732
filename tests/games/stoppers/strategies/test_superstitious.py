"""``superstitious`` shuns a neighbour who gave a low card, and else plays as swap-at-most."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.stoppers.rules import ACCEPT, KEEP, STOP, SWAP
from upcard.games.stoppers.strategies import swap_at_most
from upcard.games.stoppers.strategies.superstitious import choose
from upcard.kit.ranks import RANKS, card_text


@pytest.mark.parametrize(("given_before", "action"), [("A", KEEP), ("5", KEEP), ("6", SWAP), ("Q", SWAP)])
def test_a_neighbour_who_gave_a_low_card_is_not_asked_again(stoppers_view, given_before, action):
    assert choose(stoppers_view("2", received={2: given_before}), 6, 5) == action


def test_only_the_neighbour_who_would_be_asked_counts(stoppers_view):
    assert choose(stoppers_view("2", received={0: "A", 3: "A"}), 6, 6) == SWAP


def test_the_dealer_asks_nobody_and_shuns_nobody(stoppers_view):
    assert choose(stoppers_view("2", received={0: "A", 1: "A", 2: "A"}, me=3), 6, 6) == SWAP


@given(st.integers(0, RANKS - 1), st.integers(0, 13), st.integers(0, 13))
def test_without_bad_memories_it_is_swap_at_most(stoppers_view, card, t, low):
    view = stoppers_view(card_text(card))
    assert choose(view, t, low) == swap_at_most.choose(view, t)


@pytest.mark.parametrize(("card", "answer"), [("K", STOP), ("2", ACCEPT)])
def test_a_king_stops(stoppers_view, card, answer):
    assert choose(stoppers_view(card, asker=0, block="optional"), 13, 6) == answer
