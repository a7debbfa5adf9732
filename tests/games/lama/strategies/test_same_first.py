"""``same-first`` lays the same kind, else the next, else draws, and never quits while it can draw."""

import pytest

from upcard.games.lama.rules import DRAW, LLAMA, QUIT
from upcard.games.lama.strategies.same_first import choose


@pytest.mark.parametrize(
    ("hand", "top", "action"),
    [
        ("12", "1", 0),
        ("2", "1", 1),
        ("16", "6", 5),
        ("1L", "6", LLAMA),
        ("1L", "L", LLAMA),
        ("16", "L", 0),
        ("34", "1", DRAW),
    ],
)
def test_same_then_next_then_draw(lama_view, hand, top, action):
    assert choose(lama_view(hand, top)) == action


def test_it_quits_when_it_can_neither_lay_nor_draw(lama_view):
    assert choose(lama_view("34", "1", stock=0)) == QUIT
    assert choose(lama_view("34", "1", alone=True)) == QUIT
