"""Web pages of the textbook: chapters with interactive cells, and worksheets to print."""

import json
import re
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any

from fastapi import APIRouter
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.document.model import Figure
from upcard.engine.errors import Unknown, UpcardError
from upcard.engine.game import make_game
from upcard.lessons.answer_checks import Exercise
from upcard.lessons.cached_figures import stored_answers
from upcard.lessons.chapter_registry import (
    Chapter,
    PracticeTable,
    chapters,
    find_cell,
    find_chapter,
    find_exercise,
)
from upcard.lessons.chapter_template import chapter_markdown, sheet_markdown
from upcard.lessons.docs_export import figure_html
from upcard.lessons.experiments import Experiment
from upcard.lessons.interactive_cells import answer_of
from upcard.lessons.questions import LessonCell
from upcard.lessons.worksheet import sheet_pdf
from upcard.report.deck.paper import PAPERS
from upcard.server.fair_threads import in_thread
from upcard.web.http.request_context import CurrentRequest, RequestContext
from upcard.web.http.review_jobs import CELL

router = APIRouter(prefix="/learn", include_in_schema=False)
MARK = "<!-- interactive "
"""Begins the mark of a cell, an exercise or an experiment in the text of a chapter."""

FOLD = '<details class="programmers"><summary>For programmers</summary>{}</details>'
CODE = re.compile(r"(?:<pre tabindex=.*?</pre>\s*)+", re.DOTALL)


class _WebBlocks:
    """Renders the parts of a chapter that are not text; cells are inserted later, at each request."""

    def picture(self, chapter: Chapter, name: str, picture: Figure) -> str:
        """Return the drawing, in the colours of the page."""
        return figure_html(picture)

    def play(self, chapter: Chapter, name: str, play: PracticeTable) -> str:
        """Return a link to the form with all choices made, and the command."""
        hidden = f'<span class="visually-hidden"> {escape(play.words)}</span>'
        link = f'<a class="button quiet" href="{escape(play.path)}">Play{hidden}</a>'
        command = FOLD.format(f"<p><code>{escape(play.command)}</code></p>")
        return f'<div class="play">{link} {escape(play.words)}{command}</div>'

    def cell(self, chapter: Chapter, name: str, cell: LessonCell) -> str:
        """Return a mark for a cell."""
        return f"{MARK}cell {name} -->"

    def exercise(self, chapter: Chapter, name: str, exercise: Exercise) -> str:
        """Return a mark for an exercise."""
        return f"{MARK}exercise {name} -->"

    def experiment(self, chapter: Chapter, name: str, experiment: Experiment) -> str:
        """Return a mark for an experiment."""
        return f"{MARK}experiment {name} -->"


@router.get("")
async def book(context: CurrentRequest) -> Response:
    """Show all chapters."""
    titles = [(x, make_game(x.lesson.GAME).title) for x in chapters().values()]
    return context.page("learn.html.jinja", chapters=titles)


@router.get("/{name}")
async def show_chapter(context: CurrentRequest, name: str) -> Response:
    """Show a chapter; the cell or exercise that the query names has the entries of the query."""
    chapter, query = chapter_from_address(name), context.query
    text = await in_thread(chapter_html, name)
    chosen = {kind: query.pop(kind, "") for kind in ("cell", "exercise")}
    first, *parts = text.split(MARK)
    pieces = [first]
    for part in parts:
        mark, _, rest = part.partition(" -->")
        kind, _, which = mark.partition(" ")
        entries = query if which == chosen.get(kind) else {}
        if kind == "cell":
            values = await _cell_values(context, chapter, which, entries)
            pieces.append(context.render("cell.html.jinja", **values))
        elif kind == "exercise":
            values = _exercise_values(chapter, which, entries.get("answer", ""))
            pieces.append(context.render("exercise.html.jinja", **values))
        else:
            trial = chapter.experiments[which]
            pieces.append(context.render("experiment.html.jinja", name=which, experiment=trial))
        pieces.append(rest)
    body = Markup("".join(pieces))  # noqa: S704 - our text; forms come from templates that escape
    return context.page("chapter.html.jinja", chapter=chapter, body=body, game=make_game(chapter.lesson.GAME))


@router.get("/{name}/cells/{cell}")
async def compute(context: CurrentRequest, name: str, cell: str) -> Response:
    """Return the result of a cell without its form, in which the reader may be typing."""
    chapter, query = chapter_from_address(name), context.query
    query.pop("cell", "")
    values = await _cell_values(context, chapter, cell, query)
    return HTMLResponse(context.render("cell_answer.html.jinja", **values))


