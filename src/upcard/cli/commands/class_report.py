"""``upcard class-report``: the report of a class as files, and the comparison of two classes."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING

import click

from upcard.cli.terminal.command_options import FileName, make_command, paper_option
from upcard.cli.terminal.output_paths import check_target
from upcard.cli.terminal.stored_classes import find_class, stored_classes
from upcard.engine.errors import Usage

if TYPE_CHECKING:
    from upcard.server.database import Store

MOST_LISTED = 50
"""Maximum number of classes in the list."""


@make_command(
    "class-report",
    "upcard class-report 7KQ4M --save report.pdf --save report.html",
    "upcard class-report 7KQ4M --save decisions.csv --charts charts --pseudonyms",
    "upcard class-report 7KQ4M --sheets --save sheets.pdf",
    "upcard class-report 7KQ4M --compare R3TWX --save both.html",
)
@click.argument("code", required=False, metavar="[CODE]")
@click.option(
    "--save", "files", type=FileName(), multiple=True, metavar="FILE",
    help="Write the report to FILE: .html or .pdf; .csv for every decision. Can be repeated.",
)  # fmt: skip
@click.option("--charts", type=FileName(), metavar="FOLDER", help="Write each chart to FOLDER as SVG.")
@click.option(
    "--codebook", type=FileName(), metavar="FILE", help="Write the meaning of the CSV columns to FILE."
)
@click.option("--pupil", metavar="NICKNAME", help="Report only on this pupil.")
@click.option("--sheets", "has_sheets", is_flag=True, help="Add a page for each pupil.")
@click.option("--compare", "other", metavar="CODE", help="Compare with another class instead.")
@click.option(
    "--names/--pseudonyms", "has_names", default=True, show_default=True,
    help="Show nicknames, or Pupil 1, Pupil 2 and so on.",
)  # fmt: skip
@paper_option
@stored_classes
def command(
    store: "Store",
    code: str | None,
    files: tuple[Path, ...],
    charts: Path | None,
    codebook: Path | None,
    pupil: str | None,
    has_sheets: bool,
    other: str | None,
    has_names: bool,
    paper: str,
) -> None:
    """Write the report of a class, or list the classes.

    The report has the results of every activity and what the decisions cost, as the teacher's page shows it.
    Texts that pupils wrote are shown as they are, also with --pseudonyms.
    """
    from upcard.cli.terminal.class_reports import WantedReport, write_reports

    if code is None:
        _list(store)
        return
    if not (files or charts or codebook):
        raise Usage("nothing would be written; name a file with --save, such as --save report.html")
    for file in files:
        check_target(file, "--save")
    check_target(codebook, "--codebook")
    wanted = WantedReport(files, charts, codebook, pupil, has_sheets, other, has_names, paper)
    for written in asyncio.run(write_reports(store, find_class(store, code), wanted)):
        click.echo(str(written))


def _list(store: "Store") -> None:
    """Print the classes that have done an activity, the latest first."""
    from upcard.classroom.class_repository import rooms_with_work
    from upcard.cli.terminal.console import show, text_grid
    from upcard.web.classroom.class_document import clock_text

    classes = store.read(lambda c: rooms_with_work(c, MOST_LISTED))
    if not classes:
        click.echo("No class has done an activity here.")
        return
    rows = [(x.code, x.name, clock_text(x.made_at), str(pupils)) for x, pupils in classes]
    show(text_grid("code", "name", "opened", "pupils", rows=rows, named=True))
