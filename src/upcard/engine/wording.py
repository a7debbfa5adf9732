"""How many there are of something, in words, for the sentences that people read."""

import math
import re
from collections.abc import Sequence
from typing import Any

MOST_QUOTED = 60
"""So many letters of what somebody gave are repeated to him."""


def quoted(text: str) -> str:
    """What somebody gave, in quotes, for a sentence about it: ``'hop'``; of a long text the beginning."""
    return f"{text[:MOST_QUOTED]!r}{'…' * (len(text) > MOST_QUOTED)}"


def counted(n: Any, one: str, many: str = "") -> str:
    """A number with the word for what is counted: ``1 game``, ``2,000 games``.

    Parameters
    ----------
    n : int
        How many; what somebody gave as a number, and is none, is told as it is.
    one : str
        The word for one.
    many : str
        The word for none or several; by default the other with an s.
    """
    number = f"{n:,}" if isinstance(n, int) else str(n)
    return f"{number} {one if n == 1 else many or one + 's'}"


def times_text(n: int) -> str:
    """How often, in words: ``once``, ``twice``, ``20 times``."""
    return {1: "once", 2: "twice"}.get(n, f"{n:,} times")


def nth(n: int) -> str:
    """A place in an order, counted from 1: ``1st``, ``2nd``, ``11th``."""
    ending = {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n:,}{'th' if n % 100 in (11, 12, 13) else ending}"


def join_names(names: Sequence[str]) -> str:
    """Names as a part of a sentence: ``Ana``, ``Ana and Ben``, ``Ana, Ben and Cleo``; empty for none."""
    return " and ".join(x for x in (", ".join(names[:-1]), *names[-1:]) if x)


def duration(seconds: float) -> str:
    """A time in words: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"


def end_sentence(text: str) -> str:
    """A sentence with its full stop; one that goes on after an ellipsis has none."""
    return text if text.endswith("…") else f"{text}."


def significant_text(x: float, width: float, most: int = 12, is_signed: bool = False) -> str:
    """A number with no more digits than bounds so far apart leave certain: ``0.50`` for 0.5012 and 0.02.

    What is rounded to 0 has no minus.

    Parameters
    ----------
    x : float
        The number.
    width : float
        How far the bounds are apart between which it lies.
    most : int
        So many digits after the point at most.
    is_signed : bool
        Whether a plus sign is written too, as :func:`signed` does.
    """
    digits = most if width <= 10.0**-most else max(0, math.ceil(-math.log10(width)))
    return signed(x, digits) if is_signed else f"{x:z.{digits}f}"


def signed(x: float, decimals: int) -> str:
    """A number with its sign; what is rounded to 0 has none.

    Parameters
    ----------
    x : float
        The number.
    decimals : int
        Digits after the point.
    """
    text = f"{x:+z.{decimals}f}"
    return text.removeprefix("+") if float(text) == 0 else text


def bounds_text(low: str, high: str) -> str:
    """What is said of a number between two bounds, as they are written; equal ones tell it to the end."""
    return f"is about {low}, right to the last digit" if low == high else f"lies between {low} and {high}"


def sizes_text(sizes: Sequence[int]) -> str:
    """Numbers of players in words: ``2``, ``2 to 8``, ``2 or 4``."""
    low, high = sizes[0], sizes[-1]
    if low == high:
        return str(low)
    if len(sizes) == high - low + 1:
        return f"{low} to {high}"
    return f"{', '.join(map(str, sizes[:-1]))} or {high}"


def players_text(sizes: Sequence[int]) -> str:
    """As :func:`sizes_text`, with the word: ``1 player``, ``2 to 8 players``."""
    return f"{sizes_text(sizes)} {'player' if sizes[-1] == 1 else 'players'}"


def paragraphs(text: str) -> list[str]:
    """The paragraphs of a docstring, each as one line; a point of a list begins with a hyphen."""
    blocks = re.split(r"\n\s*\n|\n(?=- )", text.replace("``", "").strip())
    return [" ".join(block.split()) for block in blocks]


def matches_prefixes(given: str, words: str) -> bool:
    """Whether the words typed are beginnings of some of the action's words, in order."""
    rest = iter(words.split())
    return given != "" and all(any(w.startswith(g) for w in rest) for g in given.split())
