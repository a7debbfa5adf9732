"""``upcard probe``: look up a position in a tablebase, or analyse any position of any game."""

from pathlib import Path
from types import ModuleType

import click

from upcard.cli.terminal.board_address import is_address, is_name
from upcard.cli.terminal.command_options import FileName, json_option, make_command
from upcard.cli.terminal.error_messages import read_arguments
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
    "--table", "file", type=FileName(),
    help="Tablebase that `upcard solve --save` wrote.  [default: one that comes with Upcard]",
)  # fmt: skip
@json_option
def command(position: str, file: Path | None, as_json: bool) -> None:
    """List the moves of a position, best first.

    For Beat It Or Eat It, POSITION is HAND/HAND/TABLE, beginning with the player to move. Put dots between
    cards and the top card last; a final + means that it is beaten. HAND alone is enough for a mirror deal,
    or with --table. For any other game, POSITION is an address of the analysis board, from the name of the
    game: GAME?players=N&option-NAME=VALUE&seed=N&dealt=CARDS&do=ACTIONS, with actions by number. Parts that
    you leave out have their usual values.
    """
    from rich.text import Text

    from upcard.cli.terminal.console import show, show_json, text_grid

    if is_address(position) or is_name(position):
        if file is not None:
            raise Usage("--table needs a position of a tablebase, not an address; leave it out")
        from upcard.cli.terminal.probe_report import probe_address, show_position

        match, analysis = probe_address(position)
        if as_json:
            show_json({"game": match.game.name, "player": match.player, **analysis})
        else:
            show_position(match, analysis)
        return
    with read_arguments():
        probed = _probe_of(position).probe_position(position, file)
    if as_json:
        show_json(probed.to_json())
        return
    table = text_grid(*probed.head, rows=probed.rows)
    show(Text(probed.heading, style="bold"), probed.verdict, Text(probed.certainty))
    show(Text(), table, Text(), Text(probed.measure, style="dim"))


def _probe_of(position: str) -> ModuleType:
    """Return the ``probe`` of a game that accepts a position; if none does, the first one explains why."""
    from upcard.engine.registry import is_shipped, parts

    modules = sorted(parts("probe").values(), key=lambda x: not is_shipped(x))
    if not modules:
        raise Usage("no game has a tablebase; give an address of the analysis board, such as GAME?seed=1")
    return next((x for x in modules if _accepts(x, position)), modules[0])


def _accepts(module: ModuleType, position: str) -> bool:
    try:
        return bool(module.accepts(position))
    except Exception:  # noqa: BLE001 - a broken file must not stop the other games
        return False
