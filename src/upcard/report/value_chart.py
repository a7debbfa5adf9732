"""The chart of a reviewed match: the value for each seat, from the first card to the end."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from upcard.language.messages import gettext, local_number
from upcard.report.charts import linear
from upcard.report.number_text import minus

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 72, 16, 18, 40
MARK = 5
MOST_TICKS = 8
MOST_SHORT = 10
"""Values from here on have no decimals: a phone has room for five characters beside a chart."""


@dataclass(frozen=True)
class ValueChart:
    """The parts of the chart, in the units of the drawing."""

    lines: list[str]
    """By seat, the points of its line."""
    marks: list[tuple[int, float, float, str, str]]
    """For every mistake its seat from 0, its place, its number and its sentence."""
    across: list[tuple[float, str]]
    """The numbers of decisions and their places."""
    up: list[tuple[float, str]]
    """The values beside the chart and their places."""
    summary: str
    """The same in words for readers who cannot see it."""


def value_chart(document: Mapping[str, Any]) -> ValueChart:
    """Return the chart of a review, from its :func:`upcard.report.review_report.document`."""
    course = document["course"]
    every = [x for worths in course for x in worths]
    low, high = min(every), max(every)
    room = (high - low or 1.0) * 0.06
    x = linear(0, len(course) - 1, LEFT, WIDTH - RIGHT)
    y = linear(low - room, high + room, HEIGHT - BOTTOM, TOP)
    seats = range(len(document["seats"]))
    lines = [" ".join(f"{x(i):.1f},{y(w[p]):.1f}" for i, w in enumerate(course)) for p in seats]
    points = [
        (d["seat"] - 1, x(i + 2), y(course[i + 2][d["seat"] - 1]), str(d["number"]))
        for i, d in enumerate(document["decisions"])
    ]
    pairs = zip(points, document["decisions"], strict=True)
    marks = [(*at, d["lesson"]) for at, d in pairs if d["lesson"]]
    step = max(1, -(-(len(course) - 2) // MOST_TICKS))
    across = [(x(i + 1), str(i)) for i in range(0, len(course) - 1, step)]
    places = 2 if max(abs(low), abs(high)) < MOST_SHORT else 0
    up = [(y(worth), minus(f"{worth:.{places}f}")) for worth in sorted({low, (low + high) / 2, high})]
    return ValueChart(lines, marks, across, up, _summary(document))


def _summary(document: Mapping[str, Any]) -> str:
    """Return how the value changed for each seat."""
    seats: Sequence[Mapping[str, Any]] = document["seats"]
    return "; ".join(
        gettext(
            "{player} from {start} to {result}",
            player=s["player"],
            start=local_number(f"{s['start']:.2f}"),
            result=local_number(f"{s['result']:.2f}"),
        )
        for s in seats
    )
