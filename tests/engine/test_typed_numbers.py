"""Numbers as readers type them are read in every usual notation, and refused in one sentence."""

from fractions import Fraction

import pytest

from upcard.engine.errors import Usage
from upcard.engine.typed_numbers import LONGEST, readings


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("3/11", [Fraction(3, 11)]),
        (" 3 / 11 ", [Fraction(3, 11)]),
        ("3\u204411", [Fraction(3, 11)]),
        ("3:11", [Fraction(3, 11)]),
        ("3 in 11", [Fraction(3, 11)]),
        ("3 out of 11", [Fraction(3, 11)]),
        ("3 von 11", [Fraction(3, 11)]),
        ("0.27", [Fraction(27, 100)]),
        ("0,27", [Fraction(27, 100)]),
        (".27", [Fraction(27, 100)]),
        ("-,5", [Fraction(-1, 2)]),
        ("about 0.27", [Fraction(27, 100)]),
        ("27 %", [Fraction(27, 100)]),
        ("27,3%", [Fraction(273, 1000)]),
        ("27 per cent", [Fraction(27, 100)]),
        ("27 Prozent", [Fraction(27, 100)]),
        ("−4", [Fraction(-4)]),
        ("½", [Fraction(1, 2)]),
        ("1½", [Fraction(3, 2)]),
        ("1 1/2", [Fraction(3, 2)]),
        ("-1 1/2", [Fraction(-3, 2)]),
        ("8192", [Fraction(8192)]),
        ("8 192", [Fraction(8192)]),
        ("8,192", [Fraction(8192, 1000), Fraction(8192)]),
        ("43.200", [Fraction(43200, 1000), Fraction(43200)]),
        ("10'400'600", [Fraction(10400600)]),
        ("2^13", [Fraction(8192)]),
        ("2**13", [Fraction(8192)]),
        ("2¹³", [Fraction(8192)]),
    ],
)
def test_a_number_is_read_in_all_usual_notations(text, values):
    assert [x.value for x in readings(text)] == values


@pytest.mark.parametrize(
    "text",
    ["", "a", "1/0", "3//4", "1 2", "1e5", "50-50", "2^65", "2.5^2", "%", "9" * (LONGEST + 1), "1½/2½"],
)
def test_what_is_no_number_is_refused_in_a_sentence(text):
    with pytest.raises(Usage, match=r"is not a number; write it like 3/11, 0\.27 or 27 %"):
        readings(text)


@pytest.mark.parametrize(("text", "is_rounded", "is_near"), [
    ("0.27", True, True), ("0.273", True, True), ("27.3 %", True, True), ("27 %", True, True),
    ("0.28", False, True), ("0.26", False, False), ("0.2727", True, True), ("3/11", True, True),
    ("6/22", True, True), ("28 %", False, True), ("27", False, False), ("3/10", False, False),
])  # fmt: skip
def test_a_decimal_is_right_if_it_is_rounded_rightly(text, is_rounded, is_near):
    (way,) = readings(text)
    exact = Fraction(3, 11)
    assert (way.is_rounded(exact), way.is_rounded(exact) or way.is_near(exact)) == (is_rounded, is_near)
