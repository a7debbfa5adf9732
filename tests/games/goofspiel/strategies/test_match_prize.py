"""``match-prize`` bids the prize's own value, and something legal when that card is gone."""

import pytest

from upcard.engine.game import make_game
from upcard.games.goofspiel.strategies.match_prize import choose


def asked(*bids, prizes):
    match = make_game("goofspiel", length=5).match(dealt=[str(n) for n in prizes])
    for n in bids:
        match.do(f"bid {n}")
    v = match.view(match.player)
    v.__dict__["chance"] = match.chance
    return choose(v) + 1


@pytest.mark.parametrize("prize", range(1, 6))
def test_it_bids_the_value_of_the_prize(prize):
    assert asked(prizes=[prize]) == prize


@pytest.mark.parametrize(
    ("bids", "prizes", "bid"),
    [((3, 1), [1, 3], 4), ((3, 1, 4, 2), [1, 2, 3], 5), ((5, 1), [1, 5], 4), ((5, 1, 4, 2), [1, 2, 4], 3)],
)
def test_when_that_card_is_gone_it_bids_the_next_higher_one_or_else_the_highest(bids, prizes, bid):
    assert asked(*bids, prizes=prizes) == bid
