"""``caller`` bets nothing and matches everything."""

import pytest

from upcard.games.smallsum.rules import MATCH
from upcard.games.smallsum.strategies.caller import choose


@pytest.mark.parametrize("variant", ["basic", "choice", "alternate"])
def test_it_bets_nothing(smallsum_view, variant):
    assert choose(smallsum_view("A 2 3 / K Q J", variant=variant)) == 0


@pytest.mark.parametrize("words", ["put 1", "put 3", "put 1, match, put 3"])
def test_it_matches_every_bet(smallsum_view, words):
    assert choose(smallsum_view("A 2 10 / K Q J", words, variant="alternate")) == MATCH
