"""The pictures of the chapter on L.A.M.A."""

from collections.abc import Sequence
from math import log10

from upcard.document.model import Bar, Figure, Series
from upcard.games.lama import rules
from upcard.games.lama.chapter.simulation_estimates import best_of, plain_interval
from upcard.lessons.chapter_drawing import GOOD, Card, cards
from upcard.report.charts import Axis, intervals
from upcard.report.line_charts import lines
from upcard.simulation.estimate import Estimate

TRIED = (1, 2, 5, 10, 20, 50, 100, 200, 500, 1000)


def hand(kinds: Sequence[int], top: int) -> Figure:
    """Draw a hand without a playable card, the top card, and the cards that can be played on it."""
    fitting = [Card(rules.GAME.name, k, "fits", GOOD) for k in (top, rules.after(top))]
    svg = cards(
        "A hand of L.A.M.A. with no card to play",
        [
            ("Your hand", [Card(rules.GAME.name, k) for k in kinds]),
            ("On top of the pile", [Card(rules.GAME.name, top)]),
            ("Cards you can play on it", fitting),
        ],
    )
    return Figure(svg, "You cannot play a card: draw one, or quit the round.")


def growing(found: Sequence[tuple[int, Estimate]]) -> Figure:
    """Draw a share with its interval, with more and more games."""
    rows = [Bar(f"{n:,} games", 100 * e.value, "", 100 * e.low, 100 * e.high) for n, e in found]
    ticks = [(float(x), f"{x} %") for x in range(0, 81, 20)]
    svg = intervals(
        "A share and its interval with more and more games", rows, Axis("games won", 0, 80, ticks)
    )
    return Figure(svg, "With a hundred times as many games, the interval is ten times shorter.")


def classes(wins: Sequence[int], games: int, chance: float) -> Figure:
    """Draw the intervals of many classes that all play with the same chance."""
    rows = [
        Bar(f"class {i}", 100 * w / games, "", *(100 * x for x in plain_interval(w / games, games)))
        for i, w in enumerate(wins, 1)
    ]
    ticks = [(float(x), f"{x} %") for x in range(10, 51, 10)]
    svg = intervals(
        "The intervals of many classes", rows, Axis("games won", 5, 50, ticks), 80, at=100 * chance
    )
    return Figure(
        svg, "The dashed line is the true chance. Dots in its colour belong to intervals that miss it."
    )


def seats(found: Sequence[Estimate]) -> Figure:
    """Draw how often each seat wins."""
    rows = [Bar(f"seat {p}", 100 * e.value, "", 100 * e.low, 100 * e.high) for p, e in enumerate(found, 1)]
    ticks = [(float(x), f"{x} %") for x in (24, 25, 26, 27)]
    svg = intervals(
        "How often each seat wins if all play the same way", rows, Axis("games won", 24, 27, ticks), 80
    )
    return Figure(svg, "With a million games the intervals no longer overlap where seats differ.")


def curse(games: int, chance: float) -> Figure:
    """Draw how good the best of many strategies looks, by the number tried."""
    points = [(log10(n), 100 * best_of(n, games, chance)) for n in TRIED]
    truth = [(0.0, 100 * chance), (log10(TRIED[-1]), 100 * chance)]
    svg = lines(
        "Win share shown by the best of many equally good strategies",
        [
            Series.of_points("share of the best one", points),
            Series.of_points("the true value of each", truth),
        ],
        Axis("strategies tried", 0, log10(TRIED[-1]), [(log10(n), f"{n:,}") for n in (1, 10, 100, 1000)]),
        Axis("games won, per cent", 26, 34, [(float(x), str(x)) for x in range(26, 35, 2)]),
    )
    return Figure(svg, "The more you try, the better the best one looks. But nothing has become better.")
