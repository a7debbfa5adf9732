"""Answers to the interactive questions of chapters and to exercises, for Python and for other processes."""

import json
from typing import Any

from upcard.lessons.answer_checks import AnswerVerdict
from upcard.lessons.chapter_registry import find_cell, find_exercise
from upcard.lessons.questions import CellResult


def ask(chapter: str, cell: str, **chosen: object) -> CellResult:
    """Return the answer of a cell, by default to its usual question; raises Usage for unknown names."""
    question = find_cell(chapter, cell)
    return question.compute(**question.read(chosen))


def check(chapter: str, exercise: str, answer: str) -> AnswerVerdict:
    """Return the verdict on an answer to an exercise: a number in any usual way, or that of a choice, from 1.

    Raises Usage if the answer cannot be read, or if there is no such chapter or exercise.
    """
    return find_exercise(chapter, exercise).check(answer)


def answer_of(text: str) -> dict[str, Any]:
    """Return the answer to a question in JSON as plain values; for another process."""
    question = json.loads(text)
    return ask(question["chapter"], question["cell"], **question["given"]).document()
