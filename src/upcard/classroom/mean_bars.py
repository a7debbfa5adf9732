"""Means and shares with their 95 % confidence intervals, as text and as bars."""

import math
from collections.abc import Hashable, Iterable, Sequence

import numpy as np

from upcard.document.model import Bar
from upcard.engine.wording import signed
from upcard.language.messages import gettext as _
from upcard.language.messages import local_number
from upcard.simulation.estimate import Estimate, of_spread, quantile, ratio, wilson
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
        return local_number(f"{100 * share:.0f} %")
    places = 0 if half >= 0.02 else 1 if half >= 0.002 else 2
    return local_number(f"{100 * share:.{places}f} % ± {100 * half:.{places}f}")


def mean_text(values: Sequence[float], has_sign: bool = True) -> str:
    """Return a mean with half its interval, such as ``+1.3 ± 2.1``; too few values have no interval.

    Means of amounts that cannot be negative, such as points in hand, have no plus sign.
    """
    if not values:
        return "–"
    mean = of_spread(np.array(values, np.float64), LEVEL)
    half = "" if are_few(values) else f" ± {(mean.high - mean.low) / 2:.1f}"
    text = signed(mean.value, 1) if has_sign else f"{mean.value:.1f}"
    return local_number(f"{text}{half}".replace("-", "−"))


def are_few(values: Sequence[float]) -> bool:
    """Whether there are too few values for an interval, which could be wider than their whole range."""
    return len(values) < FEW


def share_bar(label: str, count: int, total: int) -> Bar:
    """Return a bar for `count` out of `total`, with Wilson's interval."""
    if not total:
        return Bar(label, 0.0, _("none yet"))
    low, high = wilson(count / total, total, quantile(LEVEL))
    note = _share_text(count, total, (low, high))
    return Bar(label, count / total, note, low, high)


def clustered_bar(label: str, results: Iterable[tuple[Hashable, bool]]) -> Bar:
    """Return a bar for a share whose cases come in clusters, such as the turns of one round.

    Each case is its cluster and its result. The interval is Wilson's, for the number of independent cases
    that would vary as much; it is never narrower than for independent cases. With too few clusters, there is
    none.
    """
    by_cluster: dict[Hashable, list[bool]] = {}
    for cluster, x in results:
        by_cluster.setdefault(cluster, []).append(x)
    pairs = [(sum(x), len(x)) for x in by_cluster.values()]
    count, total = sum(x for x, _ in pairs), sum(n for _, n in pairs)
    if not pairs:
        return Bar(label, 0.0, _("none yet"))
    share, z = count / total, quantile(LEVEL)
    if len(pairs) < FEW:
        return Bar(label, share, _too_few(_share_text(count, total)))
    squares, cross = sum(x * x for x, _ in pairs), sum(x * n for x, n in pairs)
    sizes = {"total": total, "squares": sum(n * n for _, n in pairs)}
    se = ratio(count, squares, cross, sizes, len(pairs), z).se
    alike = share * (1 - share) / se**2 if se else float(len(pairs))
    low, high = wilson(share, min(float(total), max(1.0, alike)), z)
    return Bar(label, share, _share_text(count, total, (low, high)), low, high)


def _share_text(count: int, total: int, ends: tuple[float, float] | None = None) -> str:
    """Return a share as text, with the ends of its interval in per cent if there is one."""
    values = {"count": count, "total": total, "share": f"{100 * count / total:.0f} %"}
    if ends is None:
        return _("{count} of {total}: {share}", **values)
    low, high = (f"{100 * x:.0f}" for x in ends)
    return _("{count} of {total}: {share} ({low} to {high})", **values, low=low, high=high)


def _too_few(share: str) -> str:
    return _("{share} (too few to say more)", share=share)


SameCardCase = tuple[int, bool, bool, Hashable]
"""A case: the card held, whether it belongs to the first side, its result, and its cluster."""


def same_card_bars(cases: Sequence[SameCardCase], first: str, second: str) -> tuple[Bar, Bar]:
    """Compare two sides for the same cards: bars with the shares of both, labelled `first` and `second`.

    For every card with cases on both sides the shares are compared, and weighted by the number of its cases.
    So a side does not look worse because it has worse cards. The intervals come from leaving out one cluster
    after another (the jackknife); with too few clusters there are none.
    """
    clusters = sorted({x[3] for x in cases}, key=repr)
    shares = _standardised(cases)
    if shares is None:
        note = _("no card on both sides yet")
        return Bar(first, 0.0, note), Bar(second, 0.0, note)
    without = [_standardised([x for x in cases if x[3] != cluster]) for cluster in clusters]
    left = np.array([x for x in without if x is not None])
    bars = []
    for side, label in enumerate((first, second)):
        note = f"{100 * shares[side]:.0f} %"
        if len(left) < FEW:
            bars.append(Bar(label, shares[side], _too_few(note)))
            continue
        spread = left[:, side] - left[:, side].mean()
        half = quantile(LEVEL) * math.sqrt((len(left) - 1) / len(left) * float((spread**2).sum()))
        bars.append(error_bar(label, shares[side], half))
    return bars[0], bars[1]


def _standardised(cases: Sequence[SameCardCase]) -> tuple[float, float] | None:
    """Return the shares of both sides over the cards that occur on both; None if there is no such card."""
    sums, weights = np.zeros(2), 0.0
    for card in {x[0] for x in cases}:
        sides = [[x[2] for x in cases if x[0] == card and x[1] is side] for side in (True, False)]
        if all(sides):
            weight = float(sum(map(len, sides)))
            sums += weight * np.array([sum(x) / len(x) for x in sides])
            weights += weight
    return (float(sums[0] / weights), float(sums[1] / weights)) if weights else None


def chance_bar(label: str, chance: float) -> Bar:
    """Return a bar for an exact probability."""
    return Bar(label, chance, local_number(f"{100 * chance:.1f} %"), is_theory=True)


def estimate_bar(label: str, e: Estimate) -> Bar:
    """Return a bar for a simulated share, with its normal interval."""
    return error_bar(label, e.value, quantile(LEVEL) * e.se, is_theory=True)


def count_bars(choices: Sequence[str], answers: Iterable[str]) -> tuple[Bar, ...]:
    """Return a bar for each choice: how many answers name it."""
    chosen = list(answers)
    total = max(1, len(chosen))
    return tuple(Bar(x, chosen.count(x) / total, str(chosen.count(x))) for x in choices)
