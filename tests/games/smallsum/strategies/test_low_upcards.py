"""``low-upcards`` bets and matches when its open cards have the smaller sum."""

import pytest

from upcard.games.smallsum.rules import FOLD, MATCH
from upcard.games.smallsum.strategies.low_upcards import choose

CARDS = [
    ("A 4 K / 2 5 3", True),
    ("A 6 2 / 3 4 K", False),
    ("8 9 A / 2 3 K", False),
    ("10 8 2 / J 9 A", True),
]


@pytest.mark.parametrize(("cards", "bets"), CARDS)
@pytest.mark.parametrize(("variant", "most"), [("basic", 1), ("choice", 3), ("alternate", 3)])
def test_it_bets_the_most_when_its_open_cards_are_lower(smallsum_view, cards, bets, variant, most):
    assert choose(smallsum_view(cards, variant=variant)) == (most if bets else 0)


@pytest.mark.parametrize(("cards", "bets"), CARDS)
def test_it_matches_by_the_same_rule(smallsum_view, cards, bets):
    other, mine = cards.split(" / ")[::-1]
    view = smallsum_view(f"{other} / {mine}", "put 1", variant="alternate")
    assert choose(view) == (MATCH if bets else FOLD)


def test_what_costs_nothing_is_matched(smallsum_view):
    assert choose(smallsum_view("A 2 3 / K Q J", "put 1", (14, 0), "alternate")) == MATCH
