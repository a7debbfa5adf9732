"""Cells of a chapter: questions with numbers to choose, computed when they are asked."""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from upcard.engine.errors import Usage


@dataclass(frozen=True)
class Field:
    """Something to choose in a cell: a whole number, or one of some words."""

    name: str
    label: str
    """How programs and people call it."""
    usual: int | str
    """What it is if nobody says anything."""
    low: int = 0
    high: int = 0
    """Bounds of a number."""
    choices: tuple[tuple[str, str], ...] = ()
    """Words to choose from, each with what is shown of it; empty for a number."""

    def read(self, given: object) -> int | str:
        """What was chosen.

        Raises
        ------
        Usage
            If it cannot be chosen.
        """
        text = str(given).strip()
        if self.choices:
            if text not in dict(self.choices):
                words = ", ".join(x for x, _ in self.choices)
                raise Usage(f"{self.name} was given as {text[:20]!r}; choose one of {words}")
            return text
        is_number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10
        if not (is_number and self.low <= int(text) <= self.high):
            raise Usage(
                f"{self.name} was given as {text[:20]!r}; "
                f"expected a whole number from {self.low:,} to {self.high:,}"
            )
        return int(text)


@dataclass(frozen=True)
class Answer:
    """What a cell has found."""

    text: str
    """The answer in a sentence or two."""
    numbers: dict[str, float] = field(default_factory=dict)
    """The same for programs, by name."""
    head: list[str] = field(default_factory=list)
    """What stands above a table; empty where there is none."""
    rows: list[list[str]] = field(default_factory=list)
    """The lines of the table."""

    def __str__(self) -> str:
        """The answer in a sentence, then the table."""
        widths = [max(map(len, column)) for column in zip(self.head, *self.rows, strict=True)]
        lines = [
            "  ".join(f"{x:<{w}}" for x, w in zip(row, widths, strict=True)).rstrip()
            for row in ([self.head, *self.rows] if self.head else [])
        ]
        return "\n".join([self.text, *lines])

    def document(self) -> dict[str, Any]:
        """All of it as plain values."""
        return {"text": self.text, "numbers": self.numbers, "head": self.head, "rows": self.rows}


@dataclass(frozen=True)
class Cell:
    """A question that is computed when it is asked."""

    title: str
    """The question."""
    fields: tuple[Field, ...]
    """What can be chosen."""
    compute: Callable[..., Answer]
    """Of all that was chosen, by name."""
    is_long: bool = False
    """Whether it takes long enough to be computed beside the server."""

    def read(self, given: Mapping[str, object]) -> dict[str, int | str]:
        """What was chosen for every field.

        Raises
        ------
        Usage
            If something cannot be chosen.
        """
        unknown = sorted(set(given) - {f.name for f in self.fields})
        if unknown:
            known = ", ".join(f.name for f in self.fields)
            raise Usage(f"there is no field {unknown[0][:20]!r}; expected {known}")
        return {f.name: f.read(given.get(f.name, f.usual)) for f in self.fields}


def ask(chapter: str, cell: str, **given: object) -> Answer:
    """What a cell of a chapter finds.

    Parameters
    ----------
    chapter, cell : str
        Their names.
    **given : int or str
        What is chosen; the rest is as usual.

    Raises
    ------
    Usage
        If there is no such cell, or something cannot be chosen.
    """
    from upcard.lessons.chapter_registry import find_cell

    found = find_cell(chapter, cell)
    return found.compute(**found.read(given))


def asked(text: str) -> dict[str, Any]:
    """What a cell finds as plain values; the question is JSON, so that another process can be asked."""
    question = json.loads(text)
    return ask(question["chapter"], question["cell"], **question["given"]).document()
