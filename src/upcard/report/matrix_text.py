"""A 2x2 game for terminals: the matrix, then what theory says about it."""

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from upcard.report.matrix_report import ACTIONS, heading, lines
from upcard.report.number_columns import ruled_table
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix


def matrix_table(game: Bimatrix) -> RenderableType:
    """Return a game as a matrix, with what theory says about it below."""
    rows = [
        (name, *(f"{game.payoff(ROW, (i, j))}, {game.payoff(COLUMN, (i, j))}" for j in (0, 1)))
        for i, name in enumerate(ACTIONS[ROW])
    ]
    matrix = ruled_table([("", *ACTIONS[COLUMN]), *rows], is_wide=True)
    sentences = Table(box=None, show_header=False, pad_edge=False)
    sentences.add_column(no_wrap=True)
    sentences.add_column()
    before = ""
    for what, words in lines(game):
        sentences.add_row(Text("" if what == before else what, style="bold"), words)
        before = what
    return Group(Text(heading(game), style="bold"), Text(), matrix, Text(), sentences)
