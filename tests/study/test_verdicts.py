"""How claims are judged and numbers are worded."""

import math

import pytest

from upcard.document.model import FAILS, HOLDS, OPEN
from upcard.engine.wording import counted
from upcard.simulation.estimate import Estimate
from upcard.study.verdicts import (
    above,
    all_exceed,
    contrary,
    curve,
    difference,
    exceeds,
    family_confidence,
    overall,
    per_cent,
    points,
    text,
    widened,
    within,
)


def known(value: float, half: float) -> Estimate:
    return Estimate(value, value - half, value + half, half / 1.959963984540054)


def test_above_says_holds_fails_or_undecided():
    a, b = known(0.5, 0.01), known(0.4, 0.01)
    assert (above(a, b), above(b, a), above(a, a)) == (HOLDS, FAILS, OPEN)
    assert above(a, known(0.485, 0.004)) == HOLDS
    assert above(a, known(0.485, 0.004), level=0.999) == OPEN


def test_exceeds_needs_the_whole_interval_on_one_side():
    assert (exceeds(known(0.2, 0.1)), exceeds(known(-0.2, 0.1)), exceeds(known(0.05, 0.1))) == (
        HOLDS,
        FAILS,
        OPEN,
    )
    assert exceeds(known(0.2, 0.1), bound=0.5) == FAILS


def test_all_must_exceed_and_one_below_is_enough_against_it():
    assert all_exceed([known(0.2, 0.1), known(0.3, 0.1)]) == HOLDS
    assert all_exceed([known(0.2, 0.1), known(-0.2, 0.1)]) == FAILS
    assert all_exceed([known(0.2, 0.1), known(0.05, 0.1)]) == OPEN


def test_within_needs_the_whole_interval_inside_or_outside_the_margin():
    assert within(known(0.001, 0.002), 0.01) == HOLDS
    assert within(known(-0.05, 0.01), 0.01) == FAILS
    assert within(known(0.05, 0.01), 0.01) == FAILS
    assert within(known(0.0, 0.5), 0.01) == OPEN


@pytest.mark.parametrize("unknown", [Estimate(math.nan, math.nan, math.nan, math.nan), known(0.3, math.inf)])
def test_what_is_not_known_is_undecided(unknown):
    assert exceeds(unknown) == within(unknown, 0.1) == OPEN


def test_contrary_turns_a_verdict_round():
    assert [contrary(v) for v in (HOLDS, FAILS, OPEN)] == [FAILS, HOLDS, OPEN]


def test_a_statement_fails_with_one_part_and_holds_with_all():
    assert overall([HOLDS, OPEN, FAILS]) == FAILS
    assert overall([HOLDS, OPEN]) == OPEN
    assert overall([HOLDS, HOLDS]) == HOLDS


def test_a_family_of_ten_needs_995_of_a_thousand_for_each():
    assert family_confidence(10) == pytest.approx(0.995)
    assert family_confidence(1) == pytest.approx(0.95)


def test_widened_keeps_the_value_and_stretches_the_interval():
    wide = widened(known(0.5, 0.1), family_confidence(10))
    assert wide.value == 0.5
    assert wide.high - 0.5 == pytest.approx(0.1 * 2.807034 / 1.959964, rel=1e-6)


def test_minus_is_sure_of_no_more_than_both_intervals_allow():
    found = difference(Estimate(0.7, 0.6, 0.8, 0.03), Estimate(0.5, 0.4, 0.55, 0.04))
    assert (found.value, found.low, found.high, found.se) == pytest.approx((0.2, 0.05, 0.4, 0.07))


def test_numbers_are_told_with_their_intervals():
    e = Estimate(0.25, 0.24, 0.265, 0.01)
    assert text(e, 2) == "0.25 (0.24 to 0.27)"
    assert per_cent(e) == "25.0 % (24.0 to 26.5)"
    assert points(e) == "+25.00 (+24.00 to +26.50)"
    assert points(Estimate(0, -0.00003, 0.00003, 0)) == "0.000 (-0.003 to +0.003)"


def test_a_curve_has_a_point_and_an_interval_for_each_estimate():
    line = curve("one", [2], [Estimate(0.25, 0.24, 0.26, 0.01)], 100)
    assert (line.x, line.y, line.low, line.high) == ([2.0], [25.0], [24.0], [26.0])


def test_one_is_counted_as_one():
    assert [counted(n, "differs", "differ") for n in (0, 1, 2)] == ["0 differ", "1 differs", "2 differ"]
