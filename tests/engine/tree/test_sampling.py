"""Copies of strategies that read tables of their own."""

from typing import Any

import numpy as np
import pytest

from upcard.engine.tree.sampling import with_tables

TABLE = np.array([0, 0])


def row(v):
    return int(TABLE[v]) // 10


def choose(v):
    return row(v) + int(TABLE[v]) % 10


def odds(own, v):
    return ((int(own["TABLE"][v]), 1),)


def tabled(*numbers: int, **others: Any) -> Any:
    return with_tables(choose, {"TABLE": np.array(numbers)}, "tabled", **others)


def test_each_copy_reads_its_own_tables_and_the_strategy_keeps_its():
    one, other = tabled(3, 4), tabled(5, 6)
    assert [f(1) for f in (one, other, choose)] == [4, 6, 0]
    assert one.__name__ == "tabled"
    assert choose.__name__ == "choose"


@pytest.mark.parametrize(("reading", "expected"), [(row, 2 + 7), (None, 0 + 7)])
def test_what_the_strategy_calls_reads_them_if_it_is_given_too(reading, expected):
    assert tabled(27, reading=reading)(0) == expected


def test_the_probabilities_are_those_of_the_copy():
    assert tabled(8, odds=odds).odds(0) == ((8, 1),)
    assert not hasattr(tabled(8), "odds")
