"""Numbers and verdicts as text, the same in terminals and on pages."""

import math
import re
from collections.abc import Iterable
from dataclasses import dataclass

from upcard.document.model import FAILS, HOLDS, OPEN, TableCell
from upcard.simulation.estimate import Estimate

MOST_DECIMALS = 8
NOT_A_NUMBER = "n/a"
BLANK = ("", "–", "-", "·", NOT_A_NUMBER)

_FIGURES = re.compile(r"\W*\d[\d\W]*(e[+-]?\d+)?\W*(\bto\b\W*\d[\d\W]*)?")


@dataclass(frozen=True)
class VerdictText:
    """How a verdict is shown."""

    word: str
    symbol: str
    """One character that is clear without colour."""
    tone: str
    """``good``, ``bad`` or ``open``."""


VERDICTS = {
    HOLDS: VerdictText(HOLDS, "✓", "good"),
    FAILS: VerdictText(FAILS, "✗", "bad"),
    OPEN: VerdictText(OPEN, "?", "open"),
}
MANY = {HOLDS: "hold", FAILS: "do not hold"}


def verdict(word: str) -> VerdictText:
    """Return how to show a verdict; an unknown one is shown as open, with its own word."""
    return VERDICTS.get(word, VerdictText(word, "?", "open"))


def tally(words: Iterable[str]) -> list[tuple[str, VerdictText]]:
    """Count the verdicts, as ``3 hold``: first holds, then fails, then undecided."""
    verdicts = list(words)
    order = dict.fromkeys([*VERDICTS, *verdicts])
    return [(_counted(verdicts.count(w), w), verdict(w)) for w in order if w in verdicts]


def _counted(n: int, word: str) -> str:
    return f"{n} {word if n == 1 else MANY.get(word, word)}"


def spoken(name: str) -> str:
    """Return a name of the code as words: ``win_share`` is ``win share``."""
    return name.replace("_", " ")


def broken(label: str, width: int) -> str:
    """Return a label on lines of some width, broken after its commas and colons where possible."""
    lines = [""]
    for piece in label.replace(",", ",\0").replace(":", ":\0").split("\0"):
        if lines[-1] and len(lines[-1] + piece) > width:
            lines.append("")
        lines[-1] += piece
    return "\n".join(line[i : i + width] for line in lines for i in range(0, max(1, len(line)), width))


def seats_words(seating: str) -> str:
    """Return how seats were taken: ``seats rotate``."""
    return f"seats {'at random' if seating == 'random' else seating}"


def fixed(x: float, decimals: int, signed: bool = False) -> str:
    """Return a number with some decimals and separators for thousands; not a number is ``n/a``."""
    if math.isnan(x):
        return NOT_A_NUMBER
    if math.isinf(x):
        return "∞" if x > 0 else "-∞"
    rounded = round(x, decimals) + 0.0  # the sum turns -0.0 into 0.0
    sign = "+" if signed and rounded > 0 else ""
    return f"{sign}{rounded:,.{decimals}f}"


def error_decimals(halves: Iterable[float]) -> int:
    """Return the decimals that give the widest of some half-widths two digits; 2 when there is none."""
    known = [h for h in halves if math.isfinite(h) and h > 0]
    if not known:
        return 2
    return min(MOST_DECIMALS, max(0, 1 - math.floor(math.log10(max(known)))))


def estimate_decimals(estimates: Iterable[Estimate], scale: int) -> int:
    """Return the decimals that give the widest interval of some scaled estimates two digits."""
    return error_decimals((e.high - e.low) / 2 * scale for e in estimates)


def minus(text: str) -> str:
    """Return a number with a minus sign as wide as a plus sign."""
    return text.replace("-", "−")


def interval_text(low: float, high: float, decimals: int, signed: bool = False) -> str:
    """Return an interval: ``51.6–56.1``, or ``-9.5 to -8.6`` where a dash could be taken for a sign."""
    if not (math.isfinite(low) and math.isfinite(high)):
        return "no interval"
    a, b = fixed(low, decimals, signed), fixed(high, decimals, signed)
    return f"{a} to {b}" if signed or low < 0 else f"{a}–{b}"


def column_decimals(cells: Iterable[TableCell]) -> int:
    """Return the decimals for the fractions of one column: about four digits for the greatest of them."""
    known = [abs(x) for x in cells if isinstance(x, float) and math.isfinite(x) and x]
    if not known:
        return 1
    return min(MOST_DECIMALS, max(0, 2 - math.floor(math.log10(max(known)))))


def cell_text(x: TableCell, decimals: int) -> str:
    """Return the text of a cell."""
    if isinstance(x, bool):
        return "yes" if x else "no"
    if isinstance(x, int):
        return f"{x:,}"
    if isinstance(x, float):
        shown = fixed(x, decimals)
        return f"{x:.1e}" if x and not shown.strip("-0.") else shown
    return str(x)


def is_figures(x: TableCell) -> bool:
    """Return whether a cell is a number, or text of numbers and signs such as ``0.33 (0.30, 0.36)``."""
    if isinstance(x, bool):
        return False
    return isinstance(x, int | float) or (isinstance(x, str) and bool(_FIGURES.fullmatch(x)))


def is_numeric(cells: Iterable[TableCell]) -> bool:
    """Return whether a column holds only numbers, apart from blank cells."""
    full = [x for x in cells if x not in BLANK]
    return bool(full) and all(map(is_figures, full))
