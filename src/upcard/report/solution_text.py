"""What was found by solving, for terminals: the value first, then a table, then how it was found."""

import re
import textwrap

from rich import box
from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.table import Table
from rich.text import Text

from upcard.solving.game_solver_contract import SolverReport

BOUND = "\N{NO-BREAK SPACE}"


def finding_table(finding: SolverReport) -> RenderableType:
    """What is known of the game.

    Parameters
    ----------
    finding : SolverReport
        What was found.
    """
    heading, *sentences = finding.sentences()
    parts: list[RenderableType] = [Text(heading, style="bold"), *map(Text, sentences)]
    rows = finding.rows()
    if rows:
        parts += [Text(), _table(rows)]
    return Group(*parts, Text(), Unparted(finding.effort()))


class Unparted:
    """A dim paragraph in which a number stands on one line with its unit.

    Parameters
    ----------
    text : str
        What it says.
    """

    def __init__(self, text: str) -> None:
        self.text = re.sub(r"(?<=\d) (?=\S)", BOUND, text)

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """The paragraph on lines of the width there is; rich itself would break at a space of any kind."""
        for line in textwrap.wrap(self.text, options.max_width, break_on_hyphens=False):
            yield Text(line.replace(BOUND, " "), style="dim")


def _table(rows: list[tuple[str, ...]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for i, name in enumerate(rows[0]):
        table.add_column(name, justify="right" if i else "left")
    for row in rows[1:]:
        table.add_row(*row)
    return table
