"""The payoffs of a tournament as a picture."""

from pathlib import Path

from matplotlib.axes import Axes

from upcard.engine.arrays import FloatArray
from upcard.report.number_text import broken, fixed, minus
from upcard.report.plots import picture
from upcard.report.tournament_text import names_of, subject
from upcard.simulation.tournament_result import TournamentResult

MOST_WITH_FIGURES = 16  # strategies up to which the cells hold figures
NAME_WIDTH = 18  # maximum number of letters on one line, so that names fit into the margin


def plot_tournament(result: TournamentResult, path: str | Path) -> None:
    """Draw the payoffs, the best on top: blue wins more, red less; raises as :func:`plots.picture`."""
    order = [s.place - 1 for s in result.standings]
    shown = 100 * result.payoffs[order][:, order]
    side = 2.6 + 0.62 * len(order)
    with picture(path, side + 2.2, side) as canvas:
        axes = canvas.add_subplot()
        top = max(abs(shown).max(), 1e-9)
        image = axes.imshow(shown, cmap="RdBu", vmin=-top, vmax=top)
        axes.grid(visible=False)
        names = [broken(f"{n} {x}", NAME_WIDTH) for n, x in enumerate(names_of(result).values(), 1)]
        axes.set_yticks(range(len(order)), names)
        axes.set_xticks(range(len(order)), [str(n + 1) for n in range(len(order))])
        axes.set_xlabel("against")
        _figures_in_cells(axes, shown, top)
        canvas.colorbar(image, ax=axes, shrink=0.8, label="win share, row minus column (points)")
        canvas.suptitle(subject(result), x=0.012, ha="left", fontsize=11, fontweight="bold", wrap=True)


def _figures_in_cells(axes: Axes, shown: FloatArray, top: float) -> None:
    """Write the payoffs into the cells, if there is room."""
    if len(shown) > MOST_WITH_FIGURES:
        return
    for i, row in enumerate(shown):
        for j, x in enumerate(row):
            text = "" if i == j else minus(fixed(float(x), 1, signed=True))
            colour = "white" if abs(x) > 0.6 * top else "#1f2328"
            axes.text(j, i, text, ha="center", va="center", color=colour, fontsize=10)
