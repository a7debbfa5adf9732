"""Sections of a document in a terminal: their paragraphs and tables; charts are left to pages."""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType
from rich.text import Text

from upcard.document.model import Section, Table
from upcard.report.number_columns import Fitted, ruled_table, title_line
from upcard.report.number_text import cell_text, column_decimals

LONGEST_TABLE = 40
"""Maximum number of rows of a table in a terminal; files contain all of them."""


def sections_text(sections: Sequence[Section]) -> RenderableType:
    """Return sections as paragraphs and tables."""

    def parts(width: int) -> Iterator[RenderableType]:
        for section in sections:
            yield title_line(section.title)
            yield from (Text(x) for x in section.text)
            for table in section.tables:
                yield from _table(table)

    return Fitted(parts)


def _table(table: Table) -> Iterator[RenderableType]:
    yield Text(f"\n{table.title}", style="italic")
    columns = list(zip(*table.rows, strict=True)) if table.rows else [() for _ in table.columns]
    decimals = [column_decimals(c) for c in columns]
    rows = [[cell_text(x, d) for x, d in zip(row, decimals, strict=True)] for row in table.rows]
    yield ruled_table([list(table.columns), *rows[:LONGEST_TABLE]])
    if len(rows) > LONGEST_TABLE:
        yield Text(f"… and {len(rows) - LONGEST_TABLE} more rows in --json and --html", style="dim")
    if table.note:
        yield Text(table.note, style="dim")
