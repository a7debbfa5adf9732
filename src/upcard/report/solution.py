"""What was found by solving, for terminals: the value first, then a table, then how it was found."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from upcard.solving.objective import Finding


def finding_table(finding: Finding) -> RenderableType:
    """What is known of the game.

    Parameters
    ----------
    finding : Finding
        What was found.
    """
    heading, *sentences = finding.sentences()
    parts: list[RenderableType] = [Text(heading, style="bold"), *map(Text, sentences)]
    rows = finding.rows()
    if rows:
        parts += [Text(), _table(rows)]
    return Group(*parts, Text(), Text(finding.effort(), style="dim"))


def _table(rows: list[tuple[str, ...]]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    for i, name in enumerate(rows[0]):
        table.add_column(name, justify="right" if i else "left")
    for row in rows[1:]:
        table.add_row(*row)
    return table
