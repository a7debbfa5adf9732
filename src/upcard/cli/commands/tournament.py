"""``upcard tournament``: play strategies against each other and rank them."""

import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from upcard.cli.terminal.command_options import (
    StrategyText,
    WordChoice,
    combine_decorators,
    game_argument,
    game_options,
    make_command,
    run_options,
)
from upcard.cli.terminal.dask_option import dask_option, workers_at
from upcard.cli.terminal.error_messages import STOPPED, print_fault
from upcard.cli.terminal.output_paths import check_files
from upcard.cli.terminal.repeat_command import (
    check_formats,
    game_words,
    output_options,
    speed_text,
    write_files,
)
from upcard.engine.errors import Usage
from upcard.engine.wording import counted

if TYPE_CHECKING:
    from upcard.engine.game import Game
    from upcard.engine.game_spec import GameSpec
    from upcard.simulation.tournament_result import TournamentResult

test_options = combine_decorators(
    click.option(
        "--tables", type=WordChoice(["pairs", "all"]), default="pairs", show_default=True,
        help="Line-ups: only two strategies at a table, or every combination that fills the seats.",
    ),
    click.option(
        "--until-decided", is_flag=True,
        help="Stop each pair as soon as it is decided, at the latest after --games.",
    ),
    click.option(
        "--error", type=float, default=0.05, show_default=True, metavar="P",
        help="With --until-decided: probability that any pair is decided wrongly.",
    ),
    click.option(
        "--margin", type=float, default=0.01, show_default=True, metavar="X",
        help="With --until-decided: win shares that differ by no more than X count as equal.",
    ),
)  # fmt: skip


@make_command(
    "tournament",
    "upcard tournament lama same-first next-first folding random --players 2",
    "upcard tournament lama folding folding:A=5,B=3 --preset paper --plot lama.svg",
    "upcard tournament lama same-first next-first random --players 3 --tables all",
    "upcard tournament lama same-first folding --until-decided --margin 0.02",
)
@game_argument
@click.argument("strategies", type=StrategyText(), nargs=-1, metavar="STRATEGY STRATEGY ...")
@game_options
@run_options(None, words="Number of games at each table", automatic="10,000; with --until-decided 1,000,000")
@dask_option
@test_options
@output_options(
    csv="Comma-separated values, a line per pair.",
    save="Also write this table to FILE: .csv or .parquet.",
    plot="Draw a heat map of the payoffs into FILE: .svg or .png.",
)
@click.pass_context
def command(
    ctx: click.Context, /, game: "GameSpec", strategies: Sequence[str], as_json: bool, as_csv: bool,
    save: Path | None, plot: Path | None, **run: Any,
) -> None:  # fmt: skip
    """Play strategies against each other and rank them.

    Plays every deal with all rotations of the seats. With more than two seats, the two strategies of a pair
    take alternate seats.
    """
    check_formats(as_json, as_csv)
    _check_settings(ctx, run["until_decided"])
    chosen = game.game()
    check_files(save, plot)
    result = _play(chosen, strategies, run)
    try:
        _print(ctx, result, as_json, as_csv)
    finally:  # a reader that stops early, as in "| head", does not prevent the files
        if result.interrupted:
            print_fault(f"stopped after {counted(result.games, 'game')}")
        _write_files(result, save, plot)
    if result.interrupted:
        ctx.exit(STOPPED)


def _check_settings(ctx: click.Context, until_decided: bool) -> None:
    for name in ("error", "margin"):
        if not until_decided and ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE:
            raise Usage(f"--{name} was given without --until-decided; give both, or neither")


def _play(game: "Game", strategies: Sequence[str], run: dict[str, Any]) -> "TournamentResult":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.simulation.play_tournament import tournament

    with workers_at(run.pop("dask")) as executor, ProgressLine(game.name) as line:

        def on_compile() -> None:
            line.compiling(f"{game.name} for {len(strategies)} strategies")

        return tournament(
            game, strategies, on_progress=line.games, on_compile=on_compile, executor=executor, **run
        )


def _print(ctx: click.Context, result: "TournamentResult", as_json: bool, as_csv: bool) -> None:
    from upcard.cli.terminal.console import show, show_json, show_line

    if as_json:
        show_json(result.to_json())
        return
    if as_csv:
        from upcard.report.result_files import comma_separated

        print(comma_separated(result.frame_rows()), end="")
        return
    from rich.text import Text

    from upcard.report.tournament_text import tournament_table

    speed = speed_text(result.games, result.seconds, result.games_per_second)
    show(tournament_table(result, _notes(ctx, result)), "", Text(speed, style="dim"))
    if not result.interrupted:
        show_line(f"repeat this: {_repeat(ctx, result)}")


def _notes(ctx: click.Context, result: "TournamentResult") -> list[str]:
    """Return notes on settings that were chosen automatically."""
    games, most = ctx.params["games"], max(t.games for t in result.tables)
    is_rounded = games is not None and most > games
    return [f"Rounded up to complete rotations: {most:,} games at a table."] if is_rounded else []


def _repeat(ctx: click.Context, result: "TournamentResult") -> str:
    """Return the command line that gives the same numbers."""
    params = ctx.params
    words = game_words("tournament", result, params, params["strategies"])
    if result.composition != "pairs":
        words += ["--tables", result.composition]
    if result.until_decided:
        words += ["--until-decided", "--error", f"{params['error']:g}", "--margin", f"{params['margin']:g}"]
    if params["games"] is not None:
        words += ["--games", str(params["games"])]
    return shlex.join([*words, "--seed", str(result.seed)])


def _write_files(result: "TournamentResult", save: Path | None, plot: Path | None) -> None:
    def draw(file: Path) -> None:
        from upcard.report.heatmap import plot_tournament

        plot_tournament(result, file)

    write_files(result.frame_rows(), save, draw, plot, "a heat map of the payoffs")
