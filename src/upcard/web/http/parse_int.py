"""Whole numbers as addresses and forms give them: from 0, in the digits 0 to 9, and not too many of them."""

from upcard.engine.errors import Unreadable

MOST_DIGITS, FEW_DIGITS = 19, 9
"""Of a number that is checked further, such as a seed or an action; and of one that fits every column."""


def whole(what: str, text: str) -> int:
    """A whole number, where nothing else can be meant.

    Parameters
    ----------
    what : str
        What it is called, for what is said.
    text : str
        What was given.

    Raises
    ------
    Unreadable
        If it is none.
    """
    if not _is_whole(text, MOST_DIGITS):
        raise Unreadable(f"{what} is {text[:20]!r}; expected a whole number from 0")
    return int(text)


def whole_or(usual: int, text: str) -> int:
    """A whole number that is not large, or what is usual where none such was given."""
    return int(text) if _is_whole(text, FEW_DIGITS) else usual


def _is_whole(text: str, most: int) -> bool:
    return text.isascii() and text.isdecimal() and len(text) <= most  # '٣' is decimal too
