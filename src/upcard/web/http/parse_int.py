"""Whole numbers from addresses and forms: from 0, in the digits 0 to 9, with a maximum length."""

from upcard.engine.errors import Unreadable

MOST_DIGITS, FEW_DIGITS = 19, 9
"""Maximum digits of a number that is checked further, and of one that fits every column."""


def whole(what: str, text: str) -> int:
    """Return a whole number; raises Unreadable if the text, which `what` names, is none."""
    if not _is_whole(text, MOST_DIGITS):
        raise Unreadable(f"{what} is {text[:20]!r}; expected a whole number from 0")
    return int(text)


def whole_or(default: int, text: str) -> int:
    """Return a whole number that is not large, or the default if the text is none."""
    return int(text) if _is_whole(text, FEW_DIGITS) else default


def _is_whole(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= most  # '٣' is decimal too
