"""How many there are of something, in words, for the sentences that people read."""

from collections.abc import Sequence
from typing import Any


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


def duration(seconds: float) -> str:
    """A time in words: ``40 s``, ``12 min``, ``3.5 h``."""
    if seconds < 120:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 7200 else f"{seconds / 3600:,.1f} h"


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
