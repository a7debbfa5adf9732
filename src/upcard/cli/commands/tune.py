"""``upcard tune``: find better parameters for a strategy, and measure their strength."""

import json
import shlex
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal import shell_completion as complete
from upcard.cli.terminal.command_options import (
    MANY,
    SEED,
    FileName,
    StrategyText,
    WordChoice,
    add_once,
    combine_decorators,
    game_argument,
    json_option,
    lineup_options,
    make_command,
    threads_option,
)
from upcard.cli.terminal.dask_option import dask_option, workers_at
from upcard.cli.terminal.error_messages import STOPPED, print_fault, print_remark
from upcard.cli.terminal.output_paths import check_files, check_target
from upcard.cli.terminal.repeat_command import game_words
from upcard.engine.errors import Unreadable, Usage

if TYPE_CHECKING:
    from upcard.engine.game import Game
    from upcard.engine.game_spec import GameSpec
    from upcard.simulation.tuning_result import TuningResult

GOALS = {"win-share": "win_share", "win-any": "win_any", "score": "score_mean"}

MOST_BYTES = 256 * 2**20
EXPECTED = "name the file that --state wrote"

what_options = combine_decorators(
    click.option(
        "--against", type=StrategyText(), multiple=True, required=True,
        help="Strategy of the other seats; repeat it for different ones.",
    ),
    click.option("--fix", metavar="KEY=VALUE", multiple=True, help="Keep a parameter at this value."),
    click.option(
        "--range", "ranges", metavar="KEY=LOW:HIGH", multiple=True,
        help="Search a parameter within these bounds only.",
    ),
    click.option(
        "--goal", type=WordChoice(list(GOALS)), default="win-share", show_default=True,
        help="Maximize the share of games won (win-share splits ties, win-any does not), or the score.",
    ),
)  # fmt: skip
effort_options = combine_decorators(
    click.option(
        "--evaluations", "budget", type=MANY, default=600,
        help="Number of candidates, rounded down to complete generations.  [default: 600]",
    ),
    click.option(
        "--games", type=MANY, default=1000,
        help="Games of every candidate; the better half then plays twice as many, and so on."
        "  [default: 1,000]",
    ),
    click.option(
        "--confirm", "confirm_games", type=MANY, default=100_000,
        help="New games that measure the winner.  [default: 100,000]",
    ),
    click.option("--seed", type=SEED, default=0, help="Seed of the search and its games.  [default: 0]"),
    threads_option(),
)  # fmt: skip
file_options = combine_decorators(
    click.option("--state", type=FileName(), help="Save the search to a new FILE after every generation."),
    click.option("--resume", type=FileName(), help="Resume the search in FILE, and save it there."),
    json_option,
    click.option("--plot", type=FileName(), help="Draw the search into FILE: .svg or .png."),
)  # fmt: skip


@make_command(
    "tune",
    "upcard tune lama folding --against same-first --preset paper",
    "upcard tune lama folding --against random --fix others=0 --range A=5:20",
    "upcard tune lama folding --against same-first --state search.json --games 5k",
    "upcard tune lama folding --against same-first --resume search.json --games 5k",
)
@game_argument
@click.argument("strategy", metavar="STRATEGY", shell_complete=complete.strategies)
@what_options
@lineup_options
@effort_options
@dask_option
@file_options
@click.pass_context
def command(
    ctx: click.Context, /, game: "GameSpec", strategy: str, against: Sequence[str], state: Path | None,
    resume: Path | None, as_json: bool, plot: Path | None, **how: Any,
) -> None:  # fmt: skip
    """Tune a strategy, and confirm the result on new games.

    Only the confirmed number measures the strength of the tuned strategy. Ctrl-C ends the search; the best
    candidate until then is confirmed.
    """
    chosen = game.with_seats(1 + len(against) if len(against) > 1 else 1).game()
    how |= {"fixed": _fixed(how.pop("fix")), "ranges": _ranges(how["ranges"]), "goal": GOALS[how["goal"]]}
    _check_files(state, resume, plot)
    result = _tune(chosen, strategy, against, resume, state or resume, how)
    try:
        _print(ctx, result, as_json)
    finally:
        if result.interrupted:
            print_fault(f"the search was stopped after {result.evaluations:,} candidates")
        if plot is not None:
            from upcard.report.tuning_text import plot_tuning

            plot_tuning(result, plot)
            print_remark(f"wrote {plot}, a chart of the search and its result")
    if result.interrupted or result.confirmed.tuned.interrupted:
        ctx.exit(STOPPED)


