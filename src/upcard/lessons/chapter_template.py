"""Filling in the text of a chapter: numbers for their names; blocks for pictures, tables and cells."""

from collections.abc import Mapping
from typing import Any, Protocol

from jinja2 import Environment, StrictUndefined

from upcard.document.model import Figure
from upcard.engine.errors import Usage
from upcard.lessons.chapter_numbers import worked
from upcard.lessons.chapter_registry import Chapter, PracticeTable
from upcard.lessons.questions import Cell

_ENVIRONMENT = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)  # noqa: S701 - Markdown


class Blocks(Protocol):
    """How a medium shows the parts that are no text."""

    def picture(self, chapter: Chapter, name: str, picture: Figure) -> str:
        """Return a picture with its caption."""

    def play(self, chapter: Chapter, name: str, play: PracticeTable) -> str:
        """Return the place where a table can be opened."""

    def cell(self, chapter: Chapter, name: str, cell: Cell) -> str:
        """Return a question that is computed."""


def filled(chapter: Chapter, blocks: Blocks) -> str:
    """Return the text of a chapter as Markdown without names.

    Parameters
    ----------
    chapter : Chapter
        The chapter.
    blocks : Blocks
        Shows pictures, tables to play at and cells.

    Raises
    ------
    Usage
        If the text names a block that does not exist.
    jinja2.UndefinedError
        If the text names a number that does not exist.
    """

    def block(kind: str, some: Mapping[str, Any]) -> Any:
        def shown(name: str) -> str:
            if name not in some:
                raise Usage(f"the chapter {chapter.name} has no {kind} {name!r}")
            return str(getattr(blocks, kind)(chapter, name, some[name]))

        return shown

    return _ENVIRONMENT.from_string(chapter.source).render(
        **_numbers(chapter),
        picture=block("picture", chapter.pictures),
        play=block("play", chapter.lesson.PLAYS),
        cell=block("cell", chapter.lesson.CELLS),
    )


def filled_sheet(chapter: Chapter) -> str:
    """Return the sheet of a chapter as Markdown without names."""
    return _ENVIRONMENT.from_string(chapter.sheet_source).render(**_numbers(chapter))


def _numbers(chapter: Chapter) -> dict[str, Any]:
    """Return what every text may name: its numbers, and sums of them."""
    figures = chapter.figures

    def sum_text(task: str, digits: int | None = None) -> str:
        return worked(task, figures, digits)

    return {**figures, "worked": sum_text}
