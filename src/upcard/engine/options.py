"""The value of an option: from what people write to the whole number in the state."""

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


def _whole(given: OptionValue) -> int | None:
    if isinstance(given, int) and not isinstance(given, bool):
        return given
    try:
        return int(given) if isinstance(given, str) else None
    except ValueError:
        return None
