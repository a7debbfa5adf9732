"""The interface for programs: the chapters of the textbook, and what their cells compute."""

from typing import Annotated, Any

from fastapi import APIRouter, Depends
from pydantic import BaseModel, Field
from starlette.requests import Request

from upcard.engine.errors import Failure, UpcardError
from upcard.lessons.chapter_registry import Chapter, chapters, find_cell
from upcard.server.service_base import Unknown
from upcard.web.api.tables_api import SAID
from upcard.web.http.request_context import RequestContext, visit
from upcard.web.pages.textbook_pages import found_by

router = APIRouter(prefix="/api/v1/lessons", tags=["lessons"], responses=SAID)


class FieldSeen(BaseModel):
    """Something to choose in a cell."""

    name: str
    label: str
    usual: int | str
    low: int
    high: int
    choices: list[str] = Field(description="Empty for a whole number from low to high.")


class CellSeen(BaseModel):
    """A question that is computed."""

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
    """What a cell has found."""

    text: str
    numbers: dict[str, float]
    head: list[str]
    rows: list[list[str]]


@router.get("")
def lessons() -> list[ChapterSeen]:
    """The chapters, with their cells and what can be chosen in each."""
    return [_chapter(x) for x in chapters().values()]


@router.get("/{chapter}/{cell}")
async def answer(
    request: Request, asked_by: Annotated[RequestContext, Depends(visit)], chapter: str, cell: str
) -> AnswerSeen:
    """What a cell finds; its fields are given in the query, and are as usual where they are not."""
    try:
        found = find_cell(chapter, cell)
    except UpcardError as fault:
        raise Unknown(str(fault)) from None
    said = await found_by(asked_by, chapter, cell, found, dict(request.query_params))
    if said is None:
        raise Failure("this takes longer than usual; try again in a few seconds")
    return AnswerSeen(**said)


def _chapter(x: Chapter) -> ChapterSeen:
    cells = [_cell(name, cell) for name, cell in x.lesson.CELLS.items()]
    return ChapterSeen(name=x.name, title=x.title, game=x.lesson.GAME, cells=cells)


def _cell(name: str, cell: Any) -> CellSeen:
    fields = [
        FieldSeen(
            name=f.name,
            label=f.label,
            usual=f.usual,
            low=f.low,
            high=f.high,
            choices=[x for x, _ in f.choices],
        )
        for f in cell.fields
    ]
    return CellSeen(name=name, title=cell.title, fields=fields)
