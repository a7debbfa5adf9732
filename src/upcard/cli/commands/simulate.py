"""``upcard simulate``: play many games and estimate results."""

import shlex
from collections.abc import Sequence
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from upcard.cli.terminal.command_options import (
    FileName,
    WordChoice,
    combine_decorators,
    game_argument,
    make_command,
    match_options,
    run_options,
)
from upcard.cli.terminal.dask_option import dask_option, workers_at
from upcard.cli.terminal.error_messages import STOPPED, print_fault, print_remark
from upcard.cli.terminal.output_paths import check_files, check_table
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
    from upcard.simulation.game_row_file import GameRowFile
    from upcard.simulation.simulation_result import SimulationResult

SEATINGS = ("fixed", "rotate", "random")

seating_options = combine_decorators(
    click.option(
        "--seating", type=WordChoice(SEATINGS), default="fixed", show_default=True,
        help="fixed: seats as listed; rotate: each strategy plays each seat equally often; random: new seats "
        "in every game.",
    ),
    click.option("--duplicate", is_flag=True, help="Play each deal once with every rotation of the seats."),
)  # fmt: skip
gpu_option = click.option("--gpu", is_flag=True, help="Play on a CUDA accelerator; the results are the same.")


@make_command(
    "simulate",
    "upcard simulate lama --preset paper --strategy same-first --games 1e6",
    "upcard simulate lama --players 2 --strategy folding:A=5,B=3 --strategy random",
    "upcard simulate kuhn-poker --games 100k --json",
    "upcard simulate lama --seating rotate --plot lama.svg --save games.csv",
)
@game_argument
@match_options
@run_options(10_000)
@dask_option
@gpu_option
@seating_options
@output_options(
    csv="Comma-separated values, one line per seat.",
    save="Also write a table with a row for each game to FILE: .csv or .parquet.",
    plot="Draw a chart into FILE: .svg or .png.",
)
@click.option(
    "--save-seats", type=FileName(), help="Also write the lines of --csv to FILE: .csv or .parquet."
)
@click.pass_context
def command(
    ctx: click.Context, /, game: "GameSpec", strategies: Sequence[str], as_json: bool, as_csv: bool,
    save: Path | None, plot: Path | None, save_seats: Path | None, **run: Any,
) -> None:  # fmt: skip
    """Play many games and report win shares and scores.

    Every number has a confidence interval.
    """
    check_formats(as_json, as_csv)
    _check_seating(ctx)
    chosen = game.with_seats(len(strategies)).game()
    check_files(save, plot)
    check_table(save_seats, "--save-seats")
    with _row_file(chosen, save, run) as rows:
        result = _play(chosen, strategies or ("random",), run, rows)
        try:
            if as_json or as_csv:
                _print_plain(result, as_json)
            else:
                _print_table(ctx, result)
        finally:  # a reader that stops early, as in "| head", does not prevent the files
            if result.interrupted:
                print_fault(f"stopped after {counted(result.games, 'game')}")
            if rows is not None and save is not None:
                rows.write(save)
                print_remark(f"wrote {save}, a table of {counted(rows.games, 'row')}, one for each game")
            _write_files(result, save_seats, plot)
    if result.interrupted:
        ctx.exit(STOPPED)


def _check_seating(ctx: click.Context) -> None:
    """Reject ``--duplicate`` with ``--seating fixed``."""
    is_chosen = ctx.get_parameter_source("seating") == ParameterSource.COMMANDLINE
    if ctx.params["duplicate"] and is_chosen and ctx.params["seating"] == "fixed":
        raise Usage("--duplicate rotates the seats, but --seating fixed forbids that; leave one of them out")


def _row_file(
    game: "Game", save: Path | None, run: dict[str, Any]
) -> AbstractContextManager["GameRowFile | None"]:
    """Return the rows of the games that will be played, as a context; None without a file."""
    if save is None:
        return nullcontext()
    from upcard.simulation.game_row_file import GameRowFile
    from upcard.simulation.simulation_plan import make_plan

    seating = run["seating"], run["duplicate"]
    return GameRowFile(game, make_plan(run["games"], run["seed"], game.players, *seating))


def _play(
    game: "Game", strategies: Sequence[str], run: dict[str, Any], rows: "GameRowFile | None"
) -> "SimulationResult":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.simulation.simulate_games import simulate

    names = ", ".join(dict.fromkeys(s.partition(":")[0] for s in strategies))
    is_on_gpu = run["gpu"]
    with workers_at(run.pop("dask")) as executor, ProgressLine(game.name) as line:

        def on_compile() -> None:
            what = f"{game.name} for {names}"
            if is_on_gpu:
                line.remark(f"compiling {what} (on an accelerator at every start, a few seconds)")
            else:
                line.compiling(what)

        return simulate(
            game,
            strategies,
            on_progress=line.games,
            on_compile=on_compile,
            executor=executor,
            save=rows,
            **run,
        )


def _print_plain(result: "SimulationResult", as_json: bool) -> None:
    from upcard.cli.terminal.console import show_json
    from upcard.report.result_files import csv_text

    if as_json:
        show_json(result.to_json())
    else:
        print(csv_text(result), end="")


def _print_table(ctx: click.Context, result: "SimulationResult") -> None:
    from rich.text import Text

    from upcard.cli.terminal.console import show, show_line
    from upcard.report.result_tables import simulation_table

    speed = speed_text(result.games, result.seconds, result.games_per_second)
    is_implied = ctx.params["players"] is None and len(ctx.params["strategies"]) > 1
    table = simulation_table(result, "one for each strategy" if is_implied else "", _notes(ctx, result))
    show(table, "", Text(f"{speed}; {100 * result.level:g} % intervals", style="dim"))
    show_line(f"repeat this: {_repeat(ctx, result)}")


def _notes(ctx: click.Context, result: "SimulationResult") -> list[str]:
    """Return notes on settings that were chosen automatically."""
    notes = []
    if not ctx.params["strategies"]:
        notes.append("No strategy was given, so all players play at random.")
    if result.games > ctx.params["games"]:
        notes.append(f"Rounded up to complete rotations: {result.games:,} games.")
    return notes


def _repeat(ctx: click.Context, result: "SimulationResult") -> str:
    """Return the command line that gives the same numbers, with the number of games that were played."""
    params = ctx.params
    words = game_words("simulate", result, params)
    for strategy in params["strategies"] or ["random"]:
        words += ["--strategy", strategy]
    if params["seating"] != "fixed":
        words += ["--seating", params["seating"]]
    if params["duplicate"]:
        words.append("--duplicate")
    return shlex.join([*words, "--games", str(result.games), "--seed", str(result.seed)])


def _write_files(result: "SimulationResult", save_seats: Path | None, plot: Path | None) -> None:
    from upcard.report.result_files import seat_rows

    def draw(file: Path) -> None:
        from upcard.report.plots import plot_simulation

        plot_simulation(result, file)

    write_files(seat_rows(result), save_seats, draw, plot, "a chart of win shares and scores")
