"""The textbook in the web: its chapters, with cells that compute again, and sheets to print."""

import asyncio
import json
from collections.abc import Mapping
from functools import lru_cache
from html import escape
from typing import Any

from fastapi import APIRouter
from markdown_it import MarkdownIt
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from upcard.document.model import Figure
from upcard.engine.errors import UpcardError
from upcard.engine.game import make_game
from upcard.lessons.cached_figures import stored_answers
from upcard.lessons.chapter_registry import Chapter, PracticeTable, chapters, find_cell, find_chapter
from upcard.lessons.chapter_template import filled, filled_sheet
from upcard.lessons.docs_export import figure_html
from upcard.lessons.interactive_cells import answer_of
from upcard.lessons.questions import Cell
from upcard.lessons.worksheet import sheet_pdf
from upcard.report.deck.paper import PAPERS
from upcard.server.service_base import Unknown
from upcard.web.http.request_context import CurrentRequest, RequestContext, page, rendered
from upcard.web.http.review_jobs import CELL

router = APIRouter(prefix="/learn", include_in_schema=False)
PARTED = "<!-- cell "


class _WebBlocks:
    """How a page of the web shows what is no text; cells are put in when the page is asked for."""

    def picture(self, chapter: Chapter, name: str, picture: Figure) -> str:
        """The drawing itself, in the colours of the page."""
        return figure_html(picture)

    def play(self, chapter: Chapter, name: str, play: PracticeTable) -> str:
        """A link to the form with everything chosen, and the command."""
        hidden = f'<span class="visually-hidden"> {escape(play.words)}</span>'
        link = f'<a class="button quiet" href="{escape(play.path)}">Play{hidden}</a>'
        return f'<p class="play">{link} {escape(play.words)}<br><code>{escape(play.command)}</code></p>'

    def cell(self, chapter: Chapter, name: str, cell: Cell) -> str:
        """The place of a cell."""
        return f"{PARTED}{name} -->"


@router.get("")
async def book(asked_by: CurrentRequest) -> Response:
    """All chapters."""
    found = [(x, make_game(x.lesson.GAME).title) for x in chapters().values()]
    return page(asked_by, "learn.html.jinja", chapters=found)


@router.get("/{name}")
async def chapter(asked_by: CurrentRequest, name: str) -> Response:
    """A chapter; with the name of a cell in the query, that cell as it was filled in."""
    found, query = _known(name), dict(asked_by.request.query_params)
    text = await asyncio.to_thread(chapter_html, name)
    chosen = query.pop("cell", "")
    pieces = [text.partition(PARTED)[0]]
    for part in text.split(PARTED)[1:]:
        cell, _, rest = part.partition(" -->")
        pieces += [await _cell_html(asked_by, found, cell, query if cell == chosen else {}), rest]
    body = Markup("".join(pieces))  # noqa: S704 - our own text, and cells filled in by a template that escapes
    return page(asked_by, "chapter.html.jinja", chapter=found, body=body, game=make_game(found.lesson.GAME))


@router.get("/{name}/cells/{cell}")
async def compute(asked_by: CurrentRequest, name: str, cell: str) -> Response:
    """What a cell finds, alone: its form may be filled in anew meanwhile."""
    found, query = _known(name), dict(asked_by.request.query_params)
    query.pop("cell", "")
    return HTMLResponse(await _cell_html(asked_by, found, cell, query, "cell_answer.html.jinja"))


@router.get("/{name}/sheet")
async def sheet(asked_by: CurrentRequest, name: str) -> Response:
    """The sheet for pupils, to print."""
    found = _known(name)
    body = Markup(await asyncio.to_thread(sheet_html, name))  # noqa: S704 - our own text
    return page(asked_by, "sheet.html.jinja", chapter=found, body=body)


@router.get("/{name}/sheet.pdf")
async def sheet_file(name: str, paper: str = "a4") -> Response:
    """The same as a PDF file."""
    found = _known(name)
    if paper not in PAPERS:
        raise Unknown(f"there is no paper size {paper[:20]!r}; choose one of {', '.join(PAPERS)}")
    content = await asyncio.to_thread(sheet_pdf, found, PAPERS[paper])
    named = {"Content-Disposition": f'inline; filename="{found.name}-sheet.pdf"'}
    return Response(content, media_type="application/pdf", headers=named)


def _known(name: str) -> Chapter:
    """The chapter of an address."""
    try:
        return find_chapter(name)
    except UpcardError as fault:
        raise Unknown(str(fault)) from None


def _cell(chapter: Chapter, name: str) -> Cell:
    """The cell of an address."""
    try:
        return find_cell(chapter.name, name)
    except UpcardError as fault:
        raise Unknown(str(fault)) from None


@lru_cache(maxsize=64)
def chapter_html(name: str) -> str:
    """The text of a chapter as HTML, with places for its cells."""
    return _html(filled(find_chapter(name), _WebBlocks()))


@lru_cache(maxsize=64)
def sheet_html(name: str) -> str:
    """The sheet of a chapter as HTML."""
    return _html(filled_sheet(find_chapter(name)))


def _html(text: str) -> str:
    """Markdown as HTML; tables may be wider than a phone, and then they move by themselves."""
    found = str(MarkdownIt("commonmark").enable("table").render(text))
    opened = '<div class="scroll" tabindex="0" role="group" aria-label="a table"><table>'
    found = found.replace("<table>", opened).replace("</table>", "</table></div>")
    return found.replace("<pre>", '<pre tabindex="0">')


async def _cell_html(
    asked_by: RequestContext,
    chapter: Chapter,
    name: str,
    given: Mapping[str, str],
    template: str = "cell.html.jinja",
) -> str:
    """A cell with its form, filled in, and what it finds."""
    cell = _cell(chapter, name)
    values: dict[str, Any] = {f.name: given.get(f.name, f.usual) for f in cell.fields}
    found, fault = None, ""
    try:
        found = await found_by(asked_by, chapter.name, name, cell, given)
    except UpcardError as wrong:
        fault = str(wrong)
    return rendered(
        asked_by,
        template,
        chapter=chapter,
        name=name,
        cell=cell,
        values=values,
        found=found,
        fault=fault,
    )


async def found_by(
    asked_by: RequestContext, chapter: str, name: str, cell: Cell, given: Mapping[str, str]
) -> dict[str, Any] | None:
    """What a cell finds; None while it is not finished, which only one that takes long may be.

    Raises
    ------
    UpcardError
        If something cannot be chosen.
    """
    chosen = cell.read(given)
    if cell.is_long and chosen == cell.read({}):
        known = stored_answers(find_chapter(chapter).package)
        if name in known:
            return known[name]
    text = json.dumps({"chapter": chapter, "cell": name, "given": chosen})
    if cell.is_long:
        return await asked_by.site.reviewer.ask(f"cell {text}", answer_of, text, CELL)
    return await asyncio.to_thread(answer_of, text)
