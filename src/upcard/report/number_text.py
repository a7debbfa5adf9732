"""How numbers and verdicts are written, the same in terminals and on pages."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from upcard.simulation.estimate import Estimate
from upcard.study.study_parts import FAILS, HOLDS, OPEN

Cell = str | int | float

MOST_DECIMALS = 8
NOT_A_NUMBER = "n/a"

_FIGURES = re.compile(r"\W*\d[\d\W]*(e[+-]?\d+)?\W*(\bto\b\W*\d[\d\W]*)?")


@dataclass(frozen=True)
class Verdict:
    """How a verdict is shown."""

    word: str
    """The verdict itself."""
    symbol: str
    """One character, so that it reads without colour."""
    tone: str
    """``good``, ``bad`` or ``open``."""


VERDICTS = {
    HOLDS: Verdict(HOLDS, "✓", "good"),
    FAILS: Verdict(FAILS, "✗", "bad"),
    OPEN: Verdict(OPEN, "?", "open"),
}
MANY = {HOLDS: "hold", FAILS: "do not hold"}


def verdict(word: str) -> Verdict:
    """How a verdict is shown; one that is not known is shown as open, with its own word."""
    return VERDICTS.get(word, Verdict(word, "?", "open"))


def tally(words: Iterable[str]) -> list[tuple[str, Verdict]]:
    """How often each verdict was given, as ``3 hold``: first holds, then fails, then undecided."""
    given = list(words)
    order = dict.fromkeys([*VERDICTS, *given])
    return [(_counted(given.count(w), w), verdict(w)) for w in order if w in given]


def _counted(n: int, word: str) -> str:
    return f"{n} {word if n == 1 else MANY.get(word, word)}"


def spoken(name: str) -> str:
    """A name of code as words: ``win_share`` is ``win share``."""
    return name.replace("_", " ")


def broken(label: str, width: int) -> str:
    """A strategy's label on lines of some width, broken after its commas and colons where possible."""
    lines = [""]
    for piece in label.replace(",", ",\0").replace(":", ":\0").split("\0"):
        if lines[-1] and len(lines[-1] + piece) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line[i : i + width] for line in lines for i in range(0, max(1, len(line)), width))


def whole_text(x: int) -> str:
    """A whole number, its thousands set apart."""
    return f"{x:,}"


def fixed(x: float, decimals: int, signed: bool = False) -> str:
    """A number with so many decimals, its thousands set apart; what is no number is ``n/a``.

    Parameters
    ----------
    x : float
        The number.
    decimals : int
        Digits after the point.
    signed : bool
        Whether a plus sign is written too.
    """
    if math.isnan(x):
        return NOT_A_NUMBER
    if math.isinf(x):
        return "∞" if x > 0 else "-∞"
    rounded = round(x, decimals) + 0.0  # the sum turns -0.0 into 0.0
    sign = "+" if signed and rounded > 0 else ""
    return f"{sign}{rounded:,.{decimals}f}"


def error_decimals(halves: Iterable[float]) -> int:
    """The decimals that give the widest of some half-widths two digits; 2 when there is none."""
    known = [h for h in halves if math.isfinite(h) and h > 0]
    if not known:
        return 2
    return min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(max(known)))))


def half_width(e: Estimate) -> float:
    """Half the length of an interval."""
    return (e.high - e.low) / 2


def interval_text(low: float, high: float, decimals: int, signed: bool = False) -> str:
    """An interval: ``51.6–56.1``, or ``-9.5 to -8.6`` where a dash could be taken for a sign."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "no interval"
    a, b = fixed(low, decimals, signed), fixed(high, decimals, signed)
    return f"{a} to {b}" if signed or low < 0 else f"{a}–{b}"


def column_decimals(cells: Iterable[Cell]) -> int:
    """The decimals for the fractions of one column: about four digits for the greatest of them."""
    known = [abs(x) for x in cells if isinstance(x, float) and math.isfinite(x) and x]
    if not known:
        return 1
    return min(MOST_DECIMALS, max(0, 2 - math.floor(math.log10(max(known)))))


def cell_text(x: Cell, decimals: int) -> str:
    """The content of a table's cell."""
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, int):
        return whole_text(x)
    if isinstance(x, float):
        shown = fixed(x, decimals)
        return f"{x:.1e}" if x and not shown.strip("-0.") else shown
    return str(x)


def is_figures(x: Cell) -> bool:
    """Whether a cell is a number, or text made of numbers and signs only, such as ``0.33 (0.30, 0.36)``."""
    if isinstance(x, bool):
        return False
    return isinstance(x, int | float) or bool(_FIGURES.fullmatch(x))
