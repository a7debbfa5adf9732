"""``next-first`` lays the next kind, else the same, else draws, and never quits while it can draw."""

import pytest

from upcard.games.lama.rules import DRAW, LLAMA, QUIT
from upcard.games.lama.strategies.next_first import choose


@pytest.mark.parametrize(
    ("hand", "top", "action"),
    [
        ("12", "1", 1),
        ("1", "1", 0),
        ("6L", "6", LLAMA),
        ("6", "6", 5),
        ("1L", "L", 0),
        ("L", "L", LLAMA),
        ("34", "1", DRAW),
    ],
)
def test_next_then_same_then_draw(lama_view, hand, top, action):
    assert choose(lama_view(hand, top)) == action


def test_it_quits_when_it_can_neither_lay_nor_draw(lama_view):
    assert choose(lama_view("34", "1", stock=0)) == QUIT
    assert choose(lama_view("34", "1", alone=True)) == QUIT
