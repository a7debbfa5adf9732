"""How a study words its numbers and judges its claims: by intervals, never by the numbers alone."""

from collections.abc import Iterable, Sequence

from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate, quantile
from upcard.study.study_parts import FAILS, HOLDS, OPEN, Series

FAMILY_LEVEL = 0.05


def text(e: Estimate, digits: int = 4) -> str:
    """An estimate with its interval in words."""
    return f"{e.value:.{digits}f} ({e.low:.{digits}f} to {e.high:.{digits}f})"


def per_cent(e: Estimate) -> str:
    """A share with its interval in words, in per cent."""
    return f"{100 * e.value:.1f} % ({100 * e.low:.1f} to {100 * e.high:.1f})"


def points(e: Estimate) -> str:
    """A difference of shares with its interval in words, in percentage points, which are not named."""
    digits = 2 if 100 * (e.high - e.low) >= 0.02 else 3
    value, low, high = (signed(100 * x, digits) for x in (e.value, e.low, e.high))
    return f"{value} ({low} to {high})"


def curve(label: str, xs: Iterable[float], estimates: Sequence[Estimate], scale: float = 1) -> Series:
    """Estimates with their intervals as one line of a figure."""
    return Series(
        label,
        [float(x) for x in xs],
        [scale * e.value for e in estimates],
        [scale * e.low for e in estimates],
        [scale * e.high for e in estimates],
    )


def family_confidence(comparisons: int) -> float:
    """The confidence of each interval at which all of a family are right together (Bonferroni)."""
    return 1 - FAMILY_LEVEL / comparisons


def widened(e: Estimate, level: float) -> Estimate:
    """An estimate with the normal interval of another confidence."""
    half = quantile(level) * e.se
    return Estimate(e.value, e.value - half, e.value + half, e.se)


def minus(a: Estimate, b: Estimate) -> Estimate:
    """The difference of two estimates, with an interval that is long enough however the two depend.

    Parameters
    ----------
    a, b : Estimate
        The first and what is taken from it, with the intervals that are to be allowed for.
    """
    return Estimate(a.value - b.value, a.low - b.high, a.high - b.low, a.se + b.se)


def above(a: Estimate, b: Estimate, level: float = 0.95) -> str:
    """Whether a lies above b: holds, does not hold (below), or undecided, at this confidence or more.

    The errors are added, which is right however the two depend on each other: seats of one game do.
    """
    return exceeds(minus(widened(a, level), widened(b, level)))


def exceeds(e: Estimate, bound: float = 0.0) -> str:
    """Whether an interval lies above a number: holds, does not hold (below it), or undecided."""
    return HOLDS if e.low > bound else FAILS if e.high < bound else OPEN


def all_exceed(estimates: Iterable[Estimate]) -> str:
    """Whether all intervals lie above 0; one that lies below is enough against it."""
    return overall(exceeds(e) for e in estimates)


def within(e: Estimate, margin: float) -> str:
    """Whether a number is 0 for all that matters: holds if its interval lies inside the margin.

    It does not hold where the interval lies outside, and is undecided where it reaches across.
    """
    if -margin <= e.low and e.high <= margin:
        return HOLDS
    return FAILS if e.low > margin or e.high < -margin else OPEN


def contrary(verdict: str) -> str:
    """The verdict on the opposite claim."""
    return {HOLDS: FAILS, FAILS: HOLDS}.get(verdict, OPEN)


def overall(verdicts: Iterable[str]) -> str:
    """A statement fails with one of its parts, and holds only with all of them."""
    found = set(verdicts)
    return FAILS if FAILS in found else OPEN if OPEN in found else HOLDS


def exceed_together(estimates: Iterable[Estimate]) -> str:
    """Whether all numbers lie above 0, wrong either way with ``FAMILY_LEVEL`` at the most.

    All must show it, so each may do so with 95 % (an intersection-union test: R. L. Berger, Technometrics,
    1982); but any one can speak against it, so that takes what allows for all of them (Bonferroni).
    """
    found = list(estimates)
    if all(exceeds(widened(e, 1 - FAMILY_LEVEL)) == HOLDS for e in found):
        return HOLDS
    level = family_confidence(len(found))
    return FAILS if any(exceeds(widened(e, level)) == FAILS for e in found) else OPEN
