"""The value of an option: from what people write to the whole number in the state."""

import operator
from typing import Any

from upcard.engine.errors import Usage
from upcard.rules.cards import Option

OptionValue = str | int


def option_value(option: Option, given: OptionValue | None) -> int:
    """An option's whole number from what was given; None means its default.

    Raises
    ------
    Usage
        If the value is not one of the option's words, or not a whole number in its range.
    """
    if given is None:
        return option.default
    if option.values:
        if given not in option.values:
            raise Usage(f"option {option.name} was given {given!r}; expected {' or '.join(option.values)}")
        return option.values.index(str(given))
    x = _whole(given)
    if x is None or not option.low <= x <= option.high:
        raise Usage(
            f"option {option.name} was given {given!r}; "
            f"expected a whole number from {option.low} to {option.high}"
        )
    return x


def as_whole(given: Any) -> int | None:
    """A whole number of any kind as an ``int``; None for everything else, also for True and False."""
    if isinstance(given, bool):
        return None
    try:
        return operator.index(given)
    except TypeError:
        return None


def whole_number(what: str, given: Any) -> int:
    """A whole number of any kind, also one written like ``1e6``.

    Raises
    ------
    Usage
        If it is not a whole number.
    """
    x = int(given) if isinstance(given, float) and given.is_integer() else as_whole(given)
    if x is None:
        raise Usage(f"the {what} was given as {given!r}; expected a whole number")
    return x


def _whole(given: OptionValue) -> int | None:
    try:
        return int(given) if isinstance(given, str) else as_whole(given)
    except ValueError:
        return None
