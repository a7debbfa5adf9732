"""Numbers as text, and verdicts on claims: by intervals, never by the numbers alone."""

from collections.abc import Iterable, Sequence

from upcard.document.model import FAILS, HOLDS, OPEN, Series, StudyFinding
from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate, quantile
from upcard.study.experiment_runner import Job, Lab

FAMILY_LEVEL = 0.05


def text(e: Estimate, digits: int = 4) -> str:
    """Return an estimate with its interval."""
    return f"{e.value:.{digits}f} ({e.low:.{digits}f} to {e.high:.{digits}f})"


def per_cent(e: Estimate) -> str:
    """Return a share with its interval, in per cent."""
    return f"{100 * e.value:.1f} % ({100 * e.low:.1f} to {100 * e.high:.1f})"


def points(e: Estimate) -> str:
    """Return a difference of shares with its interval, in percentage points without their name."""
    digits = 2 if 100 * (e.high - e.low) >= 0.02 else 3
    value, low, high = (signed(100 * x, digits) for x in (e.value, e.low, e.high))
    return f"{value} ({low} to {high})"


def curve(label: str, xs: Iterable[float], estimates: Sequence[Estimate], scale: float = 1) -> Series:
    """Return estimates with their intervals as a series of a chart."""
    return Series(
        label,
        [float(x) for x in xs],
        [scale * e.value for e in estimates],
        [scale * e.low for e in estimates],
        [scale * e.high for e in estimates],
    )


def family_confidence(comparisons: int) -> float:
    """Return the confidence of each interval at which a whole family is right together (Bonferroni)."""
    return 1 - FAMILY_LEVEL / comparisons


def widened(e: Estimate, level: float) -> Estimate:
    """Return an estimate with the normal interval of another confidence."""
    half = quantile(level) * e.se
    return Estimate(e.value, e.value - half, e.value + half, e.se)


def minus(a: Estimate, b: Estimate) -> Estimate:
    """Return a minus b, with an interval that is long enough however the two depend on each other."""
    return Estimate(a.value - b.value, a.low - b.high, a.high - b.low, a.se + b.se)


def above(a: Estimate, b: Estimate, level: float = 0.95) -> str:
    """Judge whether a lies above b: holds, does not hold (below), or undecided, at this confidence or more.

    The errors are added, which is right however the two depend on each other: seats of one game do.
    """
    return exceeds(minus(widened(a, level), widened(b, level)))


def exceeds(e: Estimate, bound: float = 0.0) -> str:
    """Judge whether an interval lies above a number: holds, does not hold (below it), or undecided."""
    return HOLDS if e.low > bound else FAILS if e.high < bound else OPEN


def all_exceed(estimates: Iterable[Estimate]) -> str:
    """Judge whether all intervals lie above 0; one below refutes it."""
    return overall(exceeds(e) for e in estimates)


def within(e: Estimate, margin: float) -> str:
    """Judge whether a number is 0 in practice: holds inside the margin, fails outside, undecided across."""
    if -margin <= e.low and e.high <= margin:
        return HOLDS
    return FAILS if e.low > margin or e.high < -margin else OPEN


def agreement(lab: Lab, job: Job, estimate: str, exact: float, claim: str, games: str) -> StudyFinding:
    """Check by playing a job that an estimate of its first seat agrees with a computed value.

    `estimate` is its name; `games` is the word for what is played. Undecided if it was cut short.
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
    """Judge a statement that fails with one of its parts and holds only with all of them."""
    distinct = set(verdicts)
    return FAILS if FAILS in distinct else OPEN if OPEN in distinct else HOLDS


def exceed_together(estimates: Iterable[Estimate]) -> str:
    """Judge whether all numbers lie above 0; the probability of an error is at most ``FAMILY_LEVEL``.

    All have to lie above it, so 95 % is enough for each (an intersection-union test: R. L. Berger,
    Technometrics, 1982). One alone can refute it, so a refutation has to allow for all (Bonferroni).
    """
    family = list(estimates)
    if all(exceeds(widened(e, 1 - FAMILY_LEVEL)) == HOLDS for e in family):
        return HOLDS
    level = family_confidence(len(family))
    return FAILS if any(exceeds(widened(e, level)) == FAILS for e in family) else OPEN
