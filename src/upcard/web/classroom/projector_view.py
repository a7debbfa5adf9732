"""Pages of a step on the projector, each short enough to read without scrolling.

The limits fit a projector of 1920 by 1080 pixels with letters of 28 pixels or more. Longer steps have several
pages, which the teacher turns.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from math import ceil
from typing import Any

from upcard.classroom.class_board import GroupLine
from upcard.classroom.class_repository import PAGE, ROOM
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.poll_results import PollResult
from upcard.document.model import Bar, Chart, Section, Table
from upcard.language.messages import gettext as _

LINES, WIDE, NARROW = 23.0, 116, 52
"""Maximum lines below the title, characters in a full line, and characters in a line of a column."""

CLOCK_LINES = 3.0
"""Lines that a countdown takes above the title."""

MeasureHeight = Callable[[Any], float]


def wall_values(room: LiveRoom, values: dict[str, Any]) -> dict[str, Any]:
    """Return the current page of a step, its number, and the number of pages."""
    step, kind = values["step"], values["kind"]
    used = sum(text_lines(x, WIDE) for x in values["texts"]) + below_lines(values) if step else 0.0
    used += CLOCK_LINES if values["countdown"] else 0.0
    items, weigh = _items(values)
    pages = pages_of(items, weigh, LINES - used, 1 if kind == "contest" else 2)
    stored = room.answers(PAGE).get(ROOM) if step else None
    number = max(0, min(stored.value if stored is not None else 0, len(pages) - 1))
    return {"columns": pages[number], "page": number, "pages": len(pages)}


def pages_of(items: Sequence[Any], weigh: MeasureHeight, lines: float, columns: int) -> list[list[list[Any]]]:
    """Return at least one page of items in their order, each of one column or of two balanced ones.

    `weigh` returns the lines of an item; `lines` is the maximum of a column.
    """
    filled = fill_columns(items, weigh, lines) or [[]]
    if columns == 1:
        return [[x] for x in filled]
    return [_even([x for part in filled[i : i + 2] for x in part], weigh) for i in range(0, len(filled), 2)]


def fill_columns(items: Sequence[Any], weigh: MeasureHeight, lines: float) -> list[list[Any]]:
    """Fill columns with the items in their order; an item that is too long gets a whole column."""
    columns: list[list[Any]] = []
    for x in items:
        if not columns or sum(map(weigh, columns[-1])) + weigh(x) > lines:
            columns.append([])
        columns[-1].append(x)
    return columns


def _even(items: list[Any], weigh: MeasureHeight) -> list[list[Any]]:
    """Split items into two columns, the longer of which is as short as possible."""

    def longer(cut: int) -> float:
        return max(sum(map(weigh, items[:cut])), sum(map(weigh, items[cut:])))

    cut = min(range(len(items) + 1), key=lambda i: (longer(i), -i))
    return [items[:cut], items[cut:]]


def _items(values: dict[str, Any]) -> tuple[list[Any], MeasureHeight]:
    """Return the items of a step, and the function that measures them."""
    match values["kind"]:
        case "play":
            return list(values["board"].groups), group_lines
        case "gather":
            return values["teams"], lambda x: ceil(len(x[1]) / (NARROW - 5)) + 0.55
        case "poll":
            return [*values["step"].shown(), *(_poll_part(x, values) for x in values["polls"])], part_lines
        case "write" if values["shows_results"]:
            return [
                Section(_group_title(x, values), [y for y in texts if y])
                for x, *texts in values["rules"]
                if x - 1 not in values["hidden"].get("rule", ())
            ], part_lines
        case "contest":
            return [*values["bars"], *values.get("tables", ())], contest_lines
        case "talk":
            return [piece for x in values["sections"] for piece in pieces(x)], part_lines
    return [], part_lines


def _group_title(group: int, values: dict[str, Any]) -> str:
    """Return the heading above the strategy of a group, without its number if the class wants no names."""
    return _("A group") if values["is_anonymous"] else _("Group {group}", group=group)


def _poll_part(x: PollResult, values: dict[str, Any]) -> Section:
    """Return a question with the number of answers, and with the results if the teacher shows them."""
    counts = _(
        "{answered} of {pupils} have answered.", answered=x.answered, pupils=len(values["room"].pupils)
    )
    if not values["shows_results"]:
        return Section(_(x.question.words), [counts])
    return replace(x.section, text=[*x.section.text, counts])


def pieces(part: Section, lines: float = LINES - 0.5) -> list[Section]:
    """Split a part that is longer than a column: text and chart first, then rows, then bars."""
    split = [Section(part.title, part.text, figures=part.figures)]
    more = _("{title} (more)", title=part.title)
    for piece in (
        *(Section(more, tables=[replace(t, title=more, rows=[x])]) for t in part.tables for x in t.rows),
        *(Section(more, bars=[x]) for x in part.bars),
    ):
        last = split[-1]
        tables = _joined([*last.tables, *(replace(t, title=last.title) for t in piece.tables)])
        longer = replace(last, tables=tables, bars=[*last.bars, *piece.bars])
        if part_lines(longer) <= lines:
            split[-1] = longer
        else:
            split.append(piece)
    return split


def _joined(tables: Sequence[Table]) -> list[Table]:
    """Return the pieces of a table as one."""
    return [replace(tables[0], rows=[x for t in tables for x in t.rows])] if tables else []


def text_lines(text: str, width: int) -> float:
    """Return the height of a paragraph and the space after it, in lines of `width` characters."""
    return ceil(len(text) / width) + 0.25


def part_lines(x: Section) -> float:
    """Return the lines of a part in a column."""
    title = 1.15 * ceil(1.2 * len(x.title) / NARROW) + 0.65
    text = sum(text_lines(text, NARROW) for text in x.text)
    rows = [sum(len(str(cell)) + 3 for cell in row) for t in x.tables for row in (t.columns, *t.rows)]
    bars = [len(bar.label) + len(bar.note) + 2 for bar in x.bars]
    charts = sum(chart_lines(chart) for chart in x.figures)
    of_rows = sum(ceil(n / NARROW) + 0.4 for n in rows)
    of_bars = sum(ceil(n / NARROW) + 0.75 for n in bars)
    return title + text + of_rows + of_bars + charts


def chart_lines(chart: Chart) -> float:
    """Return the lines of a chart in a column."""
    if not chart.names:
        return 6.4 + 1.1 * len(chart.levels)
    width = NARROW / len(chart.names) - 2
    return 7.6 + 1.1 * len(chart.series) + max(ceil(len(x) / width) for x in chart.names)


def contest_lines(x: Bar | Section) -> float:
    """Return the lines of an entry of a contest; a table gets a page of its own."""
    if isinstance(x, Section):
        return LINES
    return 1.2 + (text_lines(x.rule, WIDE) if x.rule else 0.0)


def below_lines(values: dict[str, Any]) -> float:
    """Return the lines below the columns."""
    board = values.get("board")
    if board is None:
        return 0.5 if values["kind"] == "talk" else 1.5
    shown = values["shows_results"]
    return 4.5 if board.judged and shown else 2.5 if board.finished else 0.0


def group_lines(x: GroupLine) -> float:
    """Return the lines of a group on the board."""
    places = sum(len(p.name) + len(p.role) + 3 + 5 * p.is_bot for p in x.places)
    tally = ceil(len(x.tally) / (NARROW - 5)) if x.tally else 0
    return ceil(places / (NARROW - 5)) + ceil((len(x.state) + 10) / (NARROW - 5)) + tally + 0.55
