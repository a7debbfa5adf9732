"""``cautious`` puts no penny that it need not."""

import pytest

from upcard.games.smallsum.rules import FOLD, MATCH
from upcard.games.smallsum.strategies.cautious import choose


@pytest.mark.parametrize("variant", ["basic", "choice", "alternate"])
@pytest.mark.parametrize("cards", ["A 2 3 / K Q J", "K Q J / A 2 3"])
def test_it_never_bets(smallsum_view, cards, variant):
    assert choose(smallsum_view(cards, variant=variant)) == 0


@pytest.mark.parametrize(("pennies", "action"), [((8, 8), FOLD), ((8, 1), FOLD), ((14, 0), MATCH)])
def test_it_folds_unless_matching_is_free(smallsum_view, pennies, action):
    assert choose(smallsum_view("K Q J / A 2 3", "put 2", pennies, "alternate")) == action
