"""A solution: the value, what every seat would gain, and the strategy as a chart, decision by decision."""

from html import escape

from upcard.engine.wording import counted
from upcard.report.colours import COLOURS
from upcard.report.document import Drawing, Grid, Sheet, Strip, grid_of, stacked_bar
from upcard.solving.strategy_chart import ChartDecision, decisions
from upcard.solving.tree_solution import Solution

MOST_BARS, MOST_SETS = 40, 3000
"""So many decisions are drawn; so many information sets at most are looked at, for time."""


def sheet(solution: Solution) -> Sheet:
    """What is shown of a solution."""
    title, *sentences = solution.sentences()
    parts = [grid_of("What every seat gets, and its gap", solution.rows())]
    notes = [solution.effort(), f"Exploitability, the mean of the gaps: {solution.exploitability:.2g}."]
    if solution.tree.infosets > MOST_SETS:
        notes.append("There is no chart of so many information sets; to_frame() has them all.")
        return Sheet(title, "", sentences, parts, notes)
    shown = decisions(solution.tree, solution.strategy, MOST_BARS)
    if shown:
        parts.append(_chart(shown))
    return Sheet(title, "", sentences, parts, [*_missing(solution, len(shown)), *notes])


def _chart(shown: list[ChartDecision]) -> Grid:
    """A line for each decision: who, what he knows, and how likely each choice is."""
    words = list(dict.fromkeys(w for d in shown for w in d.words))
    rows = [dict(zip(d.words, d.chances, strict=True)) for d in shown]
    return Grid(
        "The strategy",
        [
            Strip("seat", [f"seat\N{NO-BREAK SPACE}{d.seat + 1}" for d in shown], True),
            Strip("knows", [d.knows for d in shown], True),
            Strip("does", [stacked_bar([row.get(w, 0.0) for w in words]) for row in rows], is_text=True),
            Strip("how likely", [_likely(row, words) for row in rows], is_text=True),
            Strip("comes", [f"{100 * d.reach:.1f} %" for d in shown]),
        ],
    )


def _likely(row: dict[str, float], words: list[str]) -> Drawing:
    """The choices that are made, each with a spot in the colour of its bar."""
    told = [(COLOURS[words.index(w) % len(COLOURS)], w, x) for w, x in row.items() if x > 0]
    return Drawing("".join(_choice(colour, word, x) for colour, word, x in told))


def _choice(colour: str, word: str, x: float) -> str:
    spot = f'<span style="color:{colour}" aria-hidden="true">■</span>'
    look = "display:inline-block;white-space:nowrap;margin-right:10px"
    return f'<span style="{look}">{spot} {escape(word)} {x:.4g}</span>'


def _missing(solution: Solution, shown: int) -> list[str]:
    left = solution.tree.infosets - shown
    if not left:
        return []
    never = "that come most often" if shown == MOST_BARS else "that come at all if all play so"
    return [f"These are the {counted(shown, 'decision')} of {solution.tree.infosets:,} {never}."]
