"""The pictures of the chapter on Stoppers."""

from collections.abc import Callable
from fractions import Fraction
from functools import partial

from upcard.document.model import Bar, Figure, Series
from upcard.games.stoppers.chapter.trade_odds import TradeCounts, duel, lowest
from upcard.kit.ranks import RANKS, card_text
from upcard.report.charts import Axis, bars, intervals
from upcard.report.line_charts import lines
from upcard.simulation.estimate import Estimate

CARDS = [(float(v), card_text(v - 1)) for v in range(1, RANKS + 1)]
SHARES = [(k / 4, f"{25 * k} %") for k in range(5)]


def comes_back(found: TradeCounts, card: str) -> Figure:
    """Draw which cards may come back from a neighbour, with a fresh deck."""
    some = {
        "a higher card": found.higher,
        "an equal one": found.equal,
        "a lower one": found.lower,
        "a King stops": found.stops,
    }
    rows = [Bar(name, n, f"{n} of {found.unseen}") for name, n in some.items()]
    title = f"What you may get for a {card}"
    return Figure(bars(title, rows, found.unseen * 0.7), f"{title}: all unseen cards are equally likely.")


def lowest_lines(sizes: tuple[int, ...]) -> Figure:
    """Draw how likely each card is the lowest if nobody trades, by the number of players."""
    some = [_series(f"{n} players", partial(lowest, players=n)) for n in sizes]
    title = "How likely each card is to be the lowest if nobody swaps"
    svg = _by_card(title, "chance to hold the lowest card", some)
    return Figure(svg, "The more players there are, the lower a card must be to be in danger.")


def duel_lines() -> Figure:
    """Draw the chances of keeping and trading in a duel, by your own card."""
    some = [_series("you keep", lambda v: duel(v).keeping), _series("you swap", lambda v: duel(v).trading)]
    title = "The chance to lose a life against a dealer who keeps their card"
    svg = _by_card(title, "chance to lose a life", some)
    return Figure(svg, "Where the lines cross, keeping becomes better than swapping.")


def _series(label: str, chance: Callable[[int], Fraction]) -> Series:
    return Series.of_points(label, [(float(v), float(chance(v))) for v in range(1, RANKS + 1)])


def _by_card(title: str, chance: str, series: list[Series]) -> str:
    return lines(title, series, Axis("your card", 1, RANKS, CARDS), Axis(chance, 0, 1, SHARES))


def played(rows: list[tuple[str, Estimate]]) -> Figure:
    """Draw the simulated differences, in games won of a hundred."""
    found = [Bar(name, 100 * e.value, "", 100 * e.low, 100 * e.high) for name, e in rows]
    ticks = [(float(x), f"{x:+d}".replace("-", "−").replace("+0", "0")) for x in range(-15, 6, 5)]
    svg = intervals(
        "Gain by counting, cost of a grudge",
        found,
        Axis("wins in a hundred games, more or fewer", -15, 5, ticks),
        at=0,
    )
    return Figure(svg, "Simulated with four players. At the dashed line, zero, nothing changes.")
