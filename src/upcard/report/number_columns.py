"""Columns of numbers with their intervals, laid out in as many tables as the width requires."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich import box
from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from upcard.report.number_text import estimate_decimals, fixed, interval_text
from upcard.simulation.estimate import Estimate

GAP = 2  # between two columns
EDGE = 1
HEAD_WIDTH = 11  # headings up to here stay on one line
SHORTEST_NAME, NAME_PART = 14, 0.3

_ASCII = str.maketrans("–−×’“”✓✗·", '--x\'""+x,')


@dataclass(frozen=True)
class Fitted:
    """Something to print that is laid out for the width of the terminal."""

    parts: Callable[[int], Iterable[RenderableType]]
    """Returns the parts, one below the other, for a width."""

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Lay it out; a terminal that only knows ASCII gets only ASCII."""
        for part in self.parts(options.max_width):
            if not options.ascii_only:
                yield part
                continue
            for piece in console.render(part, options):
                text = piece.text.translate(_ASCII).encode(options.encoding, "replace")
                yield Segment(text.decode(options.encoding), piece.style, piece.control)


@dataclass(frozen=True)
class Column:
    """A column with its heading; everything after the first line of a cell is small print."""

    head: str
    cells: list[str]
    is_name: bool = False

    @property
    def width(self) -> int:
        """Width on the screen."""
        lines = [line for cell in self.cells for line in cell.split("\n")]
        return max(min(len(self.head), HEAD_WIDTH), *map(len, lines + self.head.split()))

    def texts(self) -> list[Text]:
        """Return the cells as they are printed."""
        if self.is_name:
            return [Text(cell) for cell in self.cells]
        split = [cell.partition("\n") for cell in self.cells]
        return [Text.assemble((value, "bold"), newline, (rest, "dim")) for value, newline, rest in split]


def heading_line(
    subject: str,
    facts: Iterable[str],
    options: Mapping[str, object],
    notes: Iterable[str] = (),
    warning: str = "",
) -> Text:
    """Return the heading of a result: its subject and the facts; below them options, notes and a warning."""
    text = Text(subject, style="bold")
    text.append("".join(f" · {x}" for x in facts), style="not bold")
    if options:
        text.append("\n" + ", ".join(f"{k}={v}" for k, v in options.items()), style="not bold dim")
    for note in notes:
        text.append(f"\n{note}", style="not bold")
    if warning:
        text.append(f"\n{warning}", style="yellow")
    return text


def ruled_table(rows: Sequence[Sequence[str | Text]], is_wide: bool = False, is_text: bool = False) -> Table:
    """Return a table of rows, headings first; columns after the first are aligned right, but for text."""
    gaps: dict[str, Any] = {"pad_edge": False} if is_wide else {"padding": (0, GAP - 1, 0, 0)}
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, **gaps)
    for i, head in enumerate(rows[0]):
        table.add_column(head, justify="right" if i and not is_text else "left", overflow="fold")
    for row in rows[1:]:
        table.add_row(*row)
    return table


def side_by_side(keys: list[Column], columns: list[Column], width: int) -> Iterator[RenderableType]:
    """Yield the columns in as many tables as they need, each with the key columns in front."""
    room = width - EDGE - sum(k.width + GAP for k in keys)
    parts = _split(columns, room, len(columns))
    even = _split(columns, room, -(-len(columns) // len(parts)))
    for part in even if len(even) == len(parts) else parts:
        yield Text()
        yield _table([*keys, *part])


def _split(columns: list[Column], room: int, most: int) -> list[list[Column]]:
    """Return the columns in groups that fit, each of at most `most`."""
    groups: list[list[Column]] = [[]]
    for c in columns:
        used = sum(x.width + GAP for x in [*groups[-1], c])
        if groups[-1] and (used > room or len(groups[-1]) == most):
            groups.append([])
        groups[-1].append(c)
    return groups


def _table(columns: list[Column]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, padding=(0, GAP - 1, 0, 0))
    for c in columns:
        table.add_column(
            c.head, justify="left" if c.is_name else "right", vertical="top", overflow="fold", width=c.width
        )
    for row in zip(*(c.texts() for c in columns), strict=True):
        table.add_row(*row)
    return table


def name_width(width: int) -> int:
    """Return the maximum width of a column of names on a screen of some width."""
    return max(SHORTEST_NAME, int(width * NAME_PART))


def estimate_cells(estimates: list[Estimate], scale: int, signed: bool = False) -> list[str]:
    """Return estimates as cells of a column: value, and interval below it, all with the same decimals."""
    digits = estimate_decimals(estimates, scale)
    return [
        fixed(e.value * scale, digits, signed)
        + "\n"
        + interval_text(e.low * scale, e.high * scale, digits, signed)
        for e in estimates
    ]


def small_print(lines: Iterable[str]) -> Iterator[Text]:
    """Return the lines that explain a table, dim."""
    text = Text(style="dim")
    for i, line in enumerate(lines):
        text.append(("\n" if i else "") + line)
    yield text


def title_line(words: str) -> Text:
    """Return a heading with an empty line above it."""
    return Text(f"\n{words}", style="bold")
