"""The cells of a chapter: interactive questions, for which readers choose values."""

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
