"""Values on pages have as many digits as people read."""

import pytest

from upcard.web.value_text import error_text, value_text


@pytest.mark.parametrize(
    ("value", "unit", "text"),
    [
        (-1 / 18, "pennies", "−0.0556"),
        (0.99996, "points", "1"),
        (27.4484, "points", "27.45"),
        (-4.6425, "points", "−4.64"),
        (30.0, "points", "30"),
        (0.239, "chance to win", "23.9 %"),
    ],
)
def test_a_value_has_few_digits_unless_it_is_small(value, unit, text):
    assert value_text(value, unit) == text


@pytest.mark.parametrize(
    ("error", "unit", "text"),
    [
        (0.7267, "points", "0.73"),
        (1.0155, "points", "1"),
        (12.34, "points", "12.3"),
        (0.0361, "points", "0.036"),
        (0.00004, "points", "0"),
        (0.0, "points", "0"),
        (0.0039, "chance to win", "0.4 %"),
    ],
)
def test_an_error_has_two_digits_that_count(error, unit, text):
    assert error_text(error, unit) == text
