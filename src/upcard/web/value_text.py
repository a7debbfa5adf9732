"""Values of moves and positions for pages: winning chances in percent, everything else in its unit."""

import math

from upcard.engine.wording import minus
from upcard.language.messages import gettext, local_number, marked

UNITS = (
    marked("points"),
    marked("pennies"),
    marked("chance to win"),
    marked("chance to win the match"),
    marked("wins, a draw counting half"),
    marked("share of the pennies"),
    marked("of the pennies"),
)
"""Units of values, and the whole of which a value is a share; a game of somebody may have others."""

PLACES, PLACES_OF_MORE = 4, 2
"""Decimals of a value that is not a chance: below 1, and of any other value."""


def is_chance(unit: str) -> bool:
    """Return whether a unit such as ``chance to win`` counts shares of wins, which are shown in percent."""
    return "chance" in unit or unit.startswith(("wins", "share"))


def unit_name(unit: str) -> str:
    """Return a unit in the language of the request."""
    return gettext(unit)


def value_words(unit: str) -> str:
    """Return the name of a value in a sentence: ``winning chance`` or ``expected points``."""
    is_win = is_chance(unit) and not unit.startswith("share")
    return gettext("winning chance") if is_win else gettext("expected {unit}", unit=unit_name(unit))


def unit_words(unit: str) -> str:
    """Return the words after a value: ``to win`` after a chance, else its unit."""
    if is_chance(unit) and not unit.startswith("share"):
        return gettext("to win")
    return gettext("{unit} on average", unit=unit_name(unit))


def value_text(value: float, unit: str) -> str:
    """Return a value for people: ``23.9 %`` for a chance, else a number such as ``−0.3333``."""
    if is_chance(unit):
        number = _number(100 * value, 2 if abs(value) < 0.001 else 1)
        return f"{number} %"
    return _number(value, PLACES if abs(value) < 1 else PLACES_OF_MORE)


def error_text(error: float, unit: str) -> str:
    """Return the error of a value with two digits that count, ``0.73``; that of a chance in percent."""
    if is_chance(unit) or not error:
        return value_text(error, unit)
    first = -math.floor(math.log10(abs(error)))  # place of the first digit that is not 0
    return _number(error, min(max(first + 1, 1), PLACES))


def change_text(value: float, unit: str) -> str:
    """Return a change of a value with its sign; a change that is rounded to zero has no sign."""
    text = value_text(value, unit)
    return text if text.startswith("−") or text in ("0", "0 %") else f"+{text}"


def rounded_pair(before: float, after: float, unit: str) -> tuple[str, str]:
    """Return two values as a person would say them, with as many decimals as tell them apart."""
    factor, sign = (100, "\N{NO-BREAK SPACE}%") if is_chance(unit) else (1, "")
    least = 0 if is_chance(unit) else 1
    places = next((n for n in range(least, PLACES) if abs(factor * (after - before)) >= 2 / 10**n), PLACES)
    return _number(factor * before, places) + sign, _number(factor * after, places) + sign


def comparison_text(before: float, after: float, unit: str) -> str:
    """Return a better value and the one before: ``24 % against 10 % to win``, ``1.5 points against 0.7``."""
    low, high = rounded_pair(before, after, unit)
    if not is_chance(unit):
        name = unit_name(unit)
        return gettext("{high} {unit} on average, against {low}", high=high, unit=name, low=low)
    if unit.startswith("share"):
        whole = gettext(unit.removeprefix("share "))
        return gettext("{high} {whole} against {low}", high=high, whole=whole, low=low)
    return gettext("{high} against {low} to win", high=high, low=low)


def _number(value: float, places: int) -> str:
    text = f"{value:.{places}f}"
    text = text.rstrip("0").rstrip(".") if "." in text else text
    return "0" if text == "-0" else local_number(minus(text))


VALUES = {
    f.__name__: f
    for f in (
        is_chance,
        unit_name,
        value_words,
        unit_words,
        value_text,
        error_text,
        change_text,
        rounded_pair,
        comparison_text,
        minus,
    )
}
"""Functions for templates, by name."""
