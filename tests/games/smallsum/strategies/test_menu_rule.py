"""``menu-rule`` bets and matches by the numbers that a class chooses from menus."""

import pytest

from upcard.games.smallsum.rules import FOLD, MATCH
from upcard.games.smallsum.strategies.menu_rule import (
    AT_LEAST,
    AT_MOST,
    HIDDEN_CARD,
    LEAD,
    OTHERS_OPEN,
    STRATEGY,
    SUM,
    choose,
)

NEVER = (SUM, AT_MOST, -30)


@pytest.mark.parametrize(("by", "when", "at", "bets"), [
    (SUM, AT_MOST, 15, True),  # A + 5 + 9
    (SUM, AT_MOST, 14, False),
    (SUM, AT_LEAST, 15, True),
    (SUM, AT_LEAST, 16, False),
    (LEAD, AT_MOST, 10, True),  # 15 less the 2 and 3 that the other shows
    (LEAD, AT_MOST, 9, False),
    (HIDDEN_CARD, AT_LEAST, 9, True),
    (HIDDEN_CARD, AT_LEAST, 10, False),
    (OTHERS_OPEN, AT_MOST, 5, True),
    (OTHERS_OPEN, AT_MOST, 4, False),
])  # fmt: skip
def test_it_bets_by_the_number_that_was_chosen(smallsum_view, by, when, at, bets):
    v = smallsum_view("A 5 9 / 2 3 4")
    assert choose(v, by, when, at, 2, *NEVER) == (2 if bets else 0)


def test_it_bets_no_more_than_it_may(smallsum_view):
    always = (SUM, AT_MOST, 40)
    assert choose(smallsum_view("A 2 3 / 4 5 6", variant="basic"), *always, 3, *NEVER) == 1
    assert choose(smallsum_view("A 2 3 / 4 5 6", pennies=(2, 14)), *always, 3, *NEVER) == 2


def test_it_matches_by_a_rule_of_its_own_and_what_costs_nothing_always(smallsum_view):
    answering = ("A 2 3 / 4 5 6", "put 2")
    bet = (SUM, AT_MOST, -30, 3)
    assert choose(smallsum_view(*answering, variant="alternate"), *bet, SUM, AT_MOST, 15) == MATCH
    assert choose(smallsum_view(*answering, variant="alternate"), *bet, SUM, AT_MOST, 14) == FOLD
    broke = smallsum_view("A 2 3 / K Q J", "put 1", (14, 0), "alternate")
    assert choose(broke, *bet, *NEVER) == MATCH


def test_its_parameters_are_the_arguments_in_their_order():
    assert [p.name for p in STRATEGY.parameters] == [
        "bet_by", "bet_when", "bet_at", "bet", "call_by", "call_when", "call_at",
    ]  # fmt: skip
