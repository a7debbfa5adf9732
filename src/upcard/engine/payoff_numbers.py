"""Payoffs that people or programs have typed, as exact fractions."""

import re
from fractions import Fraction

from upcard.engine.errors import Unreadable

NUMBER = re.compile(r"[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,3})?|[+-]?\d+/\d+", re.ASCII | re.IGNORECASE)
MOST_CHARACTERS = 400
MINUS_SIGNS = str.maketrans(dict.fromkeys("\N{MINUS SIGN}\N{EN DASH}\N{FULLWIDTH HYPHEN-MINUS}", "-"))
FORM = "expected a number such as 3, -0.25, 1e2 or 1/3"

FLOAT_DIGITS, GREATEST_DENOMINATOR = 15, 10_000
"""Digits from which a decimal may be a rounded fraction, and the greatest denominator of such a fraction."""


def is_payoff(text: str) -> bool:
    """Return whether a text is a whole number, a decimal with or without exponent, or a fraction."""
    word = text.translate(MINUS_SIGNS)
    is_fraction = "/" in word and not word.rpartition("/")[2].strip("0")
    return len(word) <= MOST_CHARACTERS and NUMBER.fullmatch(word) is not None and not is_fraction


def read_payoff(text: str) -> Fraction:
    """Return a payoff as a fraction; raise ``Unreadable`` if it is not a number.

    Decimals are exact. A decimal with 15 significant digits or more is a fraction with a small denominator
    instead, if it differs from it by rounding only: 0.3333333333333333 is 1/3.
    """
    if not is_payoff(text):
        raise Unreadable(f"{text[:40]!r} is not a payoff; {FORM}")
    word = text.translate(MINUS_SIGNS).lower()
    exact = Fraction(word)
    mantissa, _, exponent = word.partition("e")
    decimals = len(mantissa.partition(".")[2]) - int(exponent or 0)
    if "/" in word or len(mantissa.lstrip("+-0.").replace(".", "")) < FLOAT_DIGITS or decimals <= 0:
        return exact
    near = exact.limit_denominator(GREATEST_DENOMINATOR)
    rounding = max(Fraction(1, 10**decimals), abs(exact) / 2**52)
    return near if abs(near - exact) <= rounding else exact
