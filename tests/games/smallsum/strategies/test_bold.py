"""``bold`` bets the most that it may and matches everything."""

import pytest

from upcard.games.smallsum.rules import MATCH
from upcard.games.smallsum.strategies.bold import choose


@pytest.mark.parametrize("cards", ["A 2 3 / K Q J", "K Q J / A 2 3"])
@pytest.mark.parametrize(
    ("variant", "pennies", "most"),
    [("basic", 8, 1), ("choice", 8, 3), ("choice", 2, 2), ("alternate", 8, 3), ("alternate", 0, 0)],
)
def test_it_bets_the_most(smallsum_view, cards, variant, pennies, most):
    assert choose(smallsum_view(cards, "", (pennies, 8), variant)) == most


def test_it_matches_every_bet(smallsum_view):
    assert choose(smallsum_view("A 2 3 / K Q J", "put 3", variant="alternate")) == MATCH
