"""Clocks as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Usage
from upcard.server.clock import Clock, read_clock


@given(st.one_of(st.just(Clock()), st.builds(Clock, st.just("move"), st.integers(5, 3600)),
                 st.builds(Clock, st.just("days"), st.integers(1, 30))))  # fmt: skip
def test_a_clock_reads_back(clock):
    assert read_clock(str(clock)) == clock
    assert clock.words


@pytest.mark.parametrize(
    "text", ["", "move", "move 4", "move 3601", "days 0", "days 31", "hours 3", "none 3", "move ٣٠"]
)
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(Usage, match="is not a clock"):
        read_clock(text)


def test_days_are_days():
    assert read_clock("days 2").seconds == 2 * 24 * 3600
    assert read_clock("none").seconds is None
    assert read_clock("move 30").seconds == 30
