"""``upcard study``: answer a question about a game with a report."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from upcard.cli.terminal import shell_completion as complete
from upcard.cli.terminal.command_options import FileName, make_command, run_options
from upcard.cli.terminal.error_messages import STOPPED, print_fault, print_remark
from upcard.cli.terminal.output_paths import check_name, check_target
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.study.study_parts import StudyReport
    from upcard.study.study_registry import Study

FOLDER = "upcard-reports"
STDOUT = Path("-")


@make_command(
    "study",
    "upcard study",
    "upcard study lama-paper",
    "upcard study lama-paper --games 1000000 --json out.json",
    "upcard study lama-paper --json - --out /tmp",
)
@click.argument("name", required=False, metavar="[NAME]", shell_complete=complete.studies)
@run_options(None, None)
@click.option(
    "--json", "json_file", type=FileName(), help="Also write the findings as JSON; - is standard output."
)
@click.option(
    "--out", "folder", type=FileName(), default=FOLDER, show_default=True, metavar="FOLDER",
    help="Folder for the HTML report.",
)  # fmt: skip
@click.pass_context
def command(
    ctx: click.Context, /, name: str | None, json_file: Path | None, folder: Path, **run: Any
) -> None:
    """Run a study and write its report, or list the studies."""
    if name is None:
        _refuse_settings(ctx)
        _list(json_file)
        return
    from upcard.engine.atomic_files import make_folder
    from upcard.study.study_registry import find_study

    module = find_study(name)
    if json_file != STDOUT:
        check_target(json_file, "--json")
    page = folder / f"{name}.html"
    check_name(folder, "--out")
    make_folder(folder)
    check_target(page, "--out")
    report, is_complete = _run(module, run)
    _report(report, json_file, page)
    if not is_complete:
        ctx.exit(STOPPED)


def _refuse_settings(ctx: click.Context) -> None:
    """Refuse settings without a study."""
    chosen = [name for name in ctx.params if ctx.get_parameter_source(name) == ParameterSource.COMMANDLINE]
    if set(chosen) - {"json_file"}:
        raise Usage("the name of the study is missing; 'upcard study' lists them")


def _list(json_file: Path | None) -> None:
    from upcard.study.study_registry import left_out, study_modules

    studies = [m.STUDY for _, m in sorted(study_modules().items())]
    if json_file is not None:
        from dataclasses import asdict

        _write_json({"studies": [asdict(s) for s in studies]}, json_file)
    else:
        _show(studies)
    for why in left_out():
        print_fault(f"left out: {why}")


def _show(studies: "list[Study]") -> None:
    from rich.text import Text

    from upcard.cli.terminal.console import show, text_grid

    rows = [(Text(s.name, style="bold"), s.words, f"{s.games:,}") for s in studies]
    show(
        text_grid("name", "question", "games", rows=rows, named=True),
        "",
        "'upcard study NAME' runs one; more --games make its intervals narrower.",
    )


def _run(module: Any, run: dict[str, Any]) -> tuple["StudyReport", bool]:
    """Run a study; return its report, and whether it finished."""
    from upcard.cli.terminal.console import ProgressLine

    name = module.STUDY.name
    wanted = {"games": module.STUDY.games} | {k: x for k, x in run.items() if x is not None}
    with ProgressLine(name) as line:
        has_compiled = False

        def on_compile() -> None:
            nonlocal has_compiled
            if not has_compiled:  # report it once, however many programs there are
                has_compiled = True
                line.compiling(f"for {name}", "a few seconds each")

        report: StudyReport = module.run(**wanted, on_step=line.step, on_compile=on_compile)
        return report, not line.is_interrupted


def _report(report: "StudyReport", json_file: Path | None, page: Path) -> None:
    """Print the summary, write the files, and end with the path of the page."""
    from upcard.cli.terminal.console import show
    from upcard.report.result_tables import study_summary

    is_plain = json_file == STDOUT
    try:
        if not is_plain:
            show(study_summary(report), "")
    finally:  # a reader that stops early, as in "| head", does not prevent the files
        _write(report, json_file, page)
    (print_remark if is_plain else print)(str(page))


def _write(report: "StudyReport", json_file: Path | None, page: Path) -> None:
    """Write the page, the findings, and other files of the study."""
    from upcard.engine.registry import game_modules
    from upcard.report.study_page import write_page

    try:
        write_page(report, page)
    finally:  # a full disk does not prevent the other file
        if json_file is not None:
            versions = {name: rules.GAME.version for name, rules in game_modules().items()}
            _write_json({**report.to_json(), "rules_versions": versions}, json_file)
    if json_file not in (None, STDOUT):
        print_remark(f"wrote {json_file}, the findings as JSON")
    _write_files(report, page.parent)


def _write_files(report: "StudyReport", folder: Path) -> None:
    """Write other files of a study beside its page."""
    from upcard.engine.atomic_files import write_bytes

    for name, content in report.files.items():
        write_bytes(folder / name, content)
        print_remark(f"wrote {folder / name}")


def _write_json(content: dict[str, Any], file: Path) -> None:
    from upcard.cli.terminal.console import show_json
    from upcard.engine.atomic_files import write_text
    from upcard.report.provenance import with_provenance
    from upcard.report.result_files import json_text

    if file == STDOUT:
        show_json(content)
    else:
        write_text(file, json_text(with_provenance(content)) + "\n")
