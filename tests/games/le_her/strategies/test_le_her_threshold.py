"""``le-her-threshold``: two thresholds, and a comparison where Paul's card is known."""

import pytest

from upcard.engine.game import make_game
from upcard.games.le_her.rules import CHANGE, KEEP
from upcard.games.le_her.strategies.le_her_threshold import choose

LE_HER = make_game("le-her")


def asked(cards, line, paul=8, peter=9):
    match = LE_HER.match(seed=1, dealt=cards.split())
    for word in line.split():
        match.do(word)
    return choose(match.view(match.player), paul, peter)


@pytest.mark.parametrize(
    ("card", "paul", "action"), [("7", 8, CHANGE), ("8", 8, KEEP), ("A", 1, KEEP), ("K", 14, CHANGE)]
)
def test_paul_keeps_from_his_value_on(card, paul, action):
    assert asked(f"{card} 5", "", paul=paul, peter=5) == action


@pytest.mark.parametrize(
    ("card", "peter", "action"), [("8", 9, CHANGE), ("9", 9, KEEP), ("A", 1, KEEP), ("K", 14, CHANGE)]
)
def test_peter_keeps_from_his_value_on_when_paul_has_kept(card, peter, action):
    assert asked(f"5 {card}", "keep", paul=5, peter=peter) == action


@pytest.mark.parametrize(
    ("mine", "his", "action"), [("3", "2", KEEP), ("2", "2", KEEP), ("Q", "J", KEEP), ("J", "Q", CHANGE)]
)
def test_peter_compares_when_paul_has_changed(mine, his, action):
    assert asked(f"{mine} {his}", "change", peter=1) == action
    assert asked(f"{mine} {his}", "change", peter=14) == action


@pytest.mark.parametrize(("peter", "action"), [(13, KEEP), (14, CHANGE)])
def test_after_a_refusal_peter_goes_by_his_value(peter, action):
    assert asked("5 K", "change", peter=peter) == action
