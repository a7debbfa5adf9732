"""Reading numbers as people write them."""

import re
from fractions import Fraction

from upcard.engine.errors import Unreadable

MOST_DIGITS, FEW_DIGITS, SEED_DIGITS = 19, 9, 39
"""Maximum digits of a number that is checked further, of one that fits a database column, and of a seed."""

MOST_CHARACTERS = 400
"""Longer texts are no numbers that anybody means."""

UNITS = {"": 1, "k": 10**3, "m": 10**6, "g": 10**9}
NUMBER = re.compile(r"(\d+(?:[_,]\d+)*(?:\.\d+)?)(?:e\+?(\d{1,2}))?([kmg]?)", re.IGNORECASE | re.ASCII)


def read_number(text: str) -> int | None:
    """Return a whole number, such as ``1000000``, ``1_000_000``, ``1e6``, ``10k`` or ``2.5M``; else None."""
    parts = NUMBER.fullmatch(text.strip())
    if parts is None or len(text) > MOST_CHARACTERS:
        return None
    digits, power, unit = parts.groups()
    # a decimal would round what has more digits than its context
    x = Fraction(re.sub("[_,]", "", digits)) * 10 ** int(power or 0) * UNITS[unit.lower()]
    return x.numerator if x.denominator == 1 else None


def plain_number(name: str, text: str, most: int = MOST_DIGITS) -> int:
    """Return a whole number from 0 in up to `most` plain digits; else raise Unreadable with `name`."""
    if not _is_plain(text, most):
        raise Unreadable(f"{name} is {text[:20]!r}; expected a whole number from 0")
    return int(text)


def plain_number_or(default: int, text: str) -> int:
    """Return a whole number with at most nine plain digits, or the default for another text."""
    return int(text) if _is_plain(text, FEW_DIGITS) else default


def _is_plain(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= most  # '٣' is decimal too
