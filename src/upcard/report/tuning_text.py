"""A tuning as tables for terminals, and as a picture, with the confirmed result and that of the search."""

from collections.abc import Iterator, Sequence
from itertools import groupby
from pathlib import Path

from matplotlib.axes import Axes
from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from upcard.document.model import Series
from upcard.engine.wording import counted
from upcard.report.colours import COLOURS
from upcard.report.number_columns import Fitted, heading_line, ruled_table
from upcard.report.number_text import estimate_decimals, fixed, interval_text
from upcard.report.plots import DASHES, picture
from upcard.report.result_tables import HEADS
from upcard.simulation.estimate import Estimate
from upcard.simulation.tuning_result import TuningResult

GOALS = {**HEADS, "score_mean": "mean score"}


def tuning_table(result: TuningResult, notes: Sequence[str] = ()) -> RenderableType:
    """Return a tuning as tables: its parameters, their strength, and the result of the search.

    The notes are sentences about changes to the requested settings.
    """

    def parts(width: int) -> Iterator[RenderableType]:
        yield from (heading(result), *(Text(note, style="dim") for note in notes), Text())
        yield from (_parameters(result), Text(), _strengths(result), Text())
        yield Text(verdict_sentence(result), style="bold")
        yield Text(curse_sentence(result), style="dim")

    return Fitted(parts)


def verdict_sentence(result: TuningResult) -> str:
    """Return whether the tuned parameters are better than the default ones."""
    if result.gain.low > 0:
        return "The tuned parameters are better than the default ones."
    if result.gain.high < 0:
        return "The tuned parameters are worse than the default ones: keep the defaults, or search longer."
    return "Whether the tuned parameters are better than the default ones is open: the interval contains 0."


def curse_sentence(result: TuningResult) -> str:
    """Return a sentence that explains why the search overestimates the strength of a strategy."""
    gap = abs(result.optimistic - result.strength.value)
    size, highest = fixed(gap * _scale(result), _digits(result)), f"{result.evaluations:,}"
    if is_optimistic(result):
        return (
            f"The figure of the search is optimistic: it is the highest of {highest}, and the highest of "
            f"many estimates is partly luck (the winner's curse). Here it is {size} above the confirmed one."
        )
    return (
        f"The figure of the search is the highest of {highest}, and the highest of many estimates is mostly "
        f"too high (the winner's curse). Here it is {size} below the confirmed one, as can happen in "
        f"{counted(result.optimistic_games, 'game')}; the confirmed one counts."
    )


def is_optimistic(result: TuningResult) -> bool:
    """Return whether the highest figure of the search is higher than the confirmed one."""
    return result.optimistic > result.strength.value


def plot_tuning(result: TuningResult, path: str | Path) -> None:
    """Draw the best figure of every generation and the confirmed ones; raises as :func:`plots.picture`."""
    with picture(path, 9.0, 4.6) as canvas:
        axes = canvas.add_subplot()
        search, *_ = course = course_of(result)
        axes.plot(search.x, search.y, "o", color=COLOURS[5], label=search.label, markersize=4.5)
        for look, e, line in ((1, result.default_strength, course[1]), (0, result.strength, course[2])):
            _band(axes, e, _scale(result), look, line.label)
        axes.set_xlabel("candidates tried")
        axes.set_ylabel(GOALS[result.goal])
        canvas.legend(loc="outside lower left", ncols=1)
        title = f"{result.confirmed.tuned.game}: {result.strategy.partition(':')[0]} tuned"
        canvas.suptitle(title, x=0.012, ha="left", fontsize=12.5, fontweight="bold")


def course_of(result: TuningResult) -> list[Series]:
    """Return the best figure of every generation, and the strengths of default and tuned parameters."""
    size, scale = len(result.generations[0].points), _scale(result)
    tried = [float(size * (i + 1)) for i in range(len(result.generations))]
    best = [g.value * scale for g in result.generations]
    label = f"best of each generation, in the search{' (optimistic)' * is_optimistic(result)}"

    def level(label: str, e: Estimate) -> Series:
        heights = ([x * scale] * len(tried) for x in (e.value, e.low, e.high))
        return Series(label, tried, *heights)

    return [
        Series(label, tried, best),
        level("default parameters, fresh games", result.default_strength),
        level("tuned parameters, fresh games (confirmed)", result.strength),
    ]


def _band(axes: Axes, e: Estimate, scale: int, look: int, label: str) -> None:
    axes.axhspan(e.low * scale, e.high * scale, color=COLOURS[look], alpha=0.2, linewidth=0)
    axes.axhline(e.value * scale, color=COLOURS[look], linestyle=DASHES[look], label=label)


def _scale(result: TuningResult) -> int:
    return 1 if result.goal == "score_mean" else 100


def _digits(result: TuningResult) -> int:
    return estimate_decimals((result.strength, result.gain), _scale(result))


def heading(result: TuningResult) -> Text:
    """Return the heading: the game before the first ``·``; below it the options."""
    tuned = result.confirmed.tuned
    others = [(name, len(list(same))) for name, same in groupby(s.strategy for s in tuned.seats[1:])]
    against = ", ".join(name if n == 1 else f"{n} × {name}" for name, n in others)
    name = result.strategy.partition(":")[0]
    facts = [
        f"{name} against {against}",
        "seats at random",
        f"{result.evaluations:,} candidates",
        f"seed {result.seed}",
    ]
    stopped = "The search was stopped early: this is its result so far."
    return heading_line(tuned.game, facts, tuned.options, (), stopped if result.interrupted else "")


def parameter_rows(result: TuningResult) -> list[tuple[str, ...]]:
    """Return a row for every parameter, the headings first: its name, default, tuned value and range."""
    rows: list[tuple[str, ...]] = [("parameter", "default", "tuned", "range")]
    for name, x in result.parameters.items():
        low, high = result.ranges.get(name, (x, x))
        where = f"{low:g} to {high:g}" if name in result.ranges else "fixed"
        rows.append((name, f"{result.defaults[name]:,.12g}", f"{x:,.12g}", where))
    return rows


def strength_rows(result: TuningResult) -> list[tuple[str, ...]]:
    """Return the strengths, the headings first: what it is, its value, its interval."""
    confirmed, scale, digits = result.confirmed.tuned, _scale(result), _digits(result)

    def row(words: str, e: Estimate, signed: bool = False) -> tuple[str, ...]:
        interval = interval_text(e.low * scale, e.high * scale, digits, signed)
        return words, fixed(e.value * scale, digits, signed), interval

    search = f"the best in the search, on {counted(result.optimistic_games, 'game')}"
    words = "optimistic" if is_optimistic(result) else "rough"
    return [
        ("", GOALS[result.goal], f"{100 * confirmed.level:g} % interval"),
        row(f"tuned, on {confirmed.games:,} fresh games", result.strength),
        row("default parameters, on the same games", result.default_strength),
        row("gain, paired over these games", result.gain, signed=True),
        (search, fixed(result.optimistic * scale, digits), words),
    ]


def _parameters(result: TuningResult) -> Table:
    heads, *rows = parameter_rows(result)
    return ruled_table([heads, *((name, x, Text(tuned, style="bold"), to) for name, x, tuned, to in rows)])


def _strengths(result: TuningResult) -> Table:
    heads, *rows, search = strength_rows(result)
    return ruled_table([heads, *((words, Text(x, style="bold"), to) for words, x, to in rows), search])
