"""``upcard probe``: what a tablebase says of a position, or what is known of any position of any game."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.faults import as_typed
from upcard.cli.options import FileName, define, json_option
from upcard.cli.probed import is_address, is_name, probe_address, show_position
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from rich.table import Table

    from upcard.games.beat_it_or_eat_it.certificates.table import LeadTable
    from upcard.games.beat_it_or_eat_it.solvers.probe import Move


@define(
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

    from upcard.games.beat_it_or_eat_it.certificates.table import open_table
    from upcard.cli.terminal import show, show_json
    from upcard.games.beat_it_or_eat_it.rules import GAME
    from upcard.games.beat_it_or_eat_it.suited import write_position
    from upcard.games.beat_it_or_eat_it.solvers.probe import places_of, probe

    if is_address(position) or is_name(position):
        if file is not None:
            raise Usage("--table goes with a position as Beat It Or Eat It writes it, not with an address")
        match, found = probe_address(position)
        if as_json:
            show_json({"game": match.game.name, "player": match.player, **found})
        else:
            show_position(match, found)
        return
    with as_typed():
        table = None if file is None else open_table(file)
        places = places_of(position, None if table is None else (table.suits, table.length))
        table = table or _shipped(places)
        moves = probe(table, write_position(places))
    if as_json:
        show_json({
            "game": GAME.name, "suits": table.suits, "length": table.length,
            "position": write_position(places), "table": None if file is None else str(file),
            "measure": table.measure.name, "verdict": moves[0].verdict, "distance": moves[0].distance,
            "how_sure": _how_sure(table, file), "moves": [_plain(move) for move in moves],
        })  # fmt: skip
        return
    heading = f"{GAME.title}, suits={table.suits}, length={table.length}: {write_position(places)}"
    meant = Text(table.measure.words, style="dim")
    told = (_verdict(table, moves[0]), Text(_how_sure(table, file)))
    show(Text(heading, style="bold"), *told, Text(), _listed(table, moves), Text(), meant)


def _shipped(places: list[int]) -> "LeadTable":
    """The tablebase that comes along for the cards of a position."""
    from upcard.games.beat_it_or_eat_it.suited import size_of
    from upcard.games.beat_it_or_eat_it.solvers.probe import why_no_position
    from upcard.games.beat_it_or_eat_it.solvers.shipped import shipped

    obstacle = why_no_position(places)
    suits, length = size_of(places)
    if obstacle:
        raise Usage(obstacle)
    table = shipped(suits, length)
    if table is None:
        raise Usage(f"no table of suits={suits}, length={length} comes along; {_how_to_make(suits, length)}")
    return table


def _how_to_make(suits: int, length: int) -> str:
    """The command that makes a table of a size in the memory that is free, outcomes only if need be."""
    from upcard.engine.memory import free_memory, gigabytes_text
    from upcard.games.beat_it_or_eat_it.solvers.bits import memory_needed
    from upcard.games.beat_it_or_eat_it.solvers.numbering import effort

    size = f"upcard solve beat-it-or-eat-it --suits {suits} --length {length}"
    needed, least, there = effort(suits, length, 1).memory, memory_needed(suits, length), free_memory()
    if needed <= there:
        return f"make one with '{size} --save FILE', and name it: --table FILE"
    why = f"a tablebase needs {gigabytes_text(needed)} of memory, and there are {gigabytes_text(there)}"
    outcomes = f"'{size} --objective outcome --save FILE', which needs {gigabytes_text(least)}"
    if least <= there:
        return f"{why}; make one of outcomes with {outcomes}, and name it: --table FILE"
    return f"{why}, too few even for one of outcomes, {outcomes}"


def _verdict(table: "LeadTable", best: "Move") -> str:
    if best.verdict == "draw":
        return f"Nobody can be made to lose, if play goes on with: {best.text}."
    verb = "wins" if best.verdict == "win" else "loses"
    return f"Whose turn it is {verb} in {table.far_told(best.distance)}: {best.text}."


def _how_sure(table: "LeadTable", file: Path | None) -> str:
    """What a verdict rests on."""
    if file is None:
        return (
            f"This is exact, by the tablebase of {table.cards} cards that comes along; nothing is estimated."
        )
    return f"This is as sure as the tablebase {file}; 'upcard verify {file}' checks it."


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
