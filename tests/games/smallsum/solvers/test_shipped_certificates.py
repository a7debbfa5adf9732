"""Rounded solutions are strategies, and what is proved holds for them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.certificates.verify_file import verify
from upcard.engine.tree.sampling import PARTS_OF_ONE, limits_of, odds_of
from upcard.games.smallsum.solvers.shipped_certificates import rounded


@pytest.mark.parametrize("bits", [4, 12])
def test_rounded_probabilities_have_so_many_digits_and_the_sum_1(short, bits):
    round = short.match.round_of(1)
    before, after = short.solved.strategies[1], rounded(short, bits).solved.strategies[1]
    assert np.array_equal(after * 2**bits, np.rint(after * 2**bits))
    assert np.array_equal(np.add.reduceat(after, round.first - 2), np.ones(len(round.first)))
    assert after.min() >= 0
    assert np.abs(after - before).max() <= round.count.max() / 2**bits


def test_bounds_are_those_of_what_is_left(short, tmp_path):
    few, many = rounded(short, 4), rounded(short, 20)
    few.save(tmp_path / "few.json")
    assert verify(tmp_path / "few.json")
    assert few.bounds[0] < many.bounds[0] <= short.value <= many.bounds[1] < few.bounds[1]
    assert many.bounds[1] - many.bounds[0] < 1e-5


@given(
    st.lists(
        st.lists(st.integers(0, 9), min_size=1, max_size=4).filter(sum),
        min_size=1,
        max_size=6,
    )
)
def test_odds_are_the_chances_that_limits_were_made_of(parts):
    chances = np.concatenate([np.array(x) / sum(x) for x in parts])
    limits = limits_of(chances, np.array([len(x) for x in parts]))
    at = 0
    for x in parts:
        odds = dict(odds_of(limits[at : at + len(x)].tolist(), range(len(x))))
        assert sum(odds.values()) == 1
        for i, n in enumerate(x):
            assert abs(float(odds.get(i, 0)) - n / sum(x)) <= 1 / PARTS_OF_ONE
        at += len(x)
