"""Asking the cells of a chapter from Python."""

import json
from typing import Any

from upcard.lessons.chapter_registry import find_cell
from upcard.lessons.questions import Answer


def ask(chapter: str, cell: str, **chosen: object) -> Answer:
    """Compute a cell of a chapter.

    Parameters
    ----------
    chapter, cell : str
        Their names.
    **chosen : int or str
        Values of its fields; the others have their usual values.

    Raises
    ------
    Usage
        If there is no such cell, or a value cannot be chosen.
    """
    question = find_cell(chapter, cell)
    return question.compute(**question.read(chosen))


def answer_of(text: str) -> dict[str, Any]:
    """Compute a cell for another process: the question comes as JSON, the answer goes as plain values."""
    question = json.loads(text)
    return ask(question["chapter"], question["cell"], **question["given"]).document()
