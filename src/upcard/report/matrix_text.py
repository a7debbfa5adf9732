"""A 2x2 game for terminals: the matrix, then what theory says about it."""

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from upcard.report.matrix_report import ACTIONS, heading, lines
from upcard.solving.matrix2x2 import COLUMN, ROW, Bimatrix


def matrix_table(game: Bimatrix) -> RenderableType:
    """What is known of a game.

    Parameters
    ----------
    game : Bimatrix
        The game.
    """
    matrix = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    matrix.add_column("")
    for name in ACTIONS[COLUMN]:
        matrix.add_column(name, justify="right")
    for i, name in enumerate(ACTIONS[ROW]):
        cells = [f"{game.payoff(ROW, (i, j))}, {game.payoff(COLUMN, (i, j))}" for j in (0, 1)]
        matrix.add_row(name, *cells)
    said = Table(box=None, show_header=False, pad_edge=False)
    said.add_column(no_wrap=True)
    said.add_column()
    before = ""
    for what, words in lines(game):
        said.add_row(Text("" if what == before else what, style="bold"), words)
        before = what
    return Group(Text(heading(game), style="bold"), Text(), matrix, Text(), said)
