"""``upcard matrix``: analyse a game for two players with two actions each."""

import click

from upcard.cli.terminal.command_options import json_option, make_command
from upcard.cli.terminal.error_messages import read_arguments


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
    from upcard.report.matrix_text import matrix_table

    show(matrix_table(game))


command.context_settings["ignore_unknown_options"] = True  # the first payoff may be negative
