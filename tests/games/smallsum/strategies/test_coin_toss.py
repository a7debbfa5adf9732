"""``coin-toss`` bets the most or nothing, matches or folds, half of the time each."""

from collections import Counter

import pytest

from upcard.engine.seeds import open_stream
from upcard.games.smallsum.rules import FOLD, MATCH
from upcard.games.smallsum.strategies.coin_toss import choose


@pytest.mark.parametrize(
    ("variant", "words", "both"),
    [("basic", "", {0, 1}), ("choice", "", {0, 3}), ("alternate", "put 2", {MATCH, FOLD})],
)
def test_both_sides_of_the_coin_come_up_equally_often(smallsum_view, variant, words, both):
    view = smallsum_view("A 2 3 / K Q J", words, variant=variant)
    open_stream(view, 7, 0)
    seen = Counter(choose(view) for _ in range(2000))
    assert set(seen) == both
    assert all(abs(n - 1000) < 4.5 * 500**0.5 for n in seen.values())
