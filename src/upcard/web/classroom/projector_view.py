"""What of a step stands on the projector at a time: as much as can be read there without scrolling.

A wall of 1920 by 1080 pixels, with letters of 28 and more, has room for so many lines. What does not fit
stands on further pages, through which the teacher leads.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from upcard.classroom.class_board import GroupLine
from upcard.classroom.class_repository import PAGE, ROOM
from upcard.classroom.live_room import LiveRoom
from upcard.document.model import Bar, Section, Table

LINES, WIDE, NARROW = 23.0, 116, 52
"""So many lines stand below the title, so many letters in a line of the wall, or of one of two columns."""

MeasureHeight = Callable[[Any], float]


def wall_values(room: LiveRoom, values: dict[str, Any]) -> dict[str, Any]:
    """The page of a step that the projector shows, which number it has, and of how many."""
    step, kind = values["step"], values["kind"]
    taken = sum(text_lines(x, WIDE) for x in step.words) + below_lines(values) if step else 0.0
    items, weigh = _items(values)
    pages = pages_of(items, weigh, LINES - taken, 1 if kind == "contest" else 2)
    kept = room.answers(PAGE).get(ROOM) if step else None
    number = max(0, min(kept.value if kept is not None else 0, len(pages) - 1))
    return {"columns": pages[number], "page": number, "pages": len(pages)}


def pages_of(items: Sequence[Any], weigh: MeasureHeight, lines: float, columns: int) -> list[list[list[Any]]]:
    """Pages of one column, or of two which are as long as each other where they can be; one page at least.

    Parameters
    ----------
    items : sequence
        What is to be shown, in its order.
    weigh : function
        Of an item; gives how many lines it takes.
    lines : float
        How many a column has.
    columns : int
        One or two.
    """
    filled = filled_with(items, weigh, lines) or [[]]
    if columns == 1:
        return [[x] for x in filled]
    return [_even([x for part in filled[i : i + 2] for x in part], weigh) for i in range(0, len(filled), 2)]


def filled_with(items: Sequence[Any], weigh: MeasureHeight, lines: float) -> list[list[Any]]:
    """The items in columns of so many lines, in their order; what is longer has a column of its own."""
    found: list[list[Any]] = []
    for x in items:
        if not found or sum(map(weigh, found[-1])) + weigh(x) > lines:
            found.append([])
        found[-1].append(x)
    return found


def _even(items: list[Any], weigh: MeasureHeight) -> list[list[Any]]:
    """Two columns of a page, the longer of which is as short as can be."""

    def longer(cut: int) -> float:
        """The lines of the longer one."""
        return max(sum(map(weigh, items[:cut])), sum(map(weigh, items[cut:])))

    cut = min(range(len(items) + 1), key=lambda i: (longer(i), -i))
    return [items[:cut], items[cut:]]


def _items(values: dict[str, Any]) -> tuple[list[Any], MeasureHeight]:
    """What of a step goes to pages, and how many lines each takes."""
    match values["kind"]:
        case "play":
            return list(values["board"].groups), group_lines
        case "gather":
            return values["teams"], lambda x: ceil(len(x[1]) / (NARROW - 5)) + 0.55
        case "poll":
            return [_polled(x, n, values["room"]) for x, n in values["polls"]], part_lines
        case "write":
            return [Section(f"Group {x}", [y for y in said if y]) for x, *said in values["rules"]], part_lines
        case "contest":
            return list(values["bars"]), lambda x: 1.2 + (text_lines(x.rule, WIDE) if x.rule else 0.0)
        case "talk":
            return [piece for x in values["parts_told"] for piece in pieces(x)], part_lines
    return [], part_lines


def _polled(part: Section, answered: int, room: LiveRoom) -> Section:
    return Section(part.title, [f"{answered} of {len(room.pupils)} have answered."], bars=part.bars)


def pieces(part: Section, lines: float = LINES - 0.5) -> list[Section]:
    """A part, cut where it is longer than a column: its words and chart, then its rows, then its bars."""
    found = [Section(part.title, part.text, figures=part.figures)]
    more = f"{part.title} (more)"
    for one in (
        *(Section(more, tables=[replace(t, title=more, rows=[x])]) for t in part.tables for x in t.rows),
        *(Section(more, bars=[x]) for x in part.bars),
    ):
        last = found[-1]
        tables = _joined([*last.tables, *(replace(t, title=last.title) for t in one.tables)])
        longer = replace(last, tables=tables, bars=[*last.bars, *one.bars])
        if part_lines(longer) <= lines:
            found[-1] = longer
        else:
            found.append(one)
    return found


def _joined(tables: Sequence[Table]) -> list[Table]:
    """The pieces of a table as one."""
    return [replace(tables[0], rows=[x for t in tables for x in t.rows])] if tables else []


def text_lines(text: str, letters: int) -> float:
    """How many lines a paragraph takes, with the space after it."""
    return ceil(len(text) / letters) + 0.25


def bar_lines(x: Bar) -> float:
    """How many lines a bar takes, with its words above it."""
    return ceil((len(x.label) + len(x.note) + 2) / NARROW) + 0.75


def row_lines(row: Sequence[object]) -> float:
    """How many lines a row of a table takes."""
    return ceil(sum(len(str(cell)) + 3 for cell in row) / NARROW) + 0.4


def part_lines(x: Section) -> float:
    """How many lines a part takes in a column."""
    title = 1.15 * ceil(1.2 * len(x.title) / NARROW) + 0.65
    text = sum(text_lines(text, NARROW) for text in x.text)
    rows = sum(row_lines(row) for t in x.tables for row in (t.columns, *t.rows))
    charts = sum(6.4 + 1.1 * len(chart.levels) for chart in x.figures)
    return title + text + rows + sum(map(bar_lines, x.bars)) + charts


def below_lines(values: dict[str, Any]) -> float:
    """How many lines stand below the columns."""
    board = values["board"]
    if board is None:
        return 0.5 if values["kind"] == "talk" else 1.5
    return 4.5 if board.judged else 2.5 if board.finished else 0.0


def group_lines(x: GroupLine) -> float:
    """How many lines a group takes on the board."""
    places = sum(len(p.name) + len(p.role) + 3 + 5 * p.is_bot for p in x.places)
    return ceil(places / (NARROW - 5)) + ceil((len(x.state) + 10) / (NARROW - 5)) + 0.55
