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


def growing(shares: Sequence[tuple[int, Estimate]]) -> Figure:
    """Draw a share with its interval, by the number of games."""
    title = "A share and its interval with more and more games"
    rows = [_row(f"{n:,} games", e.value, e.low, e.high) for n, e in shares]
    svg = intervals(title, rows, Axis("games won", 0, 80, _ticks(range(0, 81, 20))))
    return Figure(svg, "With a hundred times as many games, the interval is ten times shorter.")


def classes(wins: Sequence[int], games: int, chance: float) -> Figure:
    """Draw the intervals of many classes that all win each game with the same chance."""
    shares = [w / games for w in wins]
    rows = [_row(f"class {i}", x, *plain_interval(x, games)) for i, x in enumerate(shares, 1)]
    axis = Axis("games won", 5, 50, _ticks(range(10, 51, 10)))
    svg = intervals("The intervals of many classes", rows, axis, 80, at=100 * chance)
    return Figure(
        svg, "The dashed line is the true chance. Dots in its colour belong to intervals that miss it."
    )


def seats(shares: Sequence[Estimate]) -> Figure:
    """Draw how often each seat wins."""
    title = "How often each seat wins if all play the same way"
    rows = [_row(f"seat {p}", e.value, e.low, e.high) for p, e in enumerate(shares, 1)]
    svg = intervals(title, rows, Axis("games won", 24, 27, _ticks(range(24, 28))), 80)
    return Figure(svg, "With a million games the intervals no longer overlap where seats differ.")


def _row(label: str, share: float, low: float, high: float) -> Bar:
    return Bar(label, 100 * share, "", 100 * low, 100 * high)


def _ticks(shares: range) -> list[tuple[float, str]]:
    return [(float(x), f"{x} %") for x in shares]


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
