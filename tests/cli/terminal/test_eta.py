"""What is told of the time that is left is told only where it can be known."""

import math

import pytest

from upcard.cli.terminal.eta import RemainingTime


def foreseen(shares):
    """What is said to be left at every second."""
    foresight = RemainingTime()
    return [foresight.left(100 + second, share) for second, share in enumerate(shares)]


def test_of_steady_work_the_rest_is_told():
    said = foreseen(x / 200 for x in range(200))
    assert said[:10] == [math.inf] * 10
    assert said[20:] == pytest.approx([180 - x for x in range(180)])


def test_the_second_stage_is_not_judged_by_the_first():
    said = foreseen([*(x / 100 for x in range(100)), *(0.1 + x / 100 for x in range(90))])
    assert said[100] == math.inf
    assert said[140] == pytest.approx(50)


def test_nothing_is_told_of_a_stage_that_stands_still():
    assert foreseen([0.1] * 50) == [math.inf] * 50


def test_nothing_is_told_where_what_is_foreseen_changes():
    growing = foreseen(2.0 ** (x - 60) for x in range(60))
    slowing = foreseen(1 - 0.5 ** (x / 5) for x in range(60))
    assert set(growing) == {math.inf}
    assert set(slowing[20:]) == {math.inf}
