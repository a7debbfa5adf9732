"""The report of a class as a document: for files of HTML and PDF, on the command line and as downloads."""

import asyncio
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from upcard.classroom.activity_registry import activities, activity_of, find_activity
from upcard.classroom.activity_steps import Contest, Play, Poll, Step, Talk
from upcard.classroom.class_board import Board
from upcard.classroom.class_comparison import compare_classes, different_settings
from upcard.classroom.class_repository import Run
from upcard.classroom.decision_export import ActivityExport, export_rows
from upcard.classroom.decision_losses import PATIENCE, judge_all
from upcard.classroom.live_room import LiveRoom
from upcard.classroom.poll_results import PollResult
from upcard.classroom.pupil_sheet import pupil_sheet
from upcard.classroom.recording import story_of
from upcard.document.model import Section, Table
from upcard.engine.errors import Usage
from upcard.engine.wording import minus
from upcard.language.messages import (
    SOURCE,
    game_words,
    in_language,
    local_number,
    marked,
    ngettext,
    pgettext,
)
from upcard.language.messages import gettext as _
from upcard.report.section_files import ReportPart, SectionReport
from upcard.web.classroom.class_requests import ClassroomService, RoomAtServer
from upcard.web.classroom.class_views import step_values
from upcard.web.classroom.contest_views import contest_values
from upcard.web.value_text import value_text

INCOMPLETE = marked("Some results were still being computed when this report was made.")

RESULTS = {"poll": "polls", "write": "rules", "choose": "held"}
"""The value that is empty until something happens, for each kind of step."""

SHEET_PATIENCE = 2.0
"""Seconds for which the sheet of a pupil waits for the judgements of each activity."""

PAUSE = 0.3
"""Minimum seconds between two looks whether everything is computed."""


@dataclass(frozen=True)
class ReportedRoom:
    """A room of which a report is made, and the service that computes its results."""

    room: LiveRoom
    classes: ClassroomService


def with_numbers_for_names(room: LiveRoom) -> LiveRoom:
    """Return a copy of a room in which the pupils are called ``Pupil 1``, ``Pupil 2`` and so on."""
    pupils = tuple(
        x if x.is_deleted else replace(x, name=_("Pupil {number}", number=x.number + 1))
        for x in room.snapshot.pupils
    )
    return LiveRoom(replace(room.snapshot, pupils=pupils))


async def reached_steps(here: RoomAtServer, run: Run) -> list[dict[str, Any]]:
    """Return the results of each step that the class reached."""
    steps = []
    for number, step in activity_of(run).course:
        values = await _values(here, run, number, step)
        if values is not None:
            steps.append({"number": number, "step": step, "kind": step.kind, "is_waiting": False} | values)
    return steps


async def _values(here: RoomAtServer, run: Run, number: int, step: Step) -> dict[str, Any] | None:
    """Return the results of a step; None if nothing has happened in it."""
    values = await step_values(here, run, number, step)
    if isinstance(step, Poll):
        values["polls"] = [x for x in values["polls"] if x.answered]
    happened = values.get(RESULTS.get(step.kind, ""), values)
    if isinstance(step, Play):
        happened = here.room.sittings(run.number, number)
    return values if happened else None


async def export_of(
    here: RoomAtServer, run: Run, patience: float | None = None, has_figures: bool = False
) -> ActivityExport:
    """Return an activity with its judged matches, the contests so far, and perhaps its debriefs.

    Waits `patience` seconds for missing judgements, by default as :func:`judge_all`, and for debriefs.
    """
    service, room = here.classes.rooms.tables, here.room
    verdicts = await judge_all(service, here.classes.jobs, room, run.number, patience)
    contests, place = {}, activity_of(run).position
    for number, step in activity_of(run).course:
        if isinstance(step, Contest) and place(number) <= place(run.step):
            values = await contest_values(here, step, run, number)
            if values["result"]:
                contests[number] = (values["result"], values["matches"])
    debriefs = await _debriefs(here, run, patience) if has_figures else {}
    return ActivityExport(run, await story_of(service, room, run), verdicts, contests, debriefs)


async def _debriefs(
    here: RoomAtServer, run: Run, patience: float | None
) -> dict[int, Sequence[Section] | None]:
    """Return the sections of the debriefs of an activity in English; None for those still being computed."""
    jobs = here.classes.jobs
    with jobs.noting_missing() as missing:
        await _computed_debriefs(here, run)
    await jobs.wait(missing, PATIENCE if patience is None else patience)
    return await _computed_debriefs(here, run)


