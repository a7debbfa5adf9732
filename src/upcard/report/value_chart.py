"""A chart of what a match was worth to each seat, from the first card to the end, as SVG without scripts."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

WIDTH, HEIGHT = 720, 260
LEFT, RIGHT, TOP, BOTTOM = 72, 16, 18, 40
MARK, RING = 5, 10
MOST_TICKS = 8
MOST_SHORT = 10
"""Worths from here on have no decimals beside a chart: a phone has room for five signs there."""


@dataclass(frozen=True)
class Chart:
    """What is drawn, in the units of the drawing."""

    lines: list[str]
    """By seat, the points of its line."""
    marks: list[tuple[int, float, float, str, str]]
    """Of every mistake: its seat from 0, its place, its number and its sentence."""
    met: list[tuple[int, float, float, str, str]]
    """Of every mistake against the very opponents the same, with what was best."""
    across: list[tuple[float, str]]
    up: list[tuple[float, str]]
    """Where the numbers of decisions and of worths stand, and what they are."""
    summary: str
    """The same for who cannot see it."""


def course_chart(document: Mapping[str, Any]) -> Chart:
    """The chart of a review.

    Parameters
    ----------
    document : mapping
        What :func:`upcard.report.review_report.document` gave.
    """
    course = document["course"]
    every = [x for worths in course for x in worths]
    low, high = min(every), max(every)
    room = (high - low or 1.0) * 0.06
    x = _scale(0, len(course) - 1, LEFT, WIDTH - RIGHT)
    y = _scale(low - room, high + room, HEIGHT - BOTTOM, TOP)
    seats = range(len(document["seats"]))
    lines = [" ".join(f"{x(i):.1f},{y(w[p]):.1f}" for i, w in enumerate(course)) for p in seats]
    points = [
        (d["seat"] - 1, x(i + 2), y(course[i + 2][d["seat"] - 1]), str(d["number"]))
        for i, d in enumerate(document["decisions"])
    ]
    told = list(zip(points, document["decisions"], strict=True))
    marks = [(*at, d["lesson"]) for at, d in told if d["lesson"]]
    met = [(*at, d["against"]["best"]) for at, d in told if d["against"] and d["against"]["is_mistake"]]
    step = max(1, -(-(len(course) - 2) // MOST_TICKS))
    across = [(x(i + 1), str(i)) for i in range(0, len(course) - 1, step)]
    places = 2 if max(abs(low), abs(high)) < MOST_SHORT else 0
    up = [
        (y(worth), f"{worth:.{places}f}".replace("-", "−")) for worth in sorted({low, (low + high) / 2, high})
    ]
    return Chart(lines, marks, met, across, up, _summary(document))


def _scale(low: float, high: float, begin: float, end: float) -> Any:
    """A linear map that takes `low` to `begin` and `high` to `end`."""
    return lambda x: begin + (x - low) / ((high - low) or 1.0) * (end - begin)


def _summary(document: Mapping[str, Any]) -> str:
    """From where to where the worth went for each seat."""
    seats: Sequence[Mapping[str, Any]] = document["seats"]
    return "; ".join(f"{s['player']} from {s['start']:.2f} to {s['result']:.2f}" for s in seats)
