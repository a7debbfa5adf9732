"""The report of a study."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from typing import Any

from upcard.document.model import Section

NOT_OF_STUDIES = frozenset({"links", "names", "tints", "levels", "bars"})
"""Fields of document parts that studies do not use; the JSON of a report leaves them out."""


@dataclass(frozen=True)
class StudyReport:
    """The results of a study."""

    name: str
    """Name on a command line: ``lama-paper``."""
    title: str
    """Title as printed."""
    summary: list[str]
    """The answers, one sentence each."""
    settings: dict[str, Any]
    """The settings of the study: games, seed, seconds, confidence and so on."""
    sections: list[Section]
    results: dict[str, Any]
    """The same results as plain values for programs."""
    files: dict[str, bytes] = field(default_factory=dict)
    """Contents of further files by name; they are written beside the report."""

    def to_json(self) -> dict[str, Any]:
        """Return everything except the files as plain values, ready for JSON."""
        return {x.name: _plain(getattr(self, x.name)) for x in fields(self) if x.name != "files"}


def _plain(x: Any) -> Any:
    if is_dataclass(x):
        return {f.name: _plain(getattr(x, f.name)) for f in fields(x) if f.name not in NOT_OF_STUDIES}
    if isinstance(x, Mapping):
        return {k: _plain(v) for k, v in x.items()}
    return [_plain(v) for v in x] if isinstance(x, list | tuple) else x
