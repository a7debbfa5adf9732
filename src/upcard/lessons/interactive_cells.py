"""Asking the cells of a chapter from Python."""

import json
from typing import Any

from upcard.lessons.chapter_registry import find_cell
from upcard.lessons.questions import CellResult


def ask(chapter: str, cell: str, **chosen: object) -> CellResult:
    """Compute a cell, by default with its usual values; raises Usage for an unknown name or a wrong value."""
    question = find_cell(chapter, cell)
    return question.compute(**question.read(chosen))


def answer_of(text: str) -> dict[str, Any]:
    """Compute a cell for another process: the question is JSON, the answer has plain values."""
    question = json.loads(text)
    return ask(question["chapter"], question["cell"], **question["given"]).document()
