"""What a study's report is made of: text, tables, figures and findings, as plain typed values.

A study computes these; how they look on a page, in a terminal or in a JSON document is the business of
:mod:`upcard.report`.
"""

from dataclasses import asdict, dataclass, field
from typing import Any

HOLDS, FAILS, OPEN = "holds", "does not hold", "undecided"


@dataclass(frozen=True)
class Block:
    """A table.

    Parameters
    ----------
    title : str
        Its caption.
    columns : list of str
        Headings.
    rows : list of list
        Cells, one list per row: text, whole numbers or fractions; numbers are shown with few digits.
    note : str
        How to read it.
    marked : list of (int, int)
        Row and column of cells to draw attention to.
    """

    title: str
    columns: list[str]
    rows: list[list[str | int | float]]
    note: str = ""
    marked: list[tuple[int, int]] = field(default_factory=list)


@dataclass(frozen=True)
class Series:
    """One line of a figure.

    Parameters
    ----------
    label : str
        Its name in the legend.
    x, y : list of float
        Points.
    low, high : list of float
        Confidence interval of every point; empty when exact.
    """

    label: str
    x: list[float]
    y: list[float]
    low: list[float] = field(default_factory=list)
    high: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class Figure:
    """A plot.

    Parameters
    ----------
    name : str
        Short, for file names and links: ``fig-1``.
    title : str
        Its caption.
    x_label, y_label : str
        Axes.
    series : list of Series
        What is drawn.
    note : str
        How to read it.
    whole_x : bool
        Whether x takes whole numbers only.
    is_joined : bool
        Whether the points of a series are joined by a line; not where the order of x means nothing.
    scale : str
        What colours mean: with it the figure is a heat map, each series a row of it, the first one on top.
    """

    name: str
    title: str
    x_label: str
    y_label: str
    series: list[Series]
    note: str = ""
    whole_x: bool = True
    is_joined: bool = True
    scale: str = ""


@dataclass(frozen=True)
class Finding:
    """A statement, whether it holds, and the numbers that show it.

    Parameters
    ----------
    claim : str
        What is said, and by whom.
    verdict : str
        ``HOLDS``, ``FAILS`` or ``OPEN``.
    evidence : str
        The numbers, with their intervals.
    """

    claim: str
    verdict: str
    evidence: str


@dataclass(frozen=True)
class Section:
    """A part of a report.

    Parameters
    ----------
    title : str
        Heading.
    text : list of str
        Paragraphs of plain text.
    tables : list of Block
        Tables.
    figures : list of Figure
        Figures.
    findings : list of Finding
        Findings.
    """

    title: str
    text: list[str] = field(default_factory=list)
    tables: list[Block] = field(default_factory=list)
    figures: list[Figure] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)


@dataclass(frozen=True)
class StudyReport:
    """Everything a study found.

    Parameters
    ----------
    name : str
        As typed: ``lama-paper``.
    title : str
        As printed.
    summary : list of str
        What was found, a sentence each.
    settings : dict
        How it was made: games, seed, seconds, level and so on.
    sections : list of Section
        The parts, in order.
    results : dict
        The same findings as plain values for programs.
    files : dict of str to bytes
        What else was made, by file name; written beside the report.
    """

    name: str
    title: str
    summary: list[str]
    settings: dict[str, Any]
    sections: list[Section]
    results: dict[str, Any]
    files: dict[str, bytes] = field(default_factory=dict)

    def to_json(self) -> dict[str, Any]:
        """Everything but the files as plain values, ready for a JSON document."""
        return {name: x for name, x in asdict(self).items() if name != "files"}