async def _computed_debriefs(here: RoomAtServer, run: Run) -> dict[int, Sequence[Section] | None]:
    """Return the sections of the debriefs of an activity in English, without waiting."""
    place, debriefs = activity_of(run).position, dict[int, Sequence[Section] | None]()
    with in_language(SOURCE):
        for number, step in activity_of(run).course:
            if isinstance(step, Talk) and place(number) <= place(run.step):
                values = await step_values(here, run, number, step)
                debriefs[number] = None if values.get("is_waiting") else values.get("sections", ())
    return debriefs


async def exports_of(
    here: RoomAtServer, patience: float | None = None, has_figures: bool = False
) -> list[ActivityExport]:
    """Return all activities of a room; see :func:`export_of`."""
    return [await export_of(here, run, patience, has_figures) for run in here.room.snapshot.runs]


async def wait_until_computed(here: RoomAtServer, seconds: float) -> bool:
    """Wait until every result of a class is computed, at most for a time; return whether it is."""
    jobs, until = here.classes.jobs, time.monotonic() + seconds
    while time.monotonic() < until:
        with jobs.noting_missing() as missing:
            for run in here.room.snapshot.runs:  # each request for a missing result queues its job
                await reached_steps(here, run)
                await export_of(here, run, 0.0)
        if not missing:
            return True
        await asyncio.sleep(PAUSE)  # a job that was refused is not waited for
        await jobs.wait(missing, until - time.monotonic())
    return False


async def class_report(here: RoomAtServer, has_sheets: bool = False, patience: float = 10.0) -> SectionReport:
    """Return the report of a class, activity by activity, perhaps with a sheet for each pupil at its end.

    It waits at most `patience` seconds until everything is computed.
    """
    is_complete = await wait_until_computed(here, patience)
    room, chapters = here.room, list[ReportPart]()
    for run in room.snapshot.runs:
        steps = await reached_steps(here, run)
        title = f"{_(activity_of(run).title)} ({clock_text(run.began_at)})"
        chapters.append(ReportPart(title, [section for x in steps for section in _sections(x)]))
    if has_sheets:
        chapters += await pupil_chapters(here, [x.name for x in room.snapshot.pupils_of_report])
    lines = [_joined_text([x.name for x in room.snapshot.pupils_of_report])]
    if not is_complete:
        lines.append(_(INCOMPLETE))
    return SectionReport(_("Report on class {code}", code=room.code), lines, chapters)


def _joined_text(names: Sequence[str]) -> str:
    """Return how many pupils joined, with their names."""
    if not names:
        return ngettext("{n} pupil joined.", "{n} pupils joined.", 0)
    return ngettext(
        "{n} pupil joined: {names}.", "{n} pupils joined: {names}.", len(names), names=", ".join(names)
    )


async def pupil_chapters(here: RoomAtServer, names: Sequence[str]) -> list[ReportPart]:
    """Return the sheets of some pupils, each on a new page."""
    runs = here.room.snapshot.runs
    rows = await asyncio.to_thread(export_rows, await exports_of(here, SHEET_PATIENCE))
    titles: dict[tuple[object, object], str] = {
        (run.number + 1, i + 1): f"{_(activity.title)}: {game_words(step.title)}"
        if step.title != activity.title
        else _(step.title)
        for run in runs
        for activity in [activity_of(run)]
        for i, step in activity.course
    }
    return [ReportPart(name, pupil_sheet(rows, name, titles), is_on_new_page=True) for name in names]


def clock_text(then: float) -> str:
    """Return a date and time in the local time of this computer, which is usually the teacher's."""
    return datetime.fromtimestamp(then).strftime("%Y-%m-%d %H:%M")  # noqa: DTZ006


def _sections(x: dict[str, Any]) -> list[Section]:
    """Return the sections of a step."""
    step: Step = x["step"]
    title = game_words(step.title)
    match x["kind"]:
        case "play":
            return [board_section(x["board"], title)]
        case "poll":
            return [_poll_section(p) for p in x["polls"]]
        case "write":
            lines = [(_("Group {group}", group=group), words, rule) for group, words, rule in x["rules"]]
            return [Section(title, [], [Table(title, (_("group"), _("in words"), _("rule")), lines)])]
        case "contest":
            matches = local_number(f"{x['matches']:,}")
            text = _(
                "Each rule has played {matches} matches; with 95 % confidence intervals.", matches=matches
            )
            return [Section(title, [text], bars=x["bars"]), *x["tables"], *x["earlier"]]
        case "choose":
            return [_matrix_section(x, title), *([x["lefts_section"]] if x["lefts_section"] else [])]
    return list(x.get("sections", ()))


