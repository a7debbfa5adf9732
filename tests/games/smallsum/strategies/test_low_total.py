"""``low-total`` bets and matches when its three cards sum to at most t."""

import pytest

from upcard.games.smallsum.rules import FOLD, MATCH
from upcard.games.smallsum.strategies.low_total import STRATEGY, choose


@pytest.mark.parametrize(("cards", "t", "bets"), [
    ("4 5 10", 19, True),
    ("4 6 10", 19, False),
    ("4 6 10", 20, True),
    ("J Q K", 29, False),
    ("J Q K", 30, True),
    ("A 2 3", 5, False),
    ("A 2 3", 6, True),
])  # fmt: skip
def test_it_bets_the_most_up_to_t(smallsum_view, cards, t, bets):
    rest = "7 8 9"
    assert choose(smallsum_view(f"{cards} / {rest}"), t) == (3 if bets else 0)
    assert choose(smallsum_view(f"{rest} / {cards}", "put 2", variant="alternate"), t) == (
        MATCH if bets else FOLD
    )


def test_what_costs_nothing_is_matched(smallsum_view):
    assert choose(smallsum_view("A 2 3 / K Q J", "put 1", (14, 0), "alternate"), 19) == MATCH


def test_t_is_19_by_default_as_the_exercise_suggests():
    assert [(p.name, p.default) for p in STRATEGY.parameters] == [("t", 19)]
