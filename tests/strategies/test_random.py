"""``random`` takes every legal action equally often, and no other."""

from collections import Counter

import pytest

from upcard.engine.seeds import open_stream
from upcard.strategies import random
from upcard.strategies.random import STRATEGY, choose


@pytest.mark.parametrize("tries", [0, 1, 64])
@pytest.mark.parametrize(("hand", "top", "legal"), [("12", "1", 4), ("34", "1", 2), ("1", "1", 3)])
def test_every_legal_action_is_equally_likely(lama_view, monkeypatch, hand, top, legal, tries):
    """However it is found: by luck, or by going through all actions."""
    monkeypatch.setattr(random, "TRIES", tries)
    view = lama_view(hand, top)
    open_stream(view, 7, 0)
    seen = Counter(choose(view) for _ in range(1000 * legal))
    assert len(seen) == legal
    assert (
        sum((n - 1000) ** 2 / 1000 for n in seen.values()) < 16.3
    )  # one in a thousand at 3 degrees of freedom


def test_the_only_legal_action_is_always_taken(lama_view):
    view = lama_view("34", "1", stock=0)
    open_stream(view, 7, 0)
    assert {choose(view) for _ in range(20)} == {8}


def test_it_says_that_it_is_random():
    assert STRATEGY.is_random
    assert STRATEGY.games == ()
