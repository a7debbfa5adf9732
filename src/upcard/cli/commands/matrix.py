"""``upcard matrix``: analyse a game for two players, given as a matrix of payoffs."""

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import json_option, make_command
from upcard.cli.terminal.error_messages import read_arguments
from upcard.engine.errors import Unreadable

if TYPE_CHECKING:
    from rich.console import Group

    from upcard.report.matrix_text import PayoffMatrix

MOST_BYTES = 16 * 2**20
EXPECTED = "expected a matrix: an .nfg file, as Gambit saves it, a .csv file, or a text"
TABLES = (".csv", ".tsv")


@make_command(
    "matrix",
    'upcard matrix "3,3 0,5; 5,0 1,1"',
    'upcard matrix "0 -1 1; 1 0 -1; -1 1 0"',
    "upcard matrix prices.csv --json",
)
@click.argument("payoffs", metavar="PAYOFFS|FILE")
@json_option
def command(payoffs: str, as_json: bool) -> None:
    """Analyse a matrix for two players: equilibria, dominance, security.

    PAYOFFS has a row for each action of the row player; semicolons separate the rows. A cell holds the payoff
    of the row player and, after a comma, that of the column player, or one number for a zero-sum game.
    Payoffs may be decimals or fractions; results are exact. The names of the columns may stand above, and the
    name of each row before it. FILE is an .nfg file of Gambit, a .csv file, or such a text; - reads standard
    input.
    """
    from upcard.cli.terminal.console import show, show_json
    from upcard.report import matrix_report
    from upcard.report.bimatrix_report import BimatrixReport
    from upcard.report.matrix_text import payoff_rows

    with read_arguments():
        matrix = _matrix(payoffs)
    game = matrix_report.two_by_two(matrix)
    if game is not None:
        if as_json:
            show_json(matrix_report.matrix_json(game))
            return
        rows = payoff_rows(matrix, matrix_report.ACTIONS)
        show(_page(matrix_report.heading(game), rows, matrix_report.lines(game)))
        return
    report = BimatrixReport(matrix)
    if as_json:
        show_json(report.to_json())
    else:
        show(_page(report.heading(), report.rows(), report.lines()))


def _matrix(payoffs: str) -> "PayoffMatrix":
    """Return the matrix that the argument, a file or standard input contains."""
    from upcard.engine.atomic_files import read_text
    from upcard.report.matrix_text import read_payoffs, read_table

    file = Path(payoffs) if len(payoffs) < 1000 and "\n" not in payoffs else None
    if payoffs == "-":
        text = sys.stdin.read(MOST_BYTES)
    elif file is not None and (file.suffix.lower() in (".nfg", ".txt", *TABLES) or file.is_file()):
        text = read_text(file, MOST_BYTES, EXPECTED)
    else:
        return read_payoffs(payoffs)
    text = text.removeprefix("\ufeff")
    try:
        if text.lstrip().startswith("NFG"):
            return _from_nfg(text)
        is_table = file is not None and file.suffix.lower() in TABLES
        return read_table(text) if is_table else read_payoffs(text)
    except Unreadable as fault:
        raise Unreadable(f"{'standard input' if payoffs == '-' else payoffs}: {fault}") from None


def _from_nfg(text: str) -> "PayoffMatrix":
    from upcard.adapters.nfg_reader import read_nfg
    from upcard.report.matrix_text import payoff_matrix

    game = read_nfg(text)
    if len(game.players) != 2:
        raise Unreadable(
            f"the game has {len(game.players)} players, and a matrix has two; `upcard import` makes it a "
            "game that `upcard solve` solves"
        )
    rows, columns = game.strategies
    one, other = (
        [[game.payoffs[i, j][p] for j in range(len(columns))] for i in range(len(rows))] for p in (0, 1)
    )
    has_names = any(not x.isdigit() for x in (*rows, *columns))
    return payoff_matrix(one, other, (rows, columns) if has_names else None, game.title)


def _page(heading: str, rows: Sequence[tuple[str, ...]], lines: Sequence[tuple[str, str]]) -> "Group":
    """Return a game as a matrix, with what theory says about it below."""
    from rich.console import Group
    from rich.table import Table
    from rich.text import Text

    from upcard.report.number_columns import ruled_table

    sentences = Table(box=None, show_header=False, pad_edge=False)
    sentences.add_column(no_wrap=True)
    sentences.add_column()
    before = ""
    for what, words in lines:
        sentences.add_row(Text("" if what == before else what, style="bold"), Text(words))
        before = what
    return Group(Text(heading, style="bold"), Text(), ruled_table(rows, is_wide=True), Text(), sentences)


command.context_settings["ignore_unknown_options"] = True  # the first payoff may be negative
