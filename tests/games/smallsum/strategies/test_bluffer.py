"""``bluffer`` plays as ``dominant``, but in Alternate it now and then bets with the worse hand."""

import pytest

from upcard.engine.seeds import open_stream
from upcard.games.smallsum.rules import FOLD, MATCH
from upcard.games.smallsum.strategies import dominant
from upcard.games.smallsum.strategies.bluffer import choose

GOOD, BAD = "A 2 3 / K Q J", "K Q J / A 2 3"


@pytest.mark.parametrize("often", [0, 0.3, 1])
def test_it_bets_with_the_worse_hand_as_often_as_it_is_told(smallsum_view, often):
    view = smallsum_view(BAD, variant="alternate")
    open_stream(view, 7, 0)
    bets = [choose(view, often) for _ in range(2000)]
    assert set(bets) <= {0, 3}
    assert abs(bets.count(3) - 2000 * often) <= 4.5 * (2000 * often * (1 - often)) ** 0.5


@pytest.mark.parametrize("variant", ["basic", "choice"])
@pytest.mark.parametrize("cards", [GOOD, BAD])
def test_where_nobody_can_fold_it_does_not_bluff(smallsum_view, variant, cards):
    view = smallsum_view(cards, variant=variant)
    assert choose(view, 1) == dominant.choose(view)


def test_with_the_better_hand_it_always_bets(smallsum_view):
    assert choose(smallsum_view(GOOD, variant="alternate"), 0) == 3


@pytest.mark.parametrize(("cards", "action"), [(GOOD, FOLD), (BAD, MATCH)])
def test_it_answers_by_the_odds(smallsum_view, cards, action):
    view = smallsum_view(cards, "put 3", variant="alternate")
    assert choose(view, 1) == dominant.choose(view) == action
