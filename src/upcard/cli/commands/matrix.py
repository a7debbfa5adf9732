"""``upcard matrix``: a game of two players with two actions, and what theory says about it."""

import click

from upcard.cli.terminal.command_options import json_option, make_command
from upcard.cli.terminal.error_messages import read_arguments


@make_command(
    "matrix",
    'upcard matrix "3,3 0,5; 5,0 1,1"',
    'upcard matrix "2,1 -1,-1; -1,-1 1,2" --json',
)
@click.argument("payoffs", metavar="PAYOFFS")
@json_option
def command(payoffs: str, as_json: bool) -> None:
    """Say what game theory knows about a 2x2 game.

    PAYOFFS are two rows parted by a semicolon, each of two cells; a cell holds the payoffs of the player who
    chooses the row and of the one who chooses the column. They may be fractions; so are the answers.
    """
    from upcard.cli.terminal.console import show, show_json
    from upcard.report.matrix_report import matrix_json, read_matrix

    with read_arguments():
        game = read_matrix(payoffs)
    if as_json:
        show_json(matrix_json(game))
        return
    from upcard.report.matrix_text import matrix_table

    show(matrix_table(game))


command.context_settings["ignore_unknown_options"] = True  # the first payoff may begin with a minus
