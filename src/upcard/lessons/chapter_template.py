"""Rendering the source of a chapter: names become numbers, and blocks become pictures, tables and cells."""

from collections.abc import Mapping
from functools import partial
from typing import Any, Protocol

from jinja2 import Environment, StrictUndefined

from upcard.document.model import Figure
from upcard.engine.errors import Usage
from upcard.lessons.answer_checks import Exercise
from upcard.lessons.chapter_numbers import worked
from upcard.lessons.chapter_registry import Chapter, PracticeTable
from upcard.lessons.experiments import Experiment
from upcard.lessons.questions import LessonCell

ENVIRONMENT = Environment(undefined=StrictUndefined, keep_trailing_newline=True, autoescape=False)  # noqa: S701 - Markdown


class Blocks(Protocol):
    """Renderer of the blocks of a chapter for one medium, such as the web."""

    def picture(self, chapter: Chapter, name: str, picture: Figure) -> str:
        """Return the markup of a picture with its caption."""

    def play(self, chapter: Chapter, name: str, play: PracticeTable) -> str:
        """Return the markup of a link or command that opens a practice table."""

    def cell(self, chapter: Chapter, name: str, cell: LessonCell) -> str:
        """Return the markup of an interactive question."""

    def exercise(self, chapter: Chapter, name: str, exercise: Exercise) -> str:
        """Return the markup of a form that checks an answer."""

    def experiment(self, chapter: Chapter, name: str, experiment: Experiment) -> str:
        """Return the markup of a chance that readers try out."""


def chapter_markdown(chapter: Chapter, blocks: Blocks) -> str:
    """Return the text of a chapter as Markdown, with all numbers filled in and all blocks rendered.

    Raises Usage if the text names a block that does not exist, and ``jinja2.UndefinedError`` if it names a
    number that does not exist.
    """

    def shown(kind: str, some: Mapping[str, Any], name: str) -> str:
        if name not in some:
            raise Usage(f"the chapter {chapter.name} has no {kind} {name!r}; use one of {', '.join(some)}")
        return str(getattr(blocks, kind)(chapter, name, some[name]))

    parts: dict[str, Mapping[str, Any]] = {
        "picture": chapter.pictures,
        "play": chapter.lesson.PLAYS,
        "cell": chapter.lesson.CELLS,
        "exercise": chapter.exercises,
        "experiment": chapter.experiments,
    }
    shows = {kind: partial(shown, kind, some) for kind, some in parts.items()}
    return ENVIRONMENT.from_string(chapter.source).render(**_numbers(chapter), **shows)


def sheet_markdown(chapter: Chapter) -> str:
    """Return the worksheet of a chapter as Markdown, with all numbers filled in."""
    return ENVIRONMENT.from_string(chapter.sheet_source).render(**_numbers(chapter))


def _numbers(chapter: Chapter) -> dict[str, Any]:
    """Return the names that a text can use: the numbers of its chapter, and ``worked`` for calculations."""

    def sum_text(task: str, digits: int | None = None) -> str:
        return worked(task, chapter.figures, digits)

    return {**chapter.figures, "worked": sum_text}
