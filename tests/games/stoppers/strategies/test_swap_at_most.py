"""``swap-at-most`` swaps up to its value, and looks at nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.games.stoppers.rules import ACCEPT, KEEP, STOP, SWAP
from upcard.games.stoppers.strategies.swap_at_most import STRATEGY, choose
from upcard.kit.ranks import RANKS, card_text


@pytest.mark.parametrize("me", [1, 3])
@pytest.mark.parametrize("t", range(14))
def test_it_swaps_cards_up_to_its_value(stoppers_view, t, me):
    chosen = [choose(stoppers_view(card_text(k), me=me), t) for k in range(RANKS)]
    assert chosen == [SWAP] * t + [KEEP] * (RANKS - t)


@given(st.integers(0, RANKS - 1), st.integers(0, RANKS - 1), st.integers(0, 13))
def test_what_it_knows_does_not_matter(stoppers_view, card, dealt, t):
    plain = stoppers_view(card_text(card))
    other = stoppers_view(card_text(card), card_text(dealt), {2: "A"}, used="A A A A K K K K")
    assert choose(plain, t) == choose(other, t)


@pytest.mark.parametrize(("card", "answer"), [("K", STOP), ("2", ACCEPT)])
def test_a_king_stops(stoppers_view, card, answer):
    assert choose(stoppers_view(card, asker=0, block="optional"), 13) == answer


def test_six_is_the_usual_threshold():
    assert [(p.name, p.default) for p in STRATEGY.parameters] == [("t", 6)]
