"""Estimates as text, and verdicts on claims by confidence intervals."""

from collections.abc import Iterable, Sequence

from upcard.document.model import FAILS, HOLDS, OPEN, Series, StudyFinding
from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate, quantile
from upcard.study.experiment_runner import Job, Lab

FAMILY_LEVEL = 0.05
"""Maximum probability that any verdict of a family of comparisons is wrong."""


def text(e: Estimate, digits: int = 4) -> str:
    """Return an estimate with its interval as text: ``0.1234 (0.1200 to 0.1268)``."""
    return f"{e.value:.{digits}f} ({e.low:.{digits}f} to {e.high:.{digits}f})"


def per_cent(e: Estimate) -> str:
    """Return a share with its interval as text, in per cent."""
    return f"{100 * e.value:.1f} % ({100 * e.low:.1f} to {100 * e.high:.1f})"


def points(e: Estimate) -> str:
    """Return a difference of shares with its interval as text, in percentage points without the unit."""
    digits = 2 if 100 * (e.high - e.low) >= 0.02 else 3
    value, low, high = (signed(100 * x, digits) for x in (e.value, e.low, e.high))
    return f"{value} ({low} to {high})"


def curve(label: str, xs: Iterable[float], estimates: Sequence[Estimate], scale: float = 1) -> Series:
    """Return estimates with their intervals, multiplied by `scale`, as a series of a chart."""
    return Series(
        label,
        [float(x) for x in xs],
        [scale * e.value for e in estimates],
        [scale * e.low for e in estimates],
        [scale * e.high for e in estimates],
    )


def family_confidence(comparisons: int) -> float:
    """Return the confidence that each interval needs so that all hold together with 95 % (Bonferroni)."""
    return 1 - FAMILY_LEVEL / comparisons


def widened(e: Estimate, level: float) -> Estimate:
    """Return an estimate with its normal interval at another confidence level."""
    half = quantile(level) * e.se
    return Estimate(e.value, e.value - half, e.value + half, e.se)


def difference(a: Estimate, b: Estimate) -> Estimate:
    """Return a minus b, with an interval that is wide enough even if the two depend on each other."""
    return Estimate(a.value - b.value, a.low - b.high, a.high - b.low, a.se + b.se)


def above(a: Estimate, b: Estimate, level: float = 0.95) -> str:
    """Judge at a confidence level whether a lies above b: holds, does not hold (a lies below), or undecided.

    Both errors are added, because the estimates may depend on each other, as seats of one game do.
    """
    return exceeds(difference(widened(a, level), widened(b, level)))


def exceeds(e: Estimate, bound: float = 0.0) -> str:
    """Judge whether an interval lies above a bound: holds, does not hold (it lies below), or undecided."""
    return HOLDS if e.low > bound else FAILS if e.high < bound else OPEN


def all_exceed(estimates: Iterable[Estimate]) -> str:
    """Judge whether all intervals lie above 0; it does not hold if one of them lies below."""
    return overall(exceeds(e) for e in estimates)


def within(e: Estimate, margin: float) -> str:
    """Judge whether a number is 0 in practice: holds inside the margin, does not outside, else undecided."""
    if -margin <= e.low and e.high <= margin:
        return HOLDS
    return FAILS if e.low > margin or e.high < -margin else OPEN


def agreement(lab: Lab, job: Job, estimate: str, exact: float, claim: str, games: str) -> StudyFinding:
    """Play a job, and return the finding whether an estimate of its first seat agrees with a computed value.

    `estimate` is the name of the estimate, and `games` the word for what is played, such as ``rounds``. The
    finding is undecided if not all games were played.
    """
    played = lab.play(job)
    e, sign = played.seats[0].estimates[estimate], "+" if estimate == "score_mean" else ""
    value, low, high = (f"{x:{sign}.4f}" for x in (e.value, e.low, e.high))
    verdict = OPEN if played.games < lab.games else HOLDS if e.low <= exact <= e.high else FAILS
    return StudyFinding(claim, verdict, f"{played.games:,} {games}: {value}, {low} to {high}.")


def contrary(verdict: str) -> str:
    """Return the verdict on the opposite claim."""
    return {HOLDS: FAILS, FAILS: HOLDS}.get(verdict, OPEN)


def overall(verdicts: Iterable[str]) -> str:
    """Judge a statement that holds if all its parts hold, and does not hold if one of them does not."""
    distinct = set(verdicts)
    return FAILS if FAILS in distinct else OPEN if OPEN in distinct else HOLDS


def exceed_together(estimates: Iterable[Estimate]) -> str:
    """Judge whether all numbers lie above 0; the verdict is wrong with at most ``FAMILY_LEVEL`` probability.

    The claim needs every number to lie above 0, so 95 % confidence is enough for each (an intersection-union
    test: R. L. Berger, Technometrics, 1982). One number alone can refute it, so a refutation has to allow for
    all of them (Bonferroni).
    """
    family = list(estimates)
    if all(exceeds(widened(e, 1 - FAMILY_LEVEL)) == HOLDS for e in family):
        return HOLDS
    level = family_confidence(len(family))
    return FAILS if any(exceeds(widened(e, level)) == FAILS for e in family) else OPEN