def _poll_section(poll: PollResult) -> Section:
    return replace(poll.section, text=[*poll.section.text, _("{number} answered.", number=poll.answered)])


def board_section(board: Board, title: str) -> Section:
    """Return the matches of a step and the results of all pupils."""
    matches = [
        (
            _("Group {group}, match {match}", group=x.number, match=x.match),
            ", ".join(f"{p.name} ({game_words(p.role)})" for p in x.places),
            x.state,
        )
        for x in board.matches
    ]
    pupils = [
        (
            x.name, str(x.matches), local_number(f"{x.wins:g}"),
            local_number(minus(f"{float(x.points):+g}" if x.points else "0")),
            *((str(x.decisions), str(x.mistakes), value_text(x.loss, board.unit)) if board.judged else ()),
        )
        for x in board.pupils
    ]  # fmt: skip
    judged = (_("decisions"), _("mistakes"), _("cost of mistakes")) if board.judged else ()
    tables = []
    if matches:
        tables.append(Table(_("Matches"), (pgettext("heading", "match"), _("players"), _("result")), matches))
    if pupils:
        columns = (_("pupil"), _("matches"), pgettext("number of matches", "won"), _("points"), *judged)
        tables.append(Table(_("Pupils"), columns, pupils))
    return Section(title, board.sentences(), tables)


def _matrix_section(x: dict[str, Any], title: str) -> Section:
    """Return the matrix of a step, with the number of times of each cell."""
    names = x["actions"]
    cells = [
        (
            _("row: {choice}", choice=word),
            *(
                _("{payoffs} ({times})", payoffs=f"{a}, {b}", times=ngettext("{n} time", "{n} times", n))
                for (a, b), n in zip(row, counts, strict=True)
            ),
        )
        for word, row, counts in zip(names, x["matrix"], x["counts"], strict=True)
    ]
    games = ngettext(
        "{n} game; pupils chose {choice} {times} of {all} times.",
        "{n} games; pupils chose {choice} {times} of {all} times.",
        x["held"],
        choice=names[0],
        times=x["lefts"],
        all=x["chosen"],
    )
    columns = ("", *(_("column: {choice}", choice=word) for word in names))
    return Section(title, [f"{x['matrix_name']}. {games}"], [Table(title, columns, cells)])


def _compared(name: str, first: Sequence[ActivityExport], second: Sequence[ActivityExport]) -> ReportPart:
    """Return the comparison of two classes in one activity, which takes a while."""
    one, other = (export_rows([x for x in some if x.run.activity == name]) for some in (first, second))
    activity = find_activity(name)
    settings = different_settings(one, other, activity.settings)
    sections = compare_classes(one, other, dict(enumerate(activity.steps, 1)))
    return ReportPart(_(activity.title), [*settings, *(sections or [Section(_("Nothing to compare yet"))])])


async def comparison_report(
    first: RoomAtServer, second: RoomAtServer, patience: float = 10.0
) -> SectionReport:
    """Return the comparison of two classes, activity by activity; raises Usage if they have none in common.

    It waits at most `patience` seconds for each class until everything is computed.
    """
    names = [{run.activity for run in x.room.snapshot.runs} for x in (first, second)]
    common = [x for x in activities() if x in names[0] & names[1]]
    codes = [x.room.code for x in (first, second)]
    if not common:
        raise Usage(
            _(
                "the classes {one} and {other} have done no activity in common; choose another class",
                one=codes[0],
                other=codes[1],
            )
        )
    is_complete = all([await wait_until_computed(x, patience) for x in (first, second)])
    exports = [await exports_of(x, 0.0) for x in (first, second)]
    chapters = [await asyncio.to_thread(_compared, x, *exports) for x in common]
    lines = [
        _(
            "The first class is {one}, the second one {other}. Numbers of pupils are in brackets.",
            one=codes[0],
            other=codes[1],
        ),
        _(
            "If an interval contains 0, chance alone may explain the difference. The classes were not chosen "
            "at random, so a difference need not come from the teaching."
        ),
    ]
    if not is_complete:
        lines.append(_(INCOMPLETE))
    title = _("Classes {one} and {other}", one=codes[0], other=codes[1])
    return SectionReport(title, lines, chapters)
