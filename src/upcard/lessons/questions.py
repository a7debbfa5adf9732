"""The cells of a chapter: questions with values to choose, computed at the request of a reader."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from upcard.engine.errors import Usage
from upcard.play.input_field import InputField


@dataclass(frozen=True)
class CellResult:
    """The answer of a cell."""

    text: str
    """The answer in a sentence or two."""
    numbers: dict[str, float] = field(default_factory=dict)
    """The same for programs, by name."""
    head: list[str] = field(default_factory=list)
    """The headings of a table; empty if there is none."""
    rows: list[list[str]] = field(default_factory=list)

    def __str__(self) -> str:
        """Return the answer in a sentence, then the table."""
        rows = [self.head, *self.rows] if self.head else []
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = ["  ".join(f"{x:<{w}}" for x, w in zip(row, widths, strict=True)).rstrip() for row in rows]
        return "\n".join([self.text, *lines])

    def document(self) -> dict[str, Any]:
        """Return the answer as plain values."""
        return asdict(self)


@dataclass(frozen=True)
class LessonCell:
    """A question that is computed at the request of a reader."""

    title: str
    """The question."""
    fields: tuple[InputField, ...]
    compute: Callable[..., CellResult]
    """A function of the values of all fields, by name."""
    is_long: bool = False
    """Whether it takes so long that another process should compute it."""

    def read(self, chosen: Mapping[str, object]) -> dict[str, int | str]:
        """Return all values, by default the usual ones; raises Usage for an unknown field or wrong value."""
        unknown = sorted(set(chosen) - {f.name for f in self.fields})
        if unknown:
            known = ", ".join(f.name for f in self.fields)
            raise Usage(f"there is no field {unknown[0][:20]!r}; expected {known}")
        return {f.name: f.read(chosen.get(f.name, f.usual)) for f in self.fields}
