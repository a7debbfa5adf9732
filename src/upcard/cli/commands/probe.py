"""``upcard probe``: what a tablebase says of a position, or what is known of any position of any game."""

from pathlib import Path
from types import ModuleType

import click

from upcard.cli.terminal.command_options import FileName, json_option, make_command
from upcard.cli.terminal.error_messages import read_arguments
from upcard.cli.terminal.probe_report import is_address, is_name, probe_address, show_position
from upcard.engine.errors import Usage


@make_command(
    "probe",
    "upcard probe s4.2.h3.1/s3.1.h4.2/- --json",
    "upcard probe s4.2.h3.1",
    "upcard probe s4.2.h3.1/s3.1.h4.2/- --table 2x4.table",
    "upcard probe 'stoppers?players=4&option-first_dealer=4&dealt=5.9.8.Q&do=1'",
)
@click.argument("position", metavar="POSITION")
@click.option(
    "--table", "file", type=FileName(), metavar="FILE",
    help="A tablebase that `upcard solve --save` wrote.  [default: one of those that come along]",
)  # fmt: skip
@json_option
def command(position: str, file: Path | None, as_json: bool) -> None:
    """List the moves of a position, best first.

    POSITION of Beat It Or Eat It is the hand of whose turn it is, the other hand and the table, as the rules'
    option of that name: slashes between them, dots between the cards, the top one last, and + at the end if
    it is beaten. The hand alone is enough if it is one of a mirror deal, or with --table. Of any other game
    it is an address of the analysis board, from the name of the game. With a ? before the first and & between
    them come players=N, option-NAME=VALUE for every option, seed=N, dealt=CARDS, and do=ACTIONS, by their
    numbers; what is left out is as usual.
    """
    from rich.text import Text

    from upcard.cli.terminal.console import show, show_json, text_grid

    if is_address(position) or is_name(position):
        if file is not None:
            raise Usage("--table goes with a position as Beat It Or Eat It writes it, not with an address")
        match, found = probe_address(position)
        if as_json:
            show_json({"game": match.game.name, "player": match.player, **found})
        else:
            show_position(match, found)
        return
    with read_arguments():
        probed = _tablebase_game().probe_position(position, file)
    if as_json:
        show_json(probed.to_json())
        return
    table = text_grid(*probed.head)
    for row in probed.rows:
        table.add_row(*row)
    sentences = (probed.verdict, Text(probed.certainty))
    show(
        Text(probed.heading, style="bold"),
        *sentences,
        Text(),
        table,
        Text(),
        Text(probed.measure, style="dim"),
    )


def _tablebase_game() -> ModuleType:
    """Return the part of the game whose positions are looked up in tablebases."""
    from upcard.engine.registry import parts

    return next(iter(parts("probe").values()))
