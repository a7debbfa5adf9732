"""The report of a class, its files, the sheets of pupils, and the table of all decisions."""

import asyncio
import io
import time
import zipfile
from collections.abc import Collection

from fastapi import APIRouter
from starlette.responses import Response

from upcard.classroom.activity_registry import activity_of
from upcard.classroom.activity_steps import Play
from upcard.classroom.class_repository import rooms_led
from upcard.classroom.decision_export import codebook_text, csv_text
from upcard.classroom.deletion import stored_pupil
from upcard.classroom.export_columns import DECIDED, FIGURE, KINDS
from upcard.engine.errors import UpcardError
from upcard.report.deck.paper import PAPERS
from upcard.report.section_files import chart_files, section_html, section_pdf
from upcard.web.classroom.class_document import (
    ReportedRoom,
    class_report,
    clock_text,
    comparison_report,
    exports_of,
    pupil_chapters,
    reached_steps,
    with_numbers_for_names,
)
from upcard.web.classroom.class_requests import (
    RoomRequest,
    TeachersRoom,
    room_request,
    teachers_room,
)
from upcard.web.http.request_context import CurrentRequest, Refusal

router = APIRouter(prefix="/c/{code}", include_in_schema=False)
MOST_COMPARED = 50
"""Maximum number of classes in the list of those that can be compared."""


@router.get("/report")
async def report(here: TeachersRoom) -> Response:
    """Show the report of a class, activity by activity, to the teacher."""
    runs = [
        (activity_of(run), clock_text(run.began_at), await reached_steps(here, run))
        for run in here.room.snapshot.runs
    ]
    is_waiting = any(x["is_waiting"] for _, _, steps in runs for x in steps)
    return here.context.page("class_report.html.jinja", room=here.room, runs=runs, is_waiting=is_waiting)


@router.get("/report/pupil/{number}")
async def sheet(context: CurrentRequest, code: str, number: int) -> Response:
    """Show the sheet of a pupil to the teacher."""
    here = await teachers_room(await room_request(context, code))
    pupil = stored_pupil(here.room.snapshot, number)
    (chapter,) = await pupil_chapters(here, [here.room.name_of(pupil.number)])
    return context.page("class_sheet.html.jinja", room=here.room, chapter=chapter)


@router.get("/compare")
async def compare(here: TeachersRoom) -> Response:
    """Compare the class with another class that the visitor leads."""
    persons, chosen = here.context.visitor.persons, here.context.query["with"]
    led = await here.classes.rooms.read(lambda c: rooms_led(c, persons, time.time(), MOST_COMPARED))
    others = [(x.code, f"{x.title}, {clock_text(x.made_at)}") for x, _ in led if x.code != here.room.code]
    document = refusal = None
    if chosen:
        try:
            other = await teachers_room(await room_request(here.context, chosen))
            document = await comparison_report(here, other)
        except UpcardError as fault:
            refusal = Refusal("compare", {}, fault)
    return here.context.page(
        "class_compare.html.jinja",
        refusal=refusal,
        room=here.room,
        report=document,
        others=others,
        chosen=chosen,
    )


@router.get("/report.html")
async def html_file(here: TeachersRoom) -> Response:
    """Return the report as one file of HTML; with ``names=no``, without nicknames."""
    document = await class_report(_reported(here))
    return _file(section_html(document), f"class-{here.room.code}.html", "text/html")


@router.get("/report.pdf")
async def pdf_file(here: TeachersRoom) -> Response:
    """Return the report as a PDF document, with a sheet for each pupil if ``sheets`` is in the query."""
    document = await class_report(_reported(here), "sheets" in here.context.query)
    paper = PAPERS.get(here.context.query["paper"], PAPERS["a4"])
    content = await asyncio.to_thread(section_pdf, document, paper)
    return _file(content, f"class-{here.room.code}.pdf", "application/pdf")


@router.get("/charts.zip")
async def charts(here: TeachersRoom) -> Response:
    """Return all charts of the report as SVG, in one archive."""
    document = await class_report(_reported(here))
    archive = io.BytesIO()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as out:
        for name, svg in chart_files(document).items():
            out.writestr(name, svg)
    return _file(archive.getvalue(), f"class-{here.room.code}-charts.zip", "application/zip")


@router.get("/decisions.csv")
async def decisions(here: TeachersRoom) -> Response:
    """Return all decisions of the class, under nicknames; with ``names=no``, under numbers."""
    return await _table(here, DECIDED, f"class-{here.room.code}.csv")


@router.get("/table.csv")
async def table(here: TeachersRoom) -> Response:
    """Return decisions, results, contests, settings and pupils of the class in one table, as above."""
    return await _table(here, tuple(KINDS), f"class-{here.room.code}-table.csv")


async def _table(here: RoomRequest, kinds: Collection[str], name: str) -> Response:
    """Return the rows of some kinds."""
    reported = _reported(here)
    room = reported.room
    exports = await exports_of(reported, has_figures=FIGURE in kinds)
    text = await asyncio.to_thread(csv_text, exports, room.code, room.snapshot.pupils_of_report, kinds)
    return _file(text, name, "text/csv")


@router.get("/codebook.csv")
async def codebook(here: TeachersRoom) -> Response:
    """Return the meaning of every column of the table of all decisions."""
    steps = [x for run in here.room.snapshot.runs for x in activity_of(run).steps]
    games = {x.game for x in steps if isinstance(x, Play)}
    return _file(codebook_text(games), f"class-{here.room.code}-codebook.csv", "text/csv")


def _reported(here: RoomRequest) -> ReportedRoom:
    """Return the room of a request, without nicknames if ``names=no`` is in the query."""
    has_names = here.context.query["names"] != "no"
    return ReportedRoom(here.room if has_names else with_numbers_for_names(here.room), here.classes)


def _file(content: str | bytes, name: str, kind: str) -> Response:
    """Return a file to save."""
    return Response(
        content, media_type=kind, headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )
