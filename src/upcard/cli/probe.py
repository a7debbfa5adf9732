"""``upcard probe``: what a tablebase says of a position, every move with its verdict and distance."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.options import FileName, define, json_option
from upcard.engine.words import counted

if TYPE_CHECKING:
    from rich.table import Table

    from upcard.checking.beat_it_table import LeadTable
    from upcard.solving.beat_it_probe import Move


@define(
    "probe",
    "upcard probe s4.2.h3.1/s3.1.h4.2/-",
    "upcard probe s1.4/s2/s3+ --json",
    "upcard probe s4.2.h3.1/s3.1.h4.2/- --table 2x4.table",
)
@click.argument("position", metavar="POSITION")
@click.option(
    "--table", "file", type=FileName(), metavar="FILE",
    help="A tablebase that `upcard solve --save` wrote.  [default: one of those that come along]",
)  # fmt: skip
@json_option
def command(position: str, file: Path | None, as_json: bool) -> None:
    """List the moves of a position of Beat It Or Eat It, best first.

    POSITION is the hand of whose turn it is, the other hand and the table, as the rules' option of that name:
    slashes between them, dots between the cards, the top one last, and + at the end if it is beaten.
    """
    from rich.text import Text

    from upcard.cli.terminal import show, show_json
    from upcard.rules.beat_it_or_eat_it import GAME
    from upcard.rules.suited import write_position
    from upcard.solving.beat_it_probe import places_of, probe

    places = places_of(position)
    table = _table(places, file)
    moves = probe(table, position)
    if as_json:
        show_json({
            "game": GAME.name, "suits": table.suits, "length": table.length,
            "position": write_position(places), "table": None if file is None else str(file),
            "verdict": moves[0].verdict, "distance": moves[0].distance,
            "moves": [_plain(move) for move in moves],
        })  # fmt: skip
        return
    heading = f"{GAME.title}, suits={table.suits}, length={table.length}: {write_position(places)}"
    show(Text(heading, style="bold"), _verdict(table, moves[0]), Text(), _listed(table, moves))


def _table(places: list[int], file: Path | None) -> "LeadTable":
    """The tablebase that was named, or the one that comes along for the cards of the position."""
    from upcard.checking.beat_it_table import open_table
    from upcard.engine.errors import Usage
    from upcard.solving.beat_it_probe import size_of
    from upcard.solving.beat_it_shipped import shipped

    if file is not None:
        return open_table(file)
    suits, length = size_of(places)
    table = shipped(suits, length)
    if table is None:
        raise Usage(
            f"no table of suits={suits}, length={length} comes along; make one with "
            f"'upcard solve beat-it-or-eat-it --suits {suits} --length {length} --save FILE', "
            "and name it: --table FILE"
        )
    return table


def _verdict(table: "LeadTable", best: "Move") -> str:
    if best.verdict == "draw":
        return f"Nobody can be made to lose, if play goes on with: {best.text}."
    verb = "wins" if best.verdict == "win" else "loses"
    return f"Whose turn it is {verb} in {_far(table, best)}: {best.text}."


def _far(table: "LeadTable", move: "Move") -> str:
    """How far the end is, in what the table counts."""
    if table.measure.counts_leads:
        return counted(move.distance, "ply", "plies")
    return counted(table.measure.amount_of(move.distance), "round", "rounds")


def _listed(tablebase: "LeadTable", moves: "Sequence[Move]") -> "Table":
    from upcard.cli.terminal import grid

    table = grid("move", "verdict", f"{tablebase.measure.name} to the end")
    for move in moves:
        table.add_row(
            move.text, move.verdict, str(tablebase.measure.amount_of(move.distance)) if move.distance else "–"
        )
    return table


def _plain(move: "Move") -> dict[str, Any]:
    return {"move": move.text, "action": move.action, "verdict": move.verdict, "distance": move.distance}
