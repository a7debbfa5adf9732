"""Answers to the interactive questions of chapters, for Python and for background processes."""

import json
from typing import Any

from upcard.lessons.chapter_registry import find_cell
from upcard.lessons.questions import CellResult


def ask(chapter: str, cell: str, **chosen: object) -> CellResult:
    """Return the answer of a cell, by default to its usual question; raises Usage for unknown names."""
    question = find_cell(chapter, cell)
    return question.compute(**question.read(chosen))


def answer_of(text: str) -> dict[str, Any]:
    """Return the answer to a question in JSON as plain values; for another process."""
    question = json.loads(text)
    return ask(question["chapter"], question["cell"], **question["given"]).document()
