"""Means with their errors, and bars made of them, as a class is shown them."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np

from upcard.classroom.activity_steps import Bar
from upcard.engine.wording import signed
from upcard.simulation.estimate import Estimate, of_spread, quantile, wilson
from upcard.simulation.simulation_result import LEVEL

FEW = 8
"""From so many values on Student's interval of a mean is never wider than the range in which they lie."""


@dataclass(frozen=True)
class BarScale:
    """A bar before it is drawn: its words, independent shares with errors, whose it is, what it does."""

    label: str
    shares: Sequence[tuple[float, float]]
    is_theory: bool = False
    rule: str = ""

    @property
    def share(self) -> float:
        """The mean of the shares."""
        return math.fsum(x for x, _ in self.shares) / len(self.shares)

    @property
    def half(self) -> float:
        """Half its interval."""
        spread = math.fsum(se**2 for _, se in self.shares)
        return quantile(LEVEL) * math.sqrt(spread) / len(self.shares)


def scaled(bars: Iterable[BarScale]) -> tuple[Bar, ...]:
    """The bars, the longest first, each with its share in percent."""
    order = sorted(bars, key=lambda x: -x.share)
    return tuple(
        Bar(x.label, x.share, percent_text(x.share, x.half), x.half, x.is_theory, rule=x.rule) for x in order
    )


def percent_text(share: float, half: float | None = None) -> str:
    """A share as people read it: ``52.3 % ± 0.4``, with as many figures as its error allows."""
    if half is None:
        return f"{100 * share:.0f} %"
    places = 0 if half >= 0.02 else 1 if half >= 0.002 else 2
    return f"{100 * share:.{places}f} % ± {100 * half:.{places}f}"


def mean_text(values: Sequence[float]) -> str:
    """A mean with half its interval, such as ``+1.3 ± 2.1``; without one where values are too few for it."""
    if not values:
        return "–"
    found = of_spread(np.array(values, np.float64), LEVEL)
    half = "" if are_few(values) else f" ± {(found.high - found.low) / 2:.1f}"
    return f"{signed(found.value, 1)}{half}".replace("-", "−")


def are_few(values: Sequence[float]) -> bool:
    """Whether so few values tell no interval: it could be wider than all that they can be."""
    return len(values) < FEW


def share_bar(label: str, count: int, total: int) -> Bar:
    """So many of all, with Wilson's interval in words."""
    if not total:
        return Bar(label, 0.0, "none yet")
    low, high = wilson(count / total, total, quantile(LEVEL))
    note = f"{count} of {total}: {100 * count / total:.0f} % ({100 * low:.0f} to {100 * high:.0f})"
    return Bar(label, count / total, note, (high - low) / 2, interval=(low, high))


def chance_bar(label: str, chance: float) -> Bar:
    """A chance that is computed exactly."""
    return Bar(label, chance, f"{100 * chance:.1f} %", is_theory=True)


def estimate_bar(label: str, e: Estimate) -> Bar:
    """A share that is simulated, with its normal interval."""
    half = quantile(LEVEL) * e.se
    return Bar(label, e.value, percent_text(e.value, half), half, is_theory=True)


def count_bars(choices: Sequence[str], answers: Iterable[str]) -> tuple[Bar, ...]:
    """How often each choice was answered."""
    given = list(answers)
    total = max(1, len(given))
    return tuple(Bar(x, given.count(x) / total, str(given.count(x))) for x in choices)
