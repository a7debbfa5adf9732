"""Solutions for terminals: the value first, then a table, then how it was computed."""

import re
import textwrap

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.text import Text

from upcard.report.number_columns import ruled_table
from upcard.solving.game_solver_contract import SolutionReport

BOUND = "\N{NO-BREAK SPACE}"


def solution_table(report: SolutionReport) -> RenderableType:
    """Return a solution with its sentences, its table and its effort."""
    heading, *sentences = report.sentences()
    parts: list[RenderableType] = [Text(heading, style="bold"), *map(Text, sentences)]
    rows = report.rows()
    if rows:
        parts += [Text(), ruled_table(rows, is_wide=True)]
    return Group(*parts, Text(), KeepUnitsTogether(report.effort()))


class KeepUnitsTogether:
    """A dim paragraph that never breaks a line between a number and its unit."""

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"(?<=\d) (?=\S)", BOUND, text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Return its lines for the width of the terminal; rich itself would break at any kind of space."""
        for line in textwrap.wrap(self.text, options.max_width, break_on_hyphens=False):
            yield Text(line.replace(BOUND, " "), style="dim")
