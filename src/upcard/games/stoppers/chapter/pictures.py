"""The pictures of the chapter on Stoppers."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from upcard.document.model import Bar, Figure, Series
from upcard.games.stoppers.chapter.swap_chances import SwapCounts, duel, lowest
from upcard.kit.ranks import RANKS, card_text
from upcard.report.charts import Axis, bars, intervals
from upcard.report.line_charts import lines
from upcard.simulation.estimate import Estimate

CARDS = [(float(v), card_text(v - 1)) for v in range(1, RANKS + 1)]
SHARES = [(k / 4, f"{25 * k} %") for k in range(5)]


def comes_back(counts: SwapCounts, card: str) -> Figure:
    """Draw how many of the unseen cards are higher than `card`, equal or lower, or stop the swap."""
    rows_by_name = {
        "a higher card": counts.higher,
        "an equal one": counts.equal,
        "a lower one": counts.lower,
        "a King stops": counts.stops,
    }
    rows = [Bar(name, n, f"{n} of {counts.unseen}") for name, n in rows_by_name.items()]
    title = f"What you may get for a {card}"
    return Figure(bars(title, rows, counts.unseen * 0.7), f"{title}: all unseen cards are equally likely.")


def lowest_lines(sizes: tuple[int, ...]) -> Figure:
    """Draw how likely each card is the lowest if nobody swaps, by the number of players."""
    some = [_series(f"{n} players", partial(lowest, players=n)) for n in sizes]
    title = "How likely each card is to be the lowest if nobody swaps"
    svg = _by_card(title, "chance to hold the lowest card", some)
    return Figure(svg, "The more players there are, the lower a card must be to be in danger.")


def duel_lines() -> Figure:
    """Draw the chances of losing a life in a duel by keeping and by swapping, for each card."""
    some = [_series("you keep", lambda v: duel(v).keeping), _series("you swap", lambda v: duel(v).swapping)]
    title = "The chance to lose a life against a dealer who keeps their card"
    svg = _by_card(title, "chance to lose a life", some)
    return Figure(svg, "Where the lines cross, keeping becomes better than swapping.")


def _series(label: str, chance: Callable[[int], Fraction]) -> Series:
    return Series.of_points(label, [(float(v), float(chance(v))) for v in range(1, RANKS + 1)])


def _by_card(title: str, chance: str, series: list[Series]) -> str:
    return lines(title, series, Axis("your card", 1, RANKS, CARDS), Axis(chance, 0, 1, SHARES))


def played(rows: list[tuple[str, Estimate]]) -> Figure:
    """Draw the simulated differences, in games won per hundred."""
    bars_by_gain = [Bar(name, 100 * e.value, "", 100 * e.low, 100 * e.high) for name, e in rows]
    ticks = [(float(x), f"{x:+d}".replace("-", "−").replace("+0", "0")) for x in range(-15, 6, 5)]
    svg = intervals(
        "Gain by counting, cost of a grudge",
        bars_by_gain,
        Axis("wins in a hundred games, more or fewer", -15, 5, ticks),
        at=0,
    )
    return Figure(svg, "Simulated with four players. At the dashed line, zero, nothing changes.")