@router.get("/{name}/exercises/{exercise}")
async def check_answer(context: CurrentRequest, name: str, exercise: str, answer: str = "") -> Response:
    """Return the verdict on an answer, without the form, in which the reader may be typing."""
    chapter = chapter_from_address(name)
    values = _exercise_values(chapter, exercise, answer)
    return HTMLResponse(context.render("exercise_verdict.html.jinja", **values))


@router.get("/{name}/sheet")
async def sheet(context: CurrentRequest, name: str) -> Response:
    """Show the worksheet of a chapter, to print."""
    chapter = chapter_from_address(name)
    body = Markup(await in_thread(sheet_html, name))  # noqa: S704 - our text
    return context.page("sheet.html.jinja", chapter=chapter, body=body)


@router.get("/{name}/sheet.pdf")
async def sheet_file(name: str, paper: str = "a4") -> Response:
    """Return the worksheet as a PDF file."""
    chapter = chapter_from_address(name)
    if paper not in PAPERS:
        raise Unknown(f"there is no paper size {paper[:20]!r}; choose one of {', '.join(PAPERS)}")
    content = await in_thread(sheet_pdf, chapter, PAPERS[paper])
    headers = {"Content-Disposition": f'inline; filename="{chapter.name}-sheet.pdf"'}
    return Response(content, media_type="application/pdf", headers=headers)


def chapter_from_address(name: str) -> Chapter:
    """Return the chapter in an address; raises Unknown if there is none."""
    try:
        return find_chapter(name)
    except UpcardError as fault:
        raise Unknown(str(fault)) from None


def cell_from_address(chapter: str, name: str) -> LessonCell:
    """Return the cell in an address; raises Unknown if there is none."""
    try:
        return find_cell(chapter, name)
    except UpcardError as fault:
        raise Unknown(str(fault)) from None


@lru_cache(maxsize=64)
def chapter_html(name: str) -> str:
    """Return the text of a chapter as HTML, with marks for its cells."""
    text = markdown_html(chapter_markdown(find_chapter(name), _WebBlocks()))
    return CODE.sub(lambda code: FOLD.format(code[0]), text)


@lru_cache(maxsize=64)
def sheet_html(name: str) -> str:
    """Return the worksheet of a chapter as HTML."""
    return markdown_html(sheet_markdown(find_chapter(name)))


def markdown_html(text: str) -> str:
    """Return Markdown as HTML; wide tables scroll on their own."""
    html = str(MarkdownIt("commonmark").enable("table").render(text))
    opened = '<div class="scroll" tabindex="0" role="group" aria-label="a table"><table>'
    html = html.replace("<table>", opened).replace("</table>", "</table></div>")
    return html.replace("<pre>", '<pre tabindex="0">')


async def _cell_values(
    context: RequestContext, chapter: Chapter, name: str, entries: Mapping[str, str]
) -> dict[str, Any]:
    """Return the values of a cell: the entries of its form, and their result."""
    cell = cell_from_address(chapter.name, name)
    result, fault = None, ""
    try:
        result = await compute_cell(context, chapter.name, name, cell, entries)
    except UpcardError as error:
        fault = str(error)
    written = {f.name: entries.get(f.name, f.usual) for f in cell.fields}
    return {
        "chapter": chapter, "name": name, "cell": cell, "values": written, "result": result, "fault": fault,
    }  # fmt: skip


def _exercise_values(chapter: Chapter, name: str, answer: str) -> dict[str, Any]:
    """Return an exercise, an answer and its verdict; raises Unknown if there is no such exercise."""
    try:
        exercise = find_exercise(chapter.name, name)
    except UpcardError as error:
        raise Unknown(str(error)) from None
    verdict, fault = None, ""
    try:
        verdict = exercise.check(answer) if answer else None
    except UpcardError as error:
        fault = str(error)
    return {
        "chapter": chapter, "name": name, "exercise": exercise,
        "answer": answer, "verdict": verdict, "fault": fault,
    }  # fmt: skip


async def compute_cell(
    context: RequestContext, chapter: str, name: str, cell: LessonCell, entries: Mapping[str, str]
) -> dict[str, Any] | None:
    """Return the result of a cell, or None while it is computed; raises UpcardError for an invalid entry."""
    chosen = cell.read(entries)
    if cell.is_long and chosen == cell.read({}):
        cached = stored_answers(find_chapter(chapter).package)
        if name in cached:
            return cached[name]
    text = json.dumps({"chapter": chapter, "cell": name, "given": chosen})
    if cell.is_long:
        return await context.site.reviewer.compute(f"cell {text}", answer_of, text, CELL)
    return await in_thread(answer_of, text)
