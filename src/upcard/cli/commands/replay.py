"""``upcard replay``: show a recorded match action by action."""

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal.command_options import SEATS, FileName, WholeNumber, json_option, make_command
from upcard.cli.terminal.error_messages import print_fault
from upcard.engine.errors import Unreadable, UpcardError, Usage
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from rich.console import RenderableType

    from upcard.engine.game import Match
    from upcard.engine.record import Record

STDIN = "-"
MOST_NAMED = 4  # maximum number of cards dealt at once that are named


@make_command(
    "replay",
    "upcard replay evening.txt",
    "upcard replay evening.txt --upto 20 --seat 2",
    "upcard replay - --json < evening.txt",
)
@click.argument("file", type=FileName())
@click.option("--upto", type=WholeNumber(0, 10**6), help="Stop after N actions.")
@click.option("--seat", type=SEATS, help="Show only what seat N can see.")
@json_option
def command(file: Path, upto: int | None, seat: int | None, as_json: bool) -> None:
    """Show a recorded match.

    Use - as FILE to read standard input.
    """
    from upcard.cli.terminal.console import show, show_json
    from upcard.cli.terminal.replay_events import replay_document

    name = name_of(str(file))
    record, match = load_record(str(file), upto)
    if seat is not None and seat > match.game.players:
        raise Usage(f"--seat was given {seat}; {name} has seats 1 to {match.game.players}")
    viewer = None if seat is None else seat - 1
    ended = None if record.ending is None else record.ending.words()
    content = {**replay_document(match, viewer), "recorded": len(record.actions), "ended": ended}
    if as_json:
        show_json(content)
    else:
        show(*page(match, content))
    if upto is not None and upto > len(record.actions):
        there = counted(len(record.actions), "action")
        print_fault(f"--upto was given {upto:,}, but {name} has only {there}; showing all")


def text_of_record(file: str) -> str:
    """Return the text of a file, or of standard input for ``-``."""
    from upcard.certificates.record_check import EXPECTED, MOST_BYTES
    from upcard.engine.atomic_files import read_text, text_of

    if file != STDIN:
        return read_text(file, MOST_BYTES, EXPECTED)
    return text_of(sys.stdin.buffer.read(MOST_BYTES + 1), name_of(file), MOST_BYTES, EXPECTED)


def name_of(file: str) -> str:
    """Return the name of a file for messages."""
    return "standard input" if file == STDIN else file


def load_record(file: str, upto: int | None = None) -> "tuple[Record, Match]":
    """Return the record of a file and its match, played up to a number of actions; errors name the file."""
    from upcard.engine.record import parse_record, replay

    text = text_of_record(file)
    with faults_of(name_of(file)):
        record = parse_record(text)
        return record, replay(record, upto)


@contextmanager
def faults_of(name: str) -> Iterator[None]:
    """Context that adds the name of a file to errors, and turns ``Usage`` into ``Unreadable``."""
    try:
        yield
    except UpcardError as fault:
        kind = Unreadable if isinstance(fault, Usage) else type(fault)
        raise kind(f"{name}: {fault}") from None


def page(match: "Match", content: dict[str, Any]) -> "list[RenderableType]":
    """Return a replay for a terminal: the game, the actions, and the result or the position."""
    from rich.text import Text

    from upcard.engine.result_words import result_of

    options = " ".join(f"{k}={v}" for k, v in content["options"].items())
    viewer = f"as seat {content['seat']} sees it" if "seat" in content else _origin(content)
    line = ", ".join(x for x in (counted(match.game.players, "player"), viewer, options) if x)
    parts: list[RenderableType] = [Text.assemble((match.game.title, "bold"), "   ", (line, "dim")), ""]
    parts += [_moves(content), "", Text(_state_of_play(content), style="bold")]
    if content["is_over"]:
        result = result_of(match.game.rules, content["names"], content["scores"])
        parts += [_result(content, result.winners)]
        parts += [] if result.winners else [Text(f"  {result.sentence}")]
    if not content["is_over"] or "seat" in content:
        parts += [part for table in _tables(match, content) for part in ("", table)]
    return parts


def _origin(content: dict[str, Any]) -> str:
    if content["seed"] is None:
        return "dealt by hand"
    return f"seed {content['seed']}, game {content['number']}"


def _moves(content: dict[str, Any]) -> "RenderableType":
    from rich.text import Text

    from upcard.cli.terminal.console import text_grid

    heads = ("", "seat", "player", "does", "cards that come" if "seat" not in content else "")
    hidden = Text("something hidden", style="dim")
    rows = [
        (str(m["number"]), str(m["seat"]), m["player"], m["action"] or hidden, _chance_text(m["chance"]))
        for m in content["moves"]
    ]
    return text_grid(*heads, rows=rows, right=(0,))


def _chance_text(outcomes: list[str]) -> str:
    many = len(outcomes) > MOST_NAMED
    return f"a deal of {len(outcomes)} cards" if many else " ".join(outcomes)


def _state_of_play(content: dict[str, Any]) -> str:
    from upcard.engine.match_end import ending_of

    done, recorded = len(content["moves"]), content["recorded"]
    count = f"{done:,} of {counted(recorded, 'action')}" if done < recorded else counted(done, "action")
    if content["is_over"]:
        return f"The game is over after {count}."
    if content["ended"] is not None and done == recorded:
        return f"After {count} the match ended: {ending_of(content['ended'].split()).sentence()}."
    who = f"seat {content['turn']} ({content['names'][content['turn'] - 1]})"
    can = f", who can: {', '.join(content['choices'])}" if "choices" in content else ""
    return f"After {count} it is the turn of {who}{can}."


def _score_text(score: float) -> str:
    """Return a payoff with commas, and with decimals if it is not whole."""
    return f"{score:,}" if isinstance(score, int) else f"{score:,.12g}"


def _result(content: dict[str, Any], winners: Sequence[int]) -> "RenderableType":
    from rich.text import Text

    from upcard.cli.terminal.console import text_grid

    rows = []
    for p, (name, score) in enumerate(zip(content["names"], content["scores"], strict=True), 1):
        won = p - 1 in winners
        word = "" if not won else "wins" if len(winners) == 1 else "shares the win"
        rows.append((str(p), name, _score_text(score), Text(word, style="bold green")))
    return text_grid("seat", "player", "score", "", rows=rows, right=(2,))


def _tables(match: "Match", content: dict[str, Any]) -> "list[RenderableType]":
    """Return tables of zones and numbers: first those of each seat in a column, then those of the table."""
    from upcard.cli.terminal.console import text_grid

    seats = text_grid("", *(f"seat {p}" for p in range(1, match.game.players + 1)))
    shared = text_grid("", "")
    for f in match.game.rules.STATE:
        cells = content["position"][f.name]
        if f.per_seat:
            seats.add_row(f.words, *map(_cell, cells))
        else:
            shared.add_row(f.words, _cell(cells))
    return [t for t in (seats, shared) if t.row_count]


def _cell(cell: Any) -> str:
    """Return one zone or number in words."""
    if cell is None:
        return "hidden"
    if isinstance(cell, dict):
        return counted(cell["cards"], "card")
    if isinstance(cell, list):
        return " ".join("–" if x is None else str(x) for x in cell) or "none"
    return str(cell)
