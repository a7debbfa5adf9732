"""Numbers with their sign."""

import pytest

from upcard.engine.wording import signed


@pytest.mark.parametrize(
    ("x", "decimals", "text"),
    [(0.5, 3, "+0.500"), (-0.5, 3, "-0.500"), (0.0, 4, "0.0000"), (-1e-9, 6, "0.000000"), (1e-9, 1, "0.0"),
     (12345.678, 1, "+12345.7"), (-1.0, 0, "-1"), (0.2, 0, "0")],
)  # fmt: skip
def test_a_sign_stands_before_all_but_0(x, decimals, text):
    assert signed(x, decimals) == text
