"""``upcard review``: the mistakes, skill and luck of a recorded match."""

import math
import time
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import SEATS, FileName, WholeNumber, json_option, make_command
from upcard.engine.errors import Failure, Usage

if TYPE_CHECKING:
    from rich.table import Table

    from upcard.engine.game import Match
    from upcard.review.against_opponents import SeatMatchup
    from upcard.review.match_review import Review

WORST = 10


@make_command(
    "review",
    "upcard review match.upc",
    "upcard review match.upc --all",
    "upcard review match.upc --solution mine.json",
    "upcard review - --json < match.upc",
)
@click.argument("file", type=FileName())
@click.option("--all", "with_all", is_flag=True, help="List every decision, not only the ten worst.")
@click.option("--seat", type=SEATS, help="List only the decisions of seat N.")
@click.option(
    "--seconds", type=WholeNumber(1, 10**6),
    help="Stop judging decisions after N seconds.  [default: judge all]",
)  # fmt: skip
@click.option(
    "--solution", type=FileName(),
    help="Judge by a solution that `upcard solve --save` wrote.  [default: Upcard's built-in evaluation]",
)  # fmt: skip
@json_option
def command(
    file: Path, with_all: bool, seat: int | None, seconds: int | None, solution: Path | None, as_json: bool
) -> None:
    """Review a recorded match: luck, skill and mistakes.

    Shows how much each decision cost, judged by what its player could know. Each decision is judged
    without assuming how the others play, and, where bots played, also against those bots. Use - as FILE to
    read standard input.
    """
    from upcard.cli.commands.replay import load_record
    from upcard.cli.terminal.console import show, show_json, show_line
    from upcard.report.review_report import (
        against_lines,
        decision_rows,
        document,
        summary_rows,
        verdict,
        worst,
    )

    _, match = load_record(str(file))
    if seat is not None and seat > match.game.players:
        raise Usage(f"--seat was given {seat}; the match has seats 1 to {match.game.players}")
    reviewed, matchups = _reviewed(match, seconds, solution)
    if as_json:
        show_json(document(reviewed, matchups))
        return
    listed = list(reviewed.decisions) if with_all else worst(reviewed, matchups)[:WORST]
    listed = [d for d in listed if seat is None or d.seat == seat - 1]
    show_line(match.game.heading())
    show_line(f"Judged by {reviewed.source}; values count {reviewed.unit}.")
    if reviewed.rule:
        show_line(reviewed.rule)
    lines = against_lines(matchups, match.seats)
    show("", _grid(summary_rows(reviewed)), "", verdict(reviewed), *lines)
    if listed:
        show("", _grid(decision_rows(listed, match.seats, matchups)))


def _reviewed(
    match: "Match", seconds: int | None, solution: Path | None
) -> tuple["Review", tuple["SeatMatchup", ...]]:
    """Return the review of a match, and by seat the review against the actual opponents, as time allows."""
    from upcard.cli.terminal.console import ProgressLine
    from upcard.review.against_opponents import TOO_LATE, judge_opponents
    from upcard.review.evaluator_registry import evaluator_for, judges_for
    from upcard.review.match_review import review
    from upcard.review.named_solution import evaluator_from_file
    from upcard.review.opponents import opponents_of

    until = math.inf if seconds is None else time.monotonic() + seconds

    def left() -> float | None:
        """Return the remaining seconds."""
        return None if seconds is None else max(0.0, until - time.monotonic())

    with ProgressLine(f"reviewing {match.game.name}", "; nothing is saved") as line:

        def on_compile() -> None:
            """Report that programs compile, before the first review of a game."""
            line.compiling(match.game.name)

        def on_part() -> None:
            """Report the search for a best response; stop it when the time is over."""
            line.step("best responses to these opponents", 0.0)
            if time.monotonic() >= until:
                raise Failure(TOO_LATE)

        evaluator = (
            evaluator_from_file(solution, match.game) if solution else evaluator_for(match.game, on_compile)
        )
        reviewed = review(match, evaluator, on_step=line.step, seconds=left())
        judges = judges_for(match.game, on_compile, on_part)
        met = judge_opponents(match, opponents_of(match), judges, seconds=left(), on_step=line.step)
        return reviewed, met


def _grid(rows: list[tuple[str, ...]]) -> "Table":
    """Return a table whose first row is its head, with numbers aligned right."""
    from upcard.cli.terminal.console import text_grid

    cells_of = enumerate(zip(*rows[1:], strict=True))
    right = [i for i, cells in cells_of if all(not x or x.lstrip("+-")[:1].isdigit() for x in cells)]
    return text_grid(*rows[0], rows=rows[1:], right=right)
