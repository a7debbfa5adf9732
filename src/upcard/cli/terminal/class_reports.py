"""Writes the report of a class, or the comparison of two classes, from a database into files."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from upcard.classroom.class_repository import RoomSnapshot
from upcard.classroom.decision_export import codebook_text, csv_text, games_of
from upcard.cli.terminal.stored_classes import find_class, find_pupil
from upcard.engine.atomic_files import make_folder, write_bytes, write_text
from upcard.engine.errors import Usage
from upcard.engine.file_endings import check_suffix
from upcard.report.deck.paper import PAPERS
from upcard.report.section_files import SectionReport, chart_files, section_html, section_pdf
from upcard.server.bots import Bots
from upcard.server.database import Store
from upcard.server.table_service import TableService
from upcard.web.classroom.class_document import (
    ReportedRoom,
    class_report,
    comparison_report,
    exports_of,
    pupil_chapters,
    wait_until_computed,
    with_numbers_for_names,
)
from upcard.web.classroom.class_requests import ClassroomService

TABLE, ENDINGS = ".csv", (".html", ".pdf", ".csv")
PATIENCE = 600.0
"""Maximum seconds until all results are computed."""


@dataclass(frozen=True)
class WantedReport:
    """The options of the command: which files to write, and about whom."""

    files: tuple[Path, ...]
    charts: Path | None
    codebook: Path | None
    pupil: str | None
    has_sheets: bool
    other: str | None
    has_names: bool
    paper: str


@contextmanager
def _classes(store: Store) -> Iterator[ClassroomService]:
    """Return the classes of a database inside the block, without a server."""
    service = TableService(store, Bots(), pace=0.0)
    try:
        yield ClassroomService.of(service)
    finally:
        service.bots.close()


async def write_reports(store: Store, room: RoomSnapshot, wanted: WantedReport) -> list[Path]:
    """Write the files and return their paths; raises Usage if the options do not fit each other."""
    endings = [check_suffix(x, ENDINGS) for x in wanted.files]
    if TABLE in endings and (wanted.other or wanted.pupil):
        raise Usage("a .csv file contains every decision of one class; leave out --compare and --pupil")
    with _classes(store) as classes:
        try:
            here = await _reported(classes, room, wanted)
            report = await _report(store, classes, here, wanted)
            return await _write(here, report, wanted)
        finally:
            await classes.jobs.close()


async def _reported(classes: ClassroomService, room: RoomSnapshot, wanted: WantedReport) -> ReportedRoom:
    live = await classes.rooms.find(room.row.code)
    return ReportedRoom(live if wanted.has_names else with_numbers_for_names(live), classes)


async def _report(
    store: Store, classes: ClassroomService, here: ReportedRoom, wanted: WantedReport
) -> SectionReport:
    """Return the report on a class, on one pupil, or on two classes."""
    if wanted.other is not None:
        second = await _reported(classes, find_class(store, wanted.other), wanted)
        return await comparison_report(here, second, PATIENCE)
    if wanted.pupil is None:
        return await class_report(here, wanted.has_sheets, PATIENCE)
    await wait_until_computed(here, PATIENCE)
    number = find_pupil((await classes.rooms.find(here.room.code)).snapshot, wanted.pupil).number
    name = here.room.name_of(number)
    return SectionReport(f"Class {here.room.code}", [], await pupil_chapters(here, [name]))


async def _write(here: ReportedRoom, report: SectionReport, wanted: WantedReport) -> list[Path]:
    """Write all files and return their paths."""
    has_table = TABLE in {x.suffix.lower() for x in wanted.files}
    exports = await exports_of(here, PATIENCE, has_figures=True) if has_table else []
    written = []
    for file in wanted.files:
        match file.suffix.lower():
            case ".html":
                write_text(file, section_html(report))
            case ".pdf":
                write_bytes(file, section_pdf(report, PAPERS[wanted.paper]))
            case _:
                write_text(file, csv_text(exports, here.room.code, here.room.snapshot.pupils_of_report))
        written.append(file)
    if wanted.codebook is not None:
        write_text(wanted.codebook, codebook_text(games_of(exports or await exports_of(here))))
        written.append(wanted.codebook)
    if wanted.charts is not None:
        make_folder(wanted.charts)
        for name, svg in chart_files(report).items():
            write_text(wanted.charts / name, svg)
            written.append(wanted.charts / name)
    return written
