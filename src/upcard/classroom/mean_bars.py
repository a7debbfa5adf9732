"""Means and shares with their 95 % confidence intervals, as text and as bars."""

import math
from collections.abc import Iterable, Sequence

import numpy as np

from upcard.document.model import Bar
from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate, of_spread, quantile, wilson
from upcard.simulation.simulation_result import LEVEL

FEW = 8
"""With at least this many values, Student's interval of a mean is never wider than their range."""


def mean_bar(
    label: str, shares: Sequence[tuple[float, float]], is_theory: bool = False, rule: str = ""
) -> Bar:
    """Return a bar for the mean of independent shares; each pair is a share and its standard error."""
    mean = math.fsum(x for x, _ in shares) / len(shares)
    half = quantile(LEVEL) * math.sqrt(math.fsum(se**2 for _, se in shares)) / len(shares)
    return error_bar(label, mean, half, is_theory, rule)


def error_bar(label: str, share: float, half: float, is_theory: bool = False, rule: str = "") -> Bar:
    """Return a bar for a share; `half` is half the length of its confidence interval."""
    note = percent_text(share, half)
    return Bar(label, share, note, share - half, share + half, is_theory=is_theory, rule=rule)


def percent_text(share: float, half: float | None = None) -> str:
    """Return a share in per cent, such as ``52.3 % ± 0.4``, with no more digits than its error allows."""
    if half is None:
        return f"{100 * share:.0f} %"
    places = 0 if half >= 0.02 else 1 if half >= 0.002 else 2
    return f"{100 * share:.{places}f} % ± {100 * half:.{places}f}"


def mean_text(values: Sequence[float]) -> str:
    """Return a mean with half its interval, such as ``+1.3 ± 2.1``; too few values have no interval."""
    if not values:
        return "–"
    mean = of_spread(np.array(values, np.float64), LEVEL)
    half = "" if are_few(values) else f" ± {(mean.high - mean.low) / 2:.1f}"
    return f"{signed(mean.value, 1)}{half}".replace("-", "−")


def are_few(values: Sequence[float]) -> bool:
    """Whether there are too few values for an interval, which could be wider than their whole range."""
    return len(values) < FEW


def share_bar(label: str, count: int, total: int) -> Bar:
    """Return a bar for `count` out of `total`, with Wilson's interval."""
    if not total:
        return Bar(label, 0.0, "none yet")
    low, high = wilson(count / total, total, quantile(LEVEL))
    note = f"{count} of {total}: {100 * count / total:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return Bar(label, count / total, note, low, high)


def chance_bar(label: str, chance: float) -> Bar:
    """Return a bar for an exact probability."""
    return Bar(label, chance, f"{100 * chance:.1f} %", is_theory=True)


def estimate_bar(label: str, e: Estimate) -> Bar:
    """Return a bar for a simulated share, with its normal interval."""
    return error_bar(label, e.value, quantile(LEVEL) * e.se, is_theory=True)


def count_bars(choices: Sequence[str], answers: Iterable[str]) -> tuple[Bar, ...]:
    """Return a bar for each choice: how many answers name it."""
    chosen = list(answers)
    total = max(1, len(chosen))
    return tuple(Bar(x, chosen.count(x) / total, str(chosen.count(x))) for x in choices)
