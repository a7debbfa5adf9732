"""What a study's report is made of: text, tables, figures and findings, as plain typed values.

A study computes these; how they look on a page, in a terminal or in a JSON document is the business of
:mod:`upcard.report`.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"


@dataclass(frozen=True)
class Block:
    """A table."""

    title: str
    """Its caption."""
    columns: list[str]
    """Headings."""
    rows: list[list[str | int | float]]
    """Cells, one list per row: text, whole numbers or fractions; numbers are shown with few digits."""
    note: str = ""
    """How to read it."""
    marked: list[tuple[int, int]] = field(default_factory=list)
    """Row and column of cells to draw attention to."""


@dataclass(frozen=True)
class Series:
    """One line of a figure."""

    label: str
    """Its name in the legend."""
    x: list[float]
    y: list[float]
    """Points."""
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)
    """Confidence interval of every point; empty when exact."""


@dataclass(frozen=True)
class Figure:
    """A plot."""

    name: str
    """Short, for file names and links: ``fig-1``."""
    title: str
    """Its caption."""
    x_label: str
    y_label: str
    """Axes."""
    series: list[Series]
    """What is drawn."""
    note: str = ""
    """How to read it."""
    whole_x: bool = True
    """Whether x takes whole numbers only."""
    is_joined: bool = True
    """Whether the points of a series are joined by a line; not where the order of x means nothing."""
    scale: str = ""
    """What colours mean: with it the figure is a heat map, each series a row of it, the first one on top."""


@dataclass(frozen=True)
class Finding:
    """A statement, whether it holds, and the numbers that show it."""

    claim: str
    """What is said, and by whom."""
    verdict: str
    """``HOLDS``, ``FAILS`` or ``OPEN``."""
    evidence: str
    """The numbers, with their intervals."""


@dataclass(frozen=True)
class Section:
    """A part of a report."""

    title: str
    """Heading."""
    text: list[str] = field(default_factory=list)
    """Paragraphs of plain text."""
    tables: list[Block] = field(default_factory=list)
    """Tables."""
    figures: list[Figure] = field(default_factory=list)
    """Figures."""
    findings: list[Finding] = field(default_factory=list)
    """Findings."""


@dataclass(frozen=True)
class StudyReport:
    """Everything a study found."""

    name: str
    """As typed: ``lama-paper``."""
    title: str
    """As printed."""
    summary: list[str]
    """What was found, a sentence each."""
    settings: dict[str, Any]
    """How it was made: games, seed, seconds, level and so on."""
    sections: list[Section]
    """The parts, in order."""
    results: dict[str, Any]
    """The same findings as plain values for programs."""
    files: dict[str, bytes] = field(default_factory=dict)
    """What else was made, by file name; written beside the report."""

    def to_json(self) -> dict[str, Any]:
        """Everything but the files as plain values, ready for a JSON document."""
        return {name: x for name, x in asdict(self).items() if name != "files"}