def _fixed(texts: Sequence[str]) -> dict[str, float]:
    return {name: _number("--fix", text, text) for name, text in _pairs("--fix", texts, "KEY=VALUE")}


def _ranges(texts: Sequence[str]) -> dict[str, tuple[float, float]]:
    out = {}
    for name, text in _pairs("--range", texts, "KEY=LOW:HIGH"):
        low, colon, high = text.partition(":")
        if not colon:
            raise Usage(f"--range was given {name}={text!r}; expected KEY=LOW:HIGH, such as {name}=0:10")
        out[name] = _number("--range", low, text), _number("--range", high, text)
    return out


def _pairs(option: str, texts: Sequence[str], form: str) -> list[tuple[str, str]]:
    out: dict[str, str] = {}
    for text in texts:
        name, equals, value = (x.strip() for x in text.partition("="))
        if not (name and equals and value):
            raise Usage(f"{option} was given {text!r}; expected {form}")
        add_once(out, option, name, value)
    return list(out.items())


def _number(option: str, text: str, whole: str) -> float:
    try:
        return float(text)
    except ValueError:
        raise Usage(f"{option} was given {whole!r}; {text!r} is not a number") from None


def _check_files(state: Path | None, resume: Path | None, plot: Path | None) -> None:
    if state is not None and resume is not None:
        raise Usage("--state and --resume were both given; leave --state out, since --resume saves too")
    if state is not None and state.exists():
        raise Usage(f"--state was given {str(state)!r}, which exists; use --resume, or give another name")
    check_target(state, "--state")
    check_files(None, plot)


def _read(file: Path) -> Any:
    from upcard.engine.atomic_files import read_text

    text = read_text(file, MOST_BYTES, EXPECTED)
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        raise Unreadable(f"{file} is not a saved search; {EXPECTED}") from None


def _tune(
    game: "Game",
    strategy: str,
    against: Sequence[str],
    resume: Path | None,
    file: Path | None,
    how: dict[str, Any],
) -> "TuningResult":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.engine.atomic_files import write_text
    from upcard.report.result_files import json_text
    from upcard.simulation.tune_parameters import tune

    saved = None if resume is None else _read(resume)
    with workers_at(how.pop("dask")) as executor, ProgressLine(f"tuning {strategy}") as line:

        def on_compile() -> None:
            line.compiling(f"{game.name} for {strategy}")

        def save(search: dict[str, Any]) -> None:
            if file is not None:
                write_text(file, json_text(search) + "\n")

        return tune(
            game, strategy, against, resume=saved, on_generation=save, on_step=line.step,
            on_compile=on_compile, executor=executor, **how,
        )  # fmt: skip


def _print(ctx: click.Context, result: "TuningResult", as_json: bool) -> None:
    from upcard.cli.terminal.console import show, show_json, show_line
    from upcard.report.tuning_text import tuning_table

    if as_json:
        show_json(result.to_json())
        return
    show(tuning_table(result, _notes(ctx, result)), "")
    show_line(f"confirm it: {_simulation(ctx, result)}")


def _notes(ctx: click.Context, result: "TuningResult") -> list[str]:
    """Return a note if the number of candidates differs from the one in the command."""
    budget, tried = ctx.params["budget"], result.evaluations
    if tried > budget:
        return [f"The saved search had tried {tried:,} candidates already; none were added."]
    if tried < budget and not result.interrupted:
        each = len(result.generations[0].points)
        return [f"Candidates come in generations of {each}: {tried:,} of {budget:,} were tried."]
    return []


def _simulation(ctx: click.Context, result: "TuningResult") -> str:
    """Return the command line that plays the confirming games again."""
    tuned = result.confirmed.tuned
    words = game_words("simulate", tuned, ctx.params)
    for s in tuned.seats:
        words += ["--strategy", s.strategy]
    return shlex.join([*words, "--seating", "random", "--games", str(tuned.games), "--seed", str(tuned.seed)])
