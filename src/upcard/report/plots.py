"""Plots, through matplotlib's objects and without a display: figures of studies, and of simulations.

Text stays text, lines differ by marker and dash as well as by colour, and the same input gives the same
bytes. In a study's figure all ink is ``currentColor``, so that it takes the colour of the page's text,
light or dark.
"""

import html
import io
import math
import re
import textwrap
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import cycle
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas
from matplotlib.ticker import MaxNLocator, StrMethodFormatter

from upcard.engine.atomic_files import write_bytes
from upcard.engine.wording import counted
from upcard.report.colours import COLOURS
from upcard.report.number_text import broken, error_decimals, fixed, half_width, spoken
from upcard.report.result_files import check_suffix
from upcard.simulation.simulation_result import SimulationResult
from upcard.study.study_parts import Figure, Series

PICTURES = (".svg", ".png")

MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)), (0, (7, 2, 1.5, 2)), (0, (10, 3)))

NO_LINE = "none"
DOTS = {"linestyle": NO_LINE, "markersize": 5.0}

INK, GRID = "#010203", "#010204"  # stand for the page's colour until the SVG is finished
FONTS = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
WIDTH, AXES_HEIGHT, LINE_HEIGHT = 5.4, 3.4, 0.24  # inches
LETTERS = 57  # of the legend's size in that width
MOST_BARS = 24  # from here on a band shows the intervals
MOST_TICKS, MOST_MAP_TICKS = 16, 10

_STYLE: dict[Any, Any] = {
    "svg.fonttype": "none",
    "svg.hashsalt": "upcard",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 12.5,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.linewidth": 0.8,
    "lines.linewidth": 1.8,
    "lines.markersize": 6.5,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
    "legend.columnspacing": 1.4,
    "legend.fontsize": 11.5,
    "savefig.transparent": True,
}


def figure_svg(figure: Figure, prefix: str = "") -> str:
    """A study's figure as one ``<svg>`` element, for a page or a file of its own.

    Parameters
    ----------
    figure : Figure
        What is drawn.
    prefix : str
        Goes in front of every id, so that several figures can stand on one page; the figure's name by
        default.
    """
    if figure.scale:
        return _for_page(_map_svg(figure), figure, prefix or figure.name)
    with _style(INK, GRID):
        rows = _legend_rows(figure.series)
        canvas = Canvas(figsize=(WIDTH, AXES_HEIGHT + LINE_HEIGHT * len(rows)), layout="constrained")
        axes = canvas.add_subplot()
        axes.set_xlabel(figure.x_label)
        axes.set_ylabel(figure.y_label)
        looks = (look if figure.is_joined else look | DOTS for look in _looks())
        handles = [_draw(axes, s, look) for s, look in zip(figure.series, looks, strict=False)]
        _ticks(axes, figure)
        if rows:
            columns = max(map(len, rows))
            names = [_wrapped(s.label) for s in figure.series]
            canvas.legend(handles, names, loc="outside lower left", ncols=columns)
        text = _saved(canvas, "svg").decode()
    return _for_page(text, figure, prefix or figure.name)


