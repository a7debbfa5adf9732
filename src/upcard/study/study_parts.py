"""The report of a study."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from upcard.document.model import Section

NOT_OF_STUDIES = frozenset({"links", "names", "tints", "levels", "bars"})
"""Fields of the parts of a document that studies do not use; their JSON leaves them out."""


@dataclass(frozen=True)
class StudyReport:
    """The results of a study."""

    name: str
    """As typed: ``lama-paper``."""
    title: str
    """As printed."""
    summary: list[str]
    """The answers, a sentence each."""
    settings: dict[str, Any]
    """The conditions: games, seed, seconds, level and so on."""
    sections: list[Section]
    results: dict[str, Any]
    """The same results as plain values for programs."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Further files by name, written beside the report."""

    def to_json(self) -> dict[str, Any]:
        """Return everything but the files as plain values, ready for a JSON document."""
        return {x.name: _plain(getattr(self, x.name)) for x in fields(self) if x.name != "files"}


def _plain(x: Any) -> Any:
    if is_dataclass(x):
        return {f.name: _plain(getattr(x, f.name)) for f in fields(x) if f.name not in NOT_OF_STUDIES}
    if isinstance(x, Mapping):
        return {k: _plain(v) for k, v in x.items()}
    return [_plain(v) for v in x] if isinstance(x, list | tuple) else x
