"""Clocks as people write them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.engine.errors import Usage
from upcard.server.clock import Clock, read_clock


@given(
    st.one_of(
        st.just(Clock()),
        st.builds(Clock, st.just("move"), st.integers(5, 3600)),
        st.builds(Clock, st.just("days"), st.integers(1, 30)),
        st.builds(Clock, st.just("total"), st.integers(30, 14_400), st.integers(0, 300)),
    )
)
def test_a_clock_reads_back(clock):
    assert read_clock(str(clock)) == clock
    assert clock.words


NO_CLOCKS = (
    "", "move", "move 4", "move 3601", "move 30 5", "days 0", "days 31", "hours 3", "none 3", "move ٣٠",
    "total", "total 29", "total 600 301", "total 600 x", "total 600 5 5",
)  # fmt: skip


@pytest.mark.parametrize("text", NO_CLOCKS)
def test_what_is_no_clock_is_refused(text):
    with pytest.raises(Usage, match="is not a clock"):
        read_clock(text)


def test_days_are_days():
    assert read_clock("days 2").seconds == 2 * 24 * 3600
    assert read_clock("none").seconds is None
    assert read_clock("move 30").seconds == 30


def test_a_total_time_is_described_as_people_say_it():
    assert read_clock("total 600").words == "10 minutes each for the whole match"
    words = "1 minute and 30 seconds each for the whole match, plus 1 second for each action"
    assert read_clock("total 90 1").words == words