def _map_svg(figure: Figure) -> str:
    """A heat map: a row for each series, a column for each x, no colour where nothing is known."""
    xs = sorted({x for s in figure.series for x in s.x})
    cells = np.full((len(figure.series), len(xs)), math.nan)
    for row, s in zip(cells, figure.series, strict=True):
        row[[xs.index(x) for x in s.x]] = _finite(s.y)
    with _style(INK, GRID):
        canvas = Canvas(figsize=(WIDTH, AXES_HEIGHT), layout="constrained")
        axes = canvas.add_subplot()
        image = axes.imshow(cells, cmap="cividis", aspect="auto", interpolation="nearest")
        axes.grid(visible=False)
        axes.set_xlabel(figure.x_label)
        axes.set_ylabel(figure.y_label)
        axes.set_yticks(range(len(cells)), [s.label for s in figure.series])
        every = -(-len(xs) // MOST_MAP_TICKS)
        axes.set_xticks(range(0, len(xs), every), [f"{x:g}" for x in xs[::every]])
        canvas.colorbar(image, ax=axes, shrink=0.8, label=figure.scale)
        return _saved(canvas, "svg").decode()


def plot_simulation(result: SimulationResult, path: str | Path) -> None:
    """Draw a simulation: how often each seat wins, and its mean of the first quantity, with intervals.

    Parameters
    ----------
    result : SimulationResult
        What is drawn.
    path : str or Path
        A name that ends in ``.svg`` or ``.png``.

    Raises
    ------
    Usage
        If the name ends in something else.
    Failure
        If the file cannot be written.
    """
    seats = len(result.seats)
    with picture(path, 9.0, 1.7 + 0.5 * seats) as canvas:
        wins, means = canvas.subplots(1, 2, sharey=True)
        _dots(wins, result, "win_share", 100)
        wins.axvline(100 / seats, color=COLOURS[1], linestyle=DASHES[1], linewidth=1.4, zorder=1)
        above = wins.get_xaxis_transform()
        wins.text(100 / seats, 1, "equal share", transform=above, ha="center", va="bottom", fontsize=9.5)
        wins.set_xlabel("games won, per cent")
        name = next(n for n in result.seats[0].estimates if n.endswith("_mean"))
        _dots(means, result, name, 1)
        means.set_xlabel(f"mean {spoken(name.removesuffix('_mean'))} per game")
        wins.set_yticks(range(seats), [broken(f"{s.seat}  {s.strategy}", 28) for s in result.seats])
        wins.set_ylim(seats - 0.4, -0.6)
        canvas.suptitle(_subject(result), x=0.012, ha="left", fontsize=12.5, fontweight="bold")


@contextmanager
def picture(path: str | Path, width: float, height: float) -> Iterator[Canvas]:
    """A canvas with a white ground, which is written to a file when it has been drawn.

    Parameters
    ----------
    path : str or Path
        A name that ends in ``.svg`` or ``.png``.
    width, height : float
        Size in inches.

    Raises
    ------
    Usage
        If the name ends in something else.
    Failure
        If the file cannot be written.
    """
    suffix = check_suffix(path, PICTURES)
    with _style("#1f2328", "#d6d9de"):
        canvas = Canvas(figsize=(width, height), layout="constrained", facecolor="white")
        yield canvas
        content = _saved(canvas, suffix[1:], transparent=False)
    write_bytes(path, content)


@contextmanager
def _style(ink: str, grid: str) -> Iterator[None]:
    """Our own settings whatever the user's are, and no word about letters that the font does not have."""
    inks: tuple[Any, ...] = ("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color")
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        mpl.rcdefaults()
        mpl.rcParams.update({**_STYLE, **dict.fromkeys(inks, ink), "grid.color": grid})
        yield


def _looks() -> Iterator[dict[str, Any]]:
    for i, colour in enumerate(cycle(COLOURS)):
        again = i // len(COLOURS)
        yield {
            "color": colour,
            "marker": MARKERS[(i + 3 * again) % len(MARKERS)],
            "linestyle": DASHES[(i + again) % len(DASHES)],
        }


def _draw(axes: Axes, series: Series, look: dict[str, Any]) -> Any:
    """One series with its intervals: bars, or a band when there are many points."""
    x, y = _finite(series.x), _finite(series.y)
    every = 1 if look["linestyle"] == NO_LINE else max(1, len(x) // MOST_BARS)
    (line,) = axes.plot(x, y, **look, markevery=every, markeredgewidth=0)
    if not series.low or not series.high:
        return line
    low, high = np.fmin(_finite(series.low), y), np.fmax(_finite(series.high), y)
    if len(x) > MOST_BARS:
        axes.fill_between(x, low, high, color=look["color"], alpha=0.2, linewidth=0)
    else:
        arms = np.array([y - low, high - y])
        axes.errorbar(x, y, yerr=arms, fmt="none", ecolor=look["color"], elinewidth=1.3, capsize=2.5)
    return line


def _finite(values: list[float]) -> "np.ndarray[Any, np.dtype[np.float64]]":
    """Numbers for matplotlib; what is infinite or missing is left out."""
    found = np.array(values, dtype=float)
    found[~np.isfinite(found)] = math.nan
    return found


def _ticks(axes: Axes, figure: Figure) -> None:
    xs = [x for s in figure.series for x in s.x if math.isfinite(x)]
    ys = [abs(y) for s in figure.series for y in s.y if math.isfinite(y)]
    if figure.whole_x:
        if xs and max(xs) - min(xs) <= MOST_TICKS:
            axes.set_xticks(range(math.floor(min(xs)), math.ceil(max(xs)) + 1))
        else:
            axes.xaxis.set_major_locator(MaxNLocator(nbins=6, integer=True))
        axes.xaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))
    if ys and max(ys) >= 1_000:
        axes.yaxis.set_major_formatter(StrMethodFormatter("{x:,.0f}"))


