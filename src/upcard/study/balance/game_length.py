"""Length: how many decisions and rounds a game takes, how many of them are forced, and how many minutes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from upcard.document.model import Chart, Section, Series, Table, TableCell
from upcard.simulation import estimate
from upcard.simulation.estimate import Estimate
from upcard.simulation.game_tallies import GameTallies
from upcard.study.balance.balance_report import BalanceSection, plain_values
from upcard.study.balance.estimates_of_games import (
    Numbers,
    by_block,
    exact_sums,
    mean_of,
    quantile_of,
    ratio_of,
)
from upcard.study.balance.play_levels import PlayLevel
from upcard.study.verdicts import per_cent, text

NAME, TITLE = "length", "Length"
CHOICE_SECONDS, FORCED_SECONDS = 8, 3
"""Assumed seconds that people take for a decision with a choice, and for one without."""

QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)
BINS = 24


@dataclass(frozen=True)
class LengthAtLevel:
    """The lengths of the games of one level."""

    level: PlayLevel
    decisions: Estimate
    deviation: float
    """Standard deviation of the number of decisions."""
    shortest: int
    longest: int
    quantiles: dict[str, Estimate]
    """Quantiles of the number of decisions, by their part."""
    per_seat: tuple[Estimate, ...]
    rounds: Estimate
    forced: Estimate
    """Share of decisions with a single legal action."""
    minutes: Estimate
    histogram: tuple[tuple[int, int, int], ...]
    """First and last number of decisions of every bin, and its games."""


def length_at_level(level: PlayLevel, t: GameTallies) -> LengthAtLevel:
    """Return the lengths of the games of a level."""
    lengths, forced = t.decisions.sum(axis=1), t.forced.sum(axis=1)
    seconds = CHOICE_SECONDS * (lengths - forced) + FORCED_SECONDS * forced
    return LengthAtLevel(
        level,
        mean_of(lengths),
        estimate.deviation(*exact_sums(lengths), len(lengths)),
        int(lengths.min()),
        int(lengths.max()),
        {f"{q:g}": quantile_of(lengths, q) for q in QUANTILES},
        tuple(mean_of(t.decisions[:, p]) for p in range(t.decisions.shape[1])),
        mean_of(t.rounds),
        ratio_of(by_block(forced, t.blocks), by_block(lengths, t.blocks)),
        mean_of(seconds, 1 / 60),
        _histogram(lengths),
    )


def _histogram(lengths: Numbers) -> tuple[tuple[int, int, int], ...]:
    """Return bins of equal width; the last one also has the few games beyond the 99 % quantile."""
    low, high = int(lengths.min()), int(np.quantile(lengths, 0.99))
    width = max(1, -(-(high - low + 1) // BINS))
    count = (high - low) // width + 1
    place = np.minimum((lengths - low) // width, count - 1)
    games = np.bincount(place, minlength=count)
    lasts = [low + width * (i + 1) - 1 for i in range(count - 1)] + [int(lengths.max())]
    return tuple(
        (low + width * i, last, int(n)) for i, (last, n) in enumerate(zip(lasts, games, strict=True))
    )


def length_section(levels: Sequence[PlayLevel], tallies: Sequence[GameTallies]) -> BalanceSection:
    """Return the section."""
    results = [length_at_level(x, t) for x, t in zip(levels, tallies, strict=True)]
    best = results[-1]
    q = best.quantiles
    rounds = f" in {best.rounds.value:.1f} rounds" if best.rounds.value > 1 else ""
    answer = (
        f"With {best.level.words}, a game takes {best.decisions.value:.1f} decisions{rounds}, "
        f"{_duration(best.minutes.value)}; nine of ten games take {q['0.05'].value:.0f} to "
        f"{q['0.95'].value:.0f} decisions. {100 * best.forced.value:.0f} % of decisions are forced."
    )
    assumed = (
        f"Minutes assume {CHOICE_SECONDS} seconds for a decision with a choice and {FORCED_SECONDS} seconds "
        "for a forced one, which has a single legal action."
    )
    document = Section(TITLE, [answer, assumed], [_table(results), _seat_table(results)], [_chart(results)])
    numbers = {
        "choice_seconds": CHOICE_SECONDS,
        "forced_seconds": FORCED_SECONDS,
        "levels": [plain_values(x) for x in results],
    }
    return BalanceSection(NAME, answer, document, numbers)


def _duration(minutes: float) -> str:
    return f"about {minutes:.0f} minutes" if minutes >= 2 else f"about {60 * minutes:.0f} seconds"


def _table(results: Sequence[LengthAtLevel]) -> Table:
    columns = ("players", "decisions", "sd", "range", "5 %", "median", "95 %", "rounds", "forced", "minutes")
    rows: list[list[TableCell]] = [
        [
            x.level.name,
            text(x.decisions, 1),
            f"{x.deviation:.1f}",
            f"{x.shortest}–{x.longest}",
            *(f"{x.quantiles[q].value:.0f} ({x.quantiles[q].low:.0f}–{x.quantiles[q].high:.0f})"
              for q in ("0.05", "0.5", "0.95")),
            text(x.rounds, 2),
            per_cent(x.forced),
            text(x.minutes, 1),
        ]
        for x in results
    ]  # fmt: skip
    return Table("Decisions in a game", columns, rows)


def _seat_table(results: Sequence[LengthAtLevel]) -> Table:
    seats = range(len(results[0].per_seat))
    rows: list[list[TableCell]] = [[x.level.name, *(text(x.per_seat[p], 2) for p in seats)] for x in results]
    return Table("Decisions of each seat", ("players", *(f"seat {p + 1}" for p in seats)), rows)


def _chart(results: Sequence[LengthAtLevel]) -> Chart:
    series = []
    for x in results:
        games = sum(n for _, _, n in x.histogram)
        width = x.histogram[0][1] - x.histogram[0][0] + 1 if len(x.histogram) > 1 else 1
        middle = [a + (width - 1) / 2 for a, _, _ in x.histogram]
        series.append(Series(x.level.name, middle, [100 * n / games / width for _, _, n in x.histogram]))
    note = "The last point of each line contains all longer games, too."
    return Chart(
        "length", "Lengths of games", "decisions", "games per decision, %", series, note, whole_x=False
    )
