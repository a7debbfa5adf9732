"""Means and shares with their errors, as text and as bars."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from upcard.document.model import Bar
from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate, of_spread, quantile, wilson
from upcard.simulation.simulation_result import LEVEL

FEW = 8
"""From this many values on, Student's interval of a mean is never wider than the range of the values."""


def mean_bar(
    label: str, shares: Sequence[tuple[float, float]], is_theory: bool = False, rule: str = ""
) -> Bar:
    """Return the bar of the mean of independent shares, each given with its standard error."""
    mean = math.fsum(x for x, _ in shares) / len(shares)
    half = quantile(LEVEL) * math.sqrt(math.fsum(se**2 for _, se in shares)) / len(shares)
    return error_bar(label, mean, half, is_theory, rule)


def error_bar(label: str, share: float, half: float, is_theory: bool = False, rule: str = "") -> Bar:
    """Return the bar of a share with half the length of its interval."""
    note = percent_text(share, half)
    return Bar(label, share, note, share - half, share + half, is_theory=is_theory, rule=rule)


def percent_text(share: float, half: float | None = None) -> str:
    """Return a share as people read it: ``52.3 % ± 0.4``, with as many digits as its error allows."""
    if half is None:
        return f"{100 * share:.0f} %"
    places = 0 if half >= 0.02 else 1 if half >= 0.002 else 2
    return f"{100 * share:.{places}f} % ± {100 * half:.{places}f}"


def mean_text(values: Sequence[float]) -> str:
    """Return a mean with half its interval, such as ``+1.3 ± 2.1``; without it where values are too few."""
    if not values:
        return "–"
    mean = of_spread(np.array(values, np.float64), LEVEL)
    half = "" if are_few(values) else f" ± {(mean.high - mean.low) / 2:.1f}"
    return f"{signed(mean.value, 1)}{half}".replace("-", "−")


def are_few(values: Sequence[float]) -> bool:
    """Whether there are too few values for an interval: it could be wider than their whole range."""
    return len(values) < FEW


def share_bar(label: str, count: int, total: int) -> Bar:
    """Return the bar of a count out of a total, with Wilson's interval."""
    if not total:
        return Bar(label, 0.0, "none yet")
    low, high = wilson(count / total, total, quantile(LEVEL))
    note = f"{count} of {total}: {100 * count / total:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return Bar(label, count / total, note, low, high)


def chance_bar(label: str, chance: float) -> Bar:
    """Return the bar of an exact probability."""
    return Bar(label, chance, f"{100 * chance:.1f} %", is_theory=True)


def estimate_bar(label: str, e: Estimate) -> Bar:
    """Return the bar of a simulated share with its normal interval."""
    return error_bar(label, e.value, quantile(LEVEL) * e.se, is_theory=True)


def count_bars(choices: Sequence[str], answers: Iterable[str]) -> tuple[Bar, ...]:
    """Return a bar for each choice: how often it was chosen."""
    chosen = list(answers)
    total = max(1, len(chosen))
    return tuple(Bar(x, chosen.count(x) / total, str(chosen.count(x))) for x in choices)
