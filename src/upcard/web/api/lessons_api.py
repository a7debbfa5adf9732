"""The API: the chapters of the textbook, and what their cells compute."""

from typing import Any

from fastapi import APIRouter
from pydantic import BaseModel, Field

from upcard.engine.errors import Failure
from upcard.lessons.chapter_registry import Chapter, chapters
from upcard.web.api.tables_api import FAULTS
from upcard.web.http.request_context import CurrentRequest
from upcard.web.pages.textbook_pages import cell_from_address, compute_cell

router = APIRouter(prefix="/api/v1/lessons", tags=["lessons"], responses=FAULTS)


class FieldSeen(BaseModel):
    """An input of a cell."""

    name: str
    label: str
    usual: int | str
    low: int
    high: int
    choices: list[str] = Field(description="Empty for a whole number from low to high.")


class CellSeen(BaseModel):
    """An interactive computation of a chapter."""

    name: str
    title: str
    fields: list[FieldSeen]


class ChapterSeen(BaseModel):
    """A chapter of the textbook."""

    name: str
    title: str
    game: str
    cells: list[CellSeen]


class AnswerSeen(BaseModel):
    """The result of a cell."""

    text: str
    numbers: dict[str, float]
    head: list[str]
    rows: list[list[str]]


@router.get("")
def lessons() -> list[ChapterSeen]:
    """Return the chapters, with their cells and the inputs of each."""
    return [_chapter(x) for x in chapters().values()]


@router.get("/{chapter}/{cell}")
async def answer(context: CurrentRequest, chapter: str, cell: str) -> AnswerSeen:
    """Return the result of a cell; inputs come from the query, and missing ones have default values."""
    result = await compute_cell(context, chapter, cell, cell_from_address(chapter, cell), context.query)
    if result is None:
        raise Failure("this takes longer than usual; try again in a few seconds")
    return AnswerSeen(**result)


def _chapter(x: Chapter) -> ChapterSeen:
    cells = [_cell(name, cell) for name, cell in x.lesson.CELLS.items()]
    return ChapterSeen(name=x.name, title=x.title, game=x.lesson.GAME, cells=cells)


def _cell(name: str, cell: Any) -> CellSeen:
    fields = [FieldSeen(**vars(f) | {"choices": [x for x, _ in f.choices]}) for f in cell.fields]
    return CellSeen(name=name, title=cell.title, fields=fields)
