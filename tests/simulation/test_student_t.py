"""The quantiles of Student's distribution equal those of the tables and of scipy."""

import math
from decimal import Decimal, localcontext
from typing import Any

import pytest
from scipy.special import stdtr, stdtrit

from upcard.simulation.estimate import quantile
from upcard.simulation.student_t import SERIES, _expanded, student_quantile, within

TABLE = {1: 12.706, 2: 4.303, 3: 3.182, 5: 2.571, 10: 2.228, 30: 2.042, 120: 1.980}
LEVELS = (0.5, 0.9, 0.95, 0.99, 0.9999)
FREEDOMS = (*range(1, 33), 99, 100, SERIES - 1, SERIES, SERIES + 1, 1000, 10**6)


@pytest.mark.parametrize("freedom", TABLE)
def test_quantiles_are_those_of_the_tables(freedom):
    """Student's table as it stands at the end of any textbook, for 95 % between both ends."""
    assert student_quantile(0.95, freedom) == pytest.approx(TABLE[freedom], abs=5e-4)


@pytest.mark.parametrize("level", LEVELS)
def test_quantiles_are_those_of_scipy(level):
    for freedom in FREEDOMS:
        assert student_quantile(level, freedom) == pytest.approx(
            float(stdtrit(freedom, 0.5 + level / 2)), rel=1e-9
        )


@pytest.mark.parametrize("freedom", [1, 2, 3, 8, 9, 150])
def test_the_series_is_the_probability_between_both_ends(freedom):
    for t in (0.0, 0.3, 1.0, 5.0, 80.0):
        assert within(t, freedom) == pytest.approx(float(1 - 2 * stdtr(freedom, -t)), abs=1e-12)


def test_the_expansion_is_right_in_every_term():
    """With 100,000 degrees of freedom the first term that is left out is less than 1e-26."""
    one_sigma = Decimal("0.68268949213708589717046509126407584495582593345320878")  # erf(1 / sqrt(2))
    with localcontext(prec=50):
        v, z = 100_000, Decimal(1)
        t: Any = _expanded(z, v)  # type: ignore[arg-type]
        square = v / (v + t * t)
        term, total = Decimal(1), Decimal(0)
        for k in range(1, v, 2):  # Abramowitz and Stegun, 26.7.4
            total += term
            term *= square * k / (k + 1)
        assert abs(total * t / (v + t * t).sqrt() - one_sigma) < Decimal("1e-26")


def test_with_many_degrees_of_freedom_it_is_the_normal_quantile():
    assert student_quantile(0.95, 10**9) == pytest.approx(quantile(0.95), abs=1e-8)


def test_levels_next_to_1_have_a_quantile_too():
    assert 8 < student_quantile(1 - 1e-15, 199) < student_quantile(1 - 1e-15, 1) < 1e16


def test_levels_next_to_0_have_a_quantile_next_to_0():
    """The normal quantile is 0 here in 64 bits. For 1 degree t is the tangent of half pi times the level."""
    assert student_quantile(1e-17, 1) == pytest.approx(1e-17 * math.pi / 2)
