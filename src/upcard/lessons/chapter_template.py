"""The template of a chapter: numbers replace their names, and blocks show pictures, tables and cells."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from jinja2 import Environment, StrictUndefined

from upcard.document.model import Figure
from upcard.engine.errors import Usage
from upcard.lessons.chapter_numbers import worked
from upcard.lessons.chapter_registry import Chapter, PracticeTable
from upcard.lessons.questions import LessonCell

ENVIRONMENT = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)  # noqa: S701 - Markdown


class Blocks(Protocol):
    """Rendering of the parts of a chapter that are no text, in one medium."""

    def picture(self, chapter: Chapter, name: str, picture: Figure) -> str:
        """Return a picture with its caption."""

    def play(self, chapter: Chapter, name: str, play: PracticeTable) -> str:
        """Return a way to open a table."""

    def cell(self, chapter: Chapter, name: str, cell: LessonCell) -> str:
        """Return an interactive question."""


def filled(chapter: Chapter, blocks: Blocks) -> str:
    """Return the text of a chapter as Markdown with the values of all names.

    Raises Usage if the text names a block that does not exist, and ``jinja2.UndefinedError`` for a number.
    """

    def shown(kind: str, some: Mapping[str, Any], name: str) -> str:
        if name not in some:
            raise Usage(f"the chapter {chapter.name} has no {kind} {name!r}")
        return str(getattr(blocks, kind)(chapter, name, some[name]))

    parts = {"picture": chapter.pictures, "play": chapter.lesson.PLAYS, "cell": chapter.lesson.CELLS}
    shows = {kind: partial(shown, kind, some) for kind, some in parts.items()}
    return ENVIRONMENT.from_string(chapter.source).render(**_numbers(chapter), **shows)


def filled_sheet(chapter: Chapter) -> str:
    """Return the sheet of a chapter as Markdown with the values of all names."""
    return ENVIRONMENT.from_string(chapter.sheet_source).render(**_numbers(chapter))


def _numbers(chapter: Chapter) -> dict[str, Any]:
    """Return the names that every text may use: its numbers, and sums of them."""

    def sum_text(task: str, digits: int | None = None) -> str:
        return worked(task, chapter.figures, digits)

    return {**chapter.figures, "worked": sum_text}
