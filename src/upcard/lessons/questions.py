"""The cells of a chapter: interactive questions, for which readers choose values."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from upcard.engine.errors import Usage


@dataclass(frozen=True)
class InputField:
    """A field of a cell, in which readers choose a whole number or one of several words."""

    name: str
    """The name of the field in programs and addresses."""
    label: str
    """The name of the field for readers."""
    usual: int | str
    """The default value."""
    low: int = 0
    """The smallest number allowed."""
    high: int = 0
    """The greatest number allowed."""
    choices: tuple[tuple[str, str], ...] = ()
    """The words to choose from, each with its label; empty for a number."""

    def read(self, chosen: object) -> int | str:
        """Return the value of a field from its text; raises Usage if it is not allowed."""
        text = str(chosen).strip()
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
class CellResult:
    """The answer of a cell."""

    text: str
    """The answer in a sentence or two."""
    numbers: dict[str, float] = field(default_factory=dict)
    """The numbers of the answer for programs, by name."""
    head: list[str] = field(default_factory=list)
    """The column headings of a table below the text; empty if there is no table."""
    rows: list[list[str]] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the text of the answer, and the table below it."""
        rows = [self.head, *self.rows] if self.head else []
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(f"{x:<{w}}" for x, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self.text, *lines])

    def document(self) -> dict[str, Any]:
        """Return the answer as plain values, ready for JSON."""
        return asdict(self)


@dataclass(frozen=True)
class LessonCell:
    """An interactive question of a chapter."""

    title: str
    """The question in a sentence."""
    fields: tuple[InputField, ...]
    compute: Callable[..., CellResult]
    """A function that takes the values of all fields as keyword arguments."""
    is_long: bool = False
    """Whether the answer takes so long that another process should compute it."""

    def read(self, chosen: Mapping[str, object]) -> dict[str, int | str]:
        """Return the values of all fields, by default the usual ones; raises Usage if one is not allowed."""
        unknown = sorted(set(chosen) - {f.name for f in self.fields})
        if unknown:
            known = ", ".join(f.name for f in self.fields)
            raise Usage(f"there is no field {unknown[0][:20]!r}; the fields are {known}")
        return {f.name: f.read(chosen.get(f.name, f.usual)) for f in self.fields}
