"""``upcard balance``: is a game good? Fairness, length, choices, luck and more."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal.command_options import (
    SEED,
    FileName,
    StrategyText,
    game_argument,
    game_options,
    json_option,
    make_command,
    threads_option,
)
from upcard.cli.terminal.error_messages import print_remark
from upcard.cli.terminal.output_paths import check_target

if TYPE_CHECKING:
    from upcard.engine.game_spec import GameSpec
    from upcard.study.balance.balance_report import BalanceReport


@make_command(
    "balance",
    "upcard balance lama",
    "upcard balance stoppers --players 2 --strategy never-swap --section seats",
    "upcard balance smallsum --preset choice --html balance.html",
    "upcard balance kuhn-poker --effort 4 --json",
)
@game_argument
@game_options
@click.option(
    "--strategy", "strategies", type=StrategyText(), multiple=True,
    help="A level of play: all seats play it. Repeat for more, the weakest first.  [default: random, and the "
    "levels of opponents]",
)  # fmt: skip
@click.option(
    "--section", "sections", multiple=True, metavar="SECTION",
    help="Compute only this section; repeat for more.  [default: all]",
)  # fmt: skip
@click.option(
    "--effort", type=float, default=1.0, show_default=True, metavar="NUMBER",
    help="Factor for the number of games; 4 halves the intervals.",
)  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of all games.")
@threads_option()
@json_option
@click.option("--html", type=FileName(), help="Also write the report as a page into FILE.")
def command(
    game: "GameSpec", strategies: Sequence[str], as_json: bool, html: Path | None, **run: Any
) -> None:
    """Find out whether a game is good: fairness, length and more.

    Thousands of games are played at several levels of play, from random to strong. Every number has a 95 %
    interval, and the commands that compute it again.
    """
    chosen = game.game()
    check_target(html, "--html")
    report = _measure(chosen, strategies, run)
    try:
        _show(report, as_json)
    finally:  # a reader that stops early, as in "| head", does not prevent the file
        if html is not None:
            _write_page(report, html)


def _measure(game: Any, strategies: Sequence[str], run: dict[str, Any]) -> "BalanceReport":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.study.balance.measure_balance import balance

    with ProgressLine(game.name, "; nothing is saved") as line:
        has_compiled = False

        def on_compile() -> None:
            nonlocal has_compiled
            if not has_compiled:  # report it once, however many programs there are
                has_compiled = True
                line.compiling(f"for {game.name}", "a few seconds each")

        return balance(game, strategies=strategies, on_compile=on_compile, on_part=line.part, **run)


def _show(report: "BalanceReport", as_json: bool) -> None:
    from rich.text import Text

    from upcard.cli.terminal.console import show, show_json, show_line
    from upcard.report.terminal.section_text import sections_text

    if as_json:
        show_json(report.to_json())
        return
    games = sum(x.games for x in report.levels)
    show(
        Text(f"Balance of {report.title}", style="bold"),
        sections_text([x.document for x in report.sections]),
        "",
        Text(
            f"{games:,} games of the levels, and others; {report.seconds:.1f} s; 95 % intervals", style="dim"
        ),
    )
    show_line(f"repeat this: {report.command}")


def _write_page(report: "BalanceReport", file: Path) -> None:
    from upcard.engine.atomic_files import write_text
    from upcard.report.study_page import page_html

    write_text(file, page_html(report.study()))
    print_remark(f"wrote {file}, the report as a page")
