"""Shared parts of commands that play many games: output, speed, and the line that repeats them."""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from upcard.cli.terminal.command_options import FileName, combine_decorators, json_option
from upcard.cli.terminal.error_messages import print_remark
from upcard.engine.errors import Usage
from upcard.engine.wording import counted

F = TypeVar("F", bound=Callable[..., Any])


def output_options(csv: str, save: str, plot: str) -> Callable[[F], F]:
    """Return the options ``as_json, as_csv, save, plot``, the last three with these texts as their help."""
    return combine_decorators(
        json_option,
        click.option("--csv", "as_csv", is_flag=True, help=csv),
        click.option("--save", type=FileName(), help=save),
        click.option("--plot", type=FileName(), help=plot),
    )


def write_files(
    rows: Sequence[Mapping[str, Any]],
    save: Path | None,
    draw: Callable[[Path], None],
    plot: Path | None,
    chart: str,
) -> None:
    """Write a table to `save` and a chart to `plot`, unless they are None; messages name it `chart`."""
    if save is not None:
        from upcard.report.result_files import write_table

        write_table(rows, save)
        print_remark(f"wrote {save}, a table of {counted(len(rows), 'row')}")
    if plot is not None:
        draw(plot)
        print_remark(f"wrote {plot}, {chart}")


def check_formats(as_json: bool, as_csv: bool) -> None:
    """Refuse two formats on one standard output."""
    if as_json and as_csv:
        raise Usage("--json and --csv were both given; choose one")


def speed_text(games: int, seconds: float, rate: float) -> str:
    """Return the number of games, the seconds and the games per second, as text."""
    shown = f"{seconds:.2f}" if seconds >= 0.1 else f"{seconds:.1g}"
    return f"{counted(games, 'game')} in {shown} s, {rate:,.0f} games/s"


def game_words(
    command: str, result: Any, params: Mapping[str, Any], strategies: Sequence[str] = ()
) -> list[str]:
    """Return the beginning of a command line for the game of a result, with `strategies` after its name.

    `params` holds the parameters of the command that ran, with its ``preset`` and ``options``.
    """
    words = ["upcard", command, result.game, *strategies, "--players", str(result.players)]
    if params["preset"]:
        words += ["--preset", params["preset"]]
    for option in params["options"]:
        words += ["--option", option]
    return words
