"""``le-her-mixed``: chance decides Paul's 7 and Peter's 8 only; the tests of the rules prove it optimal."""

from collections import Counter

import pytest

from upcard.engine.game import make_game
from upcard.engine.seeds import open_stream
from upcard.games.le_her.rules import CHANGE, KEEP
from upcard.games.le_her.strategies.le_her_mixed import choose

LE_HER = make_game("le-her")
GAMES = 4000


def chosen(cards, line):
    match = LE_HER.match(seed=1, dealt=cards.split())
    for word in line.split():
        match.do(word)
    view = match.view(match.player)
    open_stream(view, 3, 0)
    return Counter(choose(view) for _ in range(GAMES))


@pytest.mark.parametrize(("cards", "line", "in_eight"), [("7 5", "", 3), ("5 8", "keep", 5)])
def test_the_card_at_the_border_is_changed_some_of_the_time(cards, line, in_eight):
    mean, sd = GAMES * in_eight / 8, (GAMES * in_eight * (8 - in_eight)) ** 0.5 / 8
    assert abs(chosen(cards, line)[CHANGE] - mean) < 4 * sd


@pytest.mark.parametrize(
    ("cards", "line", "action"),
    [
        ("6 5", "", CHANGE),
        ("8 5", "", KEEP),
        ("5 7", "keep", CHANGE),
        ("5 9", "keep", KEEP),
        ("J Q", "change", CHANGE),
        ("3 2", "change", KEEP),
        ("2 2", "change", KEEP),
        ("5 K", "change", KEEP),
    ],
)
def test_every_other_choice_is_sure(cards, line, action):
    assert chosen(cards, line) == {action: GAMES}