def _legend_rows(series: list[Series]) -> list[list[Series]]:
    """The series in rows of as many as fit beside each other, a row more for every line that wraps."""
    if not series:
        return []
    names = [_wrapped(s.label) for s in series]
    longest = max(len(line) for name in names for line in name.split("\n"))
    fitting = max(1, min(len(series), LETTERS // (longest + 9)))
    columns = -(-len(series) // -(-len(series) // fitting))  # all rows about equally long
    rows = [series[i : i + columns] for i in range(0, len(series), columns)]
    extra = sum(name.count("\n") for name in names) // columns
    return rows + [[] for _ in range(extra)]


def _wrapped(label: str, width: int = LETTERS - 9) -> str:
    return "\n".join(textwrap.wrap(label, width, break_on_hyphens=False)) or " "


def _saved(canvas: Canvas, kind: str, **how: Any) -> bytes:
    nothing: dict[str, Any] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
    buffer = io.BytesIO()
    canvas.savefig(buffer, format=kind, dpi=200, metadata=nothing if kind == "svg" else None, **how)
    return buffer.getvalue()


def _for_page(text: str, figure: Figure, prefix: str) -> str:
    """The element alone, in the page's colours and letters, its ids made its own."""
    prefix = re.sub(r"[^A-Za-z0-9_-]", "-", prefix)
    text = text[text.index("<svg") :]
    text = re.sub(r'\bid="', f'id="{prefix}-', text)
    text = re.sub(r'(href="#|url\(#)', rf"\g<1>{prefix}-", text)
    text = re.sub(rf"stroke: {GRID}", "stroke: currentColor; stroke-opacity: 0.16", text)
    text = text.replace(INK, "currentColor")
    text = text.replace("font-family: 'DejaVu Sans'; ", "")
    # a style element would hold for the whole page: what it says goes to the root, from where it is inherited
    text = re.sub(r"<defs>\s*<style.*?</style>\s*</defs>\s*", "", text, flags=re.DOTALL)
    label = html.escape(f"{figure.title}. {figure.y_label} by {figure.x_label}.")
    root = f'<svg role="img" aria-label="{label}" font-family="{FONTS}" stroke-linejoin="round" '
    return text.replace("<svg ", root, 1).strip()


def _subject(result: SimulationResult) -> str:
    games = counted(result.games, "game")
    seating = {"fixed": "seats fixed", "rotate": "seats rotate", "random": "seats at random"}
    where = seating.get(result.seating, result.seating)
    return f"{result.game}: {games}, {where}; {100 * result.level:g} % intervals"


def _dots(axes: Axes, result: SimulationResult, name: str, scale: int) -> None:
    """A dot per seat with its interval, and its value in figures."""
    found = [s.estimates[name] for s in result.seats]
    digits = error_decimals(half_width(e) * scale for e in found)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    clear = {"facecolor": "white", "linewidth": 0, "pad": 1}
    for row, e in enumerate(found):
        value, low, high = (_finite([x])[0] * scale for x in (e.value, e.low, e.high))
        arms = [[value - np.fmin(low, value)], [np.fmax(high, value) - value]]
        axes.errorbar([value], [row], xerr=arms, fmt="o", color=COLOURS[0], capsize=4, elinewidth=2)
        figures = fixed(e.value * scale, digits).replace("-", "−")
        axes.annotate(figures, (value, row), (0, 8), textcoords="offset points", ha="center", bbox=clear)
    axes.margins(x=0.12)
