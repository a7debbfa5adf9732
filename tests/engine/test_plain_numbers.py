"""Whole numbers of addresses and forms, in plain digits."""

import pytest

from upcard.engine.errors import Unreadable
from upcard.engine.read_number import FEW_DIGITS, MOST_DIGITS, plain_number, plain_number_or

NO_NUMBERS = ("", " 1", "1 ", "+1", "-1", "1.5", "1_0", "²", "٣", "१", "ten")


@pytest.mark.parametrize("text", NO_NUMBERS)
def test_what_is_no_whole_number_is_refused_or_gives_what_is_usual(text):
    with pytest.raises(Unreadable) as fault:
        plain_number("players", text)
    assert str(fault.value) == f"players is {text!r}; expected a whole number from 0"
    assert plain_number_or(7, text) == 7


@pytest.mark.parametrize("number", [0, 1, 10**FEW_DIGITS - 1])
def test_a_whole_number_is_read(number):
    assert plain_number("seed", str(number)) == plain_number_or(-1, str(number)) == number


def test_a_number_of_too_many_digits_is_none():
    assert plain_number_or(-1, "1" * (FEW_DIGITS + 1)) == -1
    assert plain_number("seed", "9" * MOST_DIGITS) == 10**MOST_DIGITS - 1
    with pytest.raises(Unreadable, match="seed is '11111111111111111111'; expected"):
        plain_number("seed", "1" * (MOST_DIGITS + 1))
