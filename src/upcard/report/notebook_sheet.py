"""The document of an object in a notebook; :mod:`upcard.report.notebook_html` renders it as HTML."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rich.text import Text

from upcard.document.model import Figure, Table, TableCell
from upcard.report.number_columns import Column
from upcard.report.number_text import BLANK, is_figures

WELL, BADLY, STRONGEST = (0, 114, 178), (213, 94, 0), 0.5
"""Colours of cells above and below 0; at half strength, text can be read on white and on black."""


@dataclass(frozen=True)
class Sheet:
    """The document of an object in a notebook."""

    title: str
    facts: str = ""
    """The rest of the first line."""
    says: Sequence[str] = ()
    """Sentences below it."""
    parts: Sequence[Table | Figure] = ()
    notes: Sequence[str] = ()
    """Small print at the end."""


def sheet_of(
    heading: Text, parts: Sequence[Table | Figure], notes: Sequence[str], more: Sequence[str] = ()
) -> Sheet:
    """Return a sheet under the heading of a terminal's table: the title stands before the first ``·``."""
    first, *says = heading.plain.split("\n")
    title, _, facts = first.partition(" · ")
    return Sheet(title, facts, [*says, *more], parts, notes)


def table_of(title: str, columns: Iterable[Column]) -> Table:
    """Return the columns of a terminal's table as a table."""
    some = list(columns)
    rows = list(zip(*(c.cells for c in some), strict=True))
    return Table(title, [c.head for c in some], rows, names=sum(c.is_name for c in some))


def headed(title: str, rows: Sequence[Sequence[TableCell]]) -> Table:
    """Return a table of rows, the first of which holds the headings."""
    heads, *cells = rows
    return Table(title, list(map(str, heads)), cells)


def with_bars(table: Table, head: str, bars: Sequence[TableCell]) -> Table:
    """Return a table with a column of bars after the two columns that name the rows."""
    heads = [*table.columns[:2], head, *table.columns[2:]]
    rows = [[*row[:2], x, *row[2:]] for row, x in zip(table.rows, bars, strict=True)]
    return replace(table, columns=heads, rows=rows)


def ground(tint: float) -> str:
    """Return the background of a cell for a number from -1 to 1: transparent for 0."""
    red, green, blue = WELL if tint > 0 else BADLY
    return f"rgba({red},{green},{blue},{min(abs(tint), 1) * STRONGEST:.2f})"


def are_words(table: Table, j: int) -> bool:
    """Return whether most cells of a column are words or figures, which are aligned left, and not numbers."""
    cells = [x.partition("\n")[0] if isinstance(x, str) else x for x in (row[j] for row in table.rows)]
    full = [x for x in cells if x not in BLANK]
    return 2 * sum(map(is_figures, full)) <= len(full)
