"""``upcard matrix``: analyse a game for two players with two actions each."""

from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import json_option, make_command
from upcard.cli.terminal.error_messages import read_arguments

if TYPE_CHECKING:
    from rich.console import Group

    from upcard.solving.matrix2x2 import Bimatrix


@make_command("matrix", 'upcard matrix "3,3 0,5; 5,0 1,1"', 'upcard matrix "2,1 -1,-1; -1,-1 1,2" --json')
@click.argument("payoffs", metavar="PAYOFFS")
@json_option
def command(payoffs: str, as_json: bool) -> None:
    """Analyse a 2x2 game: equilibria, dominance, best responses.

    PAYOFFS has two rows, separated by a semicolon. Each row has two cells. A cell holds the payoff of the row
    player and, after a comma, that of the column player. Payoffs may be fractions; results are exact.
    """
    from upcard.cli.terminal.console import show, show_json
    from upcard.report.matrix_report import matrix_json, read_matrix

    with read_arguments():
        game = read_matrix(payoffs)
    if as_json:
        show_json(matrix_json(game))
        return
    show(_table(game))


def _table(game: "Bimatrix") -> "Group":
    """Return a game as a matrix, with what theory says about it below."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from upcard.report.matrix_report import ACTIONS, PLAYERS, heading, lines
    from upcard.report.number_columns import ruled_table

    rows = [
        (name, *(", ".join(str(game.payoff(p, (i, j))) for p in range(len(PLAYERS))) for j in (0, 1)))
        for i, name in enumerate(ACTIONS[0])
    ]
    matrix = ruled_table([("", *ACTIONS[1]), *rows], is_wide=True)
    sentences = Table(box=None, show_header=False, pad_edge=False)
    sentences.add_column(no_wrap=True)
    sentences.add_column()
    before = ""
    for what, words in lines(game):
        sentences.add_row(Text("" if what == before else what, style="bold"), words)
        before = what
    return Group(Text(heading(game), style="bold"), Text(), matrix, Text(), sentences)


command.context_settings["ignore_unknown_options"] = True  # the first payoff may be negative
