"""Answers to the interactive questions of chapters, for Python and for background processes."""

import json
from typing import Any

from upcard.lessons.chapter_registry import find_cell
from upcard.lessons.questions import CellResult


def ask(chapter: str, cell: str, **chosen: object) -> CellResult:
    """Return the answer of an interactive question; values that are not `chosen` have their defaults.

    Raises Usage for an unknown chapter, cell or field, and for a value that is not allowed.
    """
    question = find_cell(chapter, cell)
    return question.compute(**question.read(chosen))


def answer_of(text: str) -> dict[str, Any]:
    """Return the answer to a question in JSON as plain values; for another process."""
    question = json.loads(text)
    return ask(question["chapter"], question["cell"], **question["given"]).document()
