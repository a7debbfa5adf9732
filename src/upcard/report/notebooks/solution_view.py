"""A solution: the value, what every seat would gain, and the strategy as a chart, decision by decision."""

from html import escape

from upcard.document.model import Figure, Table, TableCell
from upcard.engine.wording import counted
from upcard.report.charts import stacked_bar
from upcard.report.colours import COLOURS
from upcard.report.notebook_sheet import Sheet, headed
from upcard.solving.strategy_chart import ChartDecision, decisions
from upcard.solving.tree_solution import Solution

MOST_BARS, MOST_SETS = 40, 3000
"""Maximum number of decisions in the chart, and of information sets for which there is one, to save time."""


def sheet(solution: Solution) -> Sheet:
    """Return the sheet of a solution."""
    title, *sentences = solution.sentences()
    parts = [headed("Values and gaps of the seats", solution.rows())]
    notes = [solution.effort(), f"Exploitability, the mean of the gaps: {solution.exploitability:.2g}."]
    if solution.tree.infosets > MOST_SETS:
        notes.append(f"Charts show at most {MOST_SETS:,} information sets; to_frame() has all of them.")
        return Sheet(title, "", sentences, parts, notes)
    shown = decisions(solution.tree, solution.strategy, MOST_BARS)
    if shown:
        parts.append(_chart(shown))
    return Sheet(title, "", sentences, parts, [*_missing(solution, len(shown)), *notes])


def _chart(shown: list[ChartDecision]) -> Table:
    """Return a row for each decision: the seat, its information, and the probability of each choice."""
    words = list(dict.fromkeys(w for d in shown for w in d.words))
    rows = [dict(zip(d.words, d.chances, strict=True)) for d in shown]
    cells: list[list[TableCell]] = [
        [
            f"seat\N{NO-BREAK SPACE}{d.seat + 1}",
            d.knows,
            stacked_bar([row.get(w, 0.0) for w in words]),
            _likely(row, words),
            f"{100 * d.reach:.1f} %",
        ]
        for d, row in zip(shown, rows, strict=True)
    ]
    return Table("The strategy", ["seat", "knows", "does", "how likely", "reached"], cells, names=2)


def _likely(row: dict[str, float], words: list[str]) -> Figure:
    """Return the choices with a positive probability, each with a spot in the colour of its bar."""
    choices = [(COLOURS[words.index(w) % len(COLOURS)], w, x) for w, x in row.items() if x > 0]
    return Figure("".join(_choice(colour, word, x) for colour, word, x in choices))


def _choice(colour: str, word: str, x: float) -> str:
    spot = f'<span style="color:{colour}" aria-hidden="true">■</span>'
    look = "display:inline-block;white-space:nowrap;margin-right:10px"
    return f'<span style="{look}">{spot} {escape(word)} {x:.4g}</span>'


def _missing(solution: Solution, shown: int) -> list[str]:
    left = solution.tree.infosets - shown
    if not left:
        return []
    which = "reached most often" if shown == MOST_BARS else "that can be reached if all play this way"
    return [f"These are the {counted(shown, 'decision')} of {solution.tree.infosets:,} {which}."]
