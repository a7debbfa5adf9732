"""Pictures of results in files, drawn by matplotlib without a display.

Text stays text, and the same input gives the same bytes.
"""

import io
import math
import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.figure import Figure as Canvas

from upcard.engine.atomic_files import write_bytes
from upcard.engine.file_endings import check_suffix
from upcard.engine.wording import counted
from upcard.report.colours import COLOURS
from upcard.report.number_text import broken, estimate_decimals, fixed, minus, seats_words, spoken
from upcard.simulation.simulation_result import SimulationResult

PICTURES = (".svg", ".png")
DASHES: tuple[Any, ...] = ("-", (0, (6, 2)), (0, (2, 1.5)))
INK, GRID = "#1f2328", "#d6d9de"

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
    "grid.color": GRID,
    "grid.linewidth": 0.8,
    "lines.linewidth": 1.8,
    "lines.markersize": 6.5,
    "legend.frameon": False,
    "legend.handlelength": 2.6,
    "legend.columnspacing": 1.4,
    "legend.fontsize": 11.5,
    "savefig.transparent": False,
    **dict.fromkeys(("text.color", "axes.edgecolor", "axes.labelcolor", "xtick.color", "ytick.color"), INK),
}


def plot_simulation(result: SimulationResult, path: str | Path) -> None:
    """Draw how often each seat wins, and its mean of the first quantity; raises as :func:`picture`."""
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
    """Yield a white canvas of a size in inches, and write it to a file after it has been drawn.

    Raises ``Usage`` unless the path ends in ``.svg`` or ``.png``, ``Failure`` if it cannot be written.
    """
    kind = check_suffix(path, PICTURES)[1:]
    with mpl.rc_context(), warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="Glyph .* missing from", category=UserWarning)
        mpl.rcdefaults()  # whatever the user's settings are
        mpl.rcParams.update(_STYLE)
        canvas = Canvas(figsize=(width, height), layout="constrained", facecolor="white")
        yield canvas
        nothing: dict[str, Any] = dict.fromkeys(("Date", "Creator", "Format", "Type"))
        buffer = io.BytesIO()
        canvas.savefig(buffer, format=kind, dpi=200, metadata=nothing if kind == "svg" else None)
    write_bytes(path, buffer.getvalue())


def _subject(result: SimulationResult) -> str:
    games, seats = counted(result.games, "game"), seats_words(result.seating)
    return f"{result.game}: {games}, {seats}; {100 * result.level:g} % intervals"


def _dots(axes: Axes, result: SimulationResult, name: str, scale: int) -> None:
    """Draw a dot per seat with its interval and its value in digits."""
    estimates = [s.estimates[name] for s in result.seats]
    digits = estimate_decimals(estimates, scale)
    axes.grid(visible=False, axis="y")
    axes.tick_params(axis="y", length=0)
    clear = {"facecolor": "white", "linewidth": 0, "pad": 1}
    for row, e in enumerate(estimates):
        value, low, high = (x * scale if math.isfinite(x) else math.nan for x in (e.value, e.low, e.high))
        arms = [[value - np.fmin(low, value)], [np.fmax(high, value) - value]]
        axes.errorbar([value], [row], xerr=arms, fmt="o", color=COLOURS[0], capsize=4, elinewidth=2)
        figures = minus(fixed(e.value * scale, digits))
        axes.annotate(figures, (value, row), (0, 8), textcoords="offset points", ha="center", bbox=clear)
    axes.margins(x=0.12)
