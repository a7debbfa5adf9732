"""Values beyond a table by the number of rounds left: the fit and its measured error."""

import numpy as np
import pytest

from upcard.solving.rounds_left_tail import FITTED, fitted_tail, measured_error

FINAL, SLOW, CURVED = np.array([0.3, 0.6, 0.9]), np.array([0.2, -0.1, 0.05]), np.array([0.01, 0.02, -0.03])


def rows(ratio, count):
    powers = ratio ** np.arange(count)[:, None]
    return FINAL + powers * SLOW + powers**2 * CURVED


@pytest.mark.parametrize("ratio", [0.9, 0.9625, -0.9638])
def test_a_distance_that_shrinks_by_a_factor_is_continued(ratio):
    values = rows(ratio, 200)
    tail = fitted_tail(values[:80], FINAL)
    assert tail.ratio == pytest.approx(ratio, abs=1e-7)
    for beyond in (0, 1, 20, 120):
        assert np.allclose(tail.at(beyond), values[79 + beyond], atol=1e-7)
    assert np.allclose(tail.at(5000), FINAL)


def test_the_error_adds_up_the_differences_of_all_rounds():
    tail = fitted_tail(rows(0.9, FITTED), FINAL)
    differs = measured_error(tail, lambda values: tail.at(0) + 1.0, [1, 3], 10)
    first, second = (np.abs(tail.at(0) + 1.0 - tail.at(n)).max() for n in (1, 3))
    assert differs == pytest.approx(2 * max(first, second) + 7 * second)
