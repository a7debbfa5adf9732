"""Numbers as people write them, and options of the rules."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from upcard.cli.options import check_target, option_values, whole_number
from upcard.engine.errors import Failure

WRITTEN = {
    "1000000": 1_000_000,
    "1_000_000": 1_000_000,
    "1,000,000": 1_000_000,
    "1e6": 1_000_000,
    "1E6": 1_000_000,
    "1e+6": 1_000_000,
    "1.5e3": 1_500,
    "10k": 10_000,
    "2M": 2_000_000,
    "2.5m": 2_500_000,
    "1g": 1_000_000_000,
    " 7 ": 7,
    "0": 0,
}
NO_NUMBERS = [
    "",
    "-1",
    "+1",
    "1.5",
    "1e-3",
    "k",
    "1kk",
    "1__0",
    "_1",
    "1_",
    "0x10",
    "one",
    "²",
    "\u0661",
    "1e",
    "nan",
    "inf",
]


@pytest.mark.parametrize("text", WRITTEN)
def test_a_whole_number_is_understood(text):
    assert whole_number(text) == WRITTEN[text]


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_is_not_taken_for_one(text):
    assert whole_number(text) is None


@given(st.integers(0, 10**18))
def test_every_whole_number_reads_back_exactly(x):
    assert whole_number(str(x)) == whole_number(f"{x:_}") == whole_number(f"{x:,}") == x


def test_options_of_the_rules_are_read_as_key_and_value():
    assert option_values("lama", ["target=50", "count=every_card"]) == {"target": "50", "count": "every_card"}


def test_a_target_that_can_be_written_passes(tmp_path):
    check_target(None, "--save")
    check_target(tmp_path / "new.csv", "--save")


def test_a_target_without_permission_is_refused_before_anything_begins(tmp_path, monkeypatch):
    monkeypatch.setattr("os.access", lambda path, mode: False)
    with pytest.raises(Failure, match="there is no permission"):
        check_target(tmp_path / "new.csv", "--save")
