"""``never-swap`` keeps everything, and stops whoever it can."""

import pytest

from upcard.games.stoppers.rules import ACCEPT, KEEP, STOP
from upcard.games.stoppers.strategies.never_swap import choose


@pytest.mark.parametrize("card", ["A", "7", "K"])
@pytest.mark.parametrize("me", [0, 3])
def test_every_card_is_kept_by_the_dealer_too(stoppers_view, card, me):
    assert choose(stoppers_view(card, me=me)) == KEEP


@pytest.mark.parametrize(("card", "answer"), [("K", STOP), ("Q", ACCEPT), ("A", ACCEPT)])
def test_a_king_stops(stoppers_view, card, answer):
    assert choose(stoppers_view(card, asker=0, block="optional")) == answer
