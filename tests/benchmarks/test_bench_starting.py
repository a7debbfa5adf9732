"""What the benchmark of starts counts; how long a start takes is for the benchmark itself."""

import pytest


@pytest.fixture
def starting(bench):
    return bench.starting


def test_the_first_start_is_not_counted(starting):
    taken = iter([99.0, *(x / 1000 for x in range(1, starting.RUNS + 1))])
    assert starting.median_ms(lambda: next(taken)) == pytest.approx((starting.RUNS + 1) / 2)


def test_a_start_that_takes_too_long_misses_its_mark(starting):
    assert starting.claim("a start", 149.9, 150).reached
    assert not starting.claim("a start", 150, 150).reached
    assert starting.claim("a start", 1, 1_500).mark == "under 1,500"
