"""``upcard sweep``: a figure of a game over a grid of its options, and the setting that makes it fair."""

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from upcard.cli.terminal.command_options import (
    SEED,
    FileName,
    StrategyText,
    WholeNumber,
    game_argument,
    json_option,
    make_command,
    players_option,
    rules_options,
    split_options,
    threads_option,
)
from upcard.cli.terminal.error_messages import print_remark
from upcard.cli.terminal.output_paths import check_target
from upcard.cli.terminal.repeat_command import check_formats
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.study.sweep.sweep_report import SweepResult

MOST_GAMES = 2_000_000


@make_command(
    "sweep",
    "upcard sweep smallsum --option purse=5:15:2 --of decisions",
    "upcard sweep stoppers --option players=2:6 --of ties --svg ties.svg",
    "upcard sweep smallsum --option purse=3:30 --target decisions=60 --bisect",
    "upcard sweep smallsum --option variant=basic,choice --fair --json",
)
@game_argument
@players_option("  [default: the usual number]")
@rules_options
@click.option(
    "--strategy", "strategies", type=StrategyText(), multiple=True,
    help="Strategy: once for all, or once per seat.  [default: random]",
)  # fmt: skip
@click.option(
    "--of", "figure", default="", metavar="FIGURE",
    help="The figure: spread (best minus worst seat), lead (first minus last seat), win_share:SEAT, "
    "score:SEAT, ties, decisions, or a measure.  [default: spread]",
)  # fmt: skip
@click.option("--fair", is_flag=True, help="Search the setting at which all seats are equal.")
@click.option(
    "--target", metavar="FIGURE=VALUE", default="", help="Search the setting at which a figure has a value."
)
@click.option("--bisect", is_flag=True, help="Play only the settings that the search needs.")
@click.option(
    "--games", type=WholeNumber(2, MOST_GAMES), default=10_000,
    help="Number of games of each setting, also written as 20k.  [default: 10,000]",
)  # fmt: skip
@click.option("--seed", type=SEED, default=1, show_default=True, help="Seed of all games.")
@threads_option()
@json_option
@click.option("--csv", "as_csv", is_flag=True, help="Comma-separated values, one line per setting.")
@click.option("--svg", type=FileName(), help="Also draw the figure into FILE.")
@click.option("--html", type=FileName(), help="Also write the result as a page into FILE.")
def command(
    game: str, options: Sequence[str], strategies: Sequence[str], target: str, figure: str, as_json: bool,
    as_csv: bool, svg: Path | None, html: Path | None, **run: Any,
) -> None:  # fmt: skip
    """Compare settings of a game, or find the fair one.

    Options take lists and ranges: --option purse=5:15:2 --option variant=a,b --option players=2:6. Every
    setting plays games with the same seed.
    """
    check_formats(as_json, as_csv)
    check_target(svg, "--svg")
    check_target(html, "--html")
    of, value = _goal(figure, target)
    grid: dict[str, Any] = split_options(options)
    result = _measure(game, grid, strategies=strategies or ("random",), of=of, target=value, **run)
    try:
        _show(result, as_json, as_csv)
    finally:  # a reader that stops early, as in "| head", does not prevent the files
        _write_files(result, svg, html)


def _goal(figure: str, target: str) -> tuple[str, float | None]:
    """Return the figure and its target; raise ``Usage`` if they do not fit together."""
    if not target:
        return figure, None
    name, equals, value = target.partition("=")
    try:
        number = float(value)
    except ValueError:
        equals = ""
        number = 0.0
    if not equals or not name:
        raise Usage(f"--target was given {target!r}; expected FIGURE=VALUE, such as decisions=60")
    if figure not in ("", name):
        raise Usage(f"--of {figure} and --target {target} name different figures; leave out --of")
    return name, number


def _measure(game: str, options: dict[str, Any], **run: Any) -> "SweepResult":
    from upcard.cli.terminal.console import ProgressLine
    from upcard.study.sweep.measure_sweep import sweep

    with ProgressLine(game, "; nothing is saved") as line:
        has_compiled = False

        def on_compile() -> None:
            nonlocal has_compiled
            if not has_compiled:  # report it once, however many programs there are
                has_compiled = True
                line.compiling(f"for {game}", "a few seconds each")

        return sweep(game, options, on_setting=line.part, on_compile=on_compile, **run)


def _show(result: "SweepResult", as_json: bool, as_csv: bool) -> None:
    from rich.text import Text

    from upcard.cli.terminal.console import show, show_json, show_line
    from upcard.report.result_files import comma_separated
    from upcard.report.terminal.section_text import sections_text

    if as_json:
        show_json(result.to_json())
    elif as_csv:
        print(comma_separated(result.rows()), end="")
    else:
        show(sections_text([result.document()]), "", Text(f"{result.seconds:.1f} s", style="dim"))
        show_line(f"repeat this: {result.command}")


def _write_files(result: "SweepResult", svg: Path | None, html: Path | None) -> None:
    from upcard.engine.atomic_files import write_text

    if svg is not None:
        from upcard.report.line_charts import chart_svg

        write_text(svg, chart_svg(result.chart(), 640))
        print_remark(f"wrote {svg}, a chart of {result.figure.label}")
    if html is not None:
        from upcard.report.study_page import page_html

        write_text(html, page_html(result.study()))
        print_remark(f"wrote {html}, the result as a page")
