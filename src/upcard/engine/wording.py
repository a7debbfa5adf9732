"""Numbers, names and texts in words, for sentences that people read."""

import math
import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from upcard.language.messages import gettext as _

MOST_QUOTED = 60
"""Maximum number of characters of an input that an error message repeats."""

MINUS = "−"


def quoted(text: str) -> str:
    """Return an input in quotes for an error message: ``'hop'``; a long text is shortened."""
    return f"{text[:MOST_QUOTED]!r}{'…' * (len(text) > MOST_QUOTED)}"


def in_moves(text: str) -> str:
    """Return a text for people who do not know that a ply is a move of one player."""
    return re.sub(r"\bplies\b", "moves", re.sub(r"\bply\b", "move", text))


def counted(n: Any, one: str, many: str = "") -> str:
    """Return a number with a noun, ``1 game``, ``2,000 games``; the default plural ends with an s.

    Anything but an int is written unchanged.
    """
    number = f"{n:,}" if isinstance(n, int) else str(n)
    return f"{number} {one if n == 1 else many or one + 's'}"


def times_text(n: int) -> str:
    """Return a frequency in words: ``once``, ``twice``, ``20 times``."""
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")


def nth(n: int) -> str:
    """Return an ordinal number: ``1st``, ``2nd``, ``11th``."""
    forms = {1: _("{n}st"), 2: _("{n}nd"), 3: _("{n}rd")} if n % 100 not in (11, 12, 13) else {}
    return forms.get(n % 10, _("{n}th")).format(n=f"{n:,}")


def join_names(names: Sequence[str]) -> str:
    """Return names as part of a sentence: ``Ana``, ``Ana and Ben``, ``Ana, Ben and Cleo``; empty for none."""
    if len(names) < 2:
        return "".join(names)
    return _("{names} and {name}", names=", ".join(names[:-1]), name=names[-1])


def duration(seconds: float) -> str:
    """Return a time in words: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"


def minutes_text(seconds: float) -> str:
    """Return a time in minutes and seconds, such as ``12:05``."""
    return f"{int(seconds) // 60}:{int(seconds) % 60:02d}"


def end_sentence(text: str) -> str:
    """Return a sentence with a full stop, unless it ends with an ellipsis."""
    return text if text.endswith("…") else f"{text}."


def significant_text(x: float, width: float, most: int = 12, is_signed: bool = False) -> str:
    """Return a number with the digits that its bounds leave certain: ``0.50`` for 0.5012 and 0.02.

    A number that is rounded to 0 has no minus sign. `width` is the distance between the bounds, `most` the
    maximum number of digits after the point; `is_signed` adds a plus sign, as :func:`signed` does.
    """
    digits = most if width <= 10.0**-most else max(0, math.ceil(-math.log10(width)))
    return signed(x, digits) if is_signed else f"{x:z.{digits}f}"


def signed(x: float, decimals: int) -> str:
    """Return a number with its sign and some decimals; a number that is rounded to 0 has no sign."""
    text = f"{x:+z.{decimals}f}"
    return text.removeprefix("+") if float(text) == 0 else text


def minus(text: str) -> str:
    """Return a printed number with a minus sign for its hyphen: ``−0.25``."""
    return text.replace("-", MINUS)


def bounds_text(low: str, high: str) -> str:
    """Return the end of a sentence about a number with two printed bounds, which may be equal."""
    return f"is about {low}, right to the last digit" if low == high else f"lies between {low} and {high}"


def sizes_text(sizes: Sequence[int]) -> str:
    """Return numbers of players in words: ``2``, ``2 to 8``, ``2 or 4``."""
    low, high = sizes[0], sizes[-1]
    if low == high:
        return str(low)
    if len(sizes) == high - low + 1:
        return f"{low} to {high}"
    return f"{', '.join(map(str, sizes[:-1]))} or {high}"


def paragraphs(text: str) -> list[str]:
    """Return the paragraphs of a docstring, each as one line; list items begin with a hyphen."""
    blocks = re.split(r"\n\s*\n|\n(?=- )", text.replace("``", "").strip())
    return [" ".join(block.split()) for block in blocks]


def matches_prefixes(typed: str, words: str) -> bool:
    """Whether the typed words, in order, are beginnings of words of an action."""
    rest = iter(words.split())
    return typed != "" and all(any(w.startswith(start) for w in rest) for start in typed.split())


def payoff_text(paid: int | Fraction) -> str:
    """Return a payoff as text: a whole number with commas, or a fraction."""
    return f"{int(paid):,}" if paid == int(paid) else str(paid)


def signed_payoff(paid: int | Fraction) -> str:
    """Return a payoff as text with its sign; 0 has none."""
    return ("+" if paid > 0 else "") + payoff_text(paid)


def json_payoff(paid: int | Fraction) -> int | float:
    """Return a payoff as a number of a JSON document: a whole number, or the nearest float of a fraction."""
    return paid if isinstance(paid, int) else float(paid)
