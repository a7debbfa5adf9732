"""Matrices for two players as people type them, paste them from a spreadsheet, or store them in files."""

import csv
import re
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from upcard.engine.errors import Unreadable
from upcard.engine.payoff_numbers import MINUS_SIGNS, is_payoff, read_payoff
from upcard.engine.wording import counted

MOST_CELLS = 10_000
FORM = (
    "expected rows separated by semicolons, with cells such as 3,1 for both payoffs, or 3 if the other "
    'player loses it: "3,3 0,5; 5,0 1,1"'
)

STRICTLY, WEAKLY = "always better", "sometimes better and never worse"
"""How an action compares with one that it dominates, in words before "than"."""

FractionRows = tuple[tuple[Fraction, ...], ...]


@dataclass(frozen=True)
class PayoffMatrix:
    """The payoffs of both players for every pair of actions, with the names of the actions."""

    row: FractionRows
    column: FractionRows
    """Payoffs of the row and of the column player, row by row."""
    names: tuple[tuple[str, ...], tuple[str, ...]]
    """The names of the row player's and of the column player's actions."""
    has_names: bool = False
    """Whether the text names the actions."""
    title: str = ""
    """The name of the game, if the text has one."""


def payoff_matrix(
    row: Sequence[Sequence[Fraction]],
    column: Sequence[Sequence[Fraction]],
    names: tuple[Sequence[str], Sequence[str]] | None = None,
    title: str = "",
) -> PayoffMatrix:
    """Return a matrix; actions without a name are called row 1, row 2 and so on, or column 1."""
    usual = ([f"row {i + 1}" for i in range(len(row))], [f"column {j + 1}" for j in range(len(row[0]))])
    rows, columns = (
        tuple(words[i] or usual[p][i] for i in range(len(usual[p]))) for p, words in enumerate(names or usual)
    )
    whole = tuple(tuple(tuple(line) for line in matrix) for matrix in (row, column))
    return PayoffMatrix(whole[0], whole[1], (rows, columns), names is not None, title)


def payoff_rows(game: PayoffMatrix, names: tuple[Sequence[str], Sequence[str]]) -> list[tuple[str, ...]]:
    """Return a matrix as a table, with these names of actions above and before the payoffs."""
    return [
        ("", *names[1]),
        *(
            (name, *(f"{a}, {b}" for a, b in zip(game.row[i], game.column[i], strict=True)))
            for i, name in enumerate(names[0])
        ),
    ]


def read_payoffs(text: str) -> PayoffMatrix:
    """Return the matrix of a text.

    Rows end with a semicolon or a line. A cell has the payoffs of the row and of the column player with a
    comma between them, or one number, which the column player loses. The first line may name the columns, and
    the first cell of each line its row. Cells are separated by tabs if there are any, else by spaces.

    Raises ``Unreadable`` if the text is not a matrix.
    """
    lines = [x for x in re.split(r"[;\n]", text.replace("\r", "\n")) if x.strip()]
    return _from_grid([_split(line) for line in lines], text)


def _split(line: str) -> list[str]:
    joined = re.sub(r"[ \t]*,[ \t]*", ",", line.strip(" "))
    return [x.strip() for x in joined.split("\t")] if "\t" in joined.strip() else joined.split()


def read_table(text: str) -> PayoffMatrix:
    """Return the matrix of a CSV file, whose cells are separated by commas, semicolons or tabs.

    A cell has one number, or both payoffs in quotes. Raises ``Unreadable`` if the text is not a matrix.
    """
    first = re.sub(r'"[^"]*"', "", text.strip().partition("\n")[0])
    separator = max("\t;,", key=first.count)
    grid = [[x.strip() for x in line] for line in csv.reader(text.splitlines(), delimiter=separator)]
    return _from_grid([line for line in grid if any(line)], text)


def _from_grid(grid: list[list[str]], text: str) -> PayoffMatrix:
    """Return the matrix of lines of cells, which may have names before and above them."""
    if not grid:
        raise Unreadable(f"the matrix is empty; {FORM}")
    columns = grid[0] if not any(map(_is_cell, grid[0])) else []
    body = grid[1:] if columns else grid
    if not body:
        raise Unreadable(f"the matrix was given as {text[:60]!r}; {FORM}")
    has_row_names = all(line and not _is_cell(line[0]) for line in body) and len(body[0]) > 1
    rows = [line[0] for line in body] if has_row_names else []
    cells = [line[1:] for line in body] if has_row_names else body
    width = len(cells[0])
    for line in cells:
        if len(line) != width:
            raise Unreadable(
                f"the row {' '.join(line)[:40]!r} has {counted(len(line), 'cell')}, and the first row has "
                f"{width}; all rows need the same number"
            )
    if len(cells) * width > MOST_CELLS:
        raise Unreadable(f"the matrix has {len(cells) * width:,} cells; expected at most {MOST_CELLS:,}")
    above = columns[-width:] if len(columns) in (width, width + len(rows[:1])) else []
    if columns and not above:
        raise Unreadable(f"the first line names {len(columns)} columns, but the rows have {width} cells")
    names = (rows or [""] * len(cells), above or [""] * width) if rows or above else None
    return payoff_matrix(*_payoffs(cells), names)


def _is_cell(text: str) -> bool:
    """Return whether a text looks like payoffs and not like a name."""
    return bool(text) and text.translate(MINUS_SIGNS)[0] in "+-.,0123456789"


def _payoffs(cells: list[list[str]]) -> tuple[list[list[Fraction]], list[list[Fraction]]]:
    """Return the payoffs of both players."""
    parts = [[_parts(cell) for cell in line] for line in cells]
    counts = {len(x) for line in parts for x in line}
    if counts not in ({1}, {2}):
        wrong = next((x for line in parts for x in line if len(x) != len(parts[0][0])), parts[0][0])
        raise Unreadable(f"{','.join(wrong)[:40]!r} is not a cell of a matrix; {FORM}")
    first = [[read_payoff(x[0]) for x in line] for line in parts]
    return first, [[read_payoff(x[1]) if x[1:] else -read_payoff(x[0]) for x in line] for line in parts]


def _parts(cell: str) -> list[str]:
    """Return the numbers of a cell."""
    parts = [x for x in re.split(r"\s*[,;\s]\s*", cell.strip("()[] ")) if x]
    wrong = next((x for x in parts if not is_payoff(x)), None)
    if wrong is not None or len(parts) not in (1, 2):
        reason = f"{cell[:40]!r} is not a cell of a matrix"
        more = f", since {wrong[:40]!r} is not a number" if wrong is not None and wrong != cell else ""
        raise Unreadable(f"{reason}{more}; {FORM}")
    return parts
